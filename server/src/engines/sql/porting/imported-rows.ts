// Bulk writes of an import. Each skips rows that are already there, so that a step can be repeated.

import { sql } from 'kysely';
import type { Vote } from '../../../domain/feedback/vote.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { ImportWriter } from '../../../ports/porting/porting-store.ts';
import { insertStatusChanges } from '../catalog/status-changes.ts';
import { followerRow } from '../feedback/followers.ts';
import { voteRow } from '../feedback/votes.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { inFewSizes, insertMany, oneAfterAnother, runBuilt } from '../kernel/statements/insert-many.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { suppressionColumns } from '../mail/suppressions.ts';
import { insertErasedUsers } from '../people/users.ts';
import { banColumns } from '../site/bans.ts';
import { submissionColumns } from '../site/submissions.ts';

type ImportedRows = Pick<
  ImportWriter,
  | 'insertErased'
  | 'addVotes'
  | 'addSetAsideVotes'
  | 'addFollowers'
  | 'addStatusChanges'
  | 'addSubmissions'
  | 'addBans'
  | 'addSuppressions'
  | 'markComplaints'
  | 'tagPosts'
  | 'addToCounts'
  | 'addFilesToComments'
  | 'markMerged'
>;

export function importedRows(db: Db): ImportedRows {
  return {
    insertErased: (workspaceId, users) => insertErasedUsers(db, workspaceId, users),
    async addVotes(workspaceId, votes) {
      const added = await insertMissing(
        db,
        'votes',
        votes.map((vote) => voteRow(workspaceId, vote)),
        ['post_id', 'user_id'],
      );
      return votes.filter(({ postId, userId }) => added.has(keyOf(postId, userId)));
    },
    async addSetAsideVotes(workspaceId, votes) {
      const added = await insertMissing(
        db,
        'merged_votes',
        votes.map(({ postId, userId, votedAt, source = 'api' }: Vote) => ({
          workspace_id: workspaceId,
          source_id: postId,
          user_id: userId,
          created_at: votedAt,
          source,
        })),
        ['source_id', 'user_id'],
      );
      return votes.filter(({ postId, userId }) => added.has(keyOf(postId, userId)));
    },
    async addFollowers(workspaceId, followers) {
      const added = await insertMissing(
        db,
        'followers',
        followers.map((follower) => followerRow(workspaceId, follower)),
        ['origin_id', 'user_id'],
      );
      return followers.filter(({ originId, userId }) => added.has(keyOf(originId, userId)));
    },
    async addStatusChanges(workspaceId, changes) {
      for (const chunk of inFewSizes(changes)) await insertStatusChanges(db, workspaceId, chunk);
    },
    addSubmissions: (workspaceId, submissions) =>
      insertMany(
        db,
        'submissions',
        submissions.map((each) => ({ workspace_id: workspaceId, ...submissionColumns.valuesOf(each) })),
      ),
    async addBans(workspaceId, bans) {
      const rows = bans.map((ban) => ({ workspace_id: workspaceId, ...banColumns.valuesOf(ban) }));
      const added = await insertMissing(db, 'bans', rows, ['user_id']);
      return bans.filter(({ userId }) => added.has(userId));
    },
    async addSuppressions(workspaceId, suppressions) {
      const rows = suppressions.map((each) => ({
        workspace_id: workspaceId,
        ...suppressionColumns.valuesOf(each),
      }));
      const added = await insertMissing(db, 'suppressions', rows, ['id']);
      return suppressions.filter(({ id }) => added.has(id));
    },
    markComplaints: (workspaceId, ids) =>
      inChunks(ids, async (chunk) => {
        await db
          .updateTable('suppressions')
          .set({ reason: 'complaint' })
          .where('workspace_id', '=', workspaceId)
          .where('id', 'in', chunk)
          .execute();
      }),
    async tagPosts(workspaceId, tagIdsOf) {
      const counts = new Map<string, number>();
      const rows = [...tagIdsOf].flatMap(([postId, tagIds]) =>
        tagIds.map((tagId, position) => {
          counts.set(tagId, (counts.get(tagId) ?? 0) + 1);
          return { workspace_id: workspaceId, post_id: postId, tag_id: tagId, position };
        }),
      );
      await insertMany(db, 'post_tags', rows);
      const added = [...counts].map(([id, count]) => [id, count] as const);
      for (const chunk of inFewSizes(added)) await addTo(db, 'tags', workspaceId, ['posts_count'], chunk);
    },
    async addToCounts(workspaceId, counts, at) {
      const rows = [...counts].map(
        ([id, { votes = 0, comments = 0, publicComments = 0 }]) =>
          [id, votes, comments, publicComments] as const,
      );
      await oneAfterAnother(inFewSizes(rows), (chunk) =>
        addTo(
          db,
          'posts',
          workspaceId,
          ['votes_count', 'comments_count', 'public_comments_count'],
          chunk,
          at,
        ),
      );
    },
    async addFilesToComments(workspaceId, commentIds) {
      const counts = new Map<string, number>();
      for (const id of commentIds) counts.set(id, (counts.get(id) ?? 0) + 1);
      const postIds: string[] = [];
      for (const chunk of inFewSizes([...counts])) {
        await addTo(db, 'comments', workspaceId, ['attachments_count'], chunk);
        const rows = await db
          .selectFrom('comments')
          .select('post_id')
          .where('workspace_id', '=', workspaceId)
          .where(
            'id',
            'in',
            chunk.map(([id]) => id),
          )
          .where('is_public', '=', 1)
          .execute();
        postIds.push(...rows.map((row) => row.post_id));
      }
      return postIds;
    },
    async markMerged(workspaceId, intoIdOf) {
      for (const chunk of inFewSizes([...intoIdOf])) {
        const { rows } = await sql<{ intoId: string; votes: number }>`
          update posts set merged_into_id = given.column2, votes_count = votes_count - imported_votes
          from (values ${tuples(chunk)}) as given
          where posts.workspace_id = ${workspaceId} and posts.id = given.column1
          returning merged_into_id as "intoId", imported_votes as votes`.execute(db);
        const votes = new Map<string, number>();
        for (const row of rows)
          if (row.votes > 0) votes.set(row.intoId, (votes.get(row.intoId) ?? 0) + row.votes);
        for (const targets of inFewSizes([...votes]))
          await addTo(db, 'posts', workspaceId, ['votes_count'], targets);
      }
    },
  };
}

