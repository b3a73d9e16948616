// One post: its content, discussion and details.

import type { Attachment, PostDetail } from '@earshot/client';
import { ActionIcon, Alert, Anchor, Button, Group, Menu, Skeleton, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lastSearch } from '../../data/feedback/list-position.ts';
import { useDeletePost, usePost, useUnmergePost } from '../../data/feedback/posts.ts';
import { isStatus } from '../../data/query-client.ts';
import { useSession } from '../../data/session.ts';
import { Attachments } from '../../parts/files/attachments.tsx';
import { ConfirmModal } from '../../parts/forms/confirm-modal.tsx';
import { IconArrowLeft, IconArrowMerge, IconDots, IconPencil, IconTrash } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import frame from '../../parts/page-frame.module.css';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { RichText } from '../../parts/rich-text/rich-text.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { NotFoundPage } from '../../parts/states/error-page.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Discussion } from './discussion.tsx';
import { EditPost } from './edit-post.tsx';
import { MergeModal } from './merge-modal.tsx';
import classes from './post-page.module.css';
import { PostSidebar } from './post-sidebar.tsx';

const route = getRouteApi('/shell/posts/$postId');

export function PostPage() {
  const { postId } = route.useParams();
  const { edit } = route.useSearch();
  const post = usePost(postId);
  const { feedback, places } = useTexts();
  usePageTitle(post.data?.title);
  const isGone = isStatus(post.error, 404) || isStatus(post.error, 400);
  // Keep what someone is typing even if the post is deleted in the meantime.
  if (isGone && (edit !== true || post.data === undefined)) return <NotFoundPage />;
  return (
    <div className={classes.page}>
      <AnchorLink to="/posts" search={lastSearch()} className={frame.back} aria-label={feedback.back}>
        <IconArrowLeft size={16} aria-hidden />
        {places.posts}
      </AnchorLink>
      {post.data !== undefined ? (
        <Loaded key={postId} post={post.data} />
      ) : post.error !== null ? (
        <ErrorState error={post.error} onRetry={() => void post.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  );
}

function Loaded({ post }: { post: PostDetail & { attachments?: Attachment[] } }) {
  const { post: texts } = useTexts();
  const { edit } = route.useSearch();
  const { siteUrl } = useSession();
  const navigate = useNavigate();
  const setEditing = (isEditing: boolean) =>
    void navigate({
      to: '/posts/$postId',
      params: { postId: post.id },
      search: isEditing ? { edit: true } : {},
      replace: true,
    });
  useShortcuts({
    e: () => setEditing(true),
    u: () => void navigate({ to: '/posts', search: lastSearch() }),
    r: () => document.getElementById('new-comment')?.focus(),
  });
  return (
    <div className={classes.columns}>
      <article className={classes.main}>
        {post.mergedIntoId !== null && (
          <MergedNotice
            id={post.id}
            into={post.mergedInto ?? { id: post.mergedIntoId, title: post.mergedIntoId }}
          />
        )}
        {edit === true ? (
          <EditPost post={post} onDone={() => setEditing(false)} />
        ) : (
          <>
            <Head post={post} onEdit={() => setEditing(true)} />
            {post.descriptionHtml === '' ? (
              <Text c="dimmed" size="sm">
                {texts.noDescription}
              </Text>
            ) : (
              <RichText html={post.descriptionHtml} />
            )}
            <Attachments attachments={post.attachments ?? []} />
          </>
        )}
      </article>
      <PostSidebar post={post} />
      <Discussion
        postId={post.id}
        count={post.commentsCount}
        isPublic={siteUrl !== null && post.visibility === 'public'}
      />
    </div>
  );
}

function Head({ post, onEdit }: { post: PostDetail; onEdit: () => void }) {
  const { post: texts, feedback, common } = useTexts();
  const formats = useFormats();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useDeletePost();
  const [open, setOpen] = useState<'merge' | 'delete' | null>(null);
  const { author } = post;
  const confirm = () =>
    remove.mutate(post.id, {
      onSuccess: () => {
        notify.done(texts.deleted);
        void navigate({ to: '/posts', search: lastSearch() });
      },
      onError: notify.failed,
    });
  return (
    <header className={classes.head}>
      <div className={classes.headline}>
        <Title order={1} className={classes.title} dir="auto">
          {post.title}
        </Title>
        <Group gap={4} wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={onEdit}
          >
            {common.edit}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={common.actions}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {post.mergedIntoId === null && (
                <Menu.Item
                  leftSection={<IconArrowMerge size={16} aria-hidden />}
                  onClick={() => setOpen('merge')}
                >
                  {texts.merge}
                </Menu.Item>
              )}
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setOpen('delete')}
              >
                {common.delete}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        <AnchorLink to="/customers/people/$userId" params={{ userId: author.id }} inherit underline="always">
          <bdi>{author.name ?? author.email ?? feedback.anonymous}</bdi>
        </AnchorLink>
        {' · '}
        <time dateTime={post.createdAt} title={formats.dateTime(post.createdAt)}>
          {formats.ago(post.createdAt)}
        </time>
        {post.sourceUrl !== null && /^https?:/.test(post.sourceUrl) && (
          <>
            {' · '}
            <Anchor underline="always" href={post.sourceUrl} target="_blank" rel="noreferrer" inherit>
              {texts.source}
            </Anchor>
          </>
        )}
      </Text>
      {open === 'merge' && <MergeModal post={post} onClose={() => setOpen(null)} />}
      <ConfirmModal
        opened={open === 'delete'}
        title={texts.deleteTitle}
        confirmLabel={common.delete}
        isPending={remove.isPending}
        onConfirm={confirm}
        onClose={() => setOpen(null)}
      >
        {texts.deleteText(
          post.votesCount,
          formats.number(post.votesCount),
          post.commentsCount,
          formats.number(post.commentsCount),
        )}
      </ConfirmModal>
    </header>
  );
}

function MergedNotice({ id, into }: { id: string; into: { id: string; title: string } }) {
  const { post: texts } = useTexts();
  const notify = useNotify();
  const unmerge = useUnmergePost();
  return (
    <Alert mb="lg" icon={<IconArrowMerge size={18} aria-hidden />} title={texts.mergedTitle}>
      <Group justify="space-between">
        <AnchorLink to="/posts/$postId" params={{ postId: into.id }} size="sm" dir="auto">
          {into.title}
        </AnchorLink>
        <Button
          size="compact-sm"
          variant="default"
          loading={unmerge.isPending}
          onClick={() =>
            notify.follow(unmerge.mutateAsync(id), () => notify.done(texts.unmerged), {
              CONFLICT: texts.unmergeConflict,
            })
          }
        >
          {texts.unmerge}
        </Button>
      </Group>
    </Alert>
  );
}
