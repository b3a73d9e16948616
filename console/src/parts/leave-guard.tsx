// Asks before a page with unsaved work is left.

import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';
import { ConfirmModal } from './confirm-modal.tsx';

/** `isDirty` is asked at the moment of leaving, so that a save may lead elsewhere at once. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const { common } = useTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmModal
      opened={status === 'blocked'}
      title={common.leaveTitle}
      confirmLabel={common.leave}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {common.leaveText}
    </ConfirmModal>
  );
}
