// One ledger in place of the outbox, the audit log and the tombstones; and the kept answers under a plainer name.
// Every line of the audit log becomes an entry with its id, in order of time; events give it their object, tombstones
// the person whose vote it was. All of it in batches, so that memory stays bounded however many rows there are.

import { type Kysely, sql } from 'kysely';
import { presentedBefore } from './0003-payloads.ts';

/** What the tables look like at this step; later migrations may change them. */
interface Tables {
  workspaces: { id: string };
  audit_log: AuditRow;
  outbox: { workspace_id: string; id: string; type: string; object: string; created_at: number };
  tombstones: { workspace_id: string; kind: string; id: string; deleted_at: number };
  ledger: LedgerRow;
}

interface AuditRow {
  workspace_id: string;
  id: string;
  actor_type: string;
  actor_id: string;
  action: string;
  object_id: string;
  request_id: string | null;
  created_at: number;
}

interface LedgerRow extends Omit<AuditRow, 'action'> {
  sequence: number;
  type: string;
  object_kind: string;
  post_id: string | null;
  user_id: string | null;
  payload: string | null;
}

/** Rows without long texts per read, and of these, how many one statement inserts. */
const readAtOnce = 2000;
const insertedAtOnce = 250;
/** Each may hold hundreds of kilobytes. */
const eventsAtOnce = 16;

export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedger(db);
  await renameReceipts(db);
  const rows = db as Kysely<Tables>;
  await recordUnrecorded(rows);
  const workspaces = await rows.selectFrom('workspaces').select('id').orderBy('id').execute();
  for (const { id } of workspaces) await numberEntries(rows, id);
  await createIndexes(db);
  for (const { id } of workspaces) {
    await addPayloads(rows, id);
    await addVoters(rows, id);
  }
  for (const table of ['outbox', 'audit_log', 'tombstones']) await db.schema.dropTable(table).execute();
}

async function createLedger({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('ledger')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('object_kind', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text')
    .addPrimaryKeyConstraint('ledger_pk', ['workspace_id', 'sequence'])
    .execute();
}

/** After the rows are there: an index is made faster than it is kept. */
async function createIndexes({ schema }: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) =>
    schema
      .createIndex(`ledger_by_${name}`)
      .on('ledger')
      .columns(['workspace_id', ...columns]);
  await index('object', ['object_id', 'sequence']).execute();
  await index('actor', ['actor_id', 'sequence']).execute();
  // The time too: deletions since then are told apart within the index.
  await index('type', ['type', 'sequence', 'created_at']).execute();
  await index('age', ['created_at', 'sequence']).execute();
  // For the sweeper and for erasure, which look at payloads and at nothing else.
  await index('payload_age', ['created_at', 'sequence']).where('payload', 'is not', null).execute();
}

/** Made anew rather than renamed: its index, its constraint and its partitions get the new name too. */
async function renameReceipts(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('idempotency_keys')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['workspace_id', 'key'])
    .execute();
  await sql`
    insert into idempotency_keys (workspace_id, key, fingerprint, status, body, created_at)
    select workspace_id, key, fingerprint, status, body, created_at from receipts`.execute(db);
  await schema
    .createIndex('idempotency_keys_by_age')
    .on('idempotency_keys')
    .columns(['created_at', 'key'])
    .execute();
  await schema.dropTable('receipts').execute();
}

/** Every deletion has its line in the audit log. Should one be missing, the tombstone becomes that line. */
async function recordUnrecorded(db: Kysely<Tables>): Promise<void> {
  const objectId = sql`case when kind = 'vote' then substr(t.id, 1, length(t.id) - 32) else t.id end`;
  await sql`
    insert into audit_log (workspace_id, id, actor_type, actor_id, action, object_id, request_id, created_at)
    select t.workspace_id, 'audit_' || t.kind || '_' || t.id, 'system', 'migration', t.kind || '.deleted',
      ${objectId}, null, t.deleted_at
    from tombstones t where not exists (
      select 1 from audit_log a where a.workspace_id = t.workspace_id and a.object_id = ${objectId}
        and a.action = t.kind || '.deleted' and a.created_at = t.deleted_at)`.execute(db);
}

