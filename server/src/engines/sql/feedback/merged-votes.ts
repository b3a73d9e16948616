// Moves votes to the target of a merge, and back. People who voted on both posts are counted once: their vote on the
// source is set aside in `merged_votes` and restored by an unmerge. Runs in steps, so that a post with very many
// votes doesn't block the event loop.

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
 * The voters of a post whose votes came from `mergedFromId`, in steps. Each step continues after the previous one:
 * until the commit, a query from the start would have to skip over all votes moved so far.
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

/** Sets aside the votes of people who also voted on the target; returns how many. */
async function setAsideDuplicates(
  db: Db,
  workspaceId: string,
  sourceId: string,
  intoId: string,
  userIds: string[],
): Promise<number> {
  // A separate query: with a subselect, a bad estimate makes the database run it once per vote.
  const twice = await votesOf(db, workspaceId, intoId, userIds).select('user_id').execute();
  if (twice.length === 0) return 0;
  const duplicates = twice.map((row) => row.user_id);
  await db
    .insertInto('merged_votes')
    .columns(['workspace_id', 'source_id', 'user_id', 'created_at', 'source'])
    .expression(
      votesOf(db, workspaceId, sourceId, duplicates).select([
        'workspace_id',
        'post_id',
        'user_id',
        'created_at',
        'source',
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
 * For votes that were removed from the target of merges: the voter's set-aside votes count instead. Returns how many,
 * by target.
 */
export async function promoteSetAside(
  db: Db,
  workspaceId: string,
  removed: readonly { postId: string; userId: string }[],
): Promise<Map<string, number>> {
  const promoted = new Map<string, number>();
  if (removed.length === 0) return promoted;
  const targets = await db
    .selectFrom('posts')
    .select('merged_into_id as id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('merged_into_id', 'in', [...new Set(removed.map(({ postId }) => postId))])
    .execute();
  for (const { id } of targets) {
    if (id === null) continue;
    const userIds = removed.flatMap(({ postId, userId }) => (postId === id ? userId : []));
    promoted.set(id, await promote(db, workspaceId, id, '', userIds));
  }
  return promoted;
}

/**
 * Promotes set-aside votes from the remaining sources, for people whose vote has just left the target: each now
 * counts unless the voter still has another vote there.
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
    insert into votes (workspace_id, post_id, user_id, created_at, merged_from_id, source)
    select workspace_id, ${intoId}, user_id, created_at, source_id, source from (
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

/** Restores the votes of a source post that were set aside; returns how many. */
async function restore(db: Db, workspaceId: string, sourceId: string): Promise<number> {
  let restored = 0;
  for (;;) {
    const step = await db
      .selectFrom('merged_votes')
      .select(['user_id', 'created_at', 'source'])
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
