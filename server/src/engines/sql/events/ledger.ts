// The ledger table: entries are append-only; only their payloads are rewritten or removed.

import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import {
  type AuditQuery,
  type Deletion,
  type DeletionQuery,
  deletedId,
  deletedKinds,
  type NewLedgerEntry,
  type NumberedEntry,
  undoneType,
} from '../../../domain/events/ledger.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { LedgerReader, LedgerWriter } from '../../../ports/events/ledger-store.ts';
import { type Conditions, conditionsOf, isAny, matchesNothing } from '../kernel/conditions.ts';
import type { Locks } from '../kernel/dialect.ts';
import { areFew, branchesBy, type Check, type Order, pageOfAny } from '../kernel/paging.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import { mentions } from '../kernel/statements/mentions.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import type { Db, LedgerTable, Tables } from '../kernel/tables.ts';
import { feedReader } from './feed.ts';

export const ledgerColumns = [
  'sequence',
  'id',
  'type',
  'object_id as objectId',
  'object_kind as objectKind',
  'post_id as postId',
  'user_id as userId',
  'actor_type',
  'actor_id',
  'request_id as requestId',
  'created_at as createdAt',
] as const;

const newestFirst: Order = { columns: ['sequence'], names: ['sequence'], direction: 'desc' };
const oldestFirst: Order = { ...newestFirst, direction: 'asc' };

/** Each has an index. The most selective comes first: it finds the rows, and the others are checked on each row. */
const audited = { objectIds: 'object_id', actorIds: 'actor_id', actions: 'type' } as const;
const auditFilters = Object.keys(audited) as (keyof typeof audited)[];

const auditConditions: Conditions<Omit<AuditQuery, 'updatedSince'>> = {
  objectIds: isAny(audited.objectIds),
  actorIds: isAny(audited.actorIds),
  actions: isAny(audited.actions),
};

/** Of the filters besides kind and time, which have indexes. */
const deletionConditions: Conditions<Omit<DeletionQuery, 'kinds' | 'since'>> = {};

const cutAtOnce = 1000;
const rewrittenAtOnce = 200;

export const ledgerReader = (db: Db): LedgerReader => ({
  ...feedReader(db),
  async audit(workspaceId, { updatedSince, slice, ...filters }) {
    if (matchesNothing(filters)) return [];
    const by = auditFilters.find((filter) => filters[filter] !== undefined) ?? 'actions';
    const { [by]: values, ...others } = filters;
    const checks = conditionsOf(auditConditions, workspaceId, others);
    const all = entriesOf(db, workspaceId);
    const entries =
      updatedSince === undefined ? all : await madeSince(db, workspaceId, all, updatedSince, checks);
    const branches = branchesBy(entries, audited[by], values);
    return (await pageOfAny(branches, newestFirst, slice, checks)).map(toEntry);
  },
  async deletions(workspaceId, { kinds = [...deletedKinds], since, slice, ...others }) {
    const all = entriesOf(db, workspaceId);
    const checks = conditionsOf(deletionConditions, workspaceId, others);
    const entries = since === undefined ? all : await madeSince(db, workspaceId, all, since, checks);
    const hasUndone = await hasUndoneImports(db, workspaceId);
    const branches = [...new Set(kinds)].flatMap((kind) =>
      [`${kind}.deleted`, ...(hasUndone ? [undoneType(kind)] : [])].map((type) => {
        const ofKind = entries.where('type', '=', type);
        // For votes deleted before the ledger existed, only the latest deletion is complete.
        return kind === 'vote' ? ofKind.where('user_id', 'is not', null) : ofKind;
      }),
    );
    return (await pageOfAny(branches, oldestFirst, slice, checks)).map(toDeletion);
  },
  async idAt(workspaceId, sequence) {
    return (await firstOf(entryAt(db, { workspaceId, sequence })))?.id;
  },
});

/** One of them is there from the first object that an undo removes until the last one is forgotten. */
const undoTypes = ['workspace.import_undo_started', 'import.undone', 'workspace.import_undone'];

