// Asks for confirmation before something that can't be undone. What can be undone needs no confirmation.

import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { FormButtons } from './form-buttons.tsx';

export function ConfirmModal(props: {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isPending?: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { isPending = false } = props;
  if (!props.opened) return null;
  return (
    <Dialog onClose={props.onClose} isPending={isPending} title={props.title}>
      <Stack>
        {typeof props.children === 'string' ? <Text size="sm">{props.children}</Text> : props.children}
        <FormButtons
          submitLabel={props.confirmLabel}
          color="red.8"
          isPending={isPending}
          isDisabled={props.isDisabled ?? false}
          onCancel={props.onClose}
          onSubmit={props.onConfirm}
        />
      </Stack>
    </Dialog>
  );
}
