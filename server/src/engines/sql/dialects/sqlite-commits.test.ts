import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommitVersion } from './sqlite-commits.ts';

describe('the version of commits', () => {
  let directory: string;
  let path: string;
  let reader: DatabaseSyncInstance;
  let writer: DatabaseSyncInstance;
  let commits: CommitVersion;
  let asked = 0;
  let turn = 0;

  const ask = (): number => {
    asked += 1;
    const { data_version } = reader.prepare('pragma data_version').get() as { data_version: number };
    return data_version;
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-commits-'));
    path = join(directory, 'a.db');
    writer = new DatabaseSync(path);
    writer.exec('pragma journal_mode = wal; create table items (name text)');
    reader = new DatabaseSync(path);
    commits = new CommitVersion(ask, path, () => turn);
  });
  afterEach(async () => {
    reader.close();
    writer.close();
    commits.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** In another process. */
  const insertElsewhere = () => {
    const script = `
      const { DatabaseSync } = require('@photostructure/sqlite');
      const handle = new DatabaseSync(${JSON.stringify(path)}, { timeout: 0 });
      handle.exec("insert into items values ('b')");
      handle.close();
    `;
    execFileSync(process.execPath, ['-e', script], { cwd: import.meta.dirname, stdio: 'pipe' });
  };
  const insert = () => writer.exec("insert into items values ('a')");

  const inNextTurn = (): number => {
    turn += 1;
    return commits.current();
  };

  it('asks SQLite only after a commit', () => {
    inNextTurn();
    asked = 0;
    const before = inNextTurn();
    expect(inNextTurn()).toBe(before);
    expect(asked).toBe(0);
    insert();
    expect(inNextTurn()).not.toBe(before);
    expect(inNextTurn()).not.toBe(before);
    expect(asked).toBe(1);
  });

  it('looks once in each turn of the event loop', () => {
    const before = commits.current();
    insert();
    expect(commits.current()).toBe(before);
    expect(inNextTurn()).not.toBe(before);
  });

  it('counts a turn before it reads the sockets', async () => {
    const ofLoop = new CommitVersion(ask, path);
    try {
      const before = ofLoop.current();
      const server = createServer((socket) => {
        insert();
        socket.end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      await once(connect(port, '127.0.0.1').resume(), 'end');
      expect(ofLoop.current()).not.toBe(before);
      server.close();
    } finally {
      ofLoop.close();
    }
  });

  it('sees the commit of another process', () => {
    const before = commits.current();
    insertElsewhere();
    expect(inNextTurn()).not.toBe(before);
  });

  const steps = {
    insert,
    rollBack: () => writer.exec("begin; insert into items values ('c'); rollback"),
    read: () => reader.exec('select * from items'),
    copy: () => writer.exec('pragma wal_checkpoint(passive)'),
    restart: () => writer.exec('pragma wal_checkpoint(restart)'),
    truncate: () => writer.exec('pragma wal_checkpoint(truncate)'),
  };

  it('changes with every commit, whatever happens to the log', () => {
    const step = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (names) => {
        for (const name of names) {
          const before = inNextTurn();
          steps[name]();
          if (name === 'insert') expect(inNextTurn()).not.toBe(before);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leaves the locks of SQLite alone while another store of this process uses the same file', () => {
    const other = new CommitVersion(ask, path);
    writer.exec('begin immediate');
    other.close();
    other.close();
    expect(() => insertElsewhere()).toThrow('database is locked');
    writer.exec('rollback');
    const before = commits.current();
    insertElsewhere();
    expect(inNextTurn()).not.toBe(before);
  });
});
