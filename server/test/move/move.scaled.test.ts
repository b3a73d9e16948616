import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { abandonMove, type Moved, type MoveWatch, move } from '../../src/commands/installation/move-steps.ts';
import { planMove } from '../../src/commands/installation/move-target.ts';
import { openDatabase, openEngines } from '../../src/compose/engines.ts';
import { type Environment, readConfig } from '../../src/config.ts';
import { holdDirectory } from '../../src/engines/sql/dialects/sqlite/sqlite.ts';
import { isKeptByIndex } from '../../src/engines/sql/kernel/search/searchable.ts';
import { everyTable } from '../../src/engines/sql/kernel/table-keys.ts';
import { listed } from '../contracts/files.ts';
import { fakeClock } from '../support/clock.ts';
import { embeddedDatabase, serverDatabase } from '../support/database.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase, type Database, execute, templateName } from '../support/servers/postgres.ts';
import { type S3Server, startS3 } from '../support/servers/s3.ts';
import { differences, makeOriginal, type Original, rowsIn } from './world.ts';

const unwatched: MoveWatch = { onRows: () => undefined, onFiles: () => undefined };

class Interrupted extends Error {}

/** Interrupts the move after the given number of batches. */
function interruptingAfter(batches: number): MoveWatch {
  const begun = new Set<string>();
  let left = batches;
  return {
    onRows({ table }) {
      if (begun.has(table)) left -= 1;
      begun.add(table);
      if (left === 0) throw new Interrupted();
    },
    onFiles: () => undefined,
  };
}

