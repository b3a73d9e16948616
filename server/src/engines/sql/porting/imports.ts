// The imports table and its journal.

import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import {
  emptyReport,
  type Import,
  type ImportFile,
  type ImportReport,
  type ImportSummary,
  type JournalEntry,
} from '../../../domain/porting/import.ts';
import type { IdentifiedTable, ImportReader, ImportWriter } from '../../../ports/porting/porting-store.ts';
import { hasUndoneImports } from '../events/ledger.ts';
import type { Lookups, Searches } from '../kernel/dialect.ts';
import { lookUp } from '../kernel/look-up.ts';
import { sliced } from '../kernel/paging.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import { type Db, flag, type Tables } from '../kernel/tables.ts';
import { userWriter } from '../people/users.ts';
import { importedRows } from './imported-rows.ts';
import { canBeTaken } from './takeover.ts';
import { referencedUsers, undoneRows } from './undone-rows.ts';

/** What has an ID of its own. */
const tablesOf = {
  postTypes: 'post_types',
  statuses: 'statuses',
  users: 'users',
  tags: 'tags',
  posts: 'posts',
  comments: 'comments',
  statusChanges: 'status_changes',
  attachments: 'attachments',
  changelogs: 'changelogs',
  submissions: 'submissions',
  suppressions: 'suppressions',
} as const satisfies Record<IdentifiedTable, keyof Tables>;

/** As in the partial index: with parameters, SQLite would not use it. */
const isActive = sql<boolean>`state in ('queued', 'running', 'undoing')`;

/** What a worker can run: an import on the command line has no files that another process could read. */
const isJob = sql<boolean>`(state <> 'running' or expires_at is not null)`;

/** How many the sweep handles in one step. */
const batchSize = 100;

