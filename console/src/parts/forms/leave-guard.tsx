// Asks before leaving a page with unsaved changes.

import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.tsx';
import { ConfirmModal } from './confirm-modal.tsx';

/** `isDirty` is called when leaving, so that a save can navigate away immediately. */
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
