// After a restore: moves every counter past what was given out since the backup. Clients hold revisions, versions and
// positions from that time; none of them may come to stand for other data.

import { sql } from 'kysely';
import { restoredType } from '../../../domain/events/ledger.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Dialect } from '../kernel/dialect.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';
import { removeMark } from './unfinished.ts';

const versioned = [
  'posts',
  'comments',
  'users',
  'statuses',
  'post_types',
  'tags',
  'changelogs',
  'sites',
] as const;

export interface Advance {
  /** What is added to versions and sequence numbers. */
  by: number;
  /** What is added to the versions of webhooks, which have 32 bits. */
  slowBy: number;
  /** The lowest revision afterwards. */
  revision: number;
  now: Instant;
  mintEventId(): string;
  /** Keys of files that were deleted while the backup was made, and are not in it. */
  deletedFiles: readonly string[];
}

/** All or nothing. Like a migration, it may take long: whole tables are written again. */
export const advanceCounters = (dialect: Dialect, advance: Advance): Promise<void> =>
  dialect.migrating((writes) => writes.transaction().execute((db) => advanceAll(db, advance)));

async function advanceAll(db: Db, advance: Advance): Promise<void> {
  for (const table of versioned)
    await db
      .updateTable(table)
      .set({ version: sql<number>`version + ${advance.by}` })
      .execute();
  await db
    .updateTable('webhooks')
    .set({ version: sql<number>`version + ${advance.slowBy}` })
    .execute();
  const workspaces = await db.selectFrom('workspaces').select('id').orderBy('id').execute();
  for (const { id } of workspaces) await advanceWorkspace(db, id, advance);
  // People who have signed out since the backup must not be signed in again.
  for (const table of ['sessions', 'visitor_sessions', 'visitor_links', 'mailed_links'] as const)
    await db.deleteFrom(table).execute();
  await holdNotices(db, advance.now);
  await inChunks(advance.deletedFiles, async (chunk) => {
    await db.deleteFrom('attachments').where('file_key', 'in', chunk).execute();
  });
  await removeMark(db);
}

/** What waited to be told when the backup was made may have been told since, also where no mail was queued yet. */
async function holdNotices(db: Db, now: Instant): Promise<void> {
  const held = { held_for: 'restored' as const, held_at: now };
  await db.updateTable('mail_queues').set(held).execute();
  for (const waiting of [
    db.selectFrom('tellings').select('workspace_id'),
    db
      .selectFrom('changelogs')
      .select('workspace_id')
      .where('state', '=', 'scheduled')
      .where('notify', 'is not', null),
  ]) {
    const rows = await waiting.distinct().execute();
    await inChunks(rows, async (chunk) => {
      await db
        .insertInto('mail_queues')
        .values(chunk.map(({ workspace_id: id }) => ({ workspace_id: id, public_url: '', ...held })))
        .onConflict((known) => known.doNothing())
        .execute();
    });
  }
}

async function advanceWorkspace(
  db: Db,
  workspaceId: string,
  { by, revision, now, mintEventId }: Advance,
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ revision: sql<number>`case when revision < ${revision} then ${revision} else revision + 1 end` })
    .where('id', '=', workspaceId)
    .execute();
  await db
    .insertInto('ledger')
    .values((eb) => ({
      workspace_id: workspaceId,
      sequence: eb
        .selectFrom('ledger')
        .select(sql<number>`coalesce(max(sequence), 0) + ${by}`.as('next'))
        .where('workspace_id', '=', workspaceId),
      id: mintEventId(),
      type: restoredType,
      object_id: workspaceId,
      object_kind: 'workspace',
      post_id: null,
      user_id: null,
      actor_type: 'system',
      actor_id: 'operator',
      request_id: null,
      created_at: now,
      payload: null,
    }))
    .execute();
}
