// One post with all that belongs to it, the same on its page and in a panel: text, discussion, details, and where to
// write. It fills its place: its text scrolls, and the composer stays below.

import '../mantine-later.css';
import type { Attachment, PostDetail } from '@earshot/client';
import { Drawer, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useHiddenPosts } from '../../data/delayed-deletions.ts';
import { usePost } from '../../data/feedback/posts.ts';
import { isStatus } from '../../data/query-client.ts';
import { useSession } from '../../data/session.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import '../feedback/pickers/post-picker.tsx';
import {
  type PickerName,
  usePickersReady,
  usePostKeys,
  usePostPickers,
} from '../feedback/pickers/use-post-pickers.tsx';
import { Attachments } from '../files/attachments.tsx';
import { usePageTitle } from '../page-frame.tsx';
import { RichText } from '../rich-text/rich-text.tsx';
import { NotFoundPage } from '../states/error-page.tsx';
import { ErrorState } from '../states/states.tsx';
import { EditPost } from './edit-post.tsx';
import { Facts } from './facts.tsx';
import { LikelyDuplicates } from './likely-duplicates.tsx';
import { MergedNotice } from './merged-notice.tsx';
import { PostHead } from './post-head.tsx';
import classes from './post-view.module.css';
import { Composer, type Writing } from './timeline/composer.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useDraft } from './timeline/use-draft.ts';
import { useIsNarrow } from './use-is-narrow.ts';

export interface PostViewProps {
  postId: string;
  /** It is a page of its own: its title is the title of the page. */
  isPage?: boolean;
  /** Without these, the view itself remembers whether the post is being edited. */
  isEditing?: boolean;
  onEditing?: (isEditing: boolean) => void;
  /** The post was deleted. It is hidden already. */
  onDeleted: () => void;
  /** The post was merged into this one. */
  onMerged: (intoId: string) => void;
}

export function PostView(props: PostViewProps) {
  const { postId } = props;
  const post = usePost(postId);
  const isHidden = useHiddenPosts().has(postId);
  const [isEditingHere, setEditingHere] = useState<string>();
  const isEditing = props.isEditing ?? isEditingHere === postId;
  usePageTitle(post.data?.title, props.isPage === true);
  const isGone = isHidden || isStatus(post.error, 404) || isStatus(post.error, 400);
  // Keep what someone is typing even if the post is deleted in the meantime.
  if (isGone && (!isEditing || post.data === undefined)) return <NotFoundPage />;
  if (post.data === undefined)
    return (
      <div className={classes.loading}>
        {post.error === null ? (
          <Skeleton height={320} />
        ) : (
          <ErrorState error={post.error} onRetry={() => void post.refetch()} />
        )}
      </div>
    );
  return (
    <Loaded
      {...props}
      key={postId}
      post={post.data}
      isEditing={isEditing}
      onEditing={props.onEditing ?? ((starts) => setEditingHere(starts ? postId : undefined))}
    />
  );
}

function Loaded(
  props: PostViewProps & {
    post: PostDetail & { attachments?: Attachment[] };
    isEditing: boolean;
    onEditing: (isEditing: boolean) => void;
  },
) {
  const { post, isEditing, onEditing } = props;
  const { post: texts } = useTexts();
  const { siteUrl } = useSession();
  const root = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(root);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const draft = useDraft(post.id);
  const [writing, setWriting] = useState<Writing>(() => (draft.read()?.isPrivate ? 'note' : 'reply'));
  usePickersReady();
  const { open, picker } = usePostPickers({ onMerged: props.onMerged });
  const openAt = (name: PickerName, anchor: Element) => open(name, [post], anchor);
  /** Beside the value that changes, if it is in sight. */
  const anchorOf = (name: PickerName) =>
    root.current?.querySelector(`[data-field="${name}"]`) ?? root.current?.querySelector('[data-actions]');
  const write = (next: Writing) => {
    setWriting(next);
    composer.current?.querySelector<HTMLElement>('textarea, [contenteditable="true"]')?.focus();
  };
  /** Where the timeline has what was just written. */
  const toTheEnd = () =>
    requestAnimationFrame(() => body.current?.scrollTo({ top: body.current.scrollHeight }));
  usePostKeys(
    (name) => {
      const anchor = anchorOf(name);
      if (anchor) openAt(name, anchor);
    },
    { onReply: () => write('reply'), onNote: () => write('note') },
  );
  const isOnSite = siteUrl !== null && post.visibility === 'public';
  const facts = <Facts post={post} onOpen={openAt} />;
  return (
    <div className={classes.view} ref={root} data-narrow={isNarrow}>
      <div className={classes.body} ref={body}>
        <article>
          {post.mergedIntoId !== null && (
            <MergedNotice
              post={post}
              into={post.mergedInto ?? { id: post.mergedIntoId, title: post.mergedIntoId }}
            />
          )}
          {isEditing ? (
            <EditPost post={post} onDone={() => onEditing(false)} />
          ) : (
            <>
              <PostHead
                post={post}
                isPage={props.isPage === true}
                onEdit={() => onEditing(true)}
                onMerge={(anchor) => openAt('merge', anchor)}
                onDeleted={props.onDeleted}
                onDetails={isNarrow ? () => setSheetOpen(true) : undefined}
              />
              {post.descriptionHtml === '' ? (
                <Text c="dimmed" size="sm">
                  {texts.noDescription}
                </Text>
              ) : (
                <RichText html={post.descriptionHtml} />
              )}
              <Attachments attachments={post.attachments ?? []} />
              {post.mergedIntoId === null && (
                <LikelyDuplicates post={post} onMerge={(anchor) => openAt('merge', anchor)} />
              )}
            </>
          )}
        </article>
        <Timeline postId={post.id} count={post.commentsCount} isPublic={isOnSite} />
      </div>
      {!isNarrow && <div className={classes.side}>{facts}</div>}
      <Composer
        ref={composer}
        postId={post.id}
        isOnSite={isOnSite}
        writing={writing}
        onWriting={setWriting}
        onWrite={write}
        onSent={toTheEnd}
      />
      {isNarrow && (
        <Sheet opened={isSheetOpen} onClose={() => setSheetOpen(false)}>
          {facts}
        </Sheet>
      )}
      {picker}
    </div>
  );
}

/** The details, where there is no room beside the text. */
function Sheet(props: { opened: boolean; onClose: () => void; children: ReactNode }) {
  const { common } = useTexts();
  const { view } = usePostTexts();
  return (
    <Drawer
      {...props}
      position="bottom"
      size="85%"
      title={view.details}
      // Popovers above it scroll.
      lockScroll={false}
      closeButtonProps={{ 'aria-label': common.close }}
    />
  );
}
