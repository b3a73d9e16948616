// What is kept beside the workspace's things: events to tell, the audit log, answers to repeat, and tombstones.

import type { AuditEntry } from '../domain/audit.ts';
import type { Instant } from '../domain/clock.ts';
import type { Event } from '../domain/event.ts';
import type { IdempotencyRecord } from '../domain/idempotency.ts';
import type { Slice } from '../domain/page.ts';
import type { BuriedKind, Tombstone } from '../domain/tombstone.ts';

export interface OutboxWriter {
  append(workspaceId: string, events: readonly Event[]): Promise<void>;
  /**
   * Replaces the object of every event of the workspace in which the text occurs, in steps small enough that
   * none keeps the process from answering others.
   */
  rewrite(workspaceId: string, text: string, replace: (object: object) => object): Promise<void>;
  /** Forgets a limited number of older events of all workspaces; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}

export interface AuditQuery {
  actions?: string[];
  objectIds?: string[];
  actorIds?: string[];
  updatedSince?: Instant;
  slice: Slice;
}

export interface AuditReader {
  /** Newest first; a sort key is the id. */
  page(workspaceId: string, query: AuditQuery): Promise<AuditEntry[]>;
  has(workspaceId: string, id: string): Promise<boolean>;
}

export interface AuditWriter extends AuditReader {
  append(workspaceId: string, entries: readonly AuditEntry[]): Promise<void>;
}

export interface IdempotencyReader {
  find(workspaceId: string, key: string): Promise<IdempotencyRecord | undefined>;
}

export interface IdempotencyWriter extends IdempotencyReader {
  /** A second one under the same key is a CONFLICT. */
  insert(workspaceId: string, record: IdempotencyRecord): Promise<void>;
  remove(workspaceId: string, key: string): Promise<void>;
  /** Forgets the records of the workspace in whose body any of the texts occurs; in steps, as `rewrite`. */
  forgetMentions(workspaceId: string, texts: readonly string[]): Promise<void>;
  /** Forgets a limited number of older records of all workspaces; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}

export interface TombstoneReader {
  /** Oldest first (deletedAt, id); a sort key is both. */
  page(workspaceId: string, kind: BuriedKind, since: Instant | undefined, slice: Slice): Promise<Tombstone[]>;
}

export interface TombstoneWriter extends TombstoneReader {
  bury(workspaceId: string, kind: BuriedKind, tombstones: readonly Tombstone[]): Promise<void>;
}
