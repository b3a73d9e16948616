// The store's contract on the ledger: numbers without gaps in commit order, its readings, and what becomes of payloads.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EventType } from '../../../src/domain/events/event.ts';
import type {
  AuditQuery,
  Deletion,
  DeletionQuery,
  FeedQuery,
  NumberedEntry,
} from '../../../src/domain/events/ledger.ts';
import type { SortKey } from '../../../src/domain/kernel/page.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { clock, counted, countPayloads, type Home, newEntry, newHome } from './world.ts';

const slice = { take: 1000, skip: 0, after: undefined };
const wholePage = { take: 1000, maxCharacters: 1_000_000 };

/** Reads a list to its end by keys, three at a time. */
async function walked<T extends { sequence: number }>(page: (after: SortKey | undefined) => Promise<T[]>) {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const next = await page(last && [last.sequence]);
    if (next.length === 0) return all;
    expect(next.length).toBeLessThanOrEqual(3);
    all.push(...next);
  }
}

export function storeLedger(name: string, open: OpenStore): void {
  describe(`the ledger in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let other: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      other = await newHome(store);
    });

    const audit = (at: string, query: Omit<AuditQuery, 'slice'> = {}) =>
      store.read.ledger.audit(at, { ...query, slice });
    const sequences = (entries: readonly { sequence: number }[]) => entries.map(({ sequence }) => sequence);

    it('numbers entries from 1 in each workspace, across transactions and batches of any size', async () => {
      const at = home.workspaceId;
      const sizes = [[1], [0, 2, 3], [300], [1, 1]];
      const given: string[] = [];
      for (const batches of sizes)
        await store.transaction(async (write) => {
          await write.workspaces.raiseRevision(at, counted);
          for (const size of batches) {
            const entries = Array.from({ length: size }, () => newEntry());
            given.push(...entries.map(({ id }) => id));
            await write.ledger.append(at, entries);
          }
          await write.ledger.append(other.workspaceId, [newEntry()]);
        });
      const inOrder = (await audit(at)).reverse();
      expect(sequences(inOrder)).toEqual(given.map((_, index) => index + 1));
      expect(inOrder.map(({ id }) => id)).toEqual(given);
      expect(sequences(await audit(other.workspaceId))).toEqual([4, 3, 2, 1]);
      expect(await store.read.ledger.idAt(at, 7)).toBe(given[6]);
      expect(await store.read.ledger.idAt(at, given.length + 1)).toBeUndefined();
    });

    it('finds rare entries of a busy actor, however far apart they are', async () => {
      const at = home.workspaceId;
      const count = 3_200;
      const isRare = (index: number) => index % 900 === 5 || index === count - 1;
      await store.transaction(async (write) => {
        await write.workspaces.raiseRevision(at, counted);
        const entries = Array.from({ length: count }, (_, index) =>
          newEntry({ type: isRare(index) ? 'tag.deleted' : 'tag.updated' }),
        );
        await write.ledger.append(at, entries);
      });
      const [first] = await audit(at);
      const query = { actions: ['tag.deleted'], actorIds: [first?.actor.id ?? ''] };
      const rare = Array.from({ length: count }, (_, index) => index + 1)
        .filter((sequence) => isRare(sequence - 1))
        .reverse();
      expect(sequences(await audit(at, query))).toEqual(rare);
      for (const [skip, take] of [
        [0, 2],
        [1, 3],
        [4, 10],
        [9, 1],
      ] as const) {
        const page = await store.read.ledger.audit(at, { ...query, slice: { take, skip, after: undefined } });
        expect(sequences(page)).toEqual(rare.slice(skip, skip + take));
      }
      const page = (after: SortKey | undefined) =>
        store.read.ledger.audit(at, { ...query, slice: { take: 3, skip: 0, after } });
      expect(sequences(await walked(page))).toEqual(rare);
    });

    it('gives the numbers of a change that was undone to the next one', async () => {
      const at = home.workspaceId;
      const append = (fail: boolean) =>
        store.transaction(async (write) => {
          await write.workspaces.raiseRevision(at, counted);
          await write.ledger.append(at, [newEntry(), newEntry()]);
          if (fail) throw new Error('undone');
        });
      await append(false);
      await expect(append(true)).rejects.toThrow('undone');
      await append(false);
      expect(sequences(await audit(at))).toEqual([4, 3, 2, 1]);
    });

    it('of 20 concurrent writers has every entry, without gap or double, in commit order', async () => {
      const at = home.workspaceId;
      const writers = 20;
      const changesEach = 5;
      const isDone = { value: false };
      /** Asks for what comes after the last entry it saw, as a reader of the feed does. */
      const poll = async (types?: EventType[]) => {
        const seen: NumberedEntry[] = [];
        for (let after = 0; ; ) {
          const wasDone = isDone.value;
          const upTo = await store.read.ledger.lastSequence(at);
          seen.push(...(await store.read.ledger.feed(at, { types, after, upTo, ...wholePage })));
          after = upTo;
          if (wasDone) return seen;
          await setImmediate();
        }
      };
      const reader = poll();
      const filtering = poll(['post.created', 'vote.created']);
      const committed = await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          const ids: string[] = [];
          for (let count = 0; count < changesEach; count += 1) {
            const entries = Array.from({ length: 1 + ((writer + count) % 3) }, (_, index) =>
              newEntry({ type: index === 1 ? 'vote.created' : 'post.created' }),
            );
            await store.transaction(
              async (write) => {
                await write.workspaces.raiseRevision(at, counted);
                await setImmediate();
                await write.ledger.append(at, entries);
              },
              { workspaceId: at },
            );
            ids.push(...entries.map(({ id }) => id));
          }
          return ids;
        }),
      );
      isDone.value = true;
      const seen = await reader;
      expect(sequences(seen)).toEqual(committed.flat().map((_, index) => index + 1));
      expect(await filtering).toEqual(seen);
      expect(seen.map(({ id }) => id).sort()).toEqual(committed.flat().sort());
      // Those of one writer stand in the order in which it committed them.
      for (const ids of committed) {
        const own = new Set(ids);
        expect(seen.filter(({ id }) => own.has(id)).map(({ id }) => id)).toEqual(ids);
      }
    });

    it('reads the feed by range, type, number and size, with payloads', async () => {
      const at = home.workspaceId;
      const entries = ['post.created', 'tag.created', 'vote.created', 'post.created', 'key.created'].map(
        (type) => newEntry({ type, payload: type === 'key.created' ? null : `{"object":"${type}"}` }),
      );
      await store.transaction(async (write) => {
        await write.ledger.append(at, entries);
        await write.ledger.append(other.workspaceId, [newEntry()]);
      });
      const feed = async (query: Partial<FeedQuery>) =>
        store.read.ledger.feed(at, { types: undefined, after: 0, upTo: 5, ...wholePage, ...query });
      expect(await feed({ take: 1 })).toEqual([{ ...entries[0], sequence: 1 }]);
      for (const [query, expected] of [
        [{}, [1, 3, 4]],
        [{ after: 1 }, [3, 4]],
        [{ after: 1, upTo: 3 }, [3]],
        [{ take: 2 }, [1, 3]],
        [{ types: ['post.created'] }, [1, 4]],
        [{ types: ['vote.created', 'post.created'], after: 1 }, [3, 4]],
        [{ types: ['post.created', 'vote.created'], take: 2 }, [1, 3]],
        [{ types: ['post.created'], upTo: 3 }, [1]],
        [{ types: ['user.deleted'] }, []],
        [{ maxCharacters: 1 }, [1]],
        [{ maxCharacters: 26 }, [1, 3]],
        [{ types: ['post.created'], maxCharacters: 1 }, [1]],
      ] as [Partial<FeedQuery>, number[]][])
        expect(sequences(await feed(query)), JSON.stringify(query)).toEqual(expected);
      expect(await store.read.ledger.lastSequence(at)).toBe(5);
      expect(await store.read.ledger.lastSequence('ws_none')).toBe(0);
      expect(await store.read.ledger.typesAfter(at, 3, 1)).toEqual([{ sequence: 4, type: 'post.created' }]);
      for (const [before, last] of [
        [1, 0],
        [3, 2],
        [900, 5],
      ] as const)
        expect(await store.read.ledger.lastBefore(at, before)).toBe(last);
      expect(await store.read.workspaces.revisionsOf([at, 'ws_none'])).toEqual(
        new Map([[at, await store.read.workspaces.revision(at)]]),
      );
    });

    it('knows where the feed begins after payloads were cut, also if clocks disagreed with the order', async () => {
      const at = home.workspaceId;
      const kept = (from: number) => store.read.ledger.keptAfter(at, from);
      expect(await kept(0)).toBe(0);
      // Made by nodes with different clocks; no event, so never missed: 2.
      const ages = [50, 40, 10, 40, 39, 10, 31, 5];
      const now = clock.now();
      await store.transaction((write) =>
        write.ledger.append(
          at,
          ages.map((days, index) =>
            newEntry({
              createdAt: now - days * 86_400_000,
              type: index === 1 ? 'key.created' : 'post.created',
              payload: index === 1 ? null : '{"object":1}',
            }),
          ),
        ),
      );
      expect(await kept(0)).toBe(0);
      const cut = (days: number) =>
        store.transaction((write) => write.ledger.cutPayloadsBefore(at, now - days * 86_400_000));
      await cut(45);
      expect(await kept(0)).toBe(1);
      await cut(35);
      expect(await kept(0)).toBe(5);
      await cut(30);
      expect(await kept(0)).toBe(7);
      expect(await kept(8)).toBe(8);
      await cut(0);
      expect(await kept(0)).toBe(8);
    });

    it('lists the audit log newest first, by page and by key, and restricts it by every filter', async () => {
      const entries = Array.from({ length: 12 }, (_, index) => {
        clock.advance(1);
        return newEntry({
          type: ['post.created', 'post.updated', 'status.updated'][index % 3] ?? '',
          objectId: `post_${index % 4}`,
          actor: index % 2 === 0 ? { type: 'key', id: 'key_1' } : { type: 'system', id: 'publisher' },
          requestId: index % 2 === 0 ? `req_${index}` : null,
        });
      });
      const at = home.workspaceId;
      await store.transaction(async (write) => {
        await write.ledger.append(at, entries);
        await write.ledger.append(other.workspaceId, [newEntry()]);
      });
      const newestFirst = entries
        .map(({ payload: _, ...entry }, index): NumberedEntry => ({ ...entry, sequence: index + 1 }))
        .reverse();
      expect(await audit(at)).toEqual(newestFirst);
      const { ledger } = store.read;
      expect(await walked((after) => ledger.audit(at, { slice: { take: 3, skip: 0, after } }))).toEqual(
        newestFirst,
      );
      expect(await ledger.audit(at, { slice: { take: 5, skip: 5, after: undefined } })).toEqual(
        newestFirst.slice(5, 10),
      );
      const since = entries[7]?.createdAt ?? 0;
      const cases: [Omit<AuditQuery, 'slice'>, (entry: NumberedEntry) => boolean][] = [
        [{ actions: ['post.created', 'status.updated'] }, ({ type }) => type !== 'post.updated'],
        [{ objectIds: ['post_1'] }, ({ objectId }) => objectId === 'post_1'],
        [{ actorIds: ['publisher'] }, ({ actor }) => actor.id === 'publisher'],
        [{ updatedSince: since }, ({ createdAt }) => createdAt >= since],
        [
          { actions: ['post.created'], objectIds: ['post_0'] },
          (e) => e.type === 'post.created' && e.objectId === 'post_0',
        ],
        [{ actions: ['nothing'] }, () => false],
        [{ actions: [] }, () => false],
      ];
      for (const [filter, holds] of cases)
        expect(await audit(at, filter), JSON.stringify(filter)).toEqual(newestFirst.filter(holds));
    });

    it('lists deletions in its own order, whatever the clock said, by kind, by page, by key and since', async () => {
      const at = home.workspaceId;
      const gone = (kind: Deletion['kind'], index: number, createdAt: number) =>
        newEntry({
          type: `${kind}.deleted`,
          objectKind: kind,
          objectId: `${kind}_${index}`,
          postId: kind === 'comment' ? 'post_1' : kind === 'vote' ? `vote_${index}` : null,
          userId: kind === 'vote' ? 'user_1' : null,
          createdAt,
        });
      const kinds = ['post', 'comment', 'vote', 'tag'] as const;
      // Another node's clock may be behind.
      const entries = Array.from({ length: 12 }, (_, n) => gone(kinds[n % 4] ?? 'post', n, 100 + (n % 5)));
      await store.transaction(async (write) => {
        await write.ledger.append(at, [newEntry(), ...entries, newEntry({ type: 'invite.deleted' })]);
        await write.ledger.append(at, [{ ...gone('vote', 99, 100), userId: null }]);
        await write.ledger.append(other.workspaceId, [gone('post', 1, 100)]);
      });
      const all: Deletion[] = entries.map((entry, index) => ({
        sequence: index + 2,
        id: entry.objectKind === 'vote' ? `${entry.objectId}:user_1` : entry.objectId,
        kind: entry.objectKind as Deletion['kind'],
        deletedAt: entry.createdAt,
        postId: entry.postId,
        userId: entry.userId,
      }));
      const { ledger } = store.read;
      const cases: [Omit<DeletionQuery, 'slice'>, (deletion: Deletion) => boolean][] = [
        [{}, () => true],
        [{ kinds: ['vote', 'post'] }, ({ kind }) => kind === 'vote' || kind === 'post'],
        [{ since: 103 }, ({ deletedAt }) => deletedAt >= 103],
        [{ kinds: ['comment'], since: 102 }, (d) => d.kind === 'comment' && d.deletedAt >= 102],
        [{ kinds: ['user'] }, () => false],
        [{ kinds: [] }, () => false],
      ];
      for (const [query, holds] of cases) {
        const expected = all.filter(holds);
        expect(await ledger.deletions(at, { ...query, slice }), JSON.stringify(query)).toEqual(expected);
        const byKey = (after: SortKey | undefined) =>
          ledger.deletions(at, { ...query, slice: { take: 3, skip: 0, after } });
        expect(await walked(byKey)).toEqual(expected);
        const second = { take: 2, skip: 2, after: undefined };
        expect(await ledger.deletions(at, { ...query, slice: second })).toEqual(expected.slice(2, 4));
      }
    });

    it('cuts payloads before an instant, in limited steps and of one workspace, and keeps the entries', async () => {
      const day = Date.UTC(2026, 0, 1);
      const [at, elsewhere] = [home.workspaceId, other.workspaceId];
      const entries = (count: number, createdAt: number) =>
        Array.from({ length: count }, () => newEntry({ createdAt }));
      await store.transaction(async (write) => {
        await write.ledger.append(at, [...entries(1700, day - 5), ...entries(3, day)]);
        await write.ledger.append(at, [newEntry({ createdAt: day - 1, payload: null })]);
        await write.ledger.append(elsewhere, entries(2, day - 1));
      });
      const steps: number[] = [];
      do {
        steps.push(await store.transaction((write) => write.ledger.cutPayloadsBefore(at, day)));
      } while (steps.at(-1) !== 0);
      expect(steps.reduce((sum, step) => sum + step)).toBe(1700);
      expect(Math.max(...steps)).toBeLessThan(1700);
      expect([await countPayloads(store, at), await countPayloads(store, elsewhere)]).toEqual([3, 2]);
      expect((await store.read.ledger.audit(at, { slice: { ...slice, take: 2000 } })).length).toBe(1704);
    });

    it('rewrites the payloads that mention a text, of one workspace, however many there are', async () => {
      const at = home.workspaceId;
      const named = (userId: string) => JSON.stringify({ object: { userId } });
      await store.transaction(async (write) => {
        const some = Array.from({ length: 450 }, (_, n) =>
          newEntry({ payload: named(n % 90 === 0 ? 'user_1' : 'user_12'), createdAt: n % 7 }),
        );
        await write.ledger.append(at, [...some, newEntry({ payload: null })]);
        await write.ledger.append(other.workspaceId, [newEntry({ payload: named('user_1') })]);
      });
      const rewritten = async (workspaceId: string, text: string) => {
        const found: object[] = [];
        await store.transaction((write) =>
          write.ledger.rewrite(workspaceId, text, ({ object }) => {
            found.push(object);
            return { object: { userId: 'user_gone' } };
          }),
        );
        return found.length;
      };
      expect(await rewritten(at, 'user_1')).toBe(5);
      expect(await rewritten(at, 'user_1')).toBe(0);
      expect(await rewritten(at, 'user_gone')).toBe(5);
      expect(await rewritten(other.workspaceId, 'user_1')).toBe(1);
    });
  });
}
