// The votes table.

import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Post } from '../../../domain/feedback/post.ts';
import type { Vote, VoteQuery, VoteSource } from '../../../domain/feedback/vote.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Slice } from '../../../domain/kernel/page.ts';
import type { VoteReader, VoteWriter } from '../../../ports/feedback/feedback-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import { type Conditions, conditionsOf, isAny, matchesNothing } from '../kernel/conditions.ts';
import { grouped } from '../kernel/grouped.ts';
import {
  branchesBy,
  type Check,
  type Order,
  pageOfAny,
  pageOfHeads,
  sliced,
  slicedRows,
  walk,
} from '../kernel/paging.ts';
import { inChunks, inFewLengths } from '../kernel/statements/in-chunks.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import { prepared } from '../kernel/statements/prepared.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { promoteSetAside } from './merged-votes.ts';

export const voteColumns = columnsOf<Tables['votes'], Required<Vote>>()({
  postId: 'post_id',
  userId: 'user_id',
  votedAt: 'created_at',
  recordedAt: 'recorded_at',
  mergedFromId: 'merged_from_id',
  source: 'source',
});

/** What a vote is read with. */
const shown = voteColumns.without('recordedAt').selected;

/** Voter and time: the index that orders the votes of a post covers these voteColumns. */
const voterColumns = voteColumns.without('mergedFromId', 'recordedAt', 'source').selected;

const order: Order = {
  columns: ['created_at', 'post_id', 'user_id'],
  names: ['votedAt', 'postId', 'userId'],
  direction: 'desc',
};

/** The filters by a field of the vote. Each has an index in this order. */
type VoteFilters = Omit<VoteQuery, 'updatedSince' | 'slice'>;
const filtered: Readonly<Record<keyof VoteFilters, 'postId' | 'userId' | 'source'>> = {
  postIds: 'postId',
  userIds: 'userId',
  sources: 'source',
};
const voteFilters = Object.keys(filtered) as (keyof VoteFilters)[];

/** Written out, so that every engine knows that the index of the other sources has no votes of the API. */
const isNotOfApi = sql<boolean>`source <> 'api'`;

const conditions: Conditions<VoteFilters> = {
  postIds: isAny(voteColumns.nameOf(filtered.postIds)),
  userIds: isAny(voteColumns.nameOf(filtered.userIds)),
  sources: isAny(voteColumns.nameOf(filtered.sources)),
};

const newestFirst = (one: Vote, other: Vote): number =>
  other.votedAt - one.votedAt || (one.userId < other.userId ? 1 : -1);

/** Limits each query, so that a page of popular posts doesn't block other requests. */
const maxVotesPerQuery = 2000;

interface VotesOfPosts {
  workspaceId: string;
  postIds: string[];
  newest: number | undefined;
  [name: string]: unknown;
}

/**
 * A post with more than the maximum number of votes has its own batch, sorted and limited by the database. Smaller
 * results are faster to sort here.
 */
const votesOfPosts = prepared((db: Db, { workspaceId, postIds, newest }: VotesOfPosts) => {
  const votes = db
    .selectFrom('votes')
    .select(voterColumns)
    .where('workspace_id', '=', workspaceId)
    .where('post_id', 'in', postIds);
  return newest === undefined
    ? votes.compile()
    : votes.orderBy('created_at', 'desc').orderBy('user_id', 'desc').limit(newest).compile();
});

export function voteReader(db: Db): VoteReader {
  return {
    async votesOf(workspaceId, posts, max) {
      const ofPosts = new Map<string, Vote[]>();
      for (const batch of batchesByVotes(posts, max)) {
        if (ofPosts.size > 0) await setImmediate();
        const { rows } = await votesOfPosts(db, {
          workspaceId,
          postIds: inFewLengths(batch),
          newest: batch.length > 1 ? undefined : max,
        });
        // All votes of a post are in one batch.
        for (const [postId, votes] of grouped<Vote, 'postId', Vote>(rows, 'postId', (vote) => vote))
          ofPosts.set(postId, votes.sort(newestFirst));
      }
      return ofPosts;
    },
    async votedOf(workspaceId, userId, postIds) {
      const voted = new Set<string>();
      await inChunks(postIds, async (chunk) => {
        const rows = await db
          .selectFrom('votes')
          .select('post_id')
          .where('workspace_id', '=', workspaceId)
          .where('post_id', 'in', chunk)
          .where('user_id', '=', userId)
          .execute();
        for (const { post_id: postId } of rows) voted.add(postId);
      });
      return voted;
    },
    async page(workspaceId, { updatedSince, slice, ...filters }) {
      if (matchesNothing(filters)) return [];
      const votes = db.selectFrom('votes').select(shown).where('workspace_id', '=', workspaceId);
      const by = voteFilters.find((filter) => filters[filter] !== undefined) ?? 'postIds';
      const { [by]: values, ...others } = filters;
      const checks = conditionsOf(conditions, workspaceId, others);
      const branches =
        by === 'sources'
          ? (filters.sources ?? []).map((source) => ofSource(votes, source))
          : branchesBy(votes, voteColumns.nameOf(filtered[by]), values);
      if (updatedSince === undefined) return pageOfAny(branches, order, slice, checks);
      const since = branches.map((rows) => rows.where('created_at', '>=', updatedSince));
      const backDated = await backDatedSince(db, workspaceId, updatedSince);
      if (backDated === undefined) {
        const early = branches.map((rows) => rows.where('created_at', '<', updatedSince));
        const isLate: Check = sql`recorded_at >= ${updatedSince}`;
        return pageOfHeads([...listsOf(since, checks), ...listsOf(early, [...checks, isLate])], order, slice);
      }
      const wanted = backDated.filter((vote) =>
        voteFilters.every((filter) => filters[filter]?.includes(vote[filtered[filter]] as never) ?? true),
      );
      if (wanted.length === 0) return pageOfAny(since, order, slice, checks);
      return pageOfHeads(
        [...listsOf(since, checks), async (head) => slicedRows(wanted, order, head)],
        order,
        slice,
      );
    },
    async reachedAt(workspaceId, postId, number) {
      const vote = await db
        .selectFrom('votes')
        .select('created_at')
        .where('workspace_id', '=', workspaceId)
        .where('post_id', '=', postId)
        .orderBy('created_at')
        .orderBy('user_id')
        .limit(1)
        .offset(number - 1)
        .executeTakeFirst();
      return vote?.created_at;
    },
    setAside: (workspaceId, userId, slice) =>
      sliced(
        db
          .selectFrom('merged_votes')
          .select(['source_id as postId', 'user_id as userId', 'created_at as votedAt', 'source'])
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', userId),
        ['created_at', 'source_id', 'user_id'],
        'desc',
        slice,
      ).execute(),
  };
}

