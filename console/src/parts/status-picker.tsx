// Picks a status by digit, or by arrow keys and Enter. Statuses that the current one can't change to are disabled.

import type { Status } from '@earshot/client';
import { Kbd, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStatuses } from '../data/catalog.ts';
import { useTexts } from '../texts/texts.tsx';
import { ColorLabel } from './color-dot.tsx';
import { Dialog } from './dialog.tsx';
import { QueryResult, RowsSkeleton } from './states.tsx';
import classes from './status-picker.module.css';

export function StatusPicker(props: {
  title: string;
  /** The status of a single post; omitted for several posts. */
  currentId?: string | undefined;
  onPick: (status: Status) => void;
  onClose: () => void;
}) {
  const { common } = useTexts();
  const query = useStatuses();
  const statuses = query.data;
  const list = useRef<HTMLUListElement>(null);
  const current = statuses?.find(({ id }) => id === props.currentId);
  const isAllowed = ({ id }: Status) => {
    const next = current?.nextStatusIds ?? null;
    return id !== props.currentId && (next === null || next.includes(id));
  };
  const isLoading = statuses === undefined && query.error === null;
  const pickAt = (place: number) => {
    const chosen = statuses?.[place - 1];
    if (chosen !== undefined && isAllowed(chosen)) props.onPick(chosen);
  };
  /** A digit pressed while the statuses load. It counts as soon as they are there. */
  const [early, setEarly] = useState<number>();
  useEffect(() => {
    if (early === undefined || isLoading) return;
    setEarly(undefined);
    pickAt(early);
  });
  // The dialog moves the focus when it opens; choices that load later are still to be focused.
  const [wasLoading] = useState(isLoading);
  const isShown = statuses !== undefined;
  useEffect(() => {
    if (wasLoading && isShown) list.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [wasLoading, isShown]);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      return isLoading ? setEarly(Number(event.key)) : pickAt(Number(event.key));
    }
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons.at((at + step + buttons.length) % buttons.length)?.focus();
  };
  // On the window, not the dialog: a digit may be pressed before the dialog has the focus.
  useWindowEvent('keydown', press);
  const first = statuses?.find(isAllowed);
  return (
    <Dialog size="sm" onClose={props.onClose} title={props.title}>
      <QueryResult query={query} skeleton={<RowsSkeleton height={36} />}>
        {(all) => (
          <ul className={classes.list} ref={list}>
            {[...all.entries()].map(([index, status]) => (
              <li key={status.id}>
                <UnstyledButton
                  className={classes.choice}
                  disabled={!isAllowed(status)}
                  data-autofocus={status === first || undefined}
                  onClick={() => props.onPick(status)}
                >
                  <ColorLabel color={status.color} name={status.name} />
                  {status.id === props.currentId ? (
                    <IconCheck size={16} aria-label={common.current} />
                  ) : (
                    index < 9 && <Kbd size="xs">{index + 1}</Kbd>
                  )}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </Dialog>
  );
}
