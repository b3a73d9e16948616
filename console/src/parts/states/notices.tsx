// Where notices appear. On phones they need space of their own: its height is in `--notices`, with a gap on both sides.

import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** As in the styles: between the notices and the navigation. */
const gap = 4;

export function Notices() {
  useEffect(() => {
    const place = document.querySelector('.mantine-Notifications-root[data-position="bottom-left"]');
    if (place === null) return;
    const observer = new ResizeObserver(() => {
      const height = place.clientHeight;
      document.documentElement.style.setProperty('--notices', `${height === 0 ? 0 : height + 2 * gap}px`);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  // Not in a portal, which would be mounted after the effect above.
  return <Notifications position="bottom-left" limit={3} notificationMaxHeight={400} withinPortal={false} />;
}