const ofSource = <O>(votes: SelectQueryBuilder<Tables, 'votes', O>, source: VoteSource) => {
  const found = votes.where('source', '=', source);
  return source === 'api' ? found : found.where(isNotOfApi);
};

const listsOf = <O>(branches: readonly SelectQueryBuilder<Tables, 'votes', O>[], checks: readonly Check[]) =>
  branches.map((rows) => (head: Slice) => walk(rows, order, head, checks));

/** Above this, back-dated votes are found by walking the order's index. */
const maxSorted = 2000;

/**
 * Votes dated before `instant` but added since then; undefined if there are too many to sort. They are usually few or
 * none, and finding them first keeps a query for one popular post from reading all its votes.
 */
async function backDatedSince(
  db: Db,
  workspaceId: string,
  instant: Instant,
): Promise<Required<Omit<Vote, 'recordedAt'>>[] | undefined> {
  const rows = await db
    .selectFrom('votes')
    .select(shown)
    .where('workspace_id', '=', workspaceId)
    .where('recorded_at', '>=', instant)
    .limit(maxSorted + 1)
    .execute();
  return rows.length > maxSorted ? undefined : rows.filter(({ votedAt }) => votedAt < instant);
}

export const voteRow = (workspaceId: string, vote: Vote) => ({
  workspace_id: workspaceId,
  ...voteColumns.valuesOf({ mergedFromId: null, recordedAt: null, source: 'api', ...vote }),
});

const insertVote = prepared((db, values: ReturnType<typeof voteRow>) =>
  db
    .insertInto('votes')
    .values(values)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'post_id', 'user_id']).doNothing())
    .compile(),
);

export function voteWriter(db: Db): VoteWriter {
  const insertAll = (workspaceId: string, votes: readonly Vote[]) =>
    insertMany(
      db,
      'votes',
      votes.map((vote) => voteRow(workspaceId, vote)),
    );
  return {
    ...voteReader(db),
    async add(workspaceId, vote) {
      return (await insertVote(db, voteRow(workspaceId, vote))).numAffectedRows === 1n;
    },
    async addMany(workspaceId, postId, votes) {
      const newVotes = new Map(votes.map((vote) => [vote.userId, vote]));
      await inChunks([...newVotes.keys()], async (userIds) => {
        const known = await db
          .selectFrom('votes')
          .select('user_id as userId')
          .where('workspace_id', '=', workspaceId)
          .where('post_id', '=', postId)
          .where('user_id', 'in', userIds)
          .execute();
        for (const { userId } of known) newVotes.delete(userId);
      });
      await insertAll(workspaceId, [...newVotes.values()]);
      return new Set(newVotes.keys());
    },
    insertMany: insertAll,
    async takeBack(workspaceId, userId, source, take, at) {
      const ofUser = <Table extends 'votes' | 'merged_votes'>(table: Table) =>
        db
          .deleteFrom(table as 'votes')
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', userId);
      await ofUser('merged_votes').where('source', '=', source).execute();
      const page = await db
        .selectFrom('votes')
        .select(shown)
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .where('source', '=', source)
        .limit(take)
        .execute();
      if (page.length === 0) return { votes: page, hasMore: false };
      const postIds = page.map(({ postId }) => postId);
      await ofUser('votes').where('post_id', 'in', postIds).execute();
      const back = await promoteSetAside(db, workspaceId, page);
      const lost = postIds.filter((id) => (back.get(id) ?? 0) === 0);
      if (lost.length > 0)
        await db
          .updateTable('posts')
          .set((eb) => ({ votes_count: eb('votes_count', '-', 1), updated_at: at }))
          .where('workspace_id', '=', workspaceId)
          .where('id', 'in', lost)
          .execute();
      return { votes: page, hasMore: page.length === take };
    },
    remove: (workspaceId, postId, userId) =>
      db
        .deleteFrom('votes')
        .where('workspace_id', '=', workspaceId)
        .where('post_id', '=', postId)
        .where('user_id', '=', userId)
        .returning(shown)
        .executeTakeFirst(),
  };
}

/** Posts without votes need no query; the others share queries with a limited result size. */
function batchesByVotes(
  posts: readonly Pick<Post, 'id' | 'votesCount' | 'importedVotes'>[],
  max: number,
): string[][] {
  const batches: string[][] = [];
  let left = 0;
  for (const { id, votesCount, importedVotes } of posts) {
    const counted = votesCount - importedVotes;
    if (counted <= 0) continue;
    const votes = counted > max ? maxVotesPerQuery : counted;
    const batch = batches.at(-1);
    if (batch === undefined || votes > left) {
      batches.push([id]);
      left = maxVotesPerQuery - votes;
    } else {
      batch.push(id);
      left -= votes;
    }
  }
  return batches;
}
