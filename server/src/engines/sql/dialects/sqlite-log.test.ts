import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { WriteAheadLog } from './sqlite-log.ts';

const rows = 5_000;

async function newDatabase() {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-log-'));
  const path = join(directory, 'a.db');
  const handle = new DatabaseSync(path);
  onTestFinished(async () => {
    handle.close();
    await rm(directory, { recursive: true, force: true });
  });
  handle.exec('pragma journal_mode = wal; create table items (name text)');
  return { handle, path, log: new WriteAheadLog(handle, path) };
}

const countIn = (path: string): unknown => {
  const handle = new DatabaseSync(path);
  try {
    return handle.prepare('select count(*) as count from items').get();
  } finally {
    handle.close();
  }
};

it('commits, then checkpoints in another thread and restores the automatic checkpoint', async () => {
  const { handle, path, log } = await newDatabase();
  handle.exec('begin immediate');
  const insert = handle.prepare('insert into items values (?)');
  for (let row = 0; row < rows; row += 1) insert.run(`item ${row} ${'x'.repeat(500)}`);
  await log.commitLarge();
  expect(countIn(path)).toEqual({ count: rows });
  await log.idle();
  // Copy the database file without its log.
  await copyFile(path, `${path}.checkpointed`);
  expect(countIn(`${path}.checkpointed`)).toEqual({ count: rows });
  expect(handle.prepare('pragma wal_autocheckpoint').get()).toEqual({ wal_autocheckpoint: 1000 });
});

it('rethrows the error of a failed commit', async () => {
  const { log } = await newDatabase();
  await expect(log.commitLarge()).rejects.toThrow('no transaction is active');
  await log.idle();
});
