// Where the team writes, docked below a post: a reply or a private note, in two tabs. What is typed stays when the tab
// changes.

import { type KeyboardEvent, type Ref, useId } from 'react';
import { usePostTexts } from '../../../texts/post.ts';
import { CommentForm } from './comment-form.tsx';
import classes from './composer.module.css';

export type Writing = 'reply' | 'note';

const tabs = ['reply', 'note'] as const;

const leave = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();

export function Composer(props: {
  ref?: Ref<HTMLElement>;
  postId: string;
  isOnSite: boolean;
  writing: Writing;
  onWriting: (writing: Writing) => void;
  /** The same, and the field gets the focus. */
  onWrite: (writing: Writing) => void;
  /** It is saved, and in the timeline. */
  onSent: () => void;
}) {
  const { view: texts } = usePostTexts();
  const { writing, onWriting } = props;
  const id = useId();
  const names = { reply: texts.replyTab, note: texts.noteTab };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = writing === 'reply' ? 'note' : 'reply';
    onWriting(other);
    document.getElementById(`${id}-${other}`)?.focus();
  };
  const sent = () => {
    // What comes next is a reply, even after a note. The keys are those of the page again.
    onWriting('reply');
    leave();
    props.onSent();
  };
  const pressAnywhere = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave();
  };
  return (
    <section
      ref={props.ref}
      className={classes.composer}
      data-writing={writing}
      aria-label={texts.write}
      onKeyDown={pressAnywhere}
    >
      <div role="tablist" aria-label={texts.write} className={classes.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab}
            id={`${id}-${tab}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={tab === writing}
            aria-controls={id}
            tabIndex={tab === writing ? 0 : -1}
            // The focus stays where it is: what appears and disappears with it would move the tab away.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => props.onWrite(tab)}
            onKeyDown={press}
          >
            {names[tab]}
          </button>
        ))}
      </div>
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${writing}`}>
        <CommentForm
          postId={props.postId}
          isPrivate={writing === 'note'}
          isOnSite={props.isOnSite}
          onSent={sent}
        />
      </div>
    </section>
  );
}
