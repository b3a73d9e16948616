// The post beside the list of the inbox, or in its place, and what can be done with it there.

import { Button, Kbd } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';
import { IconArrowLeft, IconCheck, IconClock } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { PostView } from '../../parts/post/post-view.tsx';
import { useInboxTexts } from '../../texts/inbox.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './inbox-page.module.css';

export function InboxPost(props: {
  postId: string;
  /** Whether it is still in the inbox. */
  isListed: boolean;
  isBeside: boolean;
  onDone: () => void;
  onLater: (anchor: Element) => void;
  /** It was deleted, or merged into another post. */
  onGone: () => void;
  /** Escape was pressed where something is written. */
  onLeaveField: () => void;
  ref: Ref<HTMLDivElement>;
}) {
  const texts = useInboxTexts();
  const { places } = useTexts();
  const press = ({ key, target, nativeEvent }: KeyboardEvent) => {
    const isField = target instanceof HTMLElement && target.matches('textarea, [contenteditable="true"]');
    if (key !== 'Escape' || nativeEvent.isComposing || !isField) return;
    target.blur();
    props.onLeaveField();
  };
  return (
    <section className={classes.post} aria-label={texts.postLabel} onKeyDown={press}>
      <div className={classes.actions} ref={props.ref}>
        {!props.isBeside && (
          <AnchorLink to="/inbox" className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            {places.inbox}
          </AnchorLink>
        )}
        {props.isListed && (
          <div className={classes.buttons}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconClock size={15} aria-hidden />}
              rightSection={<Key name="h" />}
              onClick={(event) => props.onLater(event.currentTarget)}
            >
              {texts.laterButton}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCheck size={15} aria-hidden />}
              rightSection={<Key name="e" />}
              onClick={props.onDone}
            >
              {texts.doneButton}
            </Button>
          </div>
        )}
      </div>
      <PostView postId={props.postId} onDeleted={props.onGone} onMerged={props.onGone} />
    </section>
  );
}

function Key({ name }: { name: string }) {
  return (
    <Kbd size="xs" visibleFrom="sm">
      {name}
    </Kbd>
  );
}
