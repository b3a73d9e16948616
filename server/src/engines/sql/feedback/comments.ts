// The comments table.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Comment, CommentQuery } from '../../../domain/feedback/comment.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Slice } from '../../../domain/kernel/page.ts';
import type { CommentReader, CommentWriter } from '../../../ports/feedback/feedback-store.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import {
  type Conditions,
  conditionsOf,
  type FiltersOf,
  isAny,
  isSince,
  matchesNothing,
  where,
} from '../kernel/conditions.ts';
import type { Lookups, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { lookUp } from '../kernel/look-up.ts';
import { areFew, branchesBy, type Order, pageOfAny, sliced } from '../kernel/paging.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { inSteps } from '../kernel/statements/in-steps.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import { updateMany } from '../kernel/statements/update-many.ts';
import { type Db, flag, type Tables } from '../kernel/tables.ts';
import { setMentions } from './mentions.ts';
import { textOfComment, textWriter } from './texts.ts';

export const commentColumns = columnsOf<Tables['comments'], Comment>()({
  id: 'id',
  postId: 'post_id',
  parentId: 'parent_id',
  userId: 'user_id',
  content: 'content',
  document: 'document',
  attachmentsCount: 'attachments_count',
  externalId: 'external_id',
  isPrivate: flagColumn('is_private'),
  isDeleted: flagColumn('is_deleted'),
  isPublic: flagColumn('is_public'),
  isFromTeam: flagColumn('is_from_team'),
  accountId: 'account_id',
  isAnswer: flagColumn('is_answer'),
  mergedFromId: 'merged_from_id',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

/** Merging moves comments with its own statements. */
const editable = commentColumns.without('id', 'postId', 'parentId', 'mergedFromId');

const order: Order = { columns: ['created_at', 'id'], names: ['createdAt', 'id'], direction: 'desc' };

/** Each has an index in this order. */
const indexed = { postIds: 'post_id', userIds: 'user_id' } as const;

const conditions: Conditions<CommentQuery> = {
  postIds: isAny(indexed.postIds),
  userIds: isAny(indexed.userIds),
  externalIds: isAny('external_id'),
  isPrivate: (isPrivate) => sql`is_private = ${flag(isPrivate)}`,
  updatedSince: isSince('updated_at'),
};

const batchSize = 1000;
/** A content can have 40 KB, which an engine decodes in one go. */
const commentsAtOnce = 100;

const commentsIn = (db: Db, workspaceId: string) =>
  db.selectFrom('comments').select(commentColumns.selected).where('workspace_id', '=', workspaceId);

const commentById = prepared((db, { workspaceId, id }: { workspaceId: string; id: string }) =>
  commentsIn(db, workspaceId).where('id', '=', id).compile(),
);
const commentByExternalId = prepared((db, named: { workspaceId: string; externalId: string }) =>
  commentsIn(db, named.workspaceId).where('external_id', '=', named.externalId).compile(),
);

export function commentReader(db: Db, lookups: Lookups): CommentReader {
  const comments = (workspaceId: string) => commentsIn(db, workspaceId);
  /** Each by an index: a planner that misjudges their number would read all comments of the workspace. */
  const named = async (workspaceId: string, column: 'id' | 'external_id', values: readonly string[]) => {
    const rows = await lookUp(db, lookups, comments(workspaceId), column, values, commentsAtOnce);
    return rows.map(commentColumns.read);
  };
  const commentsOf = async (workspaceId: string, ids: readonly string[]): Promise<Map<string, Comment>> =>
    new Map((await named(workspaceId, 'id', ids)).map((comment) => [comment.id, comment]));
  /** For few rows. */
  const sorted = async (rows: ReturnType<typeof comments>, slice: Slice): Promise<Comment[]> =>
    (await sliced(rows, order.columns, 'desc', slice, 'sort').execute()).map(commentColumns.read);
  const areFewSince = (workspaceId: string, isPrivate: boolean, instant: Instant) =>
    areFew(
      db,
      db
        .selectFrom('comments')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('is_private', '=', flag(isPrivate))
        .where('updated_at', '>=', instant),
    );
  return {
    async find(workspaceId, id) {
      const row = await firstOf(commentById(db, { workspaceId, id }));
      return row && commentColumns.read(row);
    },
    async findByExternalId(workspaceId, externalId) {
      const row = await firstOf(commentByExternalId(db, { workspaceId, externalId }));
      return row && commentColumns.read(row);
    },
    async byExternalIds(workspaceId, externalIds) {
      const found = await named(workspaceId, 'external_id', externalIds);
      return new Map(
        found.flatMap((comment) => (comment.externalId === null ? [] : [[comment.externalId, comment]])),
      );
    },
    async page(workspaceId, { slice, ...filters }) {
      if (matchesNothing(filters)) return [];
      const { postIds, userIds, externalIds, isPrivate, updatedSince } = filters;
      const conditionsOn = (some: Partial<FiltersOf<CommentQuery>>) =>
        conditionsOf(conditions, workspaceId, some);
      const ofAll = postIds === undefined && userIds === undefined;
      const areFewByIndex =
        // A unique index finds these few comments; every other filter only narrows them down.
        externalIds !== undefined ||
        (updatedSince !== undefined && ofAll && (await areFewSince(workspaceId, isPrivate, updatedSince)));
      if (areFewByIndex) return sorted(where(comments(workspaceId), conditionsOn(filters)), slice);
      const by = postIds === undefined ? 'userIds' : 'postIds';
      const { [by]: values, isPrivate: _, ...others } = filters;
      const ofKind = where(comments(workspaceId), conditionsOn({ isPrivate }));
      // A stub is no longer its user's comment. There are few.
      const wanted = userIds === undefined ? ofKind : ofKind.where('is_deleted', '=', 0);
      const branches = branchesBy(wanted, indexed[by], values);
      return (await pageOfAny(branches, order, slice, conditionsOn(others))).map(commentColumns.read);
    },
    async findOfPost(workspaceId, postId, id) {
      const row = await comments(workspaceId)
        .where('id', '=', id)
        .where('post_id', '=', postId)
        .executeTakeFirst();
      return row && commentColumns.read(row);
    },
    async commentsOfPost(workspaceId, postId, ids) {
      // Found by id alone: no planner should read all comments of a post for a few of them.
      const found = await commentsOf(workspaceId, ids);
      return new Map([...found].filter(([, comment]) => comment.postId === postId));
    },
    async withReplies(workspaceId, postId, ids) {
      const found = new Set<string>();
      await inChunks([...new Set(ids)], async (chunk) => {
        const rows = await db
          .selectFrom('comments')
          .select('parent_id')
          .distinct()
          .where('workspace_id', '=', workspaceId)
          .where('post_id', '=', postId)
          .where('parent_id', 'in', chunk)
          .execute();
        for (const { parent_id } of rows) if (parent_id !== null) found.add(parent_id);
      });
      return found;
    },
    async repliesOf(workspaceId, postId, id) {
      const reply = await db
        .selectFrom('comments')
        .select('is_private')
        .where('workspace_id', '=', workspaceId)
        .where('post_id', '=', postId)
        .where('parent_id', '=', id)
        .orderBy('is_private')
        .limit(1)
        .executeTakeFirst();
      if (reply === undefined) return 'none';
      return reply.is_private === 1 ? 'private' : 'public';
    },
    commentsOf,
    async *outline(workspaceId, postId, which) {
      const ofPost = db
        .selectFrom('comments')
        .select(['id', 'parent_id as parentId', 'updated_at as updatedAt', 'created_at as createdAt'])
        .where('workspace_id', '=', workspaceId)
        .where('post_id', '=', postId)
        .where('is_private', '=', 0);
      const wanted = which === 'all' ? ofPost : ofPost.where('parent_id', 'is', null);
      let after: Slice['after'];
      for (;;) {
        const rows = await sliced(wanted, ['created_at', 'id'], 'asc', {
          take: batchSize,
          skip: 0,
          after,
        }).execute();
        if (rows.length > 0) yield rows.map(({ id, parentId, updatedAt }) => ({ id, parentId, updatedAt }));
        const last = rows.at(-1);
        if (last === undefined || rows.length < batchSize) return;
        after = [last.createdAt, last.id];
        await setImmediate();
      }
    },
  };
}

const row = (workspaceId: string, comment: Comment) => ({
  workspace_id: workspaceId,
  ...commentColumns.valuesOf(comment),
});

const insertComment = prepared((db, values: ReturnType<typeof row>) =>
  db.insertInto('comments').values(values).compile(),
);

export function commentWriter(db: Db, lookups: Lookups, search: TextSearch<WordTerms>): CommentWriter {
  const texts = textWriter(db, search);
  return {
    ...commentReader(db, lookups),
    async insert(workspaceId, comment) {
      await insertComment(db, row(workspaceId, comment));
      await texts.add(textOfComment(workspaceId, comment));
    },
    async insertMany(workspaceId, comments) {
      await insertMany(
        db,
        'comments',
        comments.map((comment) => row(workspaceId, comment)),
      );
      await texts.comments(workspaceId, comments);
    },
    async update(workspaceId, comment) {
      await db
        .updateTable('comments')
        .set(editable.valuesOf(comment))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', comment.id)
        .execute();
      await texts.comments(workspaceId, [comment]);
    },
    async updateMany(workspaceId, comments) {
      const rows = comments.map((comment) => ({ id: comment.id, values: editable.valuesOf(comment) }));
      await inChunks(rows, (chunk) => updateMany(db, 'comments', workspaceId, chunk), commentsAtOnce / 2);
      await texts.comments(workspaceId, comments);
    },
    async publish(workspaceId, postId, at) {
      let published = 0;
      await inSteps(db, {
        table: 'comments',
        workspaceId,
        key: 'id',
        matching: sql`post_id = ${postId} and is_private = 0 and is_deleted = 0 and is_public = 0`,
        change: (rows, some) => sql`update ${rows} set is_public = 1, updated_at = ${at} where ${some}`,
        onChanged: (count) => {
          published += count;
        },
      });
      return published;
    },
    setMentions: (workspaceId, mentions, at) => setMentions(db, workspaceId, mentions, at),
    async remove(workspaceId, id) {
      await texts.removeComments(workspaceId, [id]);
      await db.deleteFrom('comments').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
  };
}
