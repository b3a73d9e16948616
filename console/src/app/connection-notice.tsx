// Says so while the browser is offline or the server can't be reached.

import { Alert } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { readConnection, watchConnection } from '../data/connection.ts';
import { IconCloudOff } from '../parts/icons.tsx';
import { useTexts } from '../texts/texts.tsx';

export function ConnectionNotice() {
  const { shell } = useTexts();
  const connection = useSyncExternalStore(watchConnection, readConnection);
  if (connection === 'online') return null;
  return (
    <Alert role="status" color="yellow" radius={0} icon={<IconCloudOff size={18} aria-hidden />}>
      {shell[connection]}
    </Alert>
  );
}
