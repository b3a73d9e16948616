// Records what a change does: collects ledger entries and writes them in the same transaction.

import { setImmediate } from 'node:timers/promises';
import type { EventAbout, EventType, Payload } from '../../domain/events/event.ts';
import {
  changesBetween,
  type DeletedKind,
  type LedgerEntry,
  type NewLedgerEntry,
  objectFields,
  type Present,
  type PresentedKind,
  type PresentedKinds,
  type RecordedType,
  undoneType,
} from '../../domain/events/ledger.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { MintId } from '../../domain/kernel/id.ts';
import type { LedgerWriter } from '../../ports/events/ledger-store.ts';

export interface Recording {
  created<Kind extends PresentedKind>(kind: Kind, object: PresentedKinds[Kind]): void;
  /**
   * `before` only needs the fields that may have changed. Each type in `also` adds another entry for the same edit.
   */
  updated<Kind extends PresentedKind>(
    kind: Kind,
    before: Partial<PresentedKinds[Kind]>,
    after: PresentedKinds[Kind],
    ...also: EventType[]
  ): void;
  deleted<Kind extends PresentedKind>(kind: Kind, object: PresentedKinds[Kind]): void;
  /** Any other event. If `before` is given, the entry lists the changes, as in `updated`. */
  happened<Kind extends PresentedKind>(
    type: EventAbout<Kind>,
    kind: Kind,
    object: PresentedKinds[Kind],
    before?: Partial<PresentedKinds[Kind]>,
    more?: Pick<Payload, 'threshold'>,
  ): void;
  /** An object went when an import was undone: listed as deleted, but no event, and without a payload. */
  undone(kind: DeletedKind, about: { id: string; postId?: string; userId?: string }): void;
  /** An entry without a payload, for secrets and bulk changes. */
  record(type: RecordedType, objectId: string): void;
  /** Writes the entries recorded so far, so that a bulk change doesn't hold all of them in memory. */
  flush(): Promise<void>;
}

export interface Recorder extends Recording {
  /** Whether nothing was recorded, flushed entries included. */
  isEmpty(): boolean;
}

/** Payloads are written in chunks of about this size; `flush` yields to the event loop between chunks. */
const charactersAtOnce = 256 * 1024;

interface Pending {
  entry: LedgerEntry;
  /** Built lazily, because it parses long texts. */
  payload(): string | null;
}

export function recording(
  { mintId, present }: { mintId: MintId; present: Present },
  ledger: LedgerWriter,
  { workspaceId, actor, requestId }: { workspaceId: string; actor: Actor; requestId: string | null },
  now: Instant,
): Recorder {
  const pending: Pending[] = [];
  let isEmpty = true;

  const add = (
    type: string,
    about: Pick<LedgerEntry, 'objectId' | 'objectKind' | 'postId' | 'userId'>,
    payload: () => string | null,
  ): void => {
    const entry = { id: mintId('event'), type, ...about, actor, requestId, createdAt: now };
    pending.push({ entry, payload });
    isEmpty = false;
  };

  const payloadOf = <Kind extends PresentedKind>(
    kind: Kind,
    object: PresentedKinds[Kind],
    before?: Partial<PresentedKinds[Kind]>,
    more?: Pick<Payload, 'threshold'>,
  ): (() => string) =>
    once(() => {
      // Parsing is cached on the copy and shared by both presentations.
      const after = { ...object };
      const shown = present(kind, after);
      const payload: Payload = { object: shown, ...more };
      if (before !== undefined)
        payload.changes = changesBetween(present(kind, { ...after, ...before }), shown);
      return JSON.stringify(payload);
    });

  return {
    isEmpty: () => isEmpty,
    created: (kind, object) => add(`${kind}.created`, objectFields(kind, object), payloadOf(kind, object)),
    updated: (kind, before, after, ...also) => {
      const payload = payloadOf(kind, after, before);
      for (const type of [`${kind}.updated`, ...also]) add(type, objectFields(kind, after), payload);
    },
    deleted: (kind, object) => add(`${kind}.deleted`, objectFields(kind, object), payloadOf(kind, object)),
    happened: (type, kind, object, before, more) =>
      add(type, objectFields(kind, object), payloadOf(kind, object, before, more)),
    record: (type, objectId) => {
      const objectKind = type.slice(0, type.indexOf('.')) as LedgerEntry['objectKind'];
      add(type, { objectId, objectKind, postId: null, userId: null }, () => null);
    },
    undone: (kind, { id, postId = null, userId = null }) =>
      add(undoneType(kind), { objectId: id, objectKind: kind, postId, userId }, () => null),
    async flush() {
      let batch: NewLedgerEntry[] = [];
      let characters = 0;
      for (const { entry, payload } of pending.splice(0)) {
        const text = payload();
        batch.push({ payload: text, ...entry });
        characters += text?.length ?? 0;
        if (characters < charactersAtOnce) continue;
        await ledger.append(workspaceId, batch);
        await setImmediate();
        batch = [];
        characters = 0;
      }
      await ledger.append(workspaceId, batch);
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
