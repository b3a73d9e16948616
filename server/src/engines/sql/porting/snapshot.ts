// Reads whole tables of one workspace in the order of their keys, for exports.

import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { SortKey } from '../../../domain/kernel/page.ts';
import type { ExportedRows } from '../../../ports/porting/porting-store.ts';
import type { Reader, Snapshot } from '../../../ports/store.ts';
import { postTypeTable } from '../catalog/post-types.ts';
import { statusChangeColumns } from '../catalog/status-changes.ts';
import { statusTable } from '../catalog/statuses.ts';
import { tagColumns } from '../catalog/tags.ts';
import { changelogColumns } from '../changelog/changelogs.ts';
import { ledgerColumns, toEntry } from '../events/ledger.ts';
import { commentColumns } from '../feedback/comments.ts';
import { followerColumns } from '../feedback/followers.ts';
import { toWholePost, wholePost } from '../feedback/post-columns.ts';
import { voteColumns } from '../feedback/votes.ts';
import { attachmentColumns } from '../files/attachments.ts';
import { sliced } from '../kernel/paging.ts';
import { type CopiedTable, tableKeys } from '../kernel/table-keys.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { mailSettingsColumns } from '../mail/settings.ts';
import { suppressionColumns } from '../mail/suppressions.ts';
import { userColumns } from '../people/users.ts';
import { banColumns } from '../site/bans.ts';
import { submissionColumns } from '../site/submissions.ts';

type Rows<Table extends CopiedTable, Row> = SelectQueryBuilder<Tables, Table, Row>;

/** A table, and how its rows become objects. */
interface Source<Item> {
  page(db: Db, workspaceId: string, after: SortKey | undefined, take: number): Promise<Item[]>;
  count(db: Db, workspaceId: string): Promise<number>;
}

function source<Table extends CopiedTable, Row, Item>(
  table: Table,
  select: (db: Db) => Rows<Table, Row>,
  read: (row: Row) => Item,
  key: readonly string[] = tableKeys[table].filter((column) => column !== 'workspace_id'),
): Source<Item> {
  return {
    async page(db, workspaceId, after, take) {
      const rows = select(db).where(sql<boolean>`workspace_id = ${workspaceId}`);
      return (await sliced(rows, key, 'asc', { take, skip: 0, after }).execute()).map((row) =>
        read(row as Row),
      );
    },
    count: (db, workspaceId) => countRows(db, workspaceId, table, key),
  };
}

/** SQLite counts in the process, about a million rows in a quarter of a second: one statement must not count more. */
const countedAtOnce = 10_000;

async function countRows(
  db: Db,
  workspaceId: string,
  table: CopiedTable,
  key: readonly string[],
): Promise<number> {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  let [count, from] = [0, sql`${sql.table(table)} where workspace_id = ${workspaceId}`];
  for (;;) {
    const { rows } = await sql<Record<string, string | number>>`
      select ${keys} from ${from} order by ${keys} limit 1 offset ${countedAtOnce - 1}`.execute(db);
    const [last] = rows;
    if (last === undefined) break;
    count += countedAtOnce;
    const after = sql.join(key.map((column) => last[column]));
    from = sql`${sql.table(table)} where workspace_id = ${workspaceId} and (${keys}) > (${after})`;
    await setImmediate();
  }
  const { rows } = await sql<{ rest: number }>`select count(*) as rest from ${from}`.execute(db);
  return count + Number(rows[0]?.rest);
}

const same = <Row>(row: Row): Row => row;

const sources: { [Name in keyof ExportedRows]: Source<ExportedRows[Name]> } = {
  postTypes: source(
    'post_types',
    (db) => db.selectFrom('post_types').select(postTypeTable.columns.selected),
    postTypeTable.columns.read,
  ),
  statuses: source(
    'statuses',
    (db) =>
      db
        .selectFrom('statuses')
        .select(statusTable.columns.selected)
        .select(['category', 'next_status_ids', 'notify_followers']),
    ({ next_status_ids: next, notify_followers: notify, ...row }) => ({
      ...statusTable.columns.pick(row as never),
      category: row.category,
      nextStatusIds: next === null ? null : JSON.parse(next),
      notifyFollowers: notify === 1,
    }),
  ),
  tags: source('tags', (db) => db.selectFrom('tags').select(tagColumns.selected), tagColumns.read),
  users: source(
    'users',
    (db) => db.selectFrom('users').select([...userColumns.selected, 'is_erased']),
    ({ is_erased: erased, ...user }) => ({ ...user, isErased: erased === 1 }),
    ['is_erased', 'created_at', 'id'],
  ),
  posts: source('posts', (db) => db.selectFrom('posts').select(wholePost), toWholePost, ['created_at', 'id']),
  comments: source(
    'comments',
    (db) => db.selectFrom('comments').select(commentColumns.selected),
    commentColumns.read,
  ),
  votes: source('votes', (db) => db.selectFrom('votes').select(voteColumns.selected), same),
  followers: source('followers', (db) => db.selectFrom('followers').select(followerColumns.selected), same),
  setAsideVotes: source(
    'merged_votes',
    (db) =>
      db
        .selectFrom('merged_votes')
        .select(['source_id as postId', 'user_id as userId', 'created_at as votedAt', 'source']),
    same,
  ),
  statusChanges: source(
    'status_changes',
    (db) => db.selectFrom('status_changes').select(statusChangeColumns.selected),
    statusChangeColumns.read,
  ),
  changelogs: source(
    'changelogs',
    (db) => db.selectFrom('changelogs').select(changelogColumns.selected),
    changelogColumns.read,
  ),
  submissions: source(
    'submissions',
    (db) => db.selectFrom('submissions').select(submissionColumns.selected),
    submissionColumns.read,
  ),
  bans: source('bans', (db) => db.selectFrom('bans').select(banColumns.selected), same),
  mailSettings: source(
    'mail_settings',
    (db) => db.selectFrom('mail_settings').select(mailSettingsColumns.selected),
    mailSettingsColumns.read,
  ),
  suppressions: source(
    'suppressions',
    (db) => db.selectFrom('suppressions').select(suppressionColumns.selected),
    suppressionColumns.read,
  ),
  attachments: source(
    'attachments',
    (db) => db.selectFrom('attachments').select(attachmentColumns.selected),
    same,
  ),
  ledger: source(
    'ledger',
    (db) => db.selectFrom('ledger').select([...ledgerColumns, 'payload']),
    ({ payload, ...row }) => ({ ...toEntry(row), payload }),
  ),
};

export const snapshotOn = (db: Db, read: Reader): Snapshot => ({
  read,
  async schema() {
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name desc limit 1`.execute(db);
    return rows[0]?.name ?? '';
  },
  count: (workspaceId, name) => sources[name].count(db, workspaceId),
  rowsAfter: (workspaceId, name, after, take) => sources[name].page(db, workspaceId, after, take),
});
