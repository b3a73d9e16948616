// Votes and comments on their way from a merged post to the one it was merged into, and back. Everything goes
// in steps, so that a post with very many votes does not keep the process from answering others.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import type { MergeWriter } from '../../../ports/store.ts';
import type { Db } from '../kernel/tables.ts';

const rowsAStep = 1000;

export function mergeWriter(db: Db): MergeWriter {
  /**
   * Voters of a post, told apart by where their votes came from, a step at a time. Each step goes on behind the last:
   * until the commit the engine would walk past all votes that were moved before.
   */
  async function* voters(
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
        .limit(rowsAStep)
        .execute();
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.user_id;
      yield rows.map((row) => row.user_id);
      await setImmediate();
    }
  }

  const votesOf = (workspaceId: string, postId: string, userIds: readonly string[]) =>
    db
      .selectFrom('votes')
      .where('workspace_id', '=', workspaceId)
      .where('post_id', '=', postId)
      .where('user_id', 'in', userIds);

  const setAsideDuplicates = async (
    workspaceId: string,
    sourceId: string,
    intoId: string,
    userIds: string[],
  ) => {
    // Looked up first: an engine that guesses wrong how many there are would look anew for each.
    const twice = await votesOf(workspaceId, intoId, userIds).select('user_id').execute();
    if (twice.length === 0) return 0;
    const duplicates = twice.map((row) => row.user_id);
    await db
      .insertInto('merged_votes')
      .columns(['workspace_id', 'source_id', 'user_id', 'created_at'])
      .expression(
        votesOf(workspaceId, sourceId, duplicates).select([
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
  };

  const moveStep = async (
    workspaceId: string,
    from: string,
    to: { post_id: string; merged_from_id: string | null },
    userIds: string[],
  ) => {
    const { numUpdatedRows } = await db
      .updateTable('votes')
      .set(to)
      .where('workspace_id', '=', workspaceId)
      .where('post_id', '=', from)
      .where('user_id', 'in', userIds)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  };

  /** Moves every comment of `from` that came from `mergedFromId`; answers how many of them are counted. */
  const moveAllComments = async (
    workspaceId: string,
    from: string,
    mergedFromId: string | null,
    to: { post_id: string; merged_from_id: string | null; updated_at: Instant },
  ): Promise<{ counted: number }> => {
    let counted = 0;
    for (;;) {
      const step = await db
        .selectFrom('comments')
        .select(['id', 'is_private', 'is_deleted'])
        .where('workspace_id', '=', workspaceId)
        .where('post_id', '=', from)
        .where('merged_from_id', mergedFromId === null ? 'is' : '=', mergedFromId)
        .limit(rowsAStep)
        .execute();
      if (step.length === 0) return { counted };
      counted += step.filter((row) => row.is_private === 0 && row.is_deleted === 0).length;
      await db
        .updateTable('comments')
        .set(to)
        .where('workspace_id', '=', workspaceId)
        .where(
          'id',
          'in',
          step.map((row) => row.id),
        )
        .execute();
      await setImmediate();
    }
  };

  /**
   * Set-aside votes of the sources that stay, of people whose vote has just left: each counts now if its voter has
   * no other vote there any more.
   */
  const promote = async (
    workspaceId: string,
    intoId: string,
    leavingId: string,
    userIds: readonly string[],
  ): Promise<number> => {
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
  };

  /** Gives a post back what was set aside of it. */
  const restore = async (workspaceId: string, sourceId: string): Promise<number> => {
    let restored = 0;
    for (;;) {
      const step = await db
        .selectFrom('merged_votes')
        .select(['user_id', 'created_at'])
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .limit(rowsAStep)
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
  };

  return {
    async forgetSetAside(workspaceId, intoId, userId) {
      await sql`
        delete from merged_votes where workspace_id = ${workspaceId} and user_id = ${userId}
          and source_id in (
            select id from posts where workspace_id = ${workspaceId} and merged_into_id = ${intoId}
          )`.execute(db);
    },

    async sourcesOf(workspaceId, intoId) {
      const rows = await db
        .selectFrom('posts')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('merged_into_id', '=', intoId)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    },

    async moveVotes(workspaceId, sourceId, intoId) {
      let moved = 0;
      let setAside = 0;
      for await (const userIds of voters(workspaceId, sourceId, null)) {
        setAside += await setAsideDuplicates(workspaceId, sourceId, intoId, userIds);
        moved += await moveStep(
          workspaceId,
          sourceId,
          { post_id: intoId, merged_from_id: sourceId },
          userIds,
        );
      }
      return { moved, setAside };
    },

    async returnVotes(workspaceId, sourceId, intoId) {
      let returned = 0;
      let promoted = 0;
      for await (const userIds of voters(workspaceId, intoId, sourceId)) {
        returned += await moveStep(workspaceId, intoId, { post_id: sourceId, merged_from_id: null }, userIds);
        promoted += await promote(workspaceId, intoId, sourceId, userIds);
      }
      const restored = await restore(workspaceId, sourceId);
      return { returned, restored, promoted };
    },

    moveComments: (workspaceId, sourceId, intoId, at) =>
      moveAllComments(workspaceId, sourceId, null, {
        post_id: intoId,
        merged_from_id: sourceId,
        updated_at: at,
      }),

    returnComments: (workspaceId, sourceId, intoId, at) =>
      moveAllComments(workspaceId, intoId, sourceId, {
        post_id: sourceId,
        merged_from_id: null,
        updated_at: at,
      }),
  };
}
