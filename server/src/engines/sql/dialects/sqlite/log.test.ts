import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patiently } from '../../../../../test/support/patience.ts';
import { Syncs } from '../../../../../test/support/syncs.ts';
import { CommitUnanswered } from '../../kernel/dialect.ts';
import { WriteAheadLog } from './log.ts';

describe('the write-ahead log', () => {
  let directory: string;
  let handle: DatabaseSyncInstance;
  let log: WriteAheadLog;
  let syncs: Syncs;
  const onSynced = vi.fn<() => void>();

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-log-'));
    const path = join(directory, 'a.db');
    handle = new DatabaseSync(path);
    handle.exec('pragma journal_mode = wal; create table items (name text)');
    syncs = new Syncs();
    log = new WriteAheadLog(path, onSynced);
    await log.durable();
    syncs.started = 0;
    onSynced.mockClear();
  });
  afterEach(async () => {
    syncs.restore();
    handle.close();
    log.close();
    await rm(directory, { recursive: true, force: true });
  });

  const commit = (): Promise<void> => {
    log.noteCommit();
    return log.durable();
  };
  const hasBegun = (count: number) => vi.waitUntil(() => syncs.started === count, patiently);

  it('is synced when it is opened: a killed process may have left commits', async () => {
    const again = new WriteAheadLog(join(directory, 'a.db'));
    await again.durable();
    expect(syncs.started).toBe(1);
    again.close();
  });

  it('shares one sync between all commits made before it begins', async () => {
    await Promise.all(Array.from({ length: 50 }, commit));
    expect(syncs.started).toBe(1);
    expect(onSynced).toHaveBeenCalledTimes(1);
  });

  it('starts a sync in the same turn of the event loop if none is running', async () => {
    syncs.hold();
    const durable = commit();
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
    expect(syncs.started).toBe(1);
    syncs.release();
    await durable;
  });

  it('makes a commit wait for the next sync if one is running already', async () => {
    syncs.hold();
    const settled: string[] = [];
    const first = commit().then(() => settled.push('first'));
    await hasBegun(1);
    const others = Array.from({ length: 10 }, () => commit().then(() => settled.push('other')));
    syncs.release();
    syncs.hold();
    await first;
    await hasBegun(2);
    expect(settled).toEqual(['first']);
    syncs.release();
    await Promise.all(others);
    expect(syncs.started).toBe(2);
  });

  it('is durable without a sync if nothing was committed since, but waits for a running sync', async () => {
    await log.durable();
    expect(syncs.started).toBe(0);
    syncs.hold();
    let isDurable = false;
    const committed = commit();
    await hasBegun(1);
    const seen = log.durable().then(() => {
      isDurable = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDurable).toBe(false);
    syncs.release();
    await Promise.all([committed, seen]);
    expect(syncs.started).toBe(1);
  });

  it('fails every waiting commit when a sync fails, and refuses writes even if a later sync would succeed', async () => {
    syncs.hold();
    syncs.failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    const running = commit();
    await hasBegun(1);
    const waiting = commit();
    const outcomes = Promise.allSettled([running, waiting]);
    syncs.release();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CommitUnanswered) });
    syncs.failure = undefined;
    expect(() => log.requireIntact()).toThrow('A write to the disk failed.');
    await expect(log.durable()).rejects.toBeInstanceOf(CommitUnanswered);
    expect(syncs.started).toBe(1);
    expect(onSynced).not.toHaveBeenCalled();
  });
});
