// What is kept beside the workspace's things: the ledger, and answers to repeat.

import type { Instant } from '../domain/clock.ts';
import type { Payload } from '../domain/event.ts';
import type { IdempotencyRecord } from '../domain/idempotency.ts';
import type { AuditQuery, Deletion, DeletionQuery, NewLedgerEntry, NumberedEntry } from '../domain/ledger.ts';

export interface LedgerReader {
  /** Newest first; a sort key is the sequence. */
  audit(workspaceId: string, query: AuditQuery): Promise<NumberedEntry[]>;
  /** Oldest first; a sort key is the sequence. */
  deletions(workspaceId: string, query: DeletionQuery): Promise<Deletion[]>;
  /** The id of the entry with this number. */
  idAt(workspaceId: string, sequence: number): Promise<string | undefined>;
}

export interface LedgerWriter extends LedgerReader {
  /**
   * Numbers the entries in their order, from the workspace's last one on. The transaction must have raised the
   * workspace's revision before: that lock keeps the numbers free of gaps and in commit order.
   */
  append(workspaceId: string, entries: readonly NewLedgerEntry[]): Promise<void>;
  /**
   * Replaces every payload of the workspace in which the text occurs, in steps small enough that none keeps the
   * process from answering others.
   */
  rewrite(workspaceId: string, text: string, replace: (payload: Payload) => Payload): Promise<void>;
  /** Removes a limited number of payloads that are older; returns how many. The entries stay. */
  cutPayloadsBefore(workspaceId: string, instant: Instant): Promise<number>;
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