const keyOf = (...parts: readonly unknown[]): string => parts.join(' ');

/** Inserts the rows whose key is free; returns the keys of those, without the workspace. */
async function insertMissing<Table extends 'votes' | 'merged_votes' | 'followers' | 'bans' | 'suppressions'>(
  db: Db,
  table: Table,
  rows: readonly Tables[Table][],
  key: readonly (keyof Tables[Table] & string)[],
): Promise<Set<string>> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column));
  const inserted = await oneAfterAnother(inFewSizes(rows), (chunk) => {
    const build = () =>
      sql<Record<string, string>>`
        insert into ${sql.table(table)} (${sql.join(columns)}) values ${tuples(chunk.map(valuesOf))}
        on conflict do nothing returning ${sql.join(key.map((column) => sql.ref(column)))}`.compile(db);
    return runBuilt(db, `missing ${table} ${chunk.length}`, build, chunk.flatMap(valuesOf));
  });
  return new Set(
    inserted.flatMap((result) => result.rows.map((row) => keyOf(...key.map((column) => row[column])))),
  );
}

const valuesOf = (row: object): unknown[] => Object.values(row);

const tuples = (rows: readonly (readonly unknown[])[]) =>
  sql.join(rows.map((row) => sql`(${sql.join([...row])})`));

/** Adds numbers to columns of many rows with one statement. */
async function addTo(
  db: Db,
  table: 'posts' | 'tags' | 'comments',
  workspaceId: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  updatedAt?: Instant,
): Promise<void> {
  const name = sql.table(table);
  const sums = columns.map((column, index) => {
    const given = sql.ref(`given.column${index + 2}`);
    return sql`${sql.ref(column)} = ${name}.${sql.ref(column)} + cast(${given} as bigint)`;
  });
  const times = updatedAt === undefined ? [] : [sql`updated_at = ${updatedAt}`];
  const build = () =>
    sql`
      update ${name} set ${sql.join([...sums, ...times])} from (values ${tuples(rows)}) as given
      where ${name}.workspace_id = ${workspaceId} and ${name}.id = given.column1`.compile(db);
  const parameters = [...(updatedAt === undefined ? [] : [updatedAt]), ...rows.flat(), workspaceId];
  await runBuilt(db, `add ${table} ${columns} ${times.length} ${rows.length}`, build, parameters);
}
