// Writes a comment, or a private note that only the team can see. What is half-written is kept.

import { Button, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useAddComment } from '../../data/feedback/discussion.ts';
import { useTexts } from '../../texts/texts.tsx';
import { IconLock } from '../icons.tsx';
import { useNotify } from '../states/notify.tsx';
import composer from './composer.module.css';
import classes from './timeline.module.css';
import { useDraft } from './use-draft.ts';

export function CommentForm(props: {
  ref?: Ref<HTMLTextAreaElement>;
  postId: string;
  parentId?: string;
  isPrivate: boolean;
  /** Whether visitors of the public site will see a comment. */
  isOnSite: boolean;
  /** A reply does, unless it is shown again. */
  takesFocus?: boolean;
  onSent?: () => void;
  onCancel?: () => void;
}) {
  const { post: texts, common, visibility } = useTexts();
  const { isPrivate } = props;
  const notify = useNotify();
  const add = useAddComment(props.postId);
  const draft = useDraft(props.postId, props.parentId);
  const [content, setContent] = useState(() => draft.read()?.content ?? '');
  const latest = useRef(content);
  latest.current = content;
  useEffect(() => draft.keep({ content, isPrivate }), [draft, content, isPrivate]);
  const send = () => {
    if (content.trim() === '' || add.isPending) return;
    const comment = {
      content,
      ...(isPrivate && { isPrivate }),
      ...(props.parentId && { parentId: props.parentId }),
    };
    // Only while the form is shown: later, another one may be open.
    const onSuccess = () => {
      // Keep what was typed while it was being sent.
      if (latest.current !== content) return;
      setContent('');
      props.onSent?.();
    };
    void notify.follow(add.mutateAsync(comment, { onSuccess }), () => draft.forget(content));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
  };
  const cancel = () => {
    draft.forget(content);
    props.onCancel?.();
  };
  const isReply = props.parentId !== undefined;
  return (
    <form onSubmit={submit} className={classes.form} data-private={isPrivate} data-empty={content === ''}>
      {isPrivate && (
        <Text className={classes.noteHead}>
          <IconLock size={14} aria-hidden />
          {texts.noteHead}
        </Text>
      )}
      <Textarea
        ref={props.ref}
        mt={isReply ? 'xs' : 0}
        autosize
        minRows={2}
        maxRows={14}
        maxLength={10_000}
        autoFocus={props.takesFocus === true}
        aria-label={isPrivate ? texts.noteLabel : texts.commentLabel}
        placeholder={isPrivate ? texts.noteLabel : texts.commentLabel}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Group className={composer.later} justify="space-between" mt="xs" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {props.isOnSite && !isPrivate && visibility.commentHint}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {props.onCancel !== undefined && (
            <Button size="xs" variant="default" onClick={cancel}>
              {common.cancel}
            </Button>
          )}
          <Button
            type="submit"
            size="xs"
            loading={add.isPending}
            disabled={content.trim() === ''}
            leftSection={isPrivate && <IconLock size={14} aria-hidden />}
          >
            {isPrivate ? texts.addNote : texts.reply}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
