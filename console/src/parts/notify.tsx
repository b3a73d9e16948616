// Short notices at the edge of the page: how far it has come, done (with undo where there is one), or failed.

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { failureText } from './failure-text.ts';

let lastId = 0;

/** What can be taken back as long as its notice is there; the newest is the last. */
const undoable = new Map<string, () => void>();

/** For the keyboard, from where a notice is a long way off. */
export const undoLast = (): void => [...undoable.values()].at(-1)?.();

export function useNotify() {
  const texts = useTexts();
  return useMemo(() => {
    const shared = { withBorder: true, closeButtonProps: { 'aria-label': texts.common.close } };
    const newId = () => {
      lastId += 1;
      return `notice-${lastId}`;
    };
    const done = (message: string, undo?: () => void) => {
      const id = newId();
      const takeBack = () => {
        undoable.delete(id);
        notifications.hide(id);
        undo?.();
      };
      if (undo !== undefined) undoable.set(id, takeBack);
      notifications.show({
        ...shared,
        id,
        onClose: () => void undoable.delete(id),
        color: 'teal',
        autoClose: undo === undefined ? 4000 : 10_000,
        message:
          undo === undefined ? (
            message
          ) : (
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <span>{message}</span>
              <Button size="compact-sm" variant="light" onClick={takeBack}>
                {texts.common.undo}
              </Button>
            </Group>
          ),
      });
    };
    const warn = (message: string) =>
      void notifications.show({
        ...shared,
        color: 'red',
        autoClose: 8000,
        title: texts.failures.title,
        message,
      });
    /** One notice, for as long as the work takes; it is there from the first time that there is something to tell. */
    const progress = () => {
      const id = newId();
      let isShown = false;
      return {
        tell: (message: string) => {
          // A status, not an alert: it changes often, and nothing has to be done.
          const notice = { ...shared, id, role: 'status', loading: true, autoClose: false as const, message };
          if (isShown) notifications.update(notice);
          else notifications.show(notice);
          isShown = true;
        },
        end: () => void notifications.hide(id),
      };
    };
    const failed = (error: unknown) => warn(failureText(texts, error));
    /** Tells how it ended, also when what started it has left the page meanwhile. */
    const follow = <T,>(work: Promise<T>, onDone?: (result: T) => void) => void work.then(onDone, failed);
    return { done, failed, follow, progress, warn };
  }, [texts]);
}
