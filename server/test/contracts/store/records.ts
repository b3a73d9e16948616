// The store's contract on kept answers, and on the changelogs that wait for their time.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { addPosts, type Home, ids, newChangelog, newHome, newIdempotencyRecord, newPost } from './world.ts';

const slice = { take: 100, skip: 0, after: undefined };

export function storeRecords(name: string, open: OpenStore): void {
  describe(`what is kept beside things in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let other: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      other = await newHome(store);
    });

    it('keeps one record per key: of 20 parallel writes under it one is done, the others conflict', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          store.transaction(async (write) => {
            await write.posts.insert(home.workspaceId, newPost(home));
            await setImmediate();
            await write.idempotency.insert(
              home.workspaceId,
              newIdempotencyRecord('once', { body: `{"n":${index}}` }),
            );
            return index;
          }),
        ),
      );
      const done = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(done).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
      const kept = await store.read.idempotency.find(home.workspaceId, 'once');
      expect(kept).toEqual(
        newIdempotencyRecord('once', { body: `{"n":${done[0]?.value}}`, createdAt: kept?.createdAt ?? 0 }),
      );
      expect(await store.read.posts.page(home.workspaceId, { sort: 'recent', slice })).toHaveLength(1);
    });

    it('finds idempotency records by workspace and key, and removes them by key, by age and by what they mention', async () => {
      const at = home.workspaceId;
      await store.transaction(async (write) => {
        await write.idempotency.insert(at, newIdempotencyRecord('old', { createdAt: 10 }));
        await write.idempotency.insert(at, newIdempotencyRecord('edge', { createdAt: 20 }));
        await write.idempotency.insert(
          at,
          newIdempotencyRecord('ada', { createdAt: 30, body: '{"email":"ada@x.test"}' }),
        );
        await write.idempotency.insert(
          other.workspaceId,
          newIdempotencyRecord('ada', { body: '{"email":"ada@x.test"}' }),
        );
      });
      const found = async () => {
        const keys = [];
        for (const key of ['old', 'edge', 'ada'])
          if ((await store.read.idempotency.find(at, key)) !== undefined) keys.push(key);
        return keys;
      };
      expect(await store.transaction((write) => write.idempotency.forgetBefore(20))).toBe(1);
      expect(await found()).toEqual(['edge', 'ada']);
      await store.transaction((write) => write.idempotency.forgetMentions(at, ['nobody', 'ada@x.test']));
      expect(await found()).toEqual(['edge']);
      expect(await store.read.idempotency.find(other.workspaceId, 'ada')).toBeDefined();
      await store.transaction((write) => write.idempotency.remove(at, 'edge'));
      expect(await found()).toEqual([]);
    });

    it('lists changelogs due in all workspaces, the longest due first, and the next due time', async () => {
      const scheduled = (publishedAt: number) => newChangelog({ state: 'scheduled', publishedAt });
      const [late, later, tomorrow, theirs] = [scheduled(20), scheduled(50), scheduled(900), scheduled(30)];
      expect(await store.read.changelogs.nextDueAt(0)).toBeUndefined();
      await store.transaction(async (write) => {
        for (const changelog of [tomorrow, later, late, newChangelog()])
          await write.changelogs.insert(home.workspaceId, changelog);
        await write.changelogs.insert(
          home.workspaceId,
          newChangelog({ state: 'published', publishedAt: 10 }),
        );
        await write.changelogs.insert(other.workspaceId, theirs);
      });
      const { changelogs } = store.read;
      expect(await changelogs.due(50, 10)).toEqual([
        { workspaceId: home.workspaceId, id: late.id, publishedAt: 20 },
        { workspaceId: other.workspaceId, id: theirs.id, publishedAt: 30 },
        { workspaceId: home.workspaceId, id: later.id, publishedAt: 50 },
      ]);
      expect(ids(await changelogs.due(50, 1))).toEqual([late.id]);
      expect(ids(await changelogs.due(19, 10))).toEqual([]);
      const [first] = await changelogs.due(50, 1);
      expect(ids(await changelogs.due(50, 10, first))).toEqual([theirs.id, later.id]);
      expect([await changelogs.nextDueAt(0), await changelogs.nextDueAt(50)]).toEqual([20, 900]);
      expect(await changelogs.nextDueAt(900)).toBeUndefined();
    });

    it('lets exactly one of 20 concurrent publishers find a changelog still due', async () => {
      const at = home.workspaceId;
      const changelog = newChangelog({ state: 'scheduled', publishedAt: 5 });
      await store.transaction((write) => write.changelogs.insert(at, changelog));
      const published = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.transaction(async (write) => {
            const found = await write.changelogs.find(at, changelog.id);
            if (found?.state !== 'scheduled') return false;
            await setImmediate();
            await write.changelogs.update(at, { ...found, state: 'published', version: found.version + 1 });
            return true;
          }),
        ),
      );
      expect(published.filter(Boolean)).toHaveLength(1);
      expect(await store.read.changelogs.find(at, changelog.id)).toMatchObject({
        state: 'published',
        version: 2,
      });
      expect(await store.read.changelogs.due(100, 10)).toEqual([]);
    });

    it('keeps the posts of a changelog in order, and removes it with its links', async () => {
      const at = home.workspaceId;
      const posts = [newPost(home), newPost(home), newPost(home)];
      await addPosts(store, home, posts);
      const [one, two] = [newChangelog({ labels: ['New', 'Fixed'] }), newChangelog({ labels: ['new'] })];
      await store.transaction(async (write) => {
        await write.changelogs.insert(at, one);
        await write.changelogs.insert(at, two);
        await write.changelogs.replaceLinks(at, one.id, ids(posts));
        await write.changelogs.replaceLinks(at, one.id, ids([...posts].reverse()));
        await write.changelogs.replaceLinks(at, two.id, []);
      });
      const { changelogs } = store.read;
      expect(await changelogs.linkedPostIdsOf(at, [one.id, two.id])).toEqual(
        new Map([[one.id, ids([...posts].reverse())]]),
      );
      const labeled = (labels: string[]) => changelogs.page(at, { labels, sort: 'recent', slice });
      expect(ids(await labeled(['NEW']))).toEqual([two.id, one.id]);
      expect(ids(await labeled(['fixed']))).toEqual([one.id]);
      await store.transaction((write) => write.changelogs.remove(at, one.id));
      expect(await changelogs.linkedPostIdsOf(at, [one.id])).toEqual(new Map());
      expect(ids(await labeled(['new']))).toEqual([two.id]);
      expect(await changelogs.find(at, one.id)).toBeUndefined();
    });
  });
}
