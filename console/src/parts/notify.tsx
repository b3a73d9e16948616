// Short notices at the edge of the page: how far it has come, done (with undo where there is one), or failed.

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { failureText, type KnownErrors } from './error-text.ts';
import { forgetUndo, keepUndo } from './undo-stack.ts';

let lastId = 0;

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
        forgetUndo(id);
        notifications.hide(id);
        undo?.();
      };
      if (undo !== undefined) keepUndo(id, takeBack);
      notifications.show({
        ...shared,
        id,
        color: 'teal',
        autoClose: undo === undefined ? 4000 : 10_000,
        message: undo === undefined ? message : withButton(message, texts.common.undo, takeBack),
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
    const progress = (onCancel?: () => void) => {
      const id = newId();
      let isShown = false;
      return {
        tell: (text: string) => {
          const message = onCancel === undefined ? text : withButton(text, texts.common.cancel, onCancel);
          // A status, not an alert: it changes often, and nothing has to be done. Without its own cross: closing it
          // would look like stopping the work.
          const notice = {
            ...shared,
            id,
            role: 'status',
            loading: true,
            withCloseButton: false,
            autoClose: false as const,
            message,
          };
          if (isShown) notifications.update(notice);
          else notifications.show(notice);
          isShown = true;
        },
        end: () => void notifications.hide(id),
      };
    };
    const failed = (error: unknown) => warn(failureText(texts, error));
    /** For work whose errors the page knows more about. */
    const failedWith = (known: KnownErrors) => (error: unknown) => warn(failureText(texts, error, known));
    /** Reports how it ended, even if what started it is no longer on the page. */
    const follow = <T,>(work: Promise<T>, onDone?: (result: T) => void, known: KnownErrors = {}) =>
      void work.then(onDone, failedWith(known));
    /** Tells that there is nothing to do, and why nothing happens. */
    const tell = (message: string) =>
      void notifications.show({ ...shared, role: 'status', color: 'gray', autoClose: 4000, message });
    /** Something can be taken back; when it has been, the person is told so, wherever they are by then. */
    const doneWithUndo = (message: string, undo: () => Promise<unknown>) =>
      done(message, () => follow(undo(), () => done(texts.common.undone)));
    return { done, doneWithUndo, failed, failedWith, follow, progress, tell, warn };
  }, [texts]);
}

const withButton = (message: string, label: string, onClick: () => void) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{message}</span>
    <Button size="compact-sm" variant="light" flex="none" onClick={onClick}>
      {label}
    </Button>
  </Group>
);
