// Validates colors.

import { badField } from '../kernel/failure.ts';

const hexShape = /^#[0-9a-f]{6}$/;

/** Returns `#rrggbb` in lower case; fails naming the field. */
export function hexColor(text: string, field = 'color'): string {
  const color = text.trim().toLowerCase();
  if (!hexShape.test(color)) throw badField(field, 'must be a color such as "#3b82f6".');
  return color;
}
