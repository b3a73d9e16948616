// One submission: who sent what, what it changes, and what can be decided.

import type { Submission } from '@earshot/client';
import { Badge, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePost } from '../../data/feedback/posts.ts';
import { shortened } from '../../parts/feedback/use-bulk-edits.ts';
import { RichText } from '../../parts/rich-text/rich-text.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { UserAvatar } from '../../parts/user-avatar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LongText } from './long-text.tsx';
import classes from './moderation.module.css';
import { CommentExcerpt, PostLine } from './things.tsx';

export function SubmissionRow(props: {
  submission: Submission;
  isPending: boolean;
  onApprove: () => void;
  /** `anchor`: what the question opens at. */
  onAsk: (about: 'reject' | 'merge' | 'ban', anchor: Element) => void;
}) {
  const { moderation: texts, common } = useTexts();
  const { submission, isPending, onAsk } = props;
  const { id, kind, title, content, postId, commentId, parentId, author } = submission;
  const isEdit = kind === 'post_edit' || kind === 'comment_edit';
  // Which of several buttons with the same text this is.
  const named = (label: string) => ({
    'aria-label': common.labeled(label, shortened(title ?? content ?? texts.kinds[kind])),
  });
  return (
    <article className={classes.row} tabIndex={-1} aria-labelledby={`${id}-kind`}>
      <Head submission={submission} />
      {kind !== 'post' && postId !== null && <PostLine id={postId} />}
      {kind === 'comment' && parentId !== null && (
        <>
          <Text size="xs" c="dimmed" mt="xs">
            {texts.inReplyTo}
          </Text>
          <CommentExcerpt id={parentId} />
        </>
      )}
      {isEdit && (
        <Part label={texts.before}>
          {kind === 'post_edit'
            ? postId !== null && <PresentPost id={postId} />
            : commentId !== null && <CommentExcerpt id={commentId} />}
        </Part>
      )}
      <Part label={isEdit ? texts.after : undefined}>
        {title !== null && (
          <Text fw={600} mt={4} dir="auto">
            {title}
          </Text>
        )}
        {content !== null && content !== '' && <LongText text={content} />}
      </Part>
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" loading={isPending} onClick={props.onApprove} {...named(texts.approve)}>
          {texts.approve}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isPending}
          onClick={(event) => onAsk('reject', event.currentTarget)}
          {...named(texts.reject)}
        >
          {texts.reject}
        </Button>
        {kind === 'post' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={(event) => onAsk('merge', event.currentTarget)}
            {...named(texts.merge)}
          >
            {texts.merge}
          </Button>
        )}
        {author !== null && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={(event) => onAsk('ban', event.currentTarget)}
            {...named(texts.ban)}
          >
            {texts.ban}
          </Button>
        )}
      </Group>
    </article>
  );
}

function Head({ submission: { id, kind, author, createdAt } }: { submission: Submission }) {
  const { moderation: texts, feedback } = useTexts();
  const formats = useFormats();
  const name = author?.name ?? author?.email ?? author?.externalId ?? feedback.anonymous;
  return (
    <Group gap="xs">
      <UserAvatar size={28} src={author?.avatarUrl} name={name} />
      {author === null ? (
        <Text size="sm">{texts.notSignedIn}</Text>
      ) : (
        <Link to="/customers/people/$userId" params={{ userId: author.id }} className={surface.link}>
          <Text size="sm" fw={600} dir="auto">
            {name}
          </Text>
        </Link>
      )}
      <Badge id={`${id}-kind`} variant="light" tt="none">
        {texts.kinds[kind]}
      </Badge>
      <Text size="xs" c="dimmed">
        <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
          {formats.ago(createdAt)}
        </time>
      </Text>
    </Group>
  );
}

/** The text before a change, and after it. */
function Part(props: { label: string | undefined; children: ReactNode }) {
  if (props.label === undefined) return props.children;
  return (
    <div className={classes.part}>
      <Text size="xs" fw={600} c="dimmed">
        {props.label}
      </Text>
      {props.children}
    </div>
  );
}

function PresentPost({ id }: { id: string }) {
  const post = usePost(id).data;
  if (post === undefined) return null;
  return (
    <>
      <Text fw={600} mt={4} dir="auto">
        {post.title}
      </Text>
      <RichText html={post.descriptionHtml} />
    </>
  );
}
