// Votes on their way from a merged post to the post it was merged into, and back. A person who voted for both posts is
// counted once: the vote for the merged post is set aside in `merged_votes` and comes back with an unmerge.
// Everything goes in steps, so that a post with very many votes does not keep the process from answering others.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../kernel/tables.ts';

const votesPerStep = 1000;

export async function moveVotes(
  db: Db,
  workspaceId: string,
  sourceId: string,
  intoId: string,
): Promise<{ moved: number; setAside: number }> {
  const to = { post_id: intoId, merged_from_id: sourceId };
  let moved = 0;
  let setAside = 0;
  for await (const userIds of votersInSteps(db, workspaceId, sourceId, null)) {
    setAside += await setAsideDuplicates(db, workspaceId, sourceId, intoId, userIds);
    moved += await moveStep(db, workspaceId, sourceId, to, userIds);
  }
  return { moved, setAside };
}

export async function returnVotes(
  db: Db,
  workspaceId: string,
  sourceId: string,
  intoId: string,
): Promise<{ returned: number; restored: number; promoted: number }> {
  const to = { post_id: sourceId, merged_from_id: null };
  let returned = 0;
  let promoted = 0;
  for await (const userIds of votersInSteps(db, workspaceId, intoId, sourceId)) {
    returned += await moveStep(db, workspaceId, intoId, to, userIds);
    promoted += await promote(db, workspaceId, intoId, sourceId, userIds);
  }
  const restored = await restore(db, workspaceId, sourceId);
  return { returned, restored, promoted };
}

export async function forgetSetAside(
  db: Db,
  workspaceId: string,
  intoId: string,
  userId: string,
): Promise<void> {
  await sql`
    delete from merged_votes where workspace_id = ${workspaceId} and user_id = ${userId}
      and source_id in (
        select id from posts where workspace_id = ${workspaceId} and merged_into_id = ${intoId}
      )`.execute(db);
}

/**
 * The voters of a post whose votes came from `mergedFromId`, a step at a time. Each step continues after the last one:
 * until the commit, the database would walk past all the votes that have been moved before.
 */
async function* votersInSteps(
  db: Db,
  workspaceId: string,
  postId: string,
  mergedFromId: string | null,
): AsyncGenerator<string[], void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('votes')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .where('post_id', '=', postId)
      .where('merged_from_id', mergedFromId === null ? 'is' : '=', mergedFromId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(votesPerStep)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.user_id;
    yield rows.map((row) => row.user_id);
    await setImmediate();
  }
}

const votesOf = (db: Db, workspaceId: string, postId: string, userIds: readonly string[]) =>
  db
    .selectFrom('votes')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .where('user_id', 'in', userIds);

/** Sets aside the votes of people who have voted for the other post too; returns how many. */
async function setAsideDuplicates(
  db: Db,
  workspaceId: string,
  sourceId: string,
  intoId: string,
  userIds: string[],
): Promise<number> {
  // A query of its own: with a subselect, a wrong estimate makes the database look it up once for each vote.
  const twice = await votesOf(db, workspaceId, intoId, userIds).select('user_id').execute();
  if (twice.length === 0) return 0;
  const duplicates = twice.map((row) => row.user_id);
  await db
    .insertInto('merged_votes')
    .columns(['workspace_id', 'source_id', 'user_id', 'created_at'])
    .expression(
      votesOf(db, workspaceId, sourceId, duplicates).select([
        'workspace_id',
        'post_id',
        'user_id',
        'created_at',
      ]),
    )
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('votes')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', sourceId)
    .where('user_id', 'in', duplicates)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function moveStep(
  db: Db,
  workspaceId: string,
  from: string,
  to: { post_id: string; merged_from_id: string | null },
  userIds: string[],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('votes')
    .set(to)
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', from)
    .where('user_id', 'in', userIds)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Votes of the remaining sources that were set aside, of people whose vote has just left: each counts now unless the
 * voter still has another vote there.
 */
async function promote(
  db: Db,
  workspaceId: string,
  intoId: string,
  leavingId: string,
  userIds: readonly string[],
): Promise<number> {
  const staying = sql`select id from posts
    where workspace_id = ${workspaceId} and merged_into_id = ${intoId} and id <> ${leavingId}`;
  const theirs = sql`workspace_id = ${workspaceId} and user_id in (${sql.join([...userIds])})
    and source_id in (${staying})`;
  const promoted = await sql`
    insert into votes (workspace_id, post_id, user_id, created_at, merged_from_id)
    select workspace_id, ${intoId}, user_id, created_at, source_id from (
      select *, row_number() over (partition by user_id order by created_at, source_id) as place
      from merged_votes where ${theirs}
    ) as aside
    where place = 1 and not exists (
      select 1 from votes where votes.workspace_id = ${workspaceId}
        and votes.post_id = ${intoId} and votes.user_id = aside.user_id
    )`.execute(db);
  await sql`
    delete from merged_votes where ${theirs} and exists (
      select 1 from votes where votes.workspace_id = ${workspaceId} and votes.post_id = ${intoId}
        and votes.user_id = merged_votes.user_id and votes.merged_from_id = merged_votes.source_id
    )`.execute(db);
  return Number(promoted.numAffectedRows ?? 0n);
}

/** Gives a post the votes back that were set aside; returns how many. */
async function restore(db: Db, workspaceId: string, sourceId: string): Promise<number> {
  let restored = 0;
  for (;;) {
    const step = await db
      .selectFrom('merged_votes')
      .select(['user_id', 'created_at'])
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .limit(votesPerStep)
      .execute();
    if (step.length === 0) return restored;
    const userIds = step.map((row) => row.user_id);
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('votes')
      .values(step.map((row) => ({ workspace_id: workspaceId, post_id: sourceId, ...row })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    restored += Number(numInsertedOrUpdatedRows);
    await db
      .deleteFrom('merged_votes')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('user_id', 'in', userIds)
      .execute();
    await setImmediate();
  }
}
