// Storage of what many people are yet to be told.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { Telling, TellingPlace } from '../../domain/mail/telling.ts';

export interface TellingReader {
  /** Of any workspace, the earliest first. */
  due(at: Instant, take: number): Promise<Pick<Telling, 'workspaceId' | 'id'>[]>;
  /** When the next one is due after this time. */
  nextDueAt(after: Instant): Promise<Instant | undefined>;
  findByKey(workspaceId: string, key: string): Promise<Telling | undefined>;
}

export interface TellingWriter extends TellingReader {
  /** Locks it. Undefined if it is done, or another process is at it. */
  take(workspaceId: string, id: string): Promise<Telling | undefined>;
  insert(telling: Telling): Promise<void>;
  /** Notes how far it has come. */
  move(workspaceId: string, id: string, place: TellingPlace): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  removeByKeys(workspaceId: string, keys: readonly string[]): Promise<void>;
  removeAll(workspaceId: string): Promise<void>;
}
