import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tables } from '../tables.ts';
import { prepared } from './prepared.ts';

/** A database that records what it is sent. */
function recordingDb(engine: 'sqlite' | 'postgres') {
  const ran: { sql: string; parameters: readonly unknown[] }[] = [];
  const connection: DatabaseConnection = {
    async executeQuery({ sql: text, parameters }: CompiledQuery) {
      ran.push({ sql: text, parameters });
      return { rows: [] };
    },
    async *streamQuery() {},
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => undefined,
    commitTransaction: async () => undefined,
    rollbackTransaction: async () => undefined,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  const isSqlite = engine === 'sqlite';
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => (isSqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => driver,
      createIntrospector: (any) => (isSqlite ? new SqliteIntrospector(any) : new PostgresIntrospector(any)),
      createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  });
  return { db, ran };
}

describe('prepared statements', () => {
  it('builds once per shape, and fills in the values of each call', async () => {
    let built = 0;
    const find = prepared((db, values: { workspaceId: string; ids: string[]; before?: number }) => {
      built += 1;
      const rows = db.selectFrom('posts').select('id').where('workspace_id', '=', values.workspaceId);
      const some = rows.where('id', 'in', values.ids).where('version', '>', 3);
      return (values.before === undefined ? some : some.where('created_at', '<', values.before)).compile();
    });
    const { db, ran } = recordingDb('sqlite');
    await find(db, { workspaceId: 'w1', ids: ['a', 'b'] });
    await find(db, { workspaceId: 'w2', ids: ['c', 'd'] });
    expect(built).toBe(1);
    await find(db, { workspaceId: 'w3', ids: ['e'] });
    await find(db, { workspaceId: 'w4', ids: ['f'], before: 9 });
    expect(built).toBe(3);
    expect(ran.map(({ parameters }) => parameters)).toEqual([
      ['w1', 'a', 'b', 3],
      ['w2', 'c', 'd', 3],
      ['w3', 'e', 3],
      ['w4', 'f', 3, 9],
    ]);
    expect(ran[0]?.sql).toBe(ran[1]?.sql);
    expect(ran[3]?.sql).toContain('"created_at" < ?');
  });

  it('takes null, inserts, limits and raw SQL', async () => {
    const insert = prepared((db, row: { id: string; external_id: string | null }) =>
      db
        .insertInto('posts')
        .values(row as never)
        .compile(),
    );
    const page = prepared((db, { take, text }: { take: number; text: string }) =>
      sql<{ id: string }>`select id from posts where title = ${text} limit ${take}`.compile(db),
    );
    const { db, ran } = recordingDb('sqlite');
    await insert(db, { id: 'a', external_id: null });
    await insert(db, { id: 'b', external_id: 'x' });
    await page(db, { take: 3, text: 'Dark mode' });
    expect(ran.map(({ parameters }) => parameters)).toEqual([
      ['a', null],
      ['b', 'x'],
      ['Dark mode', 3],
    ]);
  });

  it('keeps the SQL of each engine apart, and shares it with transactions', async () => {
    let built = 0;
    const find = prepared((db, { id }: { id: string }) => {
      built += 1;
      return db.selectFrom('posts').select('id').where('id', '=', id).compile();
    });
    const lite = recordingDb('sqlite');
    const big = recordingDb('postgres');
    for (const { db } of [lite, big, lite, big]) await find(db, { id: 'a' });
    await lite.db.transaction().execute((db) => find(db, { id: 'b' }));
    expect(built).toBe(2);
    expect(lite.ran[0]?.sql).toContain('= ?');
    expect(big.ran[0]?.sql).toContain('= $1');
    expect(lite.ran[2]?.parameters).toEqual(['b']);
  });
});
