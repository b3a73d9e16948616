// The title of a post, edited in place: a click turns it into a field, Enter saves, Escape leaves it as it was.

import type { PostDetail } from '@earshot/client';
import { Textarea, Title } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useChangePost, usePost } from '../../data/feedback/posts.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import classes from './post-view.module.css';

export function TitleField({ post, isPage }: { post: PostDetail; isPage: boolean }) {
  const { view } = usePostTexts();
  /** The title as it was when editing began. */
  const [before, setBefore] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setBefore(undefined);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <Title order={isPage ? 1 : 2} className={classes.title} dir="auto">
      {before === undefined ? (
        <button
          ref={opener}
          type="button"
          className={classes.titleButton}
          title={view.editTitle}
          onClick={() => setBefore(post.title)}
        >
          {post.title}
        </button>
      ) : (
        <Editing post={post} before={before} onClose={close} />
      )}
    </Title>
  );
}

function Editing(props: { post: PostDetail; before: string; onClose: () => void }) {
  const { post, before, onClose } = props;
  const { post: texts, failures } = useTexts();
  const notify = useNotify();
  const change = useChangePost(post.id);
  const newest = usePost(post.id);
  const [title, setTitle] = useState(before);
  /** It is being saved, or closed: the field also loses the focus then. */
  const isDone = useRef(false);
  const close = () => {
    isDone.current = true;
    onClose();
  };
  const save = async () => {
    const wanted = title.trim();
    if (isDone.current) return;
    if (wanted === '' || wanted === before) return close();
    isDone.current = true;
    if (await isSaved(wanted)) onClose();
    else isDone.current = false;
  };
  const isSaved = async (wanted: string): Promise<boolean> => {
    try {
      const { data = post } = await newest.refetch();
      // Someone else has changed it meanwhile: theirs stays, and what was typed here, too.
      if (data.title !== before) {
        notify.warn(failures.editedByOthers);
        return false;
      }
      await change.mutateAsync({ title: wanted, version: data.version });
    } catch (error) {
      notify.failedWith({ PRECONDITION_FAILED: failures.editedByOthers })(error);
      return false;
    }
    notify.doneWithUndo(texts.saved, () => change.mutateAsync({ title: before }));
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void save();
  };
  return (
    <Textarea
      autosize
      autoFocus
      maxLength={200}
      aria-label={texts.title}
      classNames={{ input: classes.titleInput ?? '' }}
      readOnly={change.isPending}
      value={title}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => void save()}
    />
  );
}
