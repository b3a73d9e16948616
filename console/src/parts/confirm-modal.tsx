// Asks before something that cannot be taken back. What can be undone is done at once instead.

import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';

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
  const { common } = useTexts();
  if (!props.opened) return null;
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <Stack>
        {typeof props.children === 'string' ? <Text size="sm">{props.children}</Text> : props.children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {common.cancel}
          </Button>
          <Button
            color="red.8"
            loading={props.isPending ?? false}
            disabled={props.isDisabled ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
