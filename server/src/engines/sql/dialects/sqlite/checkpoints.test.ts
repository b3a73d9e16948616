import { copyFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Checkpoints } from './checkpoints.ts';
import { Mutex } from './mutex.ts';

const pages = 50;

describe('checkpoints', () => {
  let directory: string;
  let path: string;
  let writer: DatabaseSyncInstance;
  let reader: DatabaseSyncInstance;
  let mutex: Mutex;
  let checkpoints: Checkpoints;
  let count: number;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-checkpoints-'));
    path = join(directory, 'a.db');
    // The worker holds the lock for a moment if it finds the log half changed.
    writer = new DatabaseSync(path, { timeout: 1_000 });
    writer.exec(`
      pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0;
      create table items (name text)`);
    reader = new DatabaseSync(path);
    mutex = new Mutex();
    checkpoints = new Checkpoints(path, { reader, writer }, mutex, pages);
    count = 0;
  });
  afterEach(async () => {
    await checkpoints.close();
    for (const handle of [reader, writer]) handle.close();
    await rm(directory, { recursive: true, force: true });
  });

  const commit = async () => {
    await mutex.acquire();
    writer.exec("insert into items values ('x')");
    mutex.release();
    count += 1;
  };
  const commitUntil = async (length: number) => {
    while (checkpoints.logPages < length) await commit();
  };
  const countIn = (file: string): unknown => {
    const handle = new DatabaseSync(file);
    try {
      return handle.prepare('select count(*) as count from items').get()?.count;
    } finally {
      handle.close();
    }
  };

  it('begin when the log is long enough, and not before', async () => {
    await commitUntil(pages - 1);
    checkpoints.startIfDue();
    await checkpoints.idle();
    expect(checkpoints.logPages).toBe(pages - 1);
    await commit();
    checkpoints.startIfDue();
    await checkpoints.idle();
    expect(checkpoints.logPages).toBe(1);
  });

  it('restart the log even if writes never pause, and lose none of them', async () => {
    // Many rounds, so that some copies meet a commit.
    for (let round = 0; round < 200; round += 1) {
      await commitUntil(pages);
      checkpoints.startIfDue();
      let isRunning = true;
      const ended = checkpoints.idle().then(() => {
        isRunning = false;
      });
      while (isRunning) {
        await commit();
        await setImmediate();
      }
      await ended;
      // The page that the worker wrote, and commits of the last turn.
      expect(checkpoints.logPages).toBeLessThan(pages);
    }
    expect(reader.prepare('select count(*) as count from items').get()?.count).toBe(count);
  });

  it('put everything into the database file', async () => {
    await commitUntil(pages);
    checkpoints.startIfDue();
    await checkpoints.idle();
    // Without the log.
    await copyFile(path, `${path}.copy`);
    expect(countIn(`${path}.copy`)).toBe(count);
  });

  it('let the log grow and writes go on while an old state is read elsewhere, and restart it afterwards', async () => {
    const outside = new DatabaseSync(path);
    await commitUntil(pages / 2);
    outside.exec('begin; select * from items');
    await commitUntil(pages);
    // Writes go on: whoever waited for the lock here would wait until the test gives up.
    await mutex.acquire();
    checkpoints.startIfDue();
    await checkpoints.idle();
    mutex.release();
    expect(checkpoints.logPages).toBe(pages);
    outside.close();
    await commitUntil(2 * pages);
    checkpoints.startIfDue();
    await checkpoints.idle();
    expect(checkpoints.logPages).toBe(1);
  });

  it.each([
    ['as its worker started', 0],
    ['as its worker copied', 100_000],
  ])('restart the log after one that failed %s', async (_, bytes) => {
    await commitUntil(pages);
    const log = `${path}-wal`;
    // Without all of its log, neither the worker nor the event loop can copy it.
    await copyFile(log, `${log}.kept`);
    await truncate(log, bytes);
    checkpoints.startIfDue();
    await checkpoints.idle();
    await copyFile(`${log}.kept`, log);
    expect(checkpoints.logPages).toBe(pages);
    await commitUntil(2 * pages);
    checkpoints.startIfDue();
    await checkpoints.idle();
    expect(checkpoints.logPages).toBe(1);
    expect(countIn(path)).toBe(count);
  });

  it('run on the event loop if the worker fails', async () => {
    const orphaned = new Checkpoints(join(directory, 'nowhere', 'a.db'), { reader, writer }, mutex, pages);
    await commitUntil(pages);
    orphaned.startIfDue();
    await orphaned.idle();
    expect(reader.prepare('pragma wal_checkpoint(noop)').get()).toMatchObject({ checkpointed: pages });
    await commit();
    expect(checkpoints.logPages).toBe(1);
    await orphaned.close();
  });
});
