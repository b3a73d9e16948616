// Writes a comment, or a private note that only the team can see. What is half-written is kept.

import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAddComment } from '../../../data/feedback/discussion.ts';
import { attachmentsOf } from '../../../data/settings/uploads.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { FilePicker } from '../../files/file-picker.tsx';
import { useSelectedFiles } from '../../files/selected-files.ts';
import { IconLock } from '../../icons.tsx';
import { CommentField, nothingSaid } from '../../rich-text/comment-field.tsx';
import { useNotify } from '../../states/notify.tsx';
import composer from './composer.module.css';
import { draftOf, saidIn, textOf, useMentionable } from './said.ts';
import classes from './timeline.module.css';
import { useDraft } from './use-draft.ts';

export function CommentForm(props: {
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
  const [said, setSaid] = useState(() => saidIn(draft.read()));
  /** Each has a field of its own: what was undone in one must not come back in the next. */
  const [round, setRound] = useState(0);
  const latest = useRef(said);
  latest.current = said;
  useEffect(() => draft.keep(draftOf(said, isPrivate)), [draft, said, isPrivate]);
  const selected = useSelectedFiles(0);
  const isEmpty = said.text.trim() === '';
  const send = () => {
    if (isEmpty || add.isPending) return;
    const comment = {
      ...textOf(said, isPrivate),
      ...(isPrivate && { isPrivate }),
      ...(props.parentId && { parentId: props.parentId }),
      ...attachmentsOf(selected.files),
    };
    // Only while the form is shown: later, another one may be open.
    const onSuccess = () => {
      // Keep what was typed while it was being sent.
      if (latest.current !== said) return;
      setSaid(nothingSaid);
      selected.clear();
      setRound((now) => now + 1);
      props.onSent?.();
    };
    void notify.follow(add.mutateAsync(comment, { onSuccess }), () => draft.forget(said.text));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const cancel = () => {
    draft.forget(said.text);
    props.onCancel?.();
  };
  return (
    <form
      onSubmit={submit}
      className={classes.form}
      data-private={isPrivate}
      data-empty={said.text === '' && selected.files.length === 0}
    >
      {isPrivate && (
        <Text className={classes.noteHead}>
          <IconLock size={14} aria-hidden />
          {texts.noteHead}
        </Text>
      )}
      <CommentField
        key={round}
        label={isPrivate ? texts.noteLabel : texts.commentLabel}
        takesFocus={props.takesFocus === true}
        members={useMentionable(isPrivate)}
        value={said}
        onChange={setSaid}
        onSend={send}
        onFiles={selected.add}
      />
      <Group className={composer.later} justify="space-between" align="end" mt="xs" gap="xs">
        <div>
          <FilePicker selected={selected} isSmall />
          {props.isOnSite && !isPrivate && (
            <Text size="xs" c="dimmed">
              {visibility.commentHint}
            </Text>
          )}
        </div>
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
            disabled={isEmpty}
            leftSection={isPrivate && <IconLock size={14} aria-hidden />}
          >
            {isPrivate ? texts.addNote : texts.reply}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
