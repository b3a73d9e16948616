// Shows a new secret once.

import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { IconAlertTriangle } from '../icons.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';

export function SecretDialog(props: {
  title: string;
  /** Says that it is shown only once. */
  warning: string;
  label: string;
  secret: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { common } = useTexts();
  return (
    <Dialog size="lg" onClose={props.onClose} isShownOnce title={props.title}>
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {props.warning}
        </Alert>
        <CopyField text={props.secret} label={props.label} />
        {props.children}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {common.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
