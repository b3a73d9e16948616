// One comment with its actions. A deleted comment keeps its place while it has replies.

import type { FeedbackComment } from '@earshot/client';
import { Badge, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDeleteComment, useEditComment } from '../../../data/feedback/discussion.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Attachments } from '../../files/attachments.tsx';
import { ConfirmModal } from '../../forms/confirm-modal.tsx';
import { IconLock } from '../../icons.tsx';
import { CommentField, nothingSaid, type Said } from '../../rich-text/comment-field.tsx';
import { RichText } from '../../rich-text/rich-text.tsx';
import { useNotify } from '../../states/notify.tsx';
import surface from '../../surface.module.css';
import { useFormats } from '../../text/format.ts';
import { UserAvatar } from '../../user-avatar.tsx';
import { CommentForm } from './comment-form.tsx';
import { draftOf, saidIn, textOf, useMentionable } from './said.ts';
import classes from './timeline.module.css';
import { useDraft } from './use-draft.ts';

const deepest = 4;

export function CommentRow(props: {
  comment: FeedbackComment;
  depth: number;
  /** Whether visitors of the public site see the post. */
  isOnSite: boolean;
  isAnswering: boolean;
  onAnswer: (isOpen: boolean) => void;
}) {
  const { comment } = props;
  const { post: texts, feedback, common, visibility } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const edit = useEditComment(comment.postId);
  const remove = useDeleteComment(comment.postId);
  const draft = useDraft(comment.postId, `edit-${comment.id}`);
  // What was half-written is shown again, without taking the focus.
  const [wasEdited] = useState(() => draft.read() !== undefined);
  const [open, setOpen] = useState<'edit' | 'delete' | null>(wasEdited ? 'edit' : null);
  const reply = useDraft(comment.postId, comment.id);
  const [isReplyKept, setReplyKept] = useState(() => reply.read() !== undefined);
  const isAnswering = isReplyKept || props.isAnswering;
  const setAnswering = (isOpen: boolean) => {
    setReplyKept(false);
    props.onAnswer(isOpen);
  };
  const { author } = comment;
  const name = author?.name ?? author?.email ?? feedback.anonymous;
  const confirm = () =>
    notify.follow(remove.mutateAsync(comment.id), () => {
      setOpen(null);
      notify.done(texts.commentDeleted);
    });
  const setAnswer = (isAnswer: boolean) =>
    void notify.follow(edit.mutateAsync({ id: comment.id, isAnswer }), () =>
      notify.done(isAnswer ? visibility.pinned : visibility.unpinned),
    );
  if (comment.isDeleted) {
    return (
      <li className={classes.comment} data-depth={Math.min(props.depth, deepest)}>
        <span />
        <Text size="sm" c="dimmed" fs="italic">
          {texts.deletedComment}
        </Text>
      </li>
    );
  }
  return (
    <li
      className={classes.comment}
      data-depth={Math.min(props.depth, deepest)}
      data-private={comment.isPrivate}
    >
      <UserAvatar size={28} src={author?.avatarUrl} name={name} />
      <div>
        <div className={classes.head}>
          {author === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to="/customers/people/$userId" params={{ userId: author.id }} className={surface.link}>
              <strong dir="auto">{name}</strong>
            </Link>
          )}
          <Text span inherit c="dimmed">
            <time dateTime={comment.createdAt} title={formats.dateTime(comment.createdAt)}>
              {formats.ago(comment.createdAt)}
            </time>
          </Text>
          {comment.isFromTeam === true && <CommentMark text={visibility.team} />}
          {comment.isAnswer === true && <CommentMark text={visibility.answer} isStrong />}
          {props.isOnSite && comment.isPublic !== true && !comment.isPrivate && (
            <CommentMark text={visibility.notOnSite} />
          )}
          {comment.isPrivate && (
            <Badge
              size="sm"
              variant="outline"
              color="yellow"
              c="inherit"
              tt="none"
              leftSection={<IconLock size={10} aria-hidden />}
            >
              {texts.privateNote}
            </Badge>
          )}
        </div>
        {open === 'edit' ? (
          <EditComment comment={comment} draft={draft} takesFocus={!wasEdited} onDone={() => setOpen(null)} />
        ) : (
          <>
            <div className={classes.content}>
              <RichText html={comment.contentHtml ?? ''} />
              <Attachments attachments={comment.attachments ?? []} />
            </div>
            <div className={classes.actions}>
              <button type="button" className={classes.action} onClick={() => setAnswering(!isAnswering)}>
                {texts.reply}
              </button>
              <button type="button" className={classes.action} onClick={() => setOpen('edit')}>
                {common.edit}
              </button>
              {comment.isFromTeam === true && comment.isPublic === true && (
                <button
                  type="button"
                  className={classes.action}
                  onClick={() => setAnswer(comment.isAnswer !== true)}
                >
                  {comment.isAnswer ? visibility.unpin : visibility.pin}
                </button>
              )}
              <button type="button" className={classes.action} onClick={() => setOpen('delete')}>
                {common.delete}
              </button>
            </div>
          </>
        )}
        {isAnswering && (
          <CommentForm
            postId={comment.postId}
            parentId={comment.id}
            isPrivate={comment.isPrivate}
            isOnSite={props.isOnSite && comment.isPublic === true}
            takesFocus={!isReplyKept}
            onSent={() => setAnswering(false)}
            onCancel={() => setAnswering(false)}
          />
        )}
      </div>
      <ConfirmModal
        opened={open === 'delete'}
        title={texts.deleteCommentTitle}
        confirmLabel={common.delete}
        isPending={remove.isPending}
        onConfirm={confirm}
        onClose={() => setOpen(null)}
      >
        {texts.deleteCommentText}
      </ConfirmModal>
    </li>
  );
}

function CommentMark({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return (
    <Badge size="sm" variant={isStrong ? 'light' : 'default'} tt="none">
      {text}
    </Badge>
  );
}

function EditComment(props: {
  comment: FeedbackComment;
  draft: ReturnType<typeof useDraft>;
  takesFocus: boolean;
  onDone: () => void;
}) {
  const { comment, draft, onDone } = props;
  const { post: texts, common } = useTexts();
  const notify = useNotify();
  const edit = useEditComment(comment.postId);
  const { content, contentDocument, isPrivate } = comment;
  const [before] = useState<Said>({ text: content, document: contentDocument });
  const [said, setSaid] = useState(() => {
    const kept = draft.read();
    return kept === undefined ? before : saidIn(kept);
  });
  useEffect(
    () => draft.keep(draftOf(said === before ? nothingSaid : said, isPrivate)),
    [draft, said, before, isPrivate],
  );
  const save = () =>
    notify.follow(
      edit.mutateAsync({ id: comment.id, ...textOf(said, isPrivate) }, { onSuccess: () => onDone() }),
      () => draft.forget(said.text),
    );
  const cancel = () => {
    draft.forget(said.text);
    onDone();
  };
  return (
    <>
      <CommentField
        label={isPrivate ? texts.noteLabel : texts.commentLabel}
        takesFocus={props.takesFocus}
        members={useMentionable(isPrivate)}
        value={said}
        onChange={setSaid}
        onSend={() => void save()}
      />
      <Group mt="xs" gap="xs">
        <Button size="compact-sm" loading={edit.isPending} disabled={said.text.trim() === ''} onClick={save}>
          {common.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={cancel}>
          {common.cancel}
        </Button>
      </Group>
    </>
  );
}
