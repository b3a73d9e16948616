// The submissions table.

import { type SelectQueryBuilder, sql } from 'kysely';
import type { Submission, SubmissionQuery, SubmissionSort } from '../../../domain/site/submission.ts';
import type { SentThing, SubmissionReader, SubmissionWriter } from '../../../ports/site/submission-store.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import { type Conditions, conditionsOf, isAny, matchesNothing } from '../kernel/conditions.ts';
import { branchesBy, type Check, type Order, pageOfAny, sliced } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const submissionColumns = columnsOf<Tables['submissions'], Submission>()({
  id: 'id',
  kind: 'kind',
  state: 'state',
  userId: 'user_id',
  postId: 'post_id',
  commentId: 'comment_id',
  parentId: 'parent_id',
  title: 'title',
  content: 'content',
  reason: 'reason',
  decidedBy: 'decided_by',
  decidedAt: 'decided_at',
  follows: flagColumn('follows'),
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

const editable = submissionColumns.without('id', 'createdAt');

const order = (direction: Order['direction']): Order => ({
  columns: ['created_at', 'id'],
  names: ['createdAt', 'id'],
  direction,
});

const orders: Record<SubmissionSort, Order> = { recent: order('desc'), oldest: order('asc') };

/** Each of these filters has an index in this order. */
const indexed = { userIds: 'user_id', states: 'state' } as const;

const conditions: Conditions<SubmissionQuery> = {
  userIds: isAny('user_id'),
  states: isAny('state'),
  kinds: isAny('kind'),
};

const rowsIn = (db: Db, workspaceId: string) =>
  db.selectFrom('submissions').select(submissionColumns.selected).where('workspace_id', '=', workspaceId);

const readOne = (row: Parameters<typeof submissionColumns.read>[0] | undefined): Submission | undefined =>
  row && submissionColumns.read(row);

/** A comment stays its author's when its post is merged. */
const isAbout = ({ postId, commentId }: SentThing): Check =>
  commentId === null ? sql`post_id = ${postId}` : sql`comment_id = ${commentId}`;

const kindOf = ({ commentId }: SentThing) => (commentId === null ? 'post' : 'comment');

export function submissionReader(db: Db): SubmissionReader {
  const isThere = async (rows: SelectQueryBuilder<Tables, 'submissions', object>): Promise<boolean> =>
    (await rows.limit(1).executeTakeFirst()) !== undefined;
  return {
    find: async (workspaceId, id) =>
      readOne(await rowsIn(db, workspaceId).where('id', '=', id).executeTakeFirst()),
    async page(workspaceId, { sort, slice, ...filters }) {
      if (matchesNothing(filters)) return [];
      const by = filters.userIds === undefined ? 'states' : 'userIds';
      const { [by]: values, ...others } = filters;
      const rows = rowsIn(db, workspaceId);
      const checks = conditionsOf(conditions, workspaceId, others);
      const found = await pageOfAny(branchesBy(rows, indexed[by], values), orders[sort], slice, checks);
      return found.map(submissionColumns.read);
    },
    async sentBy(workspaceId, userId, slice) {
      // A merged post leads to its target. The comments of a merged post have moved there.
      const isPublic = (id: Check) => sql`exists (
        select 1 from posts left join posts as target
          on target.workspace_id = ${workspaceId} and target.id = posts.merged_into_id
        where posts.workspace_id = ${workspaceId} and posts.id = ${id} and posts.visibility = 'public'
          and coalesce(target.visibility, 'public') = 'public'
      )`;
      const isVisible: Check = sql`(
        state <> 'approved'
        or kind = 'post' and ${isPublic(sql.ref('submissions.post_id'))}
        or kind = 'comment' and exists (
          select 1 from comments where comments.workspace_id = ${workspaceId}
            and comments.id = submissions.comment_id and is_public = 1 and is_deleted = 0
            and ${isPublic(sql.ref('comments.post_id'))}
        )
      )`;
      const rows = rowsIn(db, workspaceId).where('user_id', '=', userId).where(isVisible);
      const found = await sliced(rows, ['created_at', 'id'], 'desc', slice).execute();
      return found.map(submissionColumns.read);
    },
    async sentTo(workspaceId, userId, { postId, commentIds }, max) {
      const isOfThese: Check =
        commentIds.length === 0
          ? sql`post_id = ${postId}`
          : sql`(post_id = ${postId} or ${isAny('comment_id')(commentIds)})`;
      const rows = rowsIn(db, workspaceId).where('user_id', '=', userId).where(isOfThese);
      const slice = { take: max, skip: 0, after: undefined };
      const found = await sliced(rows, ['created_at', 'id'], 'desc', slice).execute();
      return found.map(submissionColumns.read);
    },
    isSentBy: (workspaceId, userId, thing) =>
      isThere(
        rowsIn(db, workspaceId)
          .where('user_id', '=', userId)
          .where(isAbout(thing))
          .where('kind', '=', kindOf(thing))
          .where('state', '=', 'approved'),
      ),
    findEdit: async (workspaceId, userId, thing) =>
      readOne(
        await rowsIn(db, workspaceId)
          .where('user_id', '=', userId)
          .where(isAbout(thing))
          .where('kind', '=', `${kindOf(thing)}_edit`)
          .where('state', '=', 'waiting')
          .executeTakeFirst(),
      ),
    wasApproved: (workspaceId, userId) =>
      isThere(
        rowsIn(db, workspaceId)
          .where('user_id', '=', userId)
          .where('state', '=', 'approved')
          .where('decided_by', 'is not', null),
      ),
    async countWaiting(workspaceId, max) {
      const few = db
        .selectFrom('submissions')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('state', '=', 'waiting')
        .limit(max);
      return (await few.execute()).length;
    },
  };
}

export function submissionWriter(db: Db): SubmissionWriter {
  const removed = (workspaceId: string) =>
    db.deleteFrom('submissions').where('workspace_id', '=', workspaceId);
  return {
    ...submissionReader(db),
    async insert(workspaceId, submission) {
      await db
        .insertInto('submissions')
        .values({ workspace_id: workspaceId, ...submissionColumns.valuesOf(submission) })
        .execute();
    },
    async update(workspaceId, submission) {
      await db
        .updateTable('submissions')
        .set(editable.valuesOf(submission))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', submission.id)
        .execute();
    },
    async remove(workspaceId, id) {
      await removed(workspaceId).where('id', '=', id).execute();
    },
    async removeSent(workspaceId, userId, thing) {
      await removed(workspaceId)
        .where('user_id', '=', userId)
        .where(isAbout(thing))
        .where('kind', 'in', [kindOf(thing), `${kindOf(thing)}_edit`])
        .execute();
    },
    async removeOf(workspaceId, userId) {
      await removed(workspaceId).where('user_id', '=', userId).execute();
    },
  };
}
