// Shown while the browser is offline.

import { Alert } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../texts/texts.tsx';

function subscribe(change: () => void): () => void {
  for (const name of ['online', 'offline']) window.addEventListener(name, change);
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, change);
  };
}

export function OfflineNotice() {
  const { shell } = useTexts();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <Alert role="status" color="yellow" radius={0} icon={<IconCloudOff size={18} aria-hidden />}>
      {shell.offline}
    </Alert>
  );
}
