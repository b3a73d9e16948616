// Short notices at the bottom left: progress, success (with undo where possible), failure.

import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { chosenWorkspace } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.tsx';
import { errorText, type KnownErrors, mayPass } from '../text/error-text.ts';
import { hideNotice, showNotice } from './notice-store.ts';
import { pushUndo, removeUndo } from './undo-stack.ts';

let lastId = 0;

interface Failure {
  title?: string | undefined;
  retry?: (() => void) | undefined;
}

export function useNotify() {
  const texts = useTexts();
  const workspaceId = chosenWorkspace();
  return useMemo(() => {
    const newId = () => {
      lastId += 1;
      return `notice-${lastId}`;
    };
    const done = (message: string, undoHere?: () => void) => {
      const id = newId();
      // What ends after a switch or after signing out is reported, but can't be undone from there.
      const undo = chosenWorkspace() === workspaceId ? undoHere : undefined;
      const hide = () => hideNotice(id);
      const runUndo = () => {
        removeUndo(id);
        hide();
        undo?.();
      };
      if (undo !== undefined) pushUndo(id, { undo: runUndo, hide });
      showNotice({
        id,
        tone: 'done',
        shownMs: undo === undefined ? 4000 : 10_000,
        message: undo === undefined ? message : withButton(message, texts.common.undo, runUndo),
      });
      /** It can no longer be undone. */
      const withdraw = () => {
        removeUndo(id);
        if (undo !== undefined) hide();
      };
      return { withdraw };
    };
    /** `title`: what went wrong. `retry`: starts it again. */
    const warn = (message: string, { title = texts.failures.title, retry }: Failure = {}) => {
      const id = newId();
      const runRetry = () => {
        hideNotice(id);
        retry?.();
      };
      showNotice({
        id,
        tone: 'failed',
        shownMs: retry === undefined ? 8000 : 20_000,
        title,
        message: retry === undefined ? message : withButton(message, texts.common.tryAgain, runRetry),
      });
    };
    /** One notice for as long as the work takes, shown once there is something to report. */
    const progress = (onCancel?: () => void) => {
      const id = newId();
      return {
        // It changes often and needs no action, so it is a status, not an alert. It has no button to close it, which
        // would look like stopping the work.
        report: (text: string) =>
          showNotice({
            id,
            tone: 'working',
            message: onCancel === undefined ? text : withButton(text, texts.common.cancel, onCancel),
          }),
        end: () => hideNotice(id),
      };
    };
    const failed = (error: unknown) => warn(errorText(texts, error));
    /** For errors that the page knows more about. */
    const failedWith = (known: KnownErrors) => (error: unknown) => warn(errorText(texts, error, known));
    /** Reports the outcome, even if the component that started the work is gone. Resolves when it has. */
    const follow = <T,>(
      work: Promise<T>,
      onDone?: (result: T) => void,
      known: KnownErrors = {},
      failure: Failure = {},
    ) =>
      work.then(onDone, (error: unknown) =>
        warn(errorText(texts, error, known), {
          ...failure,
          retry: mayPass(error) ? failure.retry : undefined,
        }),
      );
    /** Explains why nothing happens. */
    const info = (message: string) => showNotice({ id: newId(), tone: 'info', shownMs: 4000, message });
    /** Offers undo, and confirms it once done, wherever the person is by then. */
    const doneWithUndo = (message: string, undo: () => Promise<unknown>) =>
      done(message, () => follow(undo(), () => done(texts.common.undone)));
    return { done, doneWithUndo, failed, failedWith, follow, info, progress, warn };
  }, [texts, workspaceId]);
}

const withButton = (message: string, label: string, onClick: () => void) => (
  <Group justify="space-between" gap="xs">
    <span>{message}</span>
    <Button size="compact-sm" variant="light" flex="none" onClick={onClick}>
      {label}
    </Button>
  </Group>
);
