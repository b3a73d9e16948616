// Adds a comment, or a private note that only the team can see. What is half-written is kept.

import { Button, Group, Switch, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAddComment } from '../../data/feedback/discussion.ts';
import { IconLock } from '../../parts/icons.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './discussion.module.css';
import { useDraft } from './use-draft.ts';

export function CommentForm(props: {
  id?: string;
  postId: string;
  parentId?: string;
  /** Replies to a private note are private too. */
  isPrivate?: boolean;
  /** Whether visitors of the public site will see a comment. */
  isOnSite: boolean;
  /** A reply does, unless it is shown again. */
  takesFocus?: boolean;
  onDone?: () => void;
}) {
  const { post: texts, common, visibility } = useTexts();
  const notify = useNotify();
  const add = useAddComment(props.postId);
  const draft = useDraft(props.postId, props.parentId);
  const [kept] = useState(draft.read);
  const [content, setContent] = useState(kept?.content ?? '');
  const [isPrivate, setPrivate] = useState(props.isPrivate ?? kept?.isPrivate ?? false);
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
      // Keep what was typed while it was being sent. Otherwise, what comes next is a comment, even after a note.
      if (latest.current === content) {
        setContent('');
        setPrivate(props.isPrivate ?? false);
      }
      props.onDone?.();
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
    props.onDone?.();
  };
  const isReply = props.parentId !== undefined;
  return (
    <form onSubmit={submit} className={classes.form} data-private={isPrivate}>
      {isPrivate && (
        <Text className={classes.noteHead}>
          <IconLock size={14} aria-hidden />
          {texts.noteHead}
        </Text>
      )}
      <Textarea
        id={props.id}
        mt={isReply ? 'xs' : 0}
        autosize
        minRows={isReply ? 2 : 3}
        maxRows={14}
        maxLength={10_000}
        autoFocus={props.takesFocus === true}
        aria-label={isPrivate ? texts.noteLabel : texts.commentLabel}
        placeholder={isPrivate ? texts.noteLabel : texts.commentLabel}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={press}
      />
      {props.isOnSite && !isPrivate && (
        <Text size="xs" c="dimmed" mt={4}>
          {visibility.commentHint}
        </Text>
      )}
      <Group justify="space-between" mt="xs">
        <Switch
          label={texts.makePrivate}
          checked={isPrivate}
          disabled={props.isPrivate ?? false}
          onChange={(event) => setPrivate(event.currentTarget.checked)}
        />
        <Group gap="xs">
          {props.onDone !== undefined && (
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
            {isPrivate ? texts.addNote : isReply ? texts.reply : texts.comment}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
