// The workspaces table.

import { sql } from 'kysely';
import type { Workspace } from '../../../domain/team/workspace.ts';
import type { WorkspaceReader, WorkspaceWriter } from '../../../ports/store.ts';
import { inChunks } from './statements/in-chunks.ts';
import { firstOf, prepared } from './statements/prepared.ts';
import type { Db } from './tables.ts';

const columns = ['id', 'slug', 'name', 'user_id as userId', 'created_at as createdAt'] as const;

const workspaceById = prepared((db, { id }: { id: string }) =>
  db.selectFrom('workspaces').select(columns).where('id', '=', id).compile(),
);

const revisionOf = prepared((db: Db, { id }: { id: string }) =>
  db.selectFrom('workspaces').select('revision').where('id', '=', id).compile(),
);

export function workspaceReader(db: Db): WorkspaceReader {
  const workspaces = () => db.selectFrom('workspaces').select(columns);
  return {
    find: (id) => firstOf(workspaceById(db, { id })),
    findBySlug: (slug) => workspaces().where('slug', '=', slug).executeTakeFirst(),
    list: () => workspaces().orderBy('id').execute(),
    async workspacesOf(ids) {
      const found = new Map<string, Workspace>();
      await inChunks(ids, async (chunk) => {
        for (const workspace of await workspaces().where('id', 'in', chunk).execute())
          found.set(workspace.id, workspace);
      });
      return found;
    },
    async revision(id) {
      return (await firstOf(revisionOf(db, { id })))?.revision ?? 0;
    },
    async publicRevision(id) {
      return (await firstOf(publicRevisionOf(db, { id })))?.revision ?? 0;
    },
    async revisionsOf(ids) {
      const found = new Map<string, number>();
      await inChunks(ids, async (chunk) => {
        const rows = await db
          .selectFrom('workspaces')
          .select(['id', 'revision'])
          .where('id', 'in', chunk)
          .execute();
        for (const { id, revision } of rows) found.set(id, revision);
      });
      return found;
    },
    lastChanged: () =>
      db
        .selectFrom('workspaces')
        .select(['id', 'revision'])
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}

const publicRevisionOf = prepared((db: Db, { id }: { id: string }) =>
  db.selectFrom('workspaces').select('public_revision as revision').where('id', '=', id).compile(),
);

const raiseRevision = prepared((db, { id, at }: { id: string; at: number }) =>
  db
    .updateTable('workspaces')
    .set({ revision: sql<number>`case when revision < ${at} then ${at} else revision + 1 end` })
    .where('id', '=', id)
    .compile(),
);

const raisePublicRevision = prepared((db, { id, at }: { id: string; at: number }) =>
  db
    .updateTable('workspaces')
    .set({
      public_revision: sql<number>`case when public_revision < ${at} then ${at} else public_revision + 1 end`,
    })
    .where('id', '=', id)
    .compile(),
);

export function workspaceWriter(db: Db): WorkspaceWriter {
  return {
    ...workspaceReader(db),
    async insert({ id, slug, name, userId, createdAt }) {
      await db
        .insertInto('workspaces')
        .values({ id, slug, name, user_id: userId, revision: 0, created_at: createdAt })
        .execute();
    },
    async rename(id, name) {
      await db.updateTable('workspaces').set({ name }).where('id', '=', id).execute();
    },
    async raiseRevision(id, at) {
      await raiseRevision(db, { id, at });
    },
    async raisePublicRevision(id, at) {
      await raisePublicRevision(db, { id, at });
    },
  };
}
