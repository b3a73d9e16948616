// The queries shared by statuses and post types.

import { sql } from 'kysely';
import type { Ordered, OrderedQuery } from '../../../domain/catalog/ordered.ts';
import type { OrderedReader, OrderedWriter } from '../../../ports/catalog/catalog-store.ts';
import { type Columns, flagColumn } from '../kernel/columns.ts';
import { type Conditions, conditionsOf, isSince, matchesNothing, where } from '../kernel/conditions.ts';
import { sliced } from '../kernel/paging.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import type { Db, Tables } from '../kernel/tables.ts';

/** The columns of both tables. */
export const orderedColumns = {
  id: 'id',
  name: 'name',
  slug: 'slug',
  color: 'color',
  position: 'position',
  isDefault: flagColumn('is_default'),
  postsCount: 'posts_count',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const;

/** Only columns of both tables are used by name here, so one table type can stand for both. */
export function orderedTable<T extends Ordered, Table, Map>(
  named: 'statuses' | 'post_types',
  mapped: Columns<Table, T, Map>,
) {
  const name = named as 'post_types';
  const columns = mapped as unknown as Columns<Tables['post_types'], T, typeof orderedColumns>;
  const rowsIn = (db: Db, workspaceId: string) =>
    db.selectFrom(name).select(columns.selected).where('workspace_id', '=', workspaceId);
  return {
    name,
    columns,
    rowsIn,
    byId: prepared((db, { workspaceId, id }: { workspaceId: string; id: string }) =>
      rowsIn(db, workspaceId).where('id', '=', id).compile(),
    ),
    byDefault: prepared((db, { workspaceId }: { workspaceId: string }) =>
      rowsIn(db, workspaceId).where('is_default', '=', 1).compile(),
    ),
    bySlug: prepared((db, { workspaceId, slug }: { workspaceId: string; slug: string }) =>
      rowsIn(db, workspaceId).where('slug', '=', slug).compile(),
    ),
    addToPostsCount: prepared((db, { workspaceId, id, difference }: Counted) => {
      const things = db
        .updateTable(name)
        .set((eb) => ({ posts_count: eb('posts_count', '+', difference) }))
        .where('workspace_id', '=', workspaceId);
      const counted = id === undefined ? things.where('is_default', '=', 1) : things.where('id', '=', id);
      return counted.returning('id').compile();
    }),
  };
}

/** Without an id, the workspace's default. */
type Counted = { workspaceId: string; id: string | undefined; difference: number };

export type OrderedTable<T extends Ordered> = ReturnType<
  typeof orderedTable<T, Tables['post_types'], typeof orderedColumns>
>;

/** The filters that both lists have. */
export const orderedConditions: Conditions<OrderedQuery> = { updatedSince: isSince('updated_at') };

export function orderedReader<T extends Ordered, Query extends OrderedQuery = OrderedQuery>(
  db: Db,
  table: OrderedTable<T>,
  conditions: Conditions<Query>,
): OrderedReader<T, Query> {
  const { columns } = table;
  const things = (workspaceId: string) => table.rowsIn(db, workspaceId);
  const first = async (rows: ReturnType<OrderedTable<T>['byId']>): Promise<T | undefined> => {
    const row = await firstOf(rows);
    return row && columns.read(row);
  };
  return {
    find: (workspaceId, id) => first(table.byId(db, { workspaceId, id })),
    findDefault: (workspaceId) => first(table.byDefault(db, { workspaceId })),
    findBySlug: (workspaceId, slug) => first(table.bySlug(db, { workspaceId, slug })),
    async page(workspaceId, query) {
      if (matchesNothing(query)) return [];
      const rows = where(things(workspaceId), conditionsOf(conditions, workspaceId, query));
      return (await sliced(rows, ['position', 'id'], 'asc', query.slice).execute()).map(columns.read);
    },
    async list(workspaceId) {
      const rows = await things(workspaceId).orderBy('position').orderBy('id').execute();
      return rows.map(columns.read);
    },
  };
}

export function orderedWriter<T extends Ordered, Query extends OrderedQuery = OrderedQuery>(
  db: Db,
  table: OrderedTable<T>,
  conditions: Conditions<Query>,
): OrderedWriter<T, Query> {
  const { name, columns } = table;
  /** The count changes only by increments. */
  const editable = columns.without('id', 'postsCount');
  return {
    ...orderedReader(db, table, conditions),
    async insert(workspaceId, thing) {
      await db
        .insertInto(name)
        .values({ workspace_id: workspaceId, ...columns.valuesOf(thing) })
        .execute();
    },
    async update(workspaceId, thing) {
      await db
        .updateTable(name)
        .set(editable.valuesOf(thing))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', thing.id)
        .execute();
    },
    addToPostsCount: async (workspaceId, id, difference) =>
      (await firstOf(table.addToPostsCount(db, { workspaceId, id, difference })))?.id,
    async reorder(workspaceId, ids, at) {
      const rows = await db
        .selectFrom(name)
        .select(['id', 'position'])
        .where('workspace_id', '=', workspaceId)
        .execute();
      const positions = new Map(rows.map(({ id, position }) => [id, position]));
      const moved = [...ids.entries()].filter(([position, id]) => positions.get(id) !== position);
      await inChunks(moved, async (chunk) => {
        const cases = chunk.map(([position, id]) => sql`when ${id} then ${sql.lit(position)}`);
        await db
          .updateTable(name)
          .set((eb) => ({
            position: sql<number>`case id ${sql.join(cases, sql` `)} end`,
            version: eb('version', '+', 1),
            updated_at: at,
          }))
          .where('workspace_id', '=', workspaceId)
          .where(
            'id',
            'in',
            chunk.map(([, id]) => id),
          )
          .execute();
      });
    },
    async remove(workspaceId, id) {
      await db.deleteFrom(name).where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
  };
}
