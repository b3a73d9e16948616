// What several processes on one PostgreSQL rely on, with one store per process.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { discardFiles } from '../../../src/engines/files/discard.ts';
import { openPostgres } from '../../../src/engines/sql/dialects/postgres/postgres.ts';
import { migrate, sqlStore } from '../../../src/engines/sql/store.ts';
import type { Store } from '../../../src/ports/store.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { fakeClock } from '../../support/clock.ts';
import { serverDatabase } from '../../support/database.ts';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database, templateName } from '../../support/servers/postgres.ts';
import { newChangelog, newEntry, newHome, newIdempotencyRecord } from './world.ts';

const nodes = 10;

describe('nodes that start together on an empty database', () => {
  let database: Database;
  beforeEach(async () => {
    database = await createDatabase(urlOfTest);
  });
  afterEach(() => database.drop());

  it('migrate once, and create the first workspace and its keys once', async () => {
    const started = await Promise.all(
      Array.from({ length: nodes }, async () => {
        const dialect = openPostgres({ url: database.url, poolSize: 2, prepare: true });
        const migrated = await migrate(dialect);
        const store = sqlStore(dialect);
        const made = await operatorOf(store, fakeClock()).bootstrap([{ mode: 'live', name: 'First' }]);
        await store.close();
        return { migrated, made };
      }),
    );
    expect(started.filter(({ migrated }) => migrated.length > 0)).toHaveLength(1);
    expect(started.filter(({ made }) => made !== undefined)).toHaveLength(1);
    const outside = serverDatabase(database.url);
    expect(outside.rows('select slug from workspaces')).toEqual([{ slug: 'default' }]);
    expect(outside.rows('select name from api_keys')).toEqual([{ name: 'First' }]);
  });
});

describe('two nodes on one database', () => {
  let database: Database;
  let one: Store;
  let other: Store;
  beforeEach(async () => {
    database = await createDatabase(urlOfTest, templateName);
    const open = () => sqlStore(openPostgres({ url: database.url, poolSize: 4, prepare: true }));
    one = open();
    other = open();
  });
  afterEach(async () => {
    await one.close();
    await other.close();
    await database.drop();
  });

  it('see each other’s claims, and take over expired ones', async () => {
    const { workspaceId } = await newHome(one);
    const claim = await one.claims.take(workspaceId, 'key', 600_000);
    expect(claim).toBeDefined();
    expect(await other.claims.take(workspaceId, 'key', 600_000)).toBeUndefined();
    await claim?.release();

    const forgotten = await one.claims.take(workspaceId, 'key', 0);
    const taken = await other.claims.take(workspaceId, 'key', 600_000);
    expect(taken).toBeDefined();
    // A late holder does not release another's claim.
    await forgotten?.release();
    expect(await one.claims.take(workspaceId, 'key', 600_000)).toBeUndefined();
    await taken?.release();
    expect(await one.claims.take(workspaceId, 'key', 600_000)).toBeDefined();
  });

  it('keep a claim while its process lives, and no longer', async () => {
    const { workspaceId } = await newHome(one);
    const shortMs = 3000;
    await one.claims.take(workspaceId, 'key', shortMs);
    const outside = serverDatabase(database.url);
    const endsAt = () => outside.rows('select ends_at from claims')[0]?.ends_at;
    const atFirst = endsAt();
    await vi.waitUntil(() => endsAt() !== atFirst, { timeout: 60_000 });
    expect(await other.claims.take(workspaceId, 'key', shortMs)).toBeUndefined();
    await one.close();
    await vi.waitUntil(() => other.claims.take(workspaceId, 'key', shortMs), { timeout: 60_000 });
  });

  it('skip work that the other is processing', async () => {
    const { workspaceId } = await newHome(one);
    const [first, second] = [1, 2].map((publishedAt) => newChangelog({ state: 'scheduled', publishedAt }));
    await one.transaction(async (write) => {
      for (const changelog of [first, second])
        if (changelog !== undefined) await write.changelogs.insert(workspaceId, changelog);
    });
    await one.transaction(async (write) => {
      await write.changelogs.find(workspaceId, first?.id ?? '');
      expect(await other.read.changelogs.due(5, 10)).toMatchObject([{ workspaceId, id: second?.id }]);
    });
    expect(await other.read.changelogs.due(5, 10)).toHaveLength(2);
  });

  it('sweep concurrently, and each row is removed by one of them', async () => {
    const { workspaceId } = await newHome(one);
    await one.transaction(async (write) => {
      const entries = Array.from({ length: 2500 }, () => newEntry({ createdAt: 1 }));
      await write.ledger.append(workspaceId, entries);
      for (let count = 0; count < 300; count += 1)
        await write.idempotency.insert(workspaceId, newIdempotencyRecord(`old ${count}`, { createdAt: 1 }));
    });
    const sweepOf = (store: Store) =>
      sweep({ store, files: discardFiles(), clock: fakeClock(), payloadsKeptMs: 1 });
    const swept = await Promise.all([one, other, one, other].map(sweepOf));
    expect(swept.reduce((sum, { payloads }) => sum + payloads, 0)).toBe(2500);
    expect(swept.reduce((sum, { idempotencyKeys }) => sum + idempotencyKeys, 0)).toBe(300);
    const outside = serverDatabase(database.url);
    expect(outside.rows('select * from idempotency_keys')).toEqual([]);
    expect(outside.rows('select * from ledger where payload is not null')).toEqual([]);
  });

  it('retry after a deadlock, and both succeed', async () => {
    const home = await newHome(one);
    const { workspaceId, statusIds } = home;
    let runs = 0;
    const crosswise = (store: Store, first: string, second: string, met: () => Promise<void>) =>
      store.transaction(async (write) => {
        runs += 1;
        await write.statuses.addToPostsCount(workspaceId, first, 1);
        await met();
        await write.statuses.addToPostsCount(workspaceId, second, 1);
      });
    const [left, right] = statusIds;
    const met = meeting(2);
    await Promise.all([crosswise(one, left, right, met), crosswise(other, right, left, met)]);
    // A third time, or more if the retry was faster than the other's wake-up.
    expect(runs).toBeGreaterThanOrEqual(3);
    for (const id of [left, right])
      expect((await one.read.statuses.find(workspaceId, id))?.postsCount).toBe(2);
  });
});

/** Resolves for everyone once this many have arrived, and immediately for later ones. */
function meeting(count: number): () => Promise<void> {
  let come = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come >= count) open();
    return all;
  };
}
