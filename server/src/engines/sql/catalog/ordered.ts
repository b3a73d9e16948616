// What the tables of statuses and post types have in common, written once for both.

import { sql } from 'kysely';
import type { Ordered, OrderedQuery } from '../../../domain/ordered.ts';
import type { OrderedReader, OrderedWriter } from '../../../ports/ordered-store.ts';
import { inChunks } from '../kernel/in-chunks.ts';
import { sliced } from '../kernel/paging.ts';
import { type Db, type Flag, flag } from '../kernel/tables.ts';

const columns = [
  'id',
  'name',
  'slug',
  'color',
  'position',
  'is_default as isDefault',
  'posts_count as postsCount',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** How a thing lies in its table, beside the columns that both tables have. */
export interface OrderedTable<T extends Ordered> {
  name: 'statuses' | 'post_types';
  columns: readonly string[];
  fromRow(row: Record<string, unknown>): Omit<T, keyof Ordered>;
  toRow(thing: T): Record<string, string | null>;
}

/** The tables agree in the columns used here, so that one stands for both in types. */
const nameOf = <T extends Ordered>(table: OrderedTable<T>) => table.name as 'post_types';

/** A restriction of a table's own, beside those that both lists take. */
type Restrict<Query> = (query: Query) => { column: string; values: readonly string[] } | undefined;

export function orderedReader<T extends Ordered, Query extends OrderedQuery = OrderedQuery>(
  db: Db,
  table: OrderedTable<T>,
  restrict: Restrict<Query> = () => undefined,
): OrderedReader<T, Query> {
  const things = (workspaceId: string) =>
    db
      .selectFrom(nameOf(table))
      .select(columns)
      .select(table.columns as readonly 'slug'[])
      .where('workspace_id', '=', workspaceId);
  const toThing = (row: Omit<Ordered, 'isDefault'> & { isDefault: Flag }): T => {
    const common: Ordered = {
      id: row.id,
      name: row.name,
      slug: row.slug,
      color: row.color,
      position: row.position,
      isDefault: row.isDefault === 1,
      postsCount: row.postsCount,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
    return { ...common, ...table.fromRow({ ...row }) } as T;
  };
  const first = async (rows: ReturnType<typeof things>): Promise<T | undefined> => {
    const row = await rows.executeTakeFirst();
    return row && toThing(row);
  };
  return {
    find: (workspaceId, id) => first(things(workspaceId).where('id', '=', id)),
    findDefault: (workspaceId) => first(things(workspaceId).where('is_default', '=', 1)),
    findBySlug: (workspaceId, slug) => first(things(workspaceId).where('slug', '=', slug)),
    async page(workspaceId, query) {
      let rows = things(workspaceId);
      if (query.updatedSince !== undefined) rows = rows.where('updated_at', '>=', query.updatedSince);
      const own = restrict(query);
      if (own?.values.length === 0) return [];
      if (own !== undefined) rows = rows.where(sql.ref(own.column), 'in', own.values);
      return (await sliced(rows, ['position', 'id'], 'asc', query.slice).execute()).map(toThing);
    },
    async list(workspaceId) {
      const rows = await things(workspaceId).orderBy('position').orderBy('id').execute();
      return rows.map(toThing);
    },
  };
}

export function orderedWriter<T extends Ordered, Query extends OrderedQuery = OrderedQuery>(
  db: Db,
  table: OrderedTable<T>,
  restrict?: Restrict<Query>,
): OrderedWriter<T, Query> {
  const name = nameOf(table);
  const editable = (thing: T) => ({
    name: thing.name,
    slug: thing.slug,
    color: thing.color,
    position: thing.position,
    is_default: flag(thing.isDefault),
    version: thing.version,
    created_at: thing.createdAt,
    updated_at: thing.updatedAt,
    ...table.toRow(thing),
  });
  return {
    ...orderedReader(db, table, restrict),
    async insert(workspaceId, thing) {
      const key = { workspace_id: workspaceId, id: thing.id, posts_count: thing.postsCount };
      await db
        .insertInto(name)
        .values({ ...key, ...editable(thing) })
        .execute();
    },
    async update(workspaceId, thing) {
      await db
        .updateTable(name)
        .set(editable(thing))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', thing.id)
        .execute();
    },
    async addToPostsCount(workspaceId, id, difference) {
      await db
        .updateTable(name)
        .set((eb) => ({ posts_count: eb('posts_count', '+', difference) }))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
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
