// Storage of the ledger.

import type { Payload } from '../../domain/events/event.ts';
import type {
  AuditQuery,
  Deletion,
  DeletionQuery,
  FeedEntry,
  FeedQuery,
  NewLedgerEntry,
  NumberedEntry,
} from '../../domain/events/ledger.ts';
import type { Instant } from '../../domain/kernel/clock.ts';

export interface LedgerReader {
  /** Newest first; the sort key is the sequence. */
  audit(workspaceId: string, query: AuditQuery): Promise<NumberedEntry[]>;
  /** Oldest first; the sort key is the sequence. */
  deletions(workspaceId: string, query: DeletionQuery): Promise<Deletion[]>;
  /** Oldest first. Entries past their retention are included, without a payload. */
  feed(workspaceId: string, query: FeedQuery): Promise<FeedEntry[]>;
  /** The number of the newest entry; 0 if there is none. */
  lastSequence(workspaceId: string): Promise<number>;
  /** The number of the newest entry before this one; 0 if there is none. */
  lastBefore(workspaceId: string, sequence: number): Promise<number>;
  /** Number and type of the next entries, oldest first. */
  typesAfter(workspaceId: string, after: number, take: number): Promise<{ sequence: number; type: string }[]>;
  /**
   * The first position, at `from` or later, after which events still have their payload. Payloads are cut by time, and
   * clocks may disagree with the order: a cut event further on is possible, but rare.
   */
  keptAfter(workspaceId: string, from: number): Promise<number>;
  /** Events with these sequence numbers, oldest first. */
  eventsAt(workspaceId: string, sequences: readonly number[]): Promise<FeedEntry[]>;
  /** The position before the first entry that was made at this time or later; the last one if there is none. */
  positionAt(workspaceId: string, instant: Instant): Promise<number>;
  /** The id of the entry with this sequence number. */
  idAt(workspaceId: string, sequence: number): Promise<string | undefined>;
}

export interface LedgerWriter extends LedgerReader {
  /**
   * Numbers the entries in order, continuing the workspace's sequence. The transaction must have raised the
   * workspace's revision first: that lock keeps the sequence free of gaps and in commit order.
   */
  append(workspaceId: string, entries: readonly NewLedgerEntry[]): Promise<void>;
  /**
   * Replaces every payload of the workspace that contains the text, in small steps that don't block the event loop.
   */
  rewrite(workspaceId: string, text: string, replace: (payload: Payload) => Payload): Promise<void>;
  /** Removes a limited number of payloads from before this time; returns how many. The entries stay. */
  cutPayloadsBefore(workspaceId: string, instant: Instant): Promise<number>;
}
