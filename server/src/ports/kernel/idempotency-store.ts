// Storage of idempotency records.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { IdempotencyRecord } from '../../domain/kernel/idempotency.ts';

export interface IdempotencyReader {
  find(workspaceId: string, key: string): Promise<IdempotencyRecord | undefined>;
}

export interface IdempotencyWriter extends IdempotencyReader {
  /** CONFLICT if the key already has a record. */
  insert(workspaceId: string, record: IdempotencyRecord): Promise<void>;
  remove(workspaceId: string, key: string): Promise<void>;
  /** Deletes the workspace's records whose body contains any of the texts; in steps, like `rewrite`. */
  forgetMentions(workspaceId: string, texts: readonly string[]): Promise<void>;
  /** Deletes a limited number of records of all workspaces from before this time; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}
