// The members whose names begin with what was typed after an @. The editor keeps the focus; keys go to it first.

import { Portal } from '@mantine/core';
import { type Ref, useEffect, useId, useImperativeHandle, useState } from 'react';
import { usePostTexts } from '../../texts/post.ts';
import { matchesOf } from '../forms/type-ahead.ts';
import classes from './comment-editor.module.css';

interface Member {
  id: string;
  name: string;
}

export interface MentionListHandle {
  /** Whether the key was for the list. */
  press: (event: KeyboardEvent) => boolean;
}

const maxShown = 6;

export function MentionList(props: {
  ref: Ref<MentionListHandle>;
  /** What has the focus. */
  field: HTMLElement;
  place: { typed: string; left: number; top: number };
  members: readonly Member[];
  onPick: (member: Member) => void;
  onClose: () => void;
}) {
  const { field, place, onPick, onClose } = props;
  const { mentions: texts } = usePostTexts();
  const id = useId();
  const [moved, setMoved] = useState({ typed: place.typed, index: 0 });
  const found = matchesOf(props.members, place.typed).slice(0, maxShown);
  const active = moved.typed === place.typed ? Math.min(moved.index, found.length - 1) : 0;
  const move = (step: number) =>
    setMoved({ typed: place.typed, index: (active + step + found.length) % found.length });
  useImperativeHandle(props.ref, () => ({
    press: (event) => {
      const chosen = found[active];
      if (chosen === undefined) return false;
      const act = {
        ArrowDown: () => move(1),
        ArrowUp: () => move(-1),
        Enter: () => onPick(chosen),
        Tab: () => onPick(chosen),
        Escape: onClose,
      }[event.key];
      if (act === undefined) return false;
      event.preventDefault();
      event.stopPropagation();
      act();
      return true;
    },
  }));
  const activeId = found.length === 0 ? undefined : `${id}-${active}`;
  useEffect(() => {
    if (activeId === undefined) return;
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', activeId);
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [field, id, activeId]);
  if (found.length === 0) return null;
  const list = {
    id,
    role: 'listbox',
    'aria-label': texts.members,
    style: { left: place.left, bottom: window.innerHeight - place.top + 4 },
    // A click must not take the focus from the editor.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  } as const;
  const option = (index: number, member: Member) =>
    ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === active,
      onClick: () => onPick(member),
    }) as const;
  return (
    <Portal>
      <ul className={classes.mentions} {...list}>
        {found.map((member, index) => (
          <li key={member.id} className={classes.mention} {...option(index, member)}>
            <bdi>{member.name}</bdi>
          </li>
        ))}
      </ul>
    </Portal>
  );
}
