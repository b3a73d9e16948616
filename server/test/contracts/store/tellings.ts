// The store's contract on tellings: one of each key, in the order of their time, taken by one at a time.

import { describe, expect, it } from 'vitest';
import type { Telling } from '../../../src/domain/mail/telling.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { clock, mint, newHome } from './world.ts';

export function storeTellings(name: string, open: OpenStore): void {
  describe(`tellings in a store on ${name}`, () => {
    let store: Store;
    let workspaceId: string;
    let otherId: string;
    storeForEach(open, async (opened) => {
      store = opened;
      ({ workspaceId } = await newHome(store));
      otherId = (await newHome(store)).workspaceId;
    });

    const newTelling = (given: Partial<Telling> = {}): Telling => ({
      ...{ workspaceId, id: mint('telling'), kind: 'status', about: 'post_1', key: mint('request') },
      ...{ payload: { choice: 'voters', isExplicit: true }, place: null },
      ...{ dueAt: clock.now(), createdAt: clock.now() },
      ...given,
    });
    const insert = (...tellings: Telling[]) =>
      store.transaction(async (write) => {
        for (const telling of tellings) await write.tellings.insert(telling);
      });
    const take = (id: string, at = workspaceId) => store.transaction((write) => write.tellings.take(at, id));

    it('keeps everything, and how far one has come', async () => {
      const telling = newTelling();
      await insert(telling, newTelling({ workspaceId: otherId, key: telling.key }));
      expect(await take(telling.id)).toEqual(telling);
      expect(await take(telling.id, otherId)).toBeUndefined();
      expect(await store.read.tellings.findByKey(workspaceId, telling.key)).toEqual(telling);
      const place = { list: 2, after: [7, 'user_1'] };
      await store.transaction((write) => write.tellings.move(workspaceId, telling.id, place));
      expect(await take(telling.id)).toEqual({ ...telling, place });
      await store.transaction((write) => write.tellings.remove(workspaceId, telling.id));
      expect(await take(telling.id)).toBeUndefined();
      expect(await store.read.tellings.findByKey(otherId, telling.key)).toBeDefined();
    });

    it('are due in their order, and the next one is known', async () => {
      const [late, early, other] = [
        newTelling({ dueAt: 30 }),
        newTelling({ dueAt: 10 }),
        newTelling({ dueAt: 20, workspaceId: otherId }),
      ];
      await insert(late, early, other);
      const due = async (at: number, most = 10) =>
        (await store.read.tellings.due(at, most)).map(({ id }) => id);
      expect([await due(9), await due(20), await due(99, 1)]).toEqual([[], [early.id, other.id], [early.id]]);
      expect(await store.read.tellings.nextDueAt(10)).toBe(20);
      expect(await store.read.tellings.nextDueAt(30)).toBeUndefined();
    });

    it('removes those with these keys, in one workspace', async () => {
      const [one, two, three] = [
        newTelling({ key: 'a' }),
        newTelling({ key: 'b' }),
        newTelling({ key: 'c' }),
      ];
      const elsewhere = newTelling({ key: 'a', workspaceId: otherId });
      await insert(one, two, three, elsewhere);
      await store.transaction(async (write) => {
        await write.tellings.removeByKeys(workspaceId, []);
        await write.tellings.removeByKeys(workspaceId, ['a', 'b', 'none']);
      });
      const left = (await store.read.tellings.due(clock.now(), 10)).map(({ id }) => id);
      expect(left.sort()).toEqual([three.id, elsewhere.id].sort());
    });

    it('removes those of one workspace', async () => {
      const elsewhere = newTelling({ workspaceId: otherId });
      await insert(newTelling(), newTelling(), elsewhere);
      await store.transaction((write) => write.tellings.removeAll(workspaceId));
      const left = (await store.read.tellings.due(clock.now(), 10)).map(({ id }) => id);
      expect(left).toEqual([elsewhere.id]);
    });

    it('has one of each key', async () => {
      await insert(newTelling({ key: 'a' }));
      await expect(insert(newTelling({ key: 'a' }))).rejects.toThrow();
    });
  });
}
