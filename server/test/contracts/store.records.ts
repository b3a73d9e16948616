// The store's contract on what is kept beside the things themselves: receipts, tombstones, the audit log, and
// the changelogs that wait for their time.

import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/domain/audit.ts';
import type { SortKey } from '../../src/domain/page.ts';
import type { AuditQuery } from '../../src/ports/records-store.ts';
import type { Store } from '../../src/ports/store.ts';
import {
  addPosts,
  clock,
  type Home,
  ids,
  mint,
  newAuditEntry,
  newChangelog,
  newHome,
  newPost,
  newReceipt,
  type OpenStore,
  type StoreUnderTest,
} from './store.world.ts';

const slice = { take: 100, skip: 0, after: undefined };

/** Reads a list to its end by keys, three at a time. */
async function walked<T>(page: (after: SortKey | undefined) => Promise<T[]>, keyOf: (item: T) => SortKey) {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const next = await page(last && keyOf(last));
    if (next.length === 0) return all;
    expect(next.length).toBeLessThanOrEqual(3);
    all.push(...next);
  }
}

export function storeRecords(name: string, open: OpenStore): void {
  describe(`what is kept beside things in a store on ${name}`, () => {
    let engine: StoreUnderTest;
    let store: Store;
    let home: Home;
    let other: Home;
    beforeEach(async () => {
      engine = await open();
      store = engine.store;
      home = await newHome(store);
      other = await newHome(store);
    });
    afterEach(async () => {
      await engine.close();
    });

    it('keeps one receipt for a key: of 20 parallel writes under it one is done, the others conflict', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          store.transaction(async (write) => {
            await write.posts.insert(home.workspaceId, newPost(home));
            await setImmediate();
            await write.idempotency.insert(home.workspaceId, newReceipt('once', { body: `{"n":${index}}` }));
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
        newReceipt('once', { body: `{"n":${done[0]?.value}}`, createdAt: kept?.createdAt ?? 0 }),
      );
      expect(await store.read.posts.page(home.workspaceId, { sort: 'recent', slice })).toHaveLength(1);
    });

    it('knows receipts by workspace and key, and forgets them by hand, by age and by what they mention', async () => {
      const at = home.workspaceId;
      await store.transaction(async (write) => {
        await write.idempotency.insert(at, newReceipt('old', { createdAt: 10 }));
        await write.idempotency.insert(at, newReceipt('edge', { createdAt: 20 }));
        await write.idempotency.insert(
          at,
          newReceipt('ada', { createdAt: 30, body: '{"email":"ada@x.test"}' }),
        );
        await write.idempotency.insert(
          other.workspaceId,
          newReceipt('ada', { body: '{"email":"ada@x.test"}' }),
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

    it('lists tombstones oldest first, ties by id, by kind, by page, by key and since an instant', async () => {
      const graves = Array.from({ length: 11 }, (_, index) => ({
        id: mint('post'),
        deletedAt: 100 + (index % 3),
      }));
      const at = home.workspaceId;
      await store.transaction(async (write) => {
        await write.tombstones.bury(at, 'post', graves.slice(5));
        await write.tombstones.bury(at, 'post', graves.slice(0, 5));
        await write.tombstones.bury(at, 'comment', [{ id: 'cmt_1', deletedAt: 1 }]);
        await write.tombstones.bury(other.workspaceId, 'post', [{ id: 'post_1', deletedAt: 1 }]);
        await write.tombstones.bury(at, 'tag', []);
      });
      const expected = [...graves].sort((a, b) => a.deletedAt - b.deletedAt || (a.id < b.id ? -1 : 1));
      const { tombstones } = store.read;
      expect(await tombstones.page(at, 'post', undefined, slice)).toEqual(expected);
      const byKey = await walked(
        (after) => tombstones.page(at, 'post', undefined, { take: 3, skip: 0, after }),
        ({ deletedAt, id }) => [deletedAt, id],
      );
      expect(byKey).toEqual(expected);
      const second = { take: 4, skip: 4, after: undefined };
      expect(await tombstones.page(at, 'post', undefined, second)).toEqual(expected.slice(4, 8));
      expect(await tombstones.page(at, 'post', 101, slice)).toEqual(
        expected.filter(({ deletedAt }) => deletedAt >= 101),
      );
      expect(ids(await tombstones.page(at, 'comment', undefined, slice))).toEqual(['cmt_1']);
      expect(await tombstones.page(at, 'tag', undefined, slice)).toEqual([]);
    });

    it('lists the audit log newest first, by page and by key, and restricts it by every filter', async () => {
      const entries = Array.from({ length: 12 }, (_, index) => {
        clock.advance(1);
        return newAuditEntry({
          action: ['post.created', 'post.updated', 'status.updated'][index % 3] ?? '',
          objectId: `post_${index % 4}`,
          actor: index % 2 === 0 ? { type: 'key', id: 'key_1' } : { type: 'system', id: 'publisher' },
          requestId: index % 2 === 0 ? `req_${index}` : null,
        });
      });
      const at = home.workspaceId;
      await store.transaction(async (write) => {
        await write.audit.append(at, entries);
        await write.audit.append(at, []);
        await write.audit.append(other.workspaceId, [newAuditEntry()]);
      });
      const newestFirst = [...entries].reverse();
      const { audit } = store.read;
      expect(await audit.page(at, { slice })).toEqual(newestFirst);
      const byKey = await walked(
        (after) => audit.page(at, { slice: { take: 3, skip: 0, after } }),
        ({ id }) => [id],
      );
      expect(byKey).toEqual(newestFirst);
      expect(await audit.page(at, { slice: { take: 5, skip: 5, after: undefined } })).toEqual(
        newestFirst.slice(5, 10),
      );
      const since = entries[7]?.createdAt ?? 0;
      const cases: [Omit<AuditQuery, 'slice'>, (entry: AuditEntry) => boolean][] = [
        [{ actions: ['post.created', 'status.updated'] }, ({ action }) => action !== 'post.updated'],
        [{ objectIds: ['post_1'] }, ({ objectId }) => objectId === 'post_1'],
        [{ actorIds: ['publisher'] }, ({ actor }) => actor.id === 'publisher'],
        [{ updatedSince: since }, ({ createdAt }) => createdAt >= since],
        [
          { actions: ['post.created'], objectIds: ['post_0'] },
          (e) => e.action === 'post.created' && e.objectId === 'post_0',
        ],
        [{ actions: ['nothing'] }, () => false],
        [{ actions: [] }, () => false],
      ];
      for (const [filter, holds] of cases) {
        expect(await audit.page(at, { ...filter, slice }), JSON.stringify(filter)).toEqual(
          newestFirst.filter(holds),
        );
      }
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
