import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEngines } from '../compose/engines.ts';
import { operatorDeps, operatorOf } from '../compose/operator.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../domain/kernel/clock.ts';
import { badField } from '../domain/kernel/failure.ts';
import { seededWorkspaces, seedWorkspaces, workspaceSizes } from './seed-workspaces.ts';

describe('the sizes of workspaces', () => {
  it.each([
    [1, 1],
    [1, 500],
    [7, 7],
    [10, 345],
    [1000, 200_000],
  ])('of %i workspaces add up to %i posts, each with one at least, largest first', (workspaces, posts) => {
    const sizes = workspaceSizes(workspaces, posts);
    expect(sizes).toHaveLength(workspaces);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(posts);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  it('differ like those of customers: the tenth has about a tenth of the first', () => {
    const sizes = workspaceSizes(1000, 200_000);
    expect((sizes[0] ?? 0) / (sizes[9] ?? 0)).toBeCloseTo(10, 0);
  });
});

describe('the number of workspaces', () => {
  it.each(['0', '-1', '1.5', 'many', '', '301', '99999999'])('cannot be %j for 300 posts', (text) => {
    expect(() => seededWorkspaces(text, 300)).toThrow(
      badField('workspaces', 'must be an integer from 1 to 300, one post each at least.'),
    );
  });

  it('can be anything in between', () => {
    expect(seededWorkspaces('1', 1)).toBe(1);
    expect(seededWorkspaces('300', 300)).toBe(300);
    expect(seededWorkspaces('10000', 10_000_000)).toBe(10_000);
    expect(() => seededWorkspaces('10001', 10_000_000)).toThrow(/from 1 to 10000/);
  });
});

it('creates workspaces with their posts and a working live key each', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-seed-'));
  const { store } = await openEngines(readConfig({ DATA_DIR: directory }));
  try {
    const operator = operatorOf(store, systemClock);
    const shown: number[] = [];
    const order = { workspaces: 3, posts: 12, seed: 'many', endsAt: Date.UTC(2026, 0, 15) };
    const seeded = await seedWorkspaces(operatorDeps(store, systemClock), operator, {
      ...order,
      onProgress: (posts) => shown.push(posts),
    });
    expect(seeded.map(({ slug, posts }) => [slug, posts])).toEqual([
      ['demo-1', 7],
      ['demo-2', 3],
      ['demo-3', 2],
    ]);
    expect(shown).toEqual([7, 10, 12]);
    for (const { slug, posts, secret } of seeded) {
      const { id } = await operator.getBySlug(slug);
      const page = { sort: 'recent', slice: { take: 100, skip: 0, after: undefined } } as const;
      expect(await store.read.posts.page(id, page)).toHaveLength(posts);
      const [key] = await operator.listKeys(id);
      expect(key).toMatchObject({ mode: 'live', name: 'Demo', last4: secret.slice(-4) });
    }
  } finally {
    await store.close();
    await rm(directory, { recursive: true });
  }
});