describe('a move', () => {
  let original: Original;
  let s3: S3Server;
  let database: Database;
  let dataDir: string;
  beforeAll(async () => {
    original = await makeOriginal();
  });
  afterAll(() => original.remove());
  beforeEach(async () => {
    s3 = await startS3();
    database = await createDatabase(urlOfTest);
    dataDir = await original.newCopy();
  });
  afterEach(async () => {
    await s3.close();
    await database.drop();
  });

  interface Way {
    to?: string | undefined;
    filesTo?: string | undefined;
    watch?: MoveWatch;
    leaveLostFiles?: boolean;
  }
  const moving = (environment: Environment, way: Way): Promise<Moved> => {
    const { to, filesTo, watch = unwatched, leaveLostFiles = false } = way;
    const plan = planMove(environment, { to, filesTo });
    return move({ ...plan, clock: fakeClock(), leaveLostFiles, watch });
  };
  const embedded = (): Environment => ({ DATA_DIR: dataDir });
  const credentials = () => ({
    AWS_ACCESS_KEY_ID: s3.environment.AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY: s3.environment.AWS_SECRET_ACCESS_KEY,
  });
  const bucket = () => `s3://${s3.environment.S3_BUCKET}?endpoint=${s3.environment.S3_ENDPOINT}`;
  const moved = (): Environment => ({ DATA_DIR: dataDir, DATABASE_URL: database.url });
  const opens = async (environment: Environment): Promise<string> => {
    try {
      await (await openEngines(readConfig(environment))).store.close();
      return 'open';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const change = (statement: string) => {
    const db = new DatabaseSync(join(dataDir, 'earshot.db'));
    db.exec(statement);
    db.close();
  };

  describe('of the database', () => {
    it('copies every row of every table to PostgreSQL, and back to a new directory', async () => {
      const there = await moving(embedded(), { to: database.url });
      expect(differences(rowsIn(serverDatabase(database.url)), original.rows)).toEqual([]);
      expect(there.rows).toBe(Object.values(original.rows).flat().length);

      const back = await original.newDirectory();
      const returned = await moving(moved(), { to: `sqlite:${back}` });
      expect(differences(rowsIn(embeddedDatabase(back)), original.rows)).toEqual([]);
      expect(returned).toMatchObject({ rows: there.rows, files: { present: original.files, lost: [] } });
      const check = embeddedDatabase(back);
      expect(check.rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(check.rows('pragma foreign_key_check')).toEqual([]);
      expect(check.rows('select id from posts where search_row is null')).toEqual([]);
      expect(check.rows('select id from users where search_row is null')).toEqual([]);
    });

    it('leaves both sides usable', async () => {
      await moving(embedded(), { to: database.url });
      expect(await opens(embedded())).toBe('open');
      expect(await opens(moved())).toBe('open');
      expect(differences(rowsIn(embeddedDatabase(dataDir)), original.rows)).toEqual([]);
    });

    it('returns the same search results on both sides', async () => {
      await moving(embedded(), { to: database.url });
      const back = await original.newDirectory();
      await moving(moved(), { to: `sqlite:${back}` });
      const found = async (environment: Environment) => {
        const { store } = await openEngines(readConfig(environment));
        const answers = [];
        const [workspaceId] = (await store.read.workspaces.list()).map(({ id }) => id);
        for (const word of ['mod', 'ダーク', '深色', 'тем', 'export', 'x'])
          answers.push(
            await store.read.posts.page(workspaceId ?? '', {
              searches: [[word]],
              sort: 'recent',
              slice: { take: 100, skip: 0, after: undefined },
            }),
          );
        await store.close();
        return answers;
      };
      const here = await found(embedded());
      expect(here.flat().length).toBeGreaterThan(40);
      expect(await found(moved())).toEqual(here);
      expect(await found({ DATA_DIR: back })).toEqual(here);
    });

    it.each([6, 19])(
      'that is interrupted after every %i batches resumes until it is complete',
      async (batches) => {
        const toServer = { to: database.url };
        const back = await original.newDirectory();
        for (const [environment, way] of [
          [embedded(), toServer],
          [moved(), { to: `sqlite:${back}` }],
        ] as const) {
          let runs = 0;
          for (let isOver = false; !isOver; runs += 1) {
            try {
              await moving(environment, { ...way, watch: interruptingAfter(batches) });
              isOver = true;
            } catch (error) {
              expect(error).toBeInstanceOf(Interrupted);
            }
          }
          expect(runs).toBeGreaterThan(1);
        }
        expect(differences(rowsIn(serverDatabase(database.url)), original.rows)).toEqual([]);
        expect(differences(rowsIn(embeddedDatabase(back)), original.rows)).toEqual([]);
      },
    );

    it('works without superuser rights, by checking foreign keys', async () => {
      const role = `mover_${process.pid}`;
      const owned = new URL(database.url);
      await execute(database.url, `create role ${role} login`);
      await execute(database.url, `alter database ${owned.pathname.slice(1)} owner to ${role}`);
      owned.username = role;
      try {
        await moving(embedded(), { to: owned.href });
        expect(differences(rowsIn(serverDatabase(database.url)), original.rows)).toEqual([]);
        const back = await original.newDirectory();
        await moving({ DATA_DIR: dataDir, DATABASE_URL: owned.href }, { to: `sqlite:${back}` });
        expect(differences(rowsIn(embeddedDatabase(back)), original.rows)).toEqual([]);
      } finally {
        await execute(database.url, `reassign owned by ${role} to earshot`);
        await execute(database.url, `drop role ${role}`);
      }
    });

    it('accepts a target that is migrated and empty', async () => {
      const prepared = await createDatabase(urlOfTest, templateName);
      await moving(embedded(), { to: prepared.url });
      expect(differences(rowsIn(serverDatabase(prepared.url)), original.rows)).toEqual([]);
      await prepared.drop();
    });

    it('copies from directory to directory, with the files', async () => {
      const other = await original.newDirectory();
      const { files } = await moving(embedded(), { to: `sqlite:${other}` });
      expect(files?.present).toBe(original.files);
      expect(differences(rowsIn(embeddedDatabase(other)), original.rows)).toEqual([]);
    });
  });

  describe('in progress', () => {
    beforeEach(async () => {
      const interrupted = moving(embedded(), { to: database.url, watch: interruptingAfter(3) });
      await expect(interrupted).rejects.toThrow(Interrupted);
    });

    it('blocks servers and commands on both sides', async () => {
      expect(await opens(embedded())).toContain('is being moved');
      expect(await opens(moved())).toContain('is not finished');
    });

    it('can be abandoned: the source is usable again, and the target is not reused', async () => {
      expect(await abandonMove(readConfig(embedded()))).toBe(true);
      expect(await opens(embedded())).toBe('open');
      await expect(moving(embedded(), { to: database.url })).rejects.toThrow('half-finished');
      expect(await opens(embedded())).toBe('open');
      expect(await abandonMove(readConfig(embedded()))).toBe(false);
    });

    it('is rejected from another source, and from the unfinished target', async () => {
      const other = { DATA_DIR: await original.newCopy() };
      await expect(moving(other, { to: database.url })).rejects.toThrow('half-finished');
      const elsewhere = `sqlite:${await original.newDirectory()}`;
      await expect(moving(moved(), { to: elsewhere })).rejects.toThrow('itself the target');
    });

    it('is rejected if the schema version of one side has changed', async () => {
      const newer = "insert into kysely_migration (name, timestamp) values ('9999-later', '2026')";
      await execute(database.url, newer);
      await expect(moving(embedded(), { to: database.url })).rejects.toThrow('schema of the target');
      change(newer);
      await expect(moving(embedded(), { to: database.url })).rejects.toThrow('schema of the source');
    });

    it('fails if rows are missing in the target at the end, and lists them', async () => {
      const stopping: MoveWatch = {
        ...unwatched,
        onFiles: () => {
          throw new Interrupted();
        },
      };
      const both = { to: database.url, filesTo: bucket(), watch: stopping };
      await expect(moving({ ...embedded(), ...credentials() }, both)).rejects.toThrow(Interrupted);
      await execute(database.url, 'delete from votes where user_id = (select min(user_id) from votes)');
      await expect(moving(embedded(), { to: database.url })).rejects.toThrow(/votes: \d+ here, \d+ there/);
      expect(await opens(moved())).toContain('is not finished');
    });

    it('that finished except for the source is reported as finished, whatever changed since', async () => {
      await moving(embedded(), { to: database.url });
      const [row] = serverDatabase(database.url).rows('select id from moves');
      change(`insert into moves (role, id, started_at) values ('source', '${row?.id}', 1)`);
      await execute(database.url, 'delete from votes');
      expect(await moving(embedded(), { to: database.url })).toMatchObject({ wasFinished: true });
      expect(await opens(embedded())).toBe('open');
    });
  });

  describe('is rejected', () => {
    it('while a server uses the directory', async () => {
      const held = holdDirectory(dataDir);
      await expect(moving(embedded(), { to: database.url })).rejects.toThrow('data directory');
      held?.release();
      expect(await opens(embedded())).toBe('open');
    });

    it('while a server is connected to the source, which keeps running', async () => {
      await moving(embedded(), { to: database.url });
      const { store } = await openEngines(readConfig(moved()));
      await store.ping();
      const back = `sqlite:${await original.newDirectory()}`;
      await expect(moving(moved(), { to: back })).rejects.toThrow('Stop every node');
      expect(await opens(moved())).toBe('open');
      await store.close();
      await moving(moved(), { to: back });
    });

    it('the source rejects writes and accepts reads during a move', async () => {
      await moving(embedded(), { to: database.url });
      const config = readConfig(moved());
      const source = await openDatabase(config, 'bulk');
      await source.frozen(async () => {
        const timed = execute(database.url, 'set lock_timeout = 50; delete from votes');
        await expect(timed).rejects.toThrow('lock timeout');
        await expect(execute(database.url, 'select count(*) from votes')).resolves.toBeDefined();
      });
      await source.close();
    });

    it('if the target contains an installation', async () => {
      const other = { DATA_DIR: await original.newCopy() };
      await moving(embedded(), { to: database.url });
      await expect(moving(other, { to: database.url })).rejects.toThrow('holds an installation');
      await expect(moving(moved(), { to: `sqlite:${other.DATA_DIR}` })).rejects.toThrow(
        'holds an installation',
      );
    });

    it('if there is nothing to move', async () => {
      const nothing = { DATA_DIR: await original.newDirectory() };
      await expect(moving(nothing, { to: database.url })).rejects.toThrow('no installation');
    });

    it("if the target is unreachable, with the driver's error", async () => {
      const absent = urlOfTest('absent_database');
      await expect(moving(embedded(), { to: absent })).rejects.toThrow('"absent_database" does not exist');
      expect(await opens(embedded())).toBe('open');
    });
  });

  describe('of files', () => {
    const keysIn = async (environment: Environment) => {
      const { files, store } = await openEngines(readConfig(environment));
      const keys = (await listed(files)).map(({ key }) => key).sort();
      await store.close();
      return keys;
    };

    it('copies all of them to the bucket, and back to disk', async () => {
      const withS3 = { DATA_DIR: dataDir, ...s3.environment };
      const before = await keysIn(embedded());
      const there = await moving({ ...embedded(), ...credentials() }, { filesTo: bucket() });
      expect(there).toEqual({
        rows: undefined,
        files: { present: original.files, lost: [] },
        wasFinished: false,
      });
      expect(await keysIn(withS3)).toEqual(before);

      await rm(join(dataDir, 'files'), { recursive: true });
      await moving(withS3, { filesTo: dataDir });
      expect(await keysIn(embedded())).toEqual(before);
      expect(await opens(embedded())).toBe('open');
    });

    it('resumes after an S3 outage, and writes no file twice', async () => {
      const here = { ...embedded(), ...credentials() };
      let writes = 0;
      s3.interfere = (request, response) => {
        if (request.method === 'PUT') writes += 1;
        if (request.method !== 'PUT' || writes <= 2) return false;
        response.writeHead(403).end();
        return true;
      };
      await expect(moving(here, { filesTo: bucket() })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const kept = (await s3.held()).length;
      expect(kept).toBeGreaterThan(0);
      writes = 0;
      const written: string[] = [];
      s3.interfere = (request) => {
        const path = new URL(request.url ?? '', 'http://s3').pathname;
        if (request.method === 'PUT') written.push(path);
        return false;
      };
      await moving(here, { filesTo: bucket() });
      expect(new Set(written).size).toBe(original.files - kept);
      expect(await s3.held()).toHaveLength(original.files);
    });

    it('lists files that are lost or damaged in the source, and skips them only on request', async () => {
      const here = { ...embedded(), ...credentials() };
      const root = join(dataDir, 'files');
      const paths = (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const [lost = '', damaged = ''] = paths;
      await rm(lost);
      await writeFile(damaged, 'not what was uploaded');
      const refused = moving(here, { filesTo: bucket() });
      await expect(refused).rejects.toThrow(`2 of ${original.files} files are missing or damaged`);
      await expect(refused).rejects.toThrow(lost.slice(-20));
      const { files } = await moving(here, { filesTo: bucket(), leaveLostFiles: true });
      expect(files?.present).toBe(original.files - 2);
      expect(files?.lost).toHaveLength(2);
      expect(await s3.held()).toHaveLength(original.files - 2);
    });

    it('can run together with the database', async () => {
      const both = { to: database.url, filesTo: bucket() };
      const { files } = await moving({ ...embedded(), ...credentials() }, both);
      expect(files?.present).toBe(original.files);
      expect(differences(rowsIn(serverDatabase(database.url)), original.rows)).toEqual([]);
      const back = await original.newDirectory();
      await moving({ ...moved(), ...s3.environment }, { to: `sqlite:${back}`, filesTo: back });
      expect(await keysIn({ DATA_DIR: back })).toEqual(await keysIn(embedded()));
    });
  });

  it('covers every table and column of both schemas', async () => {
    await moving(embedded(), { to: database.url });
    const columnsIn = async (environment: Environment) => {
      const dialect = await openDatabase(readConfig(environment), 'serve');
      const tables = await dialect.reads.introspection.getTables();
      await dialect.close();
      return new Map(
        tables.map(({ name, columns }) => [
          name,
          columns
            .map((column) => column.name)
            .filter((column) => !isKeptByIndex(column))
            .sort(),
        ]),
      );
    };
    const here = await columnsIn(embedded());
    const there = await columnsIn(moved());
    const ownOfEngine = /^(?:sqlite_|post_search|user_search|text_search|claims$)/;
    for (const side of [here, there]) {
      const names = [...side.keys()].filter((name) => !ownOfEngine.test(name));
      expect(names.sort()).toEqual([...everyTable].sort());
    }
    for (const table of everyTable) expect(there.get(table), table).toEqual(here.get(table));
  });
});
