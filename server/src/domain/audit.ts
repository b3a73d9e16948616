// Who did what, and when: a line for every change, written with it.

import type { Instant } from './clock.ts';
import type { Actor } from './event.ts';

export interface AuditEntry {
  id: string;
  actor: Actor;
  /** What was done, as `thing.done`: `post.created`, `status.updated`. */
  action: string;
  objectId: string;
  requestId: string | null;
  createdAt: Instant;
}