async function numberEntries(db: Kysely<Tables>, workspaceId: string): Promise<void> {
  let sequence = 0;
  let last = { created_at: Number.MIN_SAFE_INTEGER, id: '' };
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    const entries = rows.map(({ action, ...row }, index): LedgerRow => {
      const object_kind = action.slice(0, action.indexOf('.'));
      const post_id = object_kind === 'vote' ? row.object_id : null;
      const rest = { object_kind, post_id, user_id: null, payload: null };
      return { ...row, ...rest, type: action, sequence: sequence + index + 1 };
    });
    for (const some of inChunks(entries, insertedAtOnce))
      await db.insertInto('ledger').values(some).execute();
    sequence += rows.length;
    last = end;
  }
}

/** An event and its line of the audit log were written together: they agree in type, object and time. */
async function addPayloads(db: Kysely<Tables>, workspaceId: string): Promise<void> {
  let last = '';
  for (;;) {
    const found = await db
      .selectFrom('outbox')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    const ids = found.map(({ id }) => id);
    for (const some of inChunks(ids, eventsAtOnce)) await addPayloadsOf(db, workspaceId, some);
    const end = ids.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

async function addPayloadsOf(db: Kysely<Tables>, workspaceId: string, ids: readonly string[]): Promise<void> {
  const events = await db
    .selectFrom('outbox')
    .select(['type', 'object', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  for (const { type, object, created_at } of events) {
    const { objectId, postId, userId, presented } = presentedBefore(type, JSON.parse(object));
    const sequence = await sequenceOf(db, { workspaceId, objectId, type, created_at, column: 'payload' });
    if (sequence === undefined) continue;
    await db
      .updateTable('ledger')
      .set({ payload: JSON.stringify({ object: presented }), post_id: postId, user_id: userId })
      .where('workspace_id', '=', workspaceId)
      .where('sequence', '=', sequence)
      .execute();
  }
}

function* inChunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** An event is forgotten after a month; whose vote was taken back, only the tombstone says after that. */
async function addVoters(db: Kysely<Tables>, workspaceId: string): Promise<void> {
  let last = '';
  for (;;) {
    const tombstones = await db
      .selectFrom('tombstones')
      .select(['id', 'deleted_at'])
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', 'vote')
      .where('id', '>', last)
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    for (const { id, deleted_at } of tombstones) {
      const [objectId = '', userId = ''] = id.split(':');
      const named = { workspaceId, objectId, type: 'vote.deleted', created_at: deleted_at };
      const isKnown = (await sequenceOf(db, { ...named, userId })) !== undefined;
      const sequence = isKnown ? undefined : await sequenceOf(db, { ...named, column: 'user_id' });
      if (sequence === undefined) continue;
      await db
        .updateTable('ledger')
        .set({ user_id: userId })
        .where('workspace_id', '=', workspaceId)
        .where('sequence', '=', sequence)
        .execute();
    }
    const end = tombstones.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** The first such entry, of this person, or that has nothing yet in the column. */
async function sequenceOf(
  db: Kysely<Tables>,
  {
    workspaceId,
    objectId,
    type,
    created_at,
    column,
    userId,
  }: {
    workspaceId: string;
    objectId: string;
    type: string;
    created_at: number;
    column?: 'payload' | 'user_id';
    userId?: string;
  },
): Promise<number | undefined> {
  let entries = db
    .selectFrom('ledger')
    .select('sequence')
    .where('workspace_id', '=', workspaceId)
    .where('object_id', '=', objectId)
    .where('type', '=', type)
    .where('created_at', '=', created_at);
  if (column !== undefined) entries = entries.where(column, 'is', null);
  if (userId !== undefined) entries = entries.where('user_id', '=', userId);
  return (await entries.orderBy('sequence').limit(1).executeTakeFirst())?.sequence;
}
