// The store's contract on what people want to be told by mail.

import { describe, expect, it } from 'vitest';
import { defaultMailSettings } from '../../../src/domain/mail/settings.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { addUsers, type Home, ids, newHome } from './world.ts';

export function storeMailSettings(name: string, open: OpenStore): void {
  describe(`mail settings in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const german = { ...defaultMailSettings, replies: false, language: 'de' as const };

    it('finds what was put last, of some people, and of one workspace', async () => {
      const { workspaceId } = home;
      const other = await newHome(store);
      const [ada = '', bob = ''] = ids(await addUsers(store, home, 2));
      expect(await store.read.mailSettings.find(workspaceId, ada)).toBeUndefined();
      for (const settings of [defaultMailSettings, german])
        await store.transaction((write) => write.mailSettings.put(workspaceId, { userId: ada, ...settings }));
      expect(await store.read.mailSettings.find(workspaceId, ada)).toEqual(german);
      const found = await store.read.mailSettings.settingsOf(workspaceId, [ada, bob]);
      expect(found).toEqual(new Map([[ada, german]]));
      expect(await store.read.mailSettings.find(other.workspaceId, ada)).toBeUndefined();
      await store.transaction((write) => write.mailSettings.remove(other.workspaceId, ada));
      expect(await store.read.mailSettings.find(workspaceId, ada)).toEqual(german);
      await store.transaction((write) => write.mailSettings.remove(workspaceId, ada));
      expect(await store.read.mailSettings.find(workspaceId, ada)).toBeUndefined();
    });

    it('adds many in one call, and keeps those that are there', async () => {
      const { workspaceId } = home;
      const people = ids(await addUsers(store, home, 300));
      const [first = ''] = people;
      await store.transaction(async (write) => {
        await write.mailSettings.put(workspaceId, { userId: first, ...german });
        const all = people.map((userId) => ({ userId, ...defaultMailSettings }));
        await write.mailSettings.addMany(workspaceId, all);
        await write.mailSettings.addMany(workspaceId, []);
      });
      const found = await store.read.mailSettings.settingsOf(workspaceId, people);
      expect([found.size, found.get(first)]).toEqual([300, german]);
    });

    it('pages through those who subscribe to the changelog, of one workspace', async () => {
      const { workspaceId } = home;
      const other = await newHome(store);
      const people = ids(await addUsers(store, home, 7)).sort();
      const subscribers = people.filter((_id, index) => index % 2 === 0);
      const of = (userIds: readonly string[], allEntries: boolean) =>
        userIds.map((userId) => ({ ...german, userId, allEntries }));
      const others = ids(await addUsers(store, other, 1));
      await store.transaction(async (write) => {
        await write.mailSettings.addMany(workspaceId, of(people, false));
        for (const settings of of(subscribers, true)) await write.mailSettings.put(workspaceId, settings);
        await write.mailSettings.addMany(other.workspaceId, of(others, true));
      });
      const page = (after: string | undefined, take: number) =>
        store.read.mailSettings.subscribersPage(workspaceId, after, take);
      expect(await page(undefined, 3)).toEqual(subscribers.slice(0, 3));
      expect(await page(subscribers[2], 3)).toEqual(subscribers.slice(3));
      expect(await page(subscribers.at(-1), 3)).toEqual([]);
    });
  });
}
