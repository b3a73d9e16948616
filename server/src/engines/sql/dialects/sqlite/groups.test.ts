import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Writer } from '../../../../ports/store.ts';
import type { Dialect } from '../../kernel/dialect.ts';
import type { Db } from '../../kernel/tables.ts';
import { defaultLimits, transactions } from '../../kernel/transactions.ts';
import { openSqlite } from './sqlite.ts';

describe('transactions in one turn of the event loop', () => {
  let directory: string;
  let dialect: Dialect;
  let outside: DatabaseSyncInstance;
  let commits: () => number;
  let attempts: string[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-groups-'));
    dialect = openSqlite(directory);
    outside = new DatabaseSync(join(directory, 'earshot.db'));
    outside.exec(`create table items (
      name text primary key, parent text references items deferrable initially deferred)`);
    attempts = [];
    const version = outside.prepare('pragma data_version');
    const first = Number(version.get()?.data_version);
    // Counts up to one commit between two calls.
    commits = () => Number(version.get()?.data_version) - first;
  });
  afterEach(async () => {
    outside.close();
    await dialect.close();
    await rm(directory, { recursive: true, force: true });
  });

  const names = () =>
    outside
      .prepare('select name from items order by name')
      .all()
      .map(({ name }) => name);
  /** The store's own transactions, with a plain connection in place of its tables. */
  const store = () => {
    const { transaction, dryRun } = transactions(dialect, (db) => db as unknown as Writer, defaultLimits);
    const inside = (work: (db: Db) => Promise<unknown>) => (write: Writer) => work(write as unknown as Db);
    return {
      transaction: (work: (db: Db) => Promise<unknown>) => transaction(inside(work)),
      dryRun: (work: (db: Db) => Promise<unknown>) => dryRun(inside(work)),
    };
  };
  const insert =
    (name: string, parent: string | null = null) =>
    async (db: Db) => {
      attempts.push(name);
      await sql`insert into items values (${name}, ${parent})`.execute(db);
    };
  const namesSeen = async (db: Db) => {
    const { rows } = await sql<{ name: string }>`select name from items order by name`.execute(db);
    return rows.map(({ name }) => name);
  };
  const statusesOf = async (works: Promise<unknown>[]) =>
    (await Promise.allSettled(works)).map(({ status }) => status);

  it('are committed together, and see each other', async () => {
    const { transaction } = store();
    expect(commits()).toBe(0);
    const [, , seen] = await Promise.all([
      transaction(insert('a')),
      transaction(insert('b')),
      transaction(async (db) => {
        expect(names()).toEqual([]);
        return namesSeen(db);
      }),
    ]);
    expect(seen).toEqual(['a', 'b']);
    expect([names(), commits()]).toEqual([['a', 'b'], 1]);
  });

  it('fail alone, without undoing the others', async () => {
    const { transaction } = store();
    const failing = async (db: Db) => {
      await insert('b')(db);
      throw new Error('no');
    };
    const works = [
      transaction(insert('a')),
      transaction(failing),
      transaction(insert('a')),
      transaction(insert('c')),
    ];
    expect(await statusesOf(works)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect([names(), attempts]).toEqual([
      ['a', 'c'],
      ['a', 'b', 'a', 'c'],
    ]);
  });

  it('run again, one by one, if one of them makes the commit fail', async () => {
    const { transaction } = store();
    const works = [transaction(insert('a')), transaction(insert('b', 'nobody')), transaction(insert('c'))];
    expect(await statusesOf(works)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([names(), attempts]).toEqual([
      ['a', 'c'],
      ['a', 'b', 'c', 'a', 'b', 'c'],
    ]);
  });

  it('run again if the engine rolls everything back, even if they only read', async () => {
    const { transaction } = store();
    const breaking = async (db: Db) => {
      attempts.push('breaking');
      await sql`insert or rollback into items values ('a', null), ('a', null)`.execute(db);
    };
    const works = [
      transaction(insert('a')),
      transaction(namesSeen),
      transaction(breaking),
      transaction(insert('c')),
    ];
    expect(await statusesOf(works)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(names()).toEqual(['a', 'c']);
    expect(attempts.sort()).toEqual(['a', 'a', 'breaking', 'breaking', 'c']);
  });

  it('wait for a longer one that takes few statements, and not for one that takes many', async () => {
    const { transaction } = store();
    const long = (statements: number) => async (db: Db) => {
      attempts.push('long');
      for (let count = 0; count < statements; count += 1) {
        await insert(`${statements} ${count}`)(db);
        await setImmediate();
      }
    };
    await Promise.all([transaction(insert('a')), transaction(long(3))]);
    expect(attempts.filter((name) => name === 'long')).toHaveLength(1);
    const ended: string[] = [];
    await Promise.all([
      transaction(insert('b')).then(() => ended.push('b')),
      transaction(long(70)).then(() => ended.push('long')),
    ]);
    expect(attempts.filter((name) => name === 'long')).toHaveLength(3);
    expect(ended).toEqual(['b', 'long']);
    expect(names()).toHaveLength(2 + 3 + 70);
  });

  it('do not wait for one that has not begun to use the database', async () => {
    const { transaction } = store();
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const short = transaction(insert('a'));
    const waiting = transaction(async (db) => {
      await gate;
      await insert('b')(db);
    });
    await short;
    letGo();
    await waiting;
    expect(names()).toEqual(['a', 'b']);
  });

  it('are committed before a dry run, which is undone', async () => {
    const { transaction, dryRun } = store();
    const first = transaction(insert('a'));
    const tried = dryRun(async (db) => {
      await insert('b')(db);
      return [names(), await namesSeen(db)];
    });
    expect(await tried).toEqual([['a'], ['a', 'b']]);
    await first;
    expect(names()).toEqual(['a']);
  });
});