export const hasUndoneImports = async (db: Db, workspaceId: string): Promise<boolean> =>
  (await db
    .selectFrom('ledger')
    .select('sequence')
    .where('workspace_id', '=', workspaceId)
    .where('type', 'in', undoTypes)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Pages of the event feed ask for it. */
const entryAt = prepared((db, { workspaceId, sequence }: { workspaceId: string; sequence: number }) =>
  db
    .selectFrom('ledger')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('sequence', '=', sequence)
    .compile(),
);

/** Inserts an entry after the last one of its workspace; the revision's lock keeps others from appending. */
const appendOne = prepared((db, row: Omit<LedgerTable, 'sequence'>) =>
  db
    .insertInto('ledger')
    .values((eb) => ({
      ...row,
      sequence: eb
        .selectFrom('ledger')
        .select(sql<number>`coalesce(max(sequence), 0) + 1`.as('next'))
        .where('workspace_id', '=', row.workspace_id),
    }))
    .returning('sequence')
    .compile(),
);

export function ledgerWriter(db: Db, locks: Locks): LedgerWriter {
  return {
    ...ledgerReader(db),
    async append(workspaceId, [first, ...others]) {
      if (first === undefined) return;
      // The first entry is numbered by its insert statement; the others continue from there.
      const { sequence } =
        (await firstOf(appendOne(db, unnumbered(workspaceId, first)))) ?? nothingAppended();
      await insertMany(
        db,
        'ledger',
        others.map((entry, index) => ({ ...unnumbered(workspaceId, entry), sequence: sequence + index + 1 })),
      );
    },
    async rewrite(workspaceId, text, replace) {
      for await (const sequences of payloadWindows(db, workspaceId)) {
        const rows = await db
          .selectFrom('ledger')
          .select(['sequence', 'payload'])
          .where('workspace_id', '=', workspaceId)
          .where('sequence', 'in', sequences)
          .where(mentions('payload', text))
          .execute();
        for (const { sequence, payload } of rows)
          await db
            .updateTable('ledger')
            .set({ payload: JSON.stringify(replace(JSON.parse(payload ?? '{}'))) })
            .where('workspace_id', '=', workspaceId)
            .where('sequence', '=', sequence)
            .execute();
      }
    },
    async cutPayloadsBefore(workspaceId, instant) {
      const old = locks.unclaimed(
        db
          .selectFrom('ledger')
          .select('sequence')
          .where('workspace_id', '=', workspaceId)
          .where('created_at', '<', instant)
          .where('payload', 'is not', null)
          .limit(cutAtOnce),
      );
      const { numUpdatedRows } = await db
        .updateTable('ledger')
        .set({ payload: null })
        .where('workspace_id', '=', workspaceId)
        .where('sequence', 'in', old)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}

const entriesOf = (db: Db, workspaceId: string) =>
  db.selectFrom('ledger').select(ledgerColumns).where('workspace_id', '=', workspaceId);

type Row = Omit<NumberedEntry, 'actor' | 'objectKind'> & {
  objectKind: string;
  actor_type: string;
  actor_id: string;
};

export const toEntry = ({ actor_type: type, actor_id: id, ...entry }: Row): NumberedEntry => ({
  ...entry,
  objectKind: entry.objectKind as NumberedEntry['objectKind'],
  actor: { type: type as NumberedEntry['actor']['type'], id },
});

function toDeletion(row: Row): Deletion {
  const { sequence, createdAt, postId, userId } = row;
  const kind = row.objectKind as Deletion['kind'];
  const id = deletedId({ ...row, objectKind: kind });
  return { sequence, id, kind, deletedAt: createdAt, postId, userId };
}

function nothingAppended(): never {
  throw new Error('The insert of a ledger entry returned no row.');
}

const unnumbered = (workspaceId: string, entry: NewLedgerEntry) => ({
  workspace_id: workspaceId,
  id: entry.id,
  type: entry.type,
  object_id: entry.objectId,
  object_kind: entry.objectKind,
  post_id: entry.postId,
  user_id: entry.userId,
  actor_type: entry.actor.type,
  actor_id: entry.actor.id,
  request_id: entry.requestId,
  created_at: entry.createdAt,
  payload: entry.payload,
});

/** Uses the time index if few entries are recent; otherwise adds a check of each row. */
async function madeSince<O>(
  db: Db,
  workspaceId: string,
  entries: SelectQueryBuilder<Tables, 'ledger', O>,
  since: Instant,
  checks: Check[],
): Promise<SelectQueryBuilder<Tables, 'ledger', O>> {
  const recent = db
    .selectFrom('ledger')
    .select('sequence')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', since);
  if (await areFew(db, recent)) return entries.where('sequence', 'in', recent);
  checks.push(sql`created_at >= ${since}`);
  return entries;
}

/** The sequence numbers of all entries with a payload, in batches, yielding to the event loop in between. */
async function* payloadWindows(db: Db, workspaceId: string): AsyncIterable<number[]> {
  let after: [createdAt: number, sequence: number] = [Number.MIN_SAFE_INTEGER, 0];
  for (;;) {
    const rows = await db
      .selectFrom('ledger')
      .select(['created_at', 'sequence'])
      .where('workspace_id', '=', workspaceId)
      .where('payload', 'is not', null)
      .where(sql<boolean>`(created_at, sequence) > (${after[0]}, ${after[1]})`)
      .orderBy('created_at')
      .orderBy('sequence')
      .limit(rewrittenAtOnce)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows.map(({ sequence }) => sequence);
    if (rows.length < rewrittenAtOnce) return;
    after = [end.created_at, end.sequence];
    await setImmediate();
  }
}
