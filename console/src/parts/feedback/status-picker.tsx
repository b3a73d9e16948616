// Picks a status by typing, by digit, or by arrow keys and Enter. Statuses that the current one can't change to are
// disabled.

import type { Status } from '@earshot/client';
import { Kbd, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useStatuses } from '../../data/catalog.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ColorLabel } from '../color-dot.tsx';
import classes from '../forms/choices.module.css';
import { Dialog } from '../forms/dialog.tsx';
import { matchesOf } from '../forms/type-ahead.ts';
import { useListbox } from '../forms/use-listbox.ts';
import { IconCheck, IconMail } from '../icons.tsx';
import { QueryResult, RowsSkeleton } from '../states/states.tsx';

export function StatusPicker(props: {
  title: string;
  /** The status of the post, or of all posts; omitted if they have different ones. */
  currentId?: string | undefined;
  /** Whether people are told by mail if this one is picked. */
  tells: (status: Status) => boolean;
  onPick: (status: Status) => void;
  onClose: () => void;
  /** Below the statuses: what goes with the change. */
  children?: ReactNode;
}) {
  const { common, feedback, telling } = useTexts();
  const query = useStatuses();
  const all = query.data ?? [];
  const [typed, setTyped] = useState('');
  // The keyboard of a phone would cover the choices.
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const current = all.find(({ id }) => id === props.currentId);
  const isAllowed = ({ id }: Status) => {
    const next = current?.nextStatusIds ?? null;
    return id !== props.currentId && (next === null || next.includes(id));
  };
  const shown = matchesOf(all, typed);
  const pick = (status: Status | undefined) => {
    if (status !== undefined && isAllowed(status)) props.onPick(status);
  };
  const choices = useListbox({
    typed,
    count: shown.length,
    // What was typed names one status: if that one is not allowed, Enter takes no other.
    preselected: typed.trim() === '' ? shown.findIndex(isAllowed) : Math.min(0, shown.length - 1),
    isPickable: (index) => shown[index] !== undefined && isAllowed(shown[index]),
    onPick: (index) => pick(shown[index]),
  });
  const isLoading = query.data === undefined && query.error === null;
  /** A digit or Enter pressed while the statuses load. It counts as soon as they are there. */
  const [early, setEarly] = useState<KeyboardEvent>();
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isDigit = typed === '' && /^[1-9]$/.test(event.key);
    if (isLoading && (isDigit || event.key === 'Enter')) setEarly(event);
    if (isDigit) {
      event.preventDefault();
      return pick(all[Number(event.key) - 1]);
    }
    choices.field.onKeyDown(event);
  };
  useEffect(() => {
    if (early === undefined || isLoading) return;
    setEarly(undefined);
    press(early);
  });
  return (
    <Dialog size="sm" onClose={props.onClose} title={props.title}>
      <TextInput
        {...choices.field}
        onKeyDown={press}
        // Both: the dialog moves the focus a moment after it opens, and the next key may be pressed before.
        autoFocus
        data-autofocus
        mb="xs"
        inputMode={isTouch ? 'none' : 'text'}
        aria-label={feedback.findStatus}
        placeholder={feedback.findStatus}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <QueryResult query={query} skeleton={<RowsSkeleton height={36} />}>
        {() =>
          shown.length === 0 ? (
            <Text size="sm" c="dimmed" px="sm" role="status">
              {feedback.noStatusMatches}
            </Text>
          ) : (
            <ul className={classes.list} aria-label={feedback.status} {...choices.list}>
              {[...shown.entries()].map(([index, status]) => (
                <li key={status.id} className={classes.choice} {...choices.option(index)}>
                  <ColorLabel color={status.color} name={status.name} />
                  {isAllowed(status) && props.tells(status) && (
                    <IconMail size={16} className={classes.mark} aria-label={telling.tells} />
                  )}
                  {status.id === props.currentId ? (
                    <IconCheck size={16} aria-label={common.current} />
                  ) : (
                    typed === '' && index < 9 && <Kbd size="xs">{index + 1}</Kbd>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      {props.children}
    </Dialog>
  );
}
