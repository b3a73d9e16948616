// The store's contract on the furniture of a workspace: people, keys, statuses, types, revisions, and the outbox.

import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { clock, type Home, ids, mint, newHome, newKey, newPostType, newStatus, newUser } from './world.ts';

export function storePeople(name: string, open: OpenStore): void {
  describe(`the basics of a workspace in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });

    it('reports that it is writable, even during another write', async () => {
      await expect(store.probe()).resolves.toBeUndefined();
      let finish: () => void = () => undefined;
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const writing = store.transaction(async () => finished);
      const probed = store.probe();
      finish();
      await writing;
      await expect(probed).resolves.toBeUndefined();
    });

    it('lists workspaces oldest first and finds each by id and slug', async () => {
      clock.advance(1);
      const second = await newHome(store);
      const all = await store.read.workspaces.list();
      expect(ids(all)).toEqual([home.workspaceId, second.workspaceId]);
      const found = await store.read.workspaces.find(second.workspaceId);
      expect(found).toEqual(all[1]);
      expect(await store.read.workspaces.findBySlug(all[1]?.slug ?? '')).toEqual(found);
      expect(await store.read.workspaces.find(mint('workspace'))).toBeUndefined();
      expect(await store.read.workspaces.findBySlug('absent')).toBeUndefined();
    });

    it('raises the revision of one workspace on every raise, and only when committed', async () => {
      const other = await newHome(store);
      const revision = (of: Home) => store.read.workspaces.revision(of.workspaceId);
      const [before, others] = [await revision(home), await revision(other)];
      await store.transaction((write) => write.workspaces.raiseRevision(home.workspaceId, clock.now()));
      expect(await revision(home)).toBeGreaterThan(before);
      const raised = await revision(home);
      await store.dryRun(async (write) => {
        await write.workspaces.raiseRevision(home.workspaceId, clock.now());
        expect(await write.workspaces.revision(home.workspaceId)).toBeGreaterThan(raised);
      });
      expect(await revision(home)).toBe(raised);
      expect(await revision(other)).toBe(others);
    });

    it('raises a revision to the current time, so that a restored copy never reuses one', async () => {
      const raise = (at: number) =>
        store.transaction((write) => write.workspaces.raiseRevision(home.workspaceId, at));
      const revision = () => store.read.workspaces.revision(home.workspaceId);
      const now = clock.now();
      await raise(now);
      expect(await revision()).toBe(now);
      await raise(now);
      await raise(now - 1000);
      expect(await revision()).toBe(now + 2);
      await raise(now + 5000);
      expect(await revision()).toBe(now + 5000);
    });

    it('finds people by id, external id and case-insensitive email, and many in one call', async () => {
      const ada = newUser({ externalId: 'crm-1', email: 'Ada@Example.com', avatarUrl: 'https://x.test/a' });
      const bob = newUser({ name: null });
      const crowd = Array.from({ length: 1100 }, () => newUser());
      await store.transaction(async (write) => {
        await write.users.insert(home.workspaceId, ada);
        await write.users.insertMany(home.workspaceId, [bob, ...crowd]);
      });
      const { users } = store.read;
      expect(await users.find(home.workspaceId, ada.id)).toEqual(ada);
      expect(await users.findByExternalId(home.workspaceId, 'crm-1')).toEqual(ada);
      expect(await users.findByEmail(home.workspaceId, 'aDA@eXAMPLE.COM')).toEqual(ada);
      expect(await users.findByExternalId(home.workspaceId, 'CRM-1')).toBeUndefined();
      expect(await users.findByEmail(home.workspaceId, 'da@example.com')).toBeUndefined();
      const asked = [ada.id, mint('user'), ada.id, bob.id, ...ids(crowd)];
      const found = await users.usersOf(home.workspaceId, asked);
      expect(found).toEqual(new Map([ada, bob, ...crowd].map((user) => [user.id, user])));
      expect(await users.usersOf(home.workspaceId, [])).toEqual(new Map());

      const names = { ids: [bob.id, 'nobody'], externalIds: ['crm-1', 'CRM-1'], emails: ['ADA@example.com'] };
      const named = await users.named(home.workspaceId, names);
      expect(ids(named).sort()).toEqual([ada.id, bob.id].sort());
      const everyone = { ids: ids(crowd), externalIds: [], emails: [] };
      expect(await users.named(home.workspaceId, everyone)).toHaveLength(crowd.length);
      expect(await users.named(home.workspaceId, { ...everyone, ids: [] })).toEqual([]);

      const moved = { ...ada, email: 'ada@new.example', externalId: null, name: 'Ada L.' };
      await store.transaction((write) => write.users.update(home.workspaceId, moved));
      expect(await users.findByEmail(home.workspaceId, 'ADA@new.example')).toEqual(moved);
      expect(await users.findByEmail(home.workspaceId, 'ada@example.com')).toBeUndefined();
      expect(await users.findByExternalId(home.workspaceId, 'crm-1')).toBeUndefined();
    });

    it('updates many people like one, and finds none by their old names', async () => {
      const { workspaceId } = home;
      const before = Array.from({ length: 300 }, (_, index) =>
        newUser({ name: `Before${index}`, email: `old-${index}@example.com` }),
      );
      const after = before.map((user, index) => ({
        ...user,
        name: index % 2 === 0 ? `After${index}` : null,
        externalId: `crm-${index}`,
        email: null,
        avatarUrl: 'https://x.test/a',
        version: 2,
        updatedAt: user.updatedAt + 1,
      }));
      await store.transaction(async (write) => {
        await write.users.insertMany(workspaceId, before);
        await write.users.updateMany(workspaceId, after);
        await write.users.updateMany(workspaceId, []);
      });
      const { users } = store.read;
      const found = await users.usersOf(workspaceId, ids(before));
      expect(found).toEqual(new Map(after.map((user) => [user.id, user])));
      expect(await users.findByEmail(workspaceId, 'old-7@example.com')).toBeUndefined();
      const search = (word: string) =>
        users.page(workspaceId, {
          searches: [[word]],
          sort: 'recent',
          slice: { take: 5, skip: 0, after: undefined },
        });
      expect(ids(await search('after298'))).toEqual([after[298]?.id]);
      expect(await search('before298')).toEqual([]);
    });

    it('stores keys with their last use and expiry, oldest first', async () => {
      const keys = [0, 1, 2].map((index) => {
        clock.advance(1);
        return newKey(home.workspaceId, { mode: index === 1 ? 'test' : 'live', expiresAt: index ? null : 5 });
      });
      const [first, second, third] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
      await store.transaction(async (write) => {
        for (const key of [third, first, second]) await write.apiKeys.insert(key);
      });
      expect(await store.read.apiKeys.list(home.workspaceId)).toEqual(keys);
      await store.transaction(async (write) => {
        await write.apiKeys.markUsed(home.workspaceId, first.id, 1000);
        await write.apiKeys.revoke(home.workspaceId, second.id, 2000);
      });
      expect(await store.read.apiKeys.findByHash(first.hash)).toEqual({
        key: { ...first, lastUsedAt: 1000 },
        revision: await store.read.workspaces.revision(home.workspaceId),
      });
      expect(await store.read.apiKeys.find(home.workspaceId, second.id)).toEqual({
        ...second,
        revokedAt: 2000,
      });
      expect(await store.read.apiKeys.find(home.workspaceId, third.id)).toEqual(third);
      expect(await store.read.apiKeys.findByHash('absent')).toBeUndefined();
    });

    it('lists statuses by position, then id, by page and by key, and counts by difference', async () => {
      const { workspaceId } = home;
      const twins = [newStatus(2, { slug: 'twin' }), newStatus(2, { slug: 'twin-2', nextStatusIds: ['x'] })];
      await store.transaction(async (write) => {
        for (const status of [...twins].reverse()) await write.statuses.insert(workspaceId, status);
      });
      const [open, second, third, fourth] = home.statusIds;
      const expected = [open, second, third, ...ids(twins), fourth];
      const whole = await store.read.statuses.list(workspaceId);
      expect(ids(whole)).toEqual(expected);
      expect(whole.slice(3, 5)).toEqual(twins);
      for (const [index, { position, id }] of whole.entries()) {
        const slice = { take: 2, skip: 0, after: [position, id] };
        expect(await store.read.statuses.page(workspaceId, { slice })).toEqual(
          whole.slice(index + 1, index + 3),
        );
        const byPage = { take: 2, skip: index, after: undefined };
        expect(await store.read.statuses.page(workspaceId, { slice: byPage })).toEqual(
          whole.slice(index, index + 2),
        );
      }
      expect((await store.read.statuses.findDefault(workspaceId))?.id).toBe(open);
      await store.transaction(async (write) => {
        await write.statuses.addToPostsCount(workspaceId, open, 3);
        await write.statuses.addToPostsCount(workspaceId, open, -1);
      });
      expect((await store.read.statuses.find(workspaceId, open))?.postsCount).toBe(2);
      expect((await store.read.statuses.find(workspaceId, second))?.postsCount).toBe(0);
    });

    it('lists post types by position, then id, by page and by key, and counts by difference', async () => {
      const { workspaceId } = home;
      const twin = newPostType(1, { slug: 'twin' });
      await store.transaction((write) => write.postTypes.insert(workspaceId, twin));
      const [first, second, third] = home.typeIds;
      const whole = await store.read.postTypes.list(workspaceId);
      expect(ids(whole)).toEqual([first, second, twin.id, third]);
      expect(whole[2]).toEqual(twin);
      for (const [index, { position, id }] of whole.entries()) {
        const slice = { take: 2, skip: 0, after: [position, id] };
        expect(await store.read.postTypes.page(workspaceId, { slice })).toEqual(
          whole.slice(index + 1, index + 3),
        );
        const byPage = { take: 2, skip: index, after: undefined };
        expect(await store.read.postTypes.page(workspaceId, { slice: byPage })).toEqual(
          whole.slice(index, index + 2),
        );
      }
      expect((await store.read.postTypes.findDefault(workspaceId))?.id).toBe(first);
      await store.transaction((write) => write.postTypes.addToPostsCount(workspaceId, third, 4));
      expect((await store.read.postTypes.find(workspaceId, third))?.postsCount).toBe(4);
      expect((await store.read.postTypes.find(workspaceId, first))?.postsCount).toBe(0);
    });
  });
}
