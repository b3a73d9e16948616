// Where notices appear. On phones they need space of their own: its height is in `--notices`.

import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';

export function Notices() {
  useEffect(() => {
    const place = document.querySelector('.mantine-Notifications-root[data-position="bottom-left"]');
    if (place === null) return;
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--notices', `${place.clientHeight}px`),
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  // Not in a portal, which would be mounted after the effect above.
  return <Notifications position="bottom-left" limit={3} notificationMaxHeight={400} withinPortal={false} />;
}
