// A dot after the name of a place that needs attention. Its label is for screen readers and as a tooltip.

import { VisuallyHidden } from '@mantine/core';
import classes from './alert-dot.module.css';

export function AlertDot({ label }: { label: string }) {
  return (
    <span className={classes.dot} title={label}>
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  );
}
