// A status as a badge: its color as a dot, its name as text.

import type { Status } from '@earshot/client';
import { ColorDot } from '../color-dot.tsx';
import classes from './status-badge.module.css';

type Shown = Pick<Status, 'name' | 'color'>;

export function StatusBadge({ status }: { status: Shown | undefined }) {
  return (
    <span className={classes.badge}>
      <ColorDot color={status?.color ?? null} />
      <bdi className={classes.name}>{status?.name ?? '–'}</bdi>
    </span>
  );
}
