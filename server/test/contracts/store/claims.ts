// The store contract for claims and exclusive work, which processes sharing a store rely on.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { counted, type Home, newChangelog, newHome } from './world.ts';

const longMs = 600_000;

export function storeClaims(name: string, open: OpenStore): void {
  describe(`claims in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    it('grants a name to one of many concurrent callers, and to the next after release', async () => {
      const { workspaceId } = home;
      for (let round = 0; round < 3; round += 1) {
        const claims = await Promise.all(
          Array.from({ length: 30 }, () => store.claims.take(workspaceId, 'once', longMs)),
        );
        const [claim, ...others] = claims.filter((taken) => taken !== undefined);
        expect(claim).toBeDefined();
        expect(others).toEqual([]);
        expect(await store.claims.take(workspaceId, 'once', longMs)).toBeUndefined();
        await claim?.release();
      }
    });

    it('separates names, also between workspaces', async () => {
      const other = await newHome(store);
      expect(await store.claims.take(home.workspaceId, 'a', longMs)).toBeDefined();
      expect(await store.claims.take(home.workspaceId, 'b', longMs)).toBeDefined();
      expect(await store.claims.take(other.workspaceId, 'a', longMs)).toBeDefined();
    });

    it('serializes work that starts by raising the workspace revision', async () => {
      const { workspaceId } = home;
      const inside: number[] = [];
      let now = 0;
      await Promise.all(
        Array.from({ length: 30 }, (_, index) => {
          const run = index % 3 === 0 ? store.dryRun : store.transaction;
          return run(async (write) => {
            await write.workspaces.raiseRevision(workspaceId, counted);
            now += 1;
            await setImmediate();
            await write.users.find(workspaceId, home.userId);
            inside.push(now);
            now -= 1;
          });
        }),
      );
      expect(inside).toEqual(Array.from({ length: 30 }, () => 1));
      expect(await store.read.workspaces.revision(workspaceId)).toBe(20);
    });

    it('lists a changelog as due until its publishing transaction has ended', async () => {
      const { workspaceId } = home;
      const changelog = newChangelog({ state: 'scheduled', publishedAt: 5 });
      await store.transaction((write) => write.changelogs.insert(workspaceId, changelog));
      expect(await store.read.changelogs.due(5, 10)).toEqual([
        { workspaceId, id: changelog.id, publishedAt: 5 },
      ]);
      await store.transaction(async (write) => {
        const found = await write.changelogs.find(workspaceId, changelog.id);
        expect(found).toEqual(changelog);
        await write.changelogs.update(workspaceId, { ...changelog, state: 'published' });
      });
      expect(await store.read.changelogs.due(5, 10)).toEqual([]);
    });
  });
}
