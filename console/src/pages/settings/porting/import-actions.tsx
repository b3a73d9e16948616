// Cancels an import, or undoes or deletes it after a confirmation.

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Import,
  useCancelImport,
  useDeleteImport,
  useUndoImport,
} from '../../../data/settings/imports.ts';
import { ConfirmModal } from '../../../parts/forms/confirm-modal.tsx';
import { IconArrowBackUp } from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { usePortingTexts } from '../../../texts/porting.ts';

export function UndoImport({ shown }: { shown: Import }) {
  const texts = usePortingTexts();
  const notify = useNotify();
  const undo = useUndoImport();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const known = { CONFLICT: texts.undoConflict };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.undoImport}
      </Button>
      <ConfirmModal
        opened={isOpen}
        title={texts.undoTitle}
        confirmLabel={texts.undoImport}
        isPending={undo.isPending}
        onConfirm={() => notify.follow(undo.mutateAsync(shown.id, { onSettled: close }), undefined, known)}
        onClose={close}
      >
        {texts.undoText}
      </ConfirmModal>
    </>
  );
}

/** Without a confirmation: what was canceled can be started again, and continues. */
export function CancelImport({ shown }: { shown: Import }) {
  const texts = usePortingTexts();
  const notify = useNotify();
  const cancel = useCancelImport();
  return (
    <Button
      size="xs"
      variant="default"
      loading={cancel.isPending}
      onClick={() => notify.follow(cancel.mutateAsync(shown.id))}
    >
      {shown.state === 'undoing' ? texts.cancelUndo : shown.dryRun ? texts.stopChecking : texts.cancelImport}
    </Button>
  );
}

export function DeleteImport({ shown }: { shown: Import }) {
  const texts = usePortingTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useDeleteImport();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const confirmed = () => {
    // Only from the page of the import, which is empty now.
    const onSuccess = () => void navigate({ to: '/settings/import-export' });
    const removed = remove.mutateAsync(shown.id, { onSuccess, onSettled: close });
    void notify.follow(removed, () => notify.done(texts.importDeleted));
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {texts.deleteImport}
      </Button>
      <ConfirmModal
        opened={isOpen}
        title={texts.deleteImportTitle}
        confirmLabel={texts.deleteImport}
        isPending={remove.isPending}
        onConfirm={confirmed}
        onClose={close}
      >
        {texts.deleteImportText}
      </ConfirmModal>
    </>
  );
}