export function importReader(db: Db, lookups: Lookups): ImportReader {
  const imports = (workspaceId: string) =>
    db.selectFrom('imports').selectAll().where('workspace_id', '=', workspaceId);
  const references = () => db.selectFrom('imports').select(['workspace_id as workspaceId', 'id']);
  const posts = (workspaceId: string) => db.selectFrom('posts').where('workspace_id', '=', workspaceId);
  const each = <T extends keyof Tables, O>(
    rows: SelectQueryBuilder<Tables, T, O>,
    column: keyof Tables[T] & string,
    values: readonly string[],
  ) => lookUp(db, lookups, rows, column, values);

  return {
    async find(workspaceId, id) {
      const row = await imports(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && toImport(row);
    },
    async page(workspaceId, slice) {
      const listed = db
        .selectFrom('imports')
        .select(summaryColumns)
        .select(sql<string>`substr(report, 1, ${reportHead})`.as('report'))
        .where('workspace_id', '=', workspaceId);
      const rows = await sliced(listed, ['id'], 'desc', slice).execute();
      return rows.map(toSummary);
    },
    nextJob: (takeover) =>
      references()
        .where(isActive)
        .where(isJob)
        .where((eb) => eb.or([eb('owner', '=', ''), canBeTaken(takeover)]))
        .orderBy('updated_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    expired: (by) =>
      references()
        .where('expires_at', '<=', by)
        .where(sql<boolean>`not ${isActive}`)
        .limit(batchSize)
        .execute(),
    async keptUploads(workspaceId, take) {
      const rows = await db
        .selectFrom('imports')
        .select('files')
        .where('workspace_id', '=', workspaceId)
        .where('files', '<>', '[]')
        .limit(take)
        .execute();
      return rows.map(({ files }) =>
        (JSON.parse(files) as ImportFile[]).reduce((sum, { size }) => sum + size, 0),
      );
    },
    async nextJournal({ workspaceId, id }) {
      const { rows } = await sql<{ workspaceId: string; id: string }>`
        select workspace_id as "workspaceId", import_id as "id" from import_objects
        where (workspace_id, import_id) > (${workspaceId}, ${id})
        order by workspace_id, import_id limit 1`.execute(db);
      return rows[0];
    },
    async hasJournal(workspaceId, importId) {
      const row = await db
        .selectFrom('import_objects')
        .select('kind')
        .where('workspace_id', '=', workspaceId)
        .where('import_id', '=', importId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async findActive(workspaceId) {
      const row = await imports(workspaceId).where(isActive).executeTakeFirst();
      return row && toImport(row);
    },
    async isUnused(workspaceId) {
      const someIn = async (table: 'posts' | 'tags' | 'changelogs') =>
        (await db
          .selectFrom(table)
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .limit(1)
          .executeTakeFirst()) !== undefined;
      const people = await db
        .selectFrom('users')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .limit(2)
        .execute();
      if (people.length > 1) return false;
      for (const table of ['posts', 'tags', 'changelogs'] as const) if (await someIn(table)) return false;
      // Also if that import is started again: what it removed has to come back as something new.
      return !(await hasUndoneImports(db, workspaceId));
    },
    async journalOf(workspaceId, importId, kind, sourceIds) {
      const entries = db
        .selectFrom('import_objects')
        .select(['source_id as sourceId', 'object_id as objectId', 'is_new'])
        .where('workspace_id', '=', workspaceId)
        .where('import_id', '=', importId)
        .where('kind', '=', kind);
      const found = new Map<string, JournalEntry>();
      for (const { sourceId, objectId, is_new: isNew } of await each(entries, 'source_id', sourceIds))
        found.set(sourceId, { kind, sourceId, objectId, isNew: isNew === 1 });
      return found;
    },
    async idsByExternalIds(workspaceId, table, externalIds) {
      const rows = db
        .selectFrom(table)
        .select(['id', 'external_id as externalId'])
        .where('workspace_id', '=', workspaceId);
      const found = new Map<string, string>();
      for (const { id, externalId } of await each(rows, 'external_id', externalIds))
        if (externalId !== null) found.set(externalId, id);
      return found;
    },
    async mergedIntoOf(workspaceId, postIds) {
      const merged = posts(workspaceId)
        .select(['id', 'merged_into_id as intoId'])
        .where('merged_into_id', 'is not', null);
      const found = new Map<string, string>();
      for (const { id, intoId } of await each(merged, 'id', postIds))
        if (intoId !== null) found.set(id, intoId);
      return found;
    },
    async mergeTargets(workspaceId, postIds) {
      const merged = posts(workspaceId).select('merged_into_id as intoId');
      const found = await each(merged, 'merged_into_id', postIds);
      return new Set(found.flatMap(({ intoId }) => intoId ?? []));
    },
    async publicPosts(workspaceId, ids) {
      const rows = posts(workspaceId).select(['id', 'visibility']);
      const found = await each(rows, 'id', ids);
      return new Set(found.flatMap(({ id, visibility }) => (visibility === 'public' ? id : [])));
    },
    async threadsOfComments(workspaceId, ids) {
      const rows = db
        .selectFrom('comments')
        // With `version`, which no index has: SQLite would read all of an index that has everything else.
        .select(['id', 'post_id as postId', 'is_private', 'is_public', 'version'])
        .where('workspace_id', '=', workspaceId);
      const found = await each(rows, 'id', ids);
      return new Map(
        found.map(({ id, postId, is_private, is_public }) => [
          id,
          { postId, isPrivate: is_private === 1, isPublic: is_public === 1 },
        ]),
      );
    },
    async existing(workspaceId, table, ids) {
      const rows = db.selectFrom(tablesOf[table]).select('id').where('workspace_id', '=', workspaceId);
      return new Set((await each(rows, 'id', ids)).map(({ id }) => id));
    },
  };
}

export function importWriter(db: Db, search: Searches, lookups: Lookups): ImportWriter {
  const one = (workspaceId: string, id: string) =>
    db.updateTable('imports').where('workspace_id', '=', workspaceId).where('id', '=', id);
  return {
    ...importReader(db, lookups),
    ...importedRows(db),
    ...undoneRows(db, search),
    async insert(workspaceId, started, owner) {
      await db
        .insertInto('imports')
        .values({
          workspace_id: workspaceId,
          id: started.id,
          source: started.source,
          actor_type: started.actor.type,
          actor_id: started.actor.id,
          owner,
          created_at: started.createdAt,
          ...progressOf(started),
        })
        .execute();
    },
    async renew(workspaceId, progress, owner) {
      const { numUpdatedRows } = await one(workspaceId, progress.id)
        .set(progressOf(progress))
        .where('owner', '=', owner)
        .where(isActive)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async replace(workspaceId, current, owner) {
      await one(workspaceId, current.id)
        .set({ ...progressOf(current), owner, actor_type: current.actor.type, actor_id: current.actor.id })
        .execute();
    },
    async claim(workspaceId, id, { owner, at, takeover }) {
      const { numUpdatedRows } = await one(workspaceId, id)
        .set((eb) => ({
          owner,
          attempts: eb('attempts', '+', 1),
          state: sql`case when state = 'queued' then 'running' else state end`,
          updated_at: at,
        }))
        .where(isActive)
        .where(isJob)
        .where((eb) => eb.or([eb('owner', '=', ''), canBeTaken(takeover)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async touch(workspaceId, id, owner, at) {
      const { numUpdatedRows } = await one(workspaceId, id)
        .set({ updated_at: at })
        .where('owner', '=', owner)
        .where(isActive)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async remove(workspaceId, id) {
      await db.deleteFrom('imports').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
    async take(workspaceId, id, owner, at) {
      await one(workspaceId, id).set({ owner, updated_at: at }).execute();
    },
    note: (workspaceId, importId, entries) =>
      insertMany(
        db,
        'import_objects',
        entries.map(({ kind, sourceId, objectId, isNew }) => ({
          workspace_id: workspaceId,
          import_id: importId,
          kind,
          source_id: sourceId,
          object_id: objectId,
          is_new: flag(isNew),
        })),
      ),
    async adoptOwnUser(workspaceId, user) {
      const workspaces = db.updateTable('workspaces').where('id', '=', workspaceId);
      const former = await db
        .selectFrom('workspaces')
        .select('user_id')
        .where('id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      await userWriter(db, search.users, lookups).insert(workspaceId, user);
      await workspaces.set({ user_id: user.id }).execute();
      if ((await referencedUsers(db, workspaceId, [former.user_id])).size > 0) return;
      await search.users.remove(db, workspaceId, [former.user_id]);
      await db
        .deleteFrom('users')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', former.user_id)
        .execute();
    },
    async clearCatalog(workspaceId) {
      for (const table of ['statuses', 'post_types'] as const)
        await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(db);
    },
  };
}

const progressOf = (given: Import) => ({
  state: given.state,
  is_dry_run: flag(given.isDryRun),
  digest: given.digest,
  is_faithful: flag(given.isFaithful),
  done: given.done,
  total: given.total,
  report: reportText(given.report),
  undone: given.undone && JSON.stringify(given.undone),
  mapping: choicesText(given),
  files: JSON.stringify(given.files),
  preview: given.preview && JSON.stringify(given.preview),
  attempts: given.attempts,
  error: given.error,
  expires_at: given.expiresAt,
  updated_at: given.updatedAt,
  finished_at: given.finishedAt,
});

/** What the person who imports has chosen is stored as one text: the mapping, and what differs from the default. */
const choicesText = ({ mapping, fetchesFiles, visibility, publishesComments }: Import): string =>
  JSON.stringify({
    ...mapping,
    ...(!fetchesFiles && { fetchesFiles }),
    ...(visibility !== 'internal' && { visibility }),
    ...(publishesComments && { publishesComments }),
  });

type Choices = Pick<Import, 'mapping' | 'fetchesFiles' | 'visibility' | 'publishesComments'>;

function choicesOf(text: string): Choices {
  const {
    fetchesFiles = true,
    visibility = 'internal',
    publishesComments = false,
    ...mapping
  } = JSON.parse(text);
  return { mapping, fetchesFiles, visibility, publishesComments };
}

/** Errors and warnings come last, so that a list can read the start only. */
const reportText = ({ errors, warnings, ...numbers }: ImportReport): string =>
  JSON.stringify({ ...numbers, errors, warnings });

/** Longer than any report without its errors and warnings. */
const reportHead = 4_000;

const withoutErrors = (head: string): string => head.replace(/,"errors":\[.*$/s, '}');

/** Earlier versions stored fewer numbers, and no warnings. */
const toReport = (text: string): ImportReport => ({ ...emptyReport(), ...JSON.parse(text) });

const summaryColumns = [
  'id',
  'source',
  'state',
  'is_dry_run',
  'digest',
  'is_faithful',
  'actor_type',
  'actor_id',
  'done',
  'total',
  'undone',
  'mapping',
  'files',
  'attempts',
  'error',
  'expires_at',
  'created_at',
  'updated_at',
  'finished_at',
] as const satisfies (keyof Tables['imports'])[];

type SummaryRow = Pick<Selectable<Tables['imports']>, (typeof summaryColumns)[number] | 'report'>;

const toImport = (row: Selectable<Tables['imports']>): Import => ({
  ...toSummary(row),
  report: toReport(row.report),
  preview: row.preview && JSON.parse(row.preview),
});

const toSummary = (row: SummaryRow): ImportSummary => ({
  id: row.id,
  source: row.source,
  state: row.state,
  isDryRun: row.is_dry_run === 1,
  digest: row.digest,
  isFaithful: row.is_faithful === 1,
  actor: { type: row.actor_type as Import['actor']['type'], id: row.actor_id },
  done: row.done,
  total: row.total,
  report: toReport(withoutErrors(row.report)),
  undone: row.undone && JSON.parse(row.undone),
  ...choicesOf(row.mapping),
  files: JSON.parse(row.files),
  attempts: row.attempts,
  error: row.error,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  finishedAt: row.finished_at,
});
