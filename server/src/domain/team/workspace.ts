// A workspace: one company's feedback. Everything else belongs to exactly one.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';

export interface Workspace {
  id: string;
  slug: string;
  name: string;
  /** The workspace's own user: the default author. */
  userId: string;
  createdAt: Instant;
}

const slugShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function workspaceSlug(text: string): string {
  if (!slugShape.test(text)) {
    throw badField('slug', 'must be 1 to 63 lower-case letters, digits and inner hyphens.');
  }
  return text;
}
