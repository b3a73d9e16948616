// Reads the event feed from the ledger table. Every query is one range of an index, so a page costs the same however
// long the ledger is and however rare the requested types are.

import { type RawBuilder, sql } from 'kysely';
import { type EventType, eventTypes } from '../../../domain/events/event.ts';
import type { FeedEntry, FeedQuery } from '../../../domain/events/ledger.ts';
import type { LedgerReader } from '../../../ports/events/ledger-store.ts';
import type { Db, LedgerTable } from '../kernel/tables.ts';

/** How far to look for cut events past those that are cut by time. */
const checkedAhead = 1000;

export const feedReader = (
  db: Db,
): Pick<
  LedgerReader,
  'feed' | 'lastSequence' | 'lastBefore' | 'typesAfter' | 'keptAfter' | 'eventsAt' | 'positionAt'
> => ({
  async feed(workspaceId, query) {
    const { rows } = await feedStatement(workspaceId, query).execute(db);
    return rows.map(toFeedEntry).sort((one, other) => one.sequence - other.sequence);
  },
  lastSequence: (workspaceId) => lastSequence(db, workspaceId),
  async lastBefore(workspaceId, sequence) {
    const { rows } = await sql<{ last: number | null }>`
      select max(sequence) as last from ledger
      where workspace_id = ${workspaceId} and sequence < ${sequence}`.execute(db);
    return rows[0]?.last ?? 0;
  },
  async typesAfter(workspaceId, after, take) {
    return db
      .selectFrom('ledger')
      .select(['sequence', 'type'])
      .where('workspace_id', '=', workspaceId)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(take)
      .execute();
  },
  async eventsAt(workspaceId, sequences) {
    if (sequences.length === 0) return [];
    const rows = await db
      .selectFrom('ledger')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('sequence', 'in', sequences)
      .orderBy('sequence')
      .execute();
    return rows.map(toFeedEntry);
  },
  async positionAt(workspaceId, instant) {
    const first = await db
      .selectFrom('ledger')
      .select('sequence')
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '>=', instant)
      .orderBy('created_at')
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst();
    return first === undefined ? lastSequence(db, workspaceId) : first.sequence - 1;
  },
  async keptAfter(workspaceId, from) {
    const boundary = await cutBoundary(db, workspaceId);
    let position = Math.max(from, boundary);
    for (;;) {
      const cut = await lastCutWithin(db, workspaceId, position, position + checkedAhead);
      if (cut === undefined) return position;
      position = cut;
    }
  },
});

async function lastSequence(db: Db, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(sequence) as last from ledger where workspace_id = ${workspaceId}`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Adds up the sizes of the payloads in the database, so that those past the maximum never leave it. */
const feedStatement = (workspaceId: string, query: FeedQuery): RawBuilder<LedgerTable> => sql<LedgerTable>`
  select * from (
    select head.*, coalesce(sum(length(payload)) over (
      order by sequence rows between unbounded preceding and 1 preceding
    ), 0) as characters_before
    from (${pageOf(workspaceId, query)}) as head
  ) as heads
  where characters_before < ${query.maxCharacters}`;

/**
 * All types: a range of the primary key. Concatenation keeps the planner off the index on types, which has another
 * order. Some types: the heads of their ranges in that index, merged.
 */
function pageOf(workspaceId: string, { types, after, upTo, take }: FeedQuery): RawBuilder<unknown> {
  if (types === undefined)
    return sql`
      select * from ledger
      where workspace_id = ${workspaceId} and sequence > ${after} and sequence <= ${upTo}
        and type || '' in (${sql.join(eventTypes)})
      order by sequence limit ${take}`;
  const ofTypes = types.map(
    (type) => sql`
      select sequence from (
        select sequence from ledger
        where workspace_id = ${workspaceId} and type = ${type} and sequence > ${after} and sequence <= ${upTo}
        order by sequence limit ${take}
      ) as head`,
  );
  return sql`
    select * from ledger
    where workspace_id = ${workspaceId} and sequence in (
      select sequence from (${sql.join(ofTypes, sql` union all `)}) as heads order by sequence limit ${take}
    )`;
}

/** The newest cut event by time; all of them if no payload is left. */
async function cutBoundary(db: Db, workspaceId: string): Promise<number> {
  const ofWorkspace = db.selectFrom('ledger').where('workspace_id', '=', workspaceId);
  const oldestKept = await ofWorkspace
    .select('created_at')
    .where('payload', 'is not', null)
    .orderBy('created_at')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  const newestCut = await ofWorkspace
    .select('sequence')
    .where('payload', 'is', null)
    .where(isEvent)
    .$if(oldestKept !== undefined, (entries) =>
      entries.where('created_at', '<=', oldestKept?.created_at ?? 0),
    )
    .orderBy('created_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newestCut?.sequence ?? 0;
}

async function lastCutWithin(
  db: Db,
  workspaceId: string,
  after: number,
  upTo: number,
): Promise<number | undefined> {
  const cut = await db
    .selectFrom('ledger')
    .select('sequence')
    .where('workspace_id', '=', workspaceId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('payload', 'is', null)
    .where(isEvent)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return cut?.sequence;
}

const isEvent = sql<boolean>`type || '' in (${sql.join(eventTypes)})`;

const toFeedEntry = (row: LedgerTable): FeedEntry => ({
  sequence: row.sequence,
  id: row.id,
  type: row.type as EventType,
  objectId: row.object_id,
  objectKind: row.object_kind as FeedEntry['objectKind'],
  postId: row.post_id,
  userId: row.user_id,
  actor: { type: row.actor_type as FeedEntry['actor']['type'], id: row.actor_id },
  requestId: row.request_id,
  createdAt: row.created_at,
  payload: row.payload,
});
