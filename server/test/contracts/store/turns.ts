// The store contract for transactions of requests: they queue within their workspace without blocking others, and
// are rolled back when they take too long or their client disconnects.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store, Writer } from '../../../src/ports/store.ts';
import type { OpenStore, StoreUnderTest } from './opening.ts';
import { type Home, newHome, newPost } from './world.ts';

export function storeTurns(name: string, open: OpenStore): void {
  describe(`transactions of requests in a store on ${name}`, () => {
    let engine: StoreUnderTest;
    let store: Store;
    let home: Home;
    let other: Home;
    const start = async (limits: Parameters<OpenStore>[0] = {}) => {
      engine = await open(limits);
      store = engine.store;
      home = await newHome(store);
      other = await newHome(store);
    };
    afterEach(async () => {
      await engine.close();
    });

    const insert = (write: Writer, id: string) => write.posts.insert(home.workspaceId, newPost(home, { id }));
    const find = (id: string) => store.read.posts.find(home.workspaceId, id);
    const unavailable = { name: 'Failure', code: 'UNAVAILABLE' };

    /** A transaction that stays open until released. */
    function held({ workspaceId }: Home, onBegin: () => void = () => undefined) {
      let letGo = () => {};
      const isLetGo = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const ended = store.transaction(
        async () => {
          onBegin();
          await isLetGo;
        },
        { workspaceId },
      );
      ended.catch(() => undefined);
      return { ended, letGo };
    }

    describe('which wait in the queue', () => {
      beforeEach(() => start({ maxWaitingPerWorkspace: 3 }));

      it('run one at a time per workspace, without delaying another workspace', async () => {
        const began: string[] = [];
        const [first, second, last] = ['a1', 'a2', 'a3'].map((one) => held(home, () => began.push(one)));
        const beside = held(other);
        for (const transaction of [first, second, beside]) transaction?.letGo();
        await beside.ended;
        last?.letGo();
        await last?.ended;
        expect(began).toEqual(['a1', 'a2', 'a3']);
      });

      it('are rejected when too many of their workspace wait, without affecting others', async () => {
        const asked = Array.from({ length: 5 }, () => held(home));
        await expect(asked[4]?.ended).rejects.toMatchObject(unavailable);
        const beside = held(other);
        for (const { letGo } of [...asked, beside]) letGo();
        await beside.ended;
        await Promise.all(asked.slice(0, 4).map(({ ended }) => ended));
      });

      it('do not start after their client disconnected', async () => {
        const first = held(home);
        const leaving = new AbortController();
        const scope = { workspaceId: home.workspaceId, signal: leaving.signal };
        const left = store.transaction((write) => insert(write, 'post_left'), scope);
        leaving.abort();
        await expect(left).rejects.toMatchObject(unavailable);
        first.letGo();
        await first.ended;
        await expect(store.transaction((write) => insert(write, 'post_left'), scope)).rejects.toMatchObject(
          unavailable,
        );
        expect(await find('post_left')).toBeUndefined();
      });
    });

    it('are rejected after waiting too long', async () => {
      await start({ waitMs: 1 });
      const first = held(home);
      await expect(held(home).ended).rejects.toMatchObject(unavailable);
      first.letGo();
      await first.ended;
    });

    describe.each(['transaction', 'dryRun'] as const)('as a %s', (kind) => {
      it('are rolled back when they take too long, however many statements remain', async () => {
        // Long enough for the short transaction that follows, also on a busy machine.
        await start({ transactionMs: 1_000 });
        const { workspaceId } = home;
        const endless = store[kind](
          async (write) => {
            await insert(write, 'post_late');
            for (;;) await write.users.find(workspaceId, home.userId);
          },
          { workspaceId },
        );
        await expect(endless).rejects.toMatchObject(unavailable);
        await store.transaction((write) => insert(write, 'post_next'), { workspaceId });
        expect([await find('post_late'), (await find('post_next'))?.id]).toEqual([undefined, 'post_next']);
      });

      it('are rolled back when their client disconnects, even if the work swallows the error', async () => {
        await start();
        const { workspaceId } = home;
        const leaving = new AbortController();
        const work = async (write: Writer) => {
          await insert(write, 'post_left');
          leaving.abort();
          await write.users.find(workspaceId, home.userId).catch(() => undefined);
          return 'done';
        };
        const left = store[kind](work, { workspaceId, signal: leaving.signal });
        await expect(left).rejects.toMatchObject(unavailable);
        await store.transaction((write) => insert(write, 'post_next'), { workspaceId });
        expect([await find('post_left'), (await find('post_next'))?.id]).toEqual([undefined, 'post_next']);
      });

      it('have no time limit outside of requests', async () => {
        await start({ transactionMs: 0 });
        await store[kind](async (write) => {
          for (let count = 0; count < 200; count += 1) await write.users.find(home.workspaceId, home.userId);
        });
      });
    });
  });
}
