// The store contract for sign-in: accounts, memberships, sessions, invites and setup links.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import {
  clock,
  type Home,
  ids,
  newAccount,
  newHome,
  newInvite,
  newKey,
  newSession,
  newUser,
} from './world.ts';

export function storeAccounts(name: string, open: OpenStore): void {
  describe(`accounts in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let other: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      other = await newHome(store);
    });

    it('are found by id and case-insensitive email, and store their fields', async () => {
      expect(await store.read.accounts.exist()).toBe(false);
      const ada = newAccount({ email: 'Ada@Example.com', passwordHash: '$argon2id$x', locale: 'de-AT' });
      await store.transaction((write) => write.accounts.insert(ada));
      expect(await store.read.accounts.exist()).toBe(true);
      expect(await store.read.accounts.find(ada.id)).toEqual(ada);
      expect(await store.read.accounts.findByEmail('aDA@exAMPLE.com')).toEqual(ada);
      expect(await store.read.accounts.findByEmail('grace@example.com')).toBeUndefined();
      const renamed = {
        ...ada,
        name: 'Ada L.',
        email: 'lovelace@example.com',
        passwordHash: null,
        locale: null,
      };
      await store.transaction((write) => write.accounts.update(renamed));
      expect(await store.read.accounts.findByEmail('Lovelace@example.com')).toEqual(renamed);
      expect(await store.read.accounts.findByEmail('ada@example.com')).toBeUndefined();
      expect(await store.read.accounts.accountsOf([ada.id, 'acct_none'])).toEqual(
        new Map([[ada.id, renamed]]),
      );
      expect(await store.read.accounts.accountsOf([])).toEqual(new Map());
    });

    it('are unique per email: of 10 concurrent inserts, one succeeds and the others conflict', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          store.transaction(async (write) => {
            await setImmediate();
            await write.accounts.insert(newAccount({ email: index % 2 === 0 ? 'one@x.test' : 'ONE@x.test' }));
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
    });

    it('may exist once more per confining workspace, and are all found by email', async () => {
      const email = 'one@x.test';
      const here = newAccount({ email, confinedTo: home.workspaceId, createdAt: 10 });
      const there = newAccount({ email: 'ONE@x.test', confinedTo: other.workspaceId, createdAt: 5 });
      const open = newAccount({ email, provenAt: 30, createdAt: 20 });
      await store.transaction(async (write) => {
        for (const account of [here, there, open]) await write.accounts.insert(account);
      });
      const { accounts } = store.read;
      expect(await accounts.findByEmail('One@x.test')).toEqual(open);
      expect(await accounts.ofEmail('One@x.test')).toEqual([open, there, here]);
      expect(await accounts.ofEmail('nobody@x.test')).toEqual([]);
      const again = newAccount({ email: 'oNE@x.test', confinedTo: home.workspaceId });
      await expect(store.transaction((write) => write.accounts.insert(again))).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      // Only one of them can be unconfined.
      const freed = { ...here, confinedTo: null };
      await expect(store.transaction((write) => write.accounts.update(freed))).rejects.toMatchObject({
        code: 'CONFLICT',
      });
    });

    it('are locked by a transaction that read them', async () => {
      const ada = newAccount({ passwordHash: 'first' });
      await store.transaction((write) => write.accounts.insert(ada));
      const seen: (string | null | undefined)[] = [];
      const rewrite = (passwordHash: string) =>
        store.transaction(async (write) => {
          const [before] = await write.accounts.ofEmail(ada.email);
          await setImmediate();
          seen.push(before?.passwordHash);
          await write.accounts.update({ ...ada, passwordHash });
        });
      await Promise.all([rewrite('second'), rewrite('third'), rewrite('fourth')]);
      // Each saw the previous write.
      expect(new Set(seen).size).toBe(3);
    });

    it.each([
      ['the Kelvin sign', 'bob@\u212aelvin.test', 'bob@kelvin.test'],
      ['a dotted capital I', '\u0130da@x.test', 'ida@x.test'],
      ['a long s', 'han\u017f@x.test', 'hans@x.test'],
      ['a Greek varia', 'a\u1fefb@x.test', 'a`b@x.test'],
    ])('are distinct if one email contains %s, like people and invites', async (_what, odd, plain) => {
      const { workspaceId } = home;
      await store.transaction(async (write) => {
        for (const email of [odd, plain]) {
          await write.accounts.insert(newAccount({ email }));
          await write.users.insert(workspaceId, newUser({ email }));
          await write.invites.insert(newInvite(workspaceId, { email }));
        }
      });
      for (const email of [odd, plain]) {
        expect((await store.read.accounts.findByEmail(email))?.email).toBe(email);
        expect((await store.read.users.findByEmail(workspaceId, email))?.email).toBe(email);
        expect(await store.read.invites.ofEmail(email)).toMatchObject([{ email }]);
      }
    });

    it('are the same for any composition of an accented letter', async () => {
      const email = 'jos\u00e9@x.test';
      await store.transaction((write) => write.accounts.insert(newAccount({ email })));
      expect((await store.read.accounts.findByEmail('JOSe\u0301@X.test'))?.email).toBe(email);
    });

    it('have separate memberships in each workspace', async () => {
      const [ada, grace] = [newAccount(), newAccount()];
      const first = {
        workspaceId: home.workspaceId,
        accountId: ada.id,
        role: 'owner' as const,
        createdAt: 10,
      };
      const second = { ...first, accountId: grace.id, role: 'member' as const, createdAt: 20 };
      const elsewhere = { ...first, workspaceId: other.workspaceId, role: 'admin' as const, createdAt: 5 };
      await store.transaction(async (write) => {
        await write.accounts.insert(ada);
        await write.accounts.insert(grace);
        for (const membership of [second, first, elsewhere]) await write.memberships.insert(membership);
      });
      const { memberships } = store.read;
      expect(await memberships.find(home.workspaceId, ada.id)).toEqual(first);
      expect(await memberships.find(other.workspaceId, grace.id)).toBeUndefined();
      expect(await memberships.list(home.workspaceId)).toEqual([first, second]);
      expect(await memberships.ofAccount(ada.id)).toEqual([elsewhere, first]);
      await expect(store.transaction((write) => write.memberships.insert(first))).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      await store.transaction(async (write) => {
        await write.memberships.setRole(home.workspaceId, ada.id, 'member');
        await write.memberships.remove(home.workspaceId, grace.id);
      });
      expect(await memberships.list(home.workspaceId)).toEqual([{ ...first, role: 'member' }]);
      expect(await memberships.ofAccount(ada.id)).toContainEqual(elsewhere);
    });

    it('have sessions that are found by hash, listed, ended and removed by age', async () => {
      const [ada, grace] = [newAccount(), newAccount()];
      const [phone, laptop, tablet] = [10, 30, 20].map((at) =>
        newSession(ada.id, { lastSeenAt: at, expiresAt: at + 100 }),
      ) as [ReturnType<typeof newSession>, ReturnType<typeof newSession>, ReturnType<typeof newSession>];
      const hers = newSession(grace.id, { lastSeenAt: 40, expiresAt: 140 });
      await store.transaction(async (write) => {
        await write.accounts.insert(ada);
        await write.accounts.insert(grace);
        for (const session of [phone, laptop, tablet, hers]) await write.sessions.insert(session);
      });
      const { sessions } = store.read;
      expect(await sessions.findByHash(phone.hash)).toEqual(phone);
      expect(await sessions.findByHash('nothing')).toBeUndefined();
      expect(ids(await sessions.list(ada.id))).toEqual(ids([laptop, tablet, phone]));
      expect(await sessions.lastSeenOf([ada.id, grace.id, 'acct_none'])).toEqual(
        new Map([
          [ada.id, 30],
          [grace.id, 40],
        ]),
      );
      const seen = { lastSeenAt: 50, expiresAt: 150, workspaceId: other.workspaceId };
      await store.transaction((write) => write.sessions.markSeen(phone.id, seen));
      expect(await sessions.findByHash(phone.hash)).toEqual({ ...phone, ...seen });
      // No one can end another person's session.
      expect(await store.transaction((write) => write.sessions.remove(grace.id, phone.id))).toBe(false);
      expect(await store.transaction((write) => write.sessions.forgetBefore(130))).toBe(1);
      expect(ids(await sessions.list(ada.id))).toEqual(ids([phone, laptop]));
      expect(await store.transaction((write) => write.sessions.remove(ada.id, laptop.id))).toBe(true);
      expect(await sessions.findByHash(laptop.hash)).toBeUndefined();
      await store.transaction((write) => write.sessions.insert(laptop));
      expect(await store.transaction((write) => write.sessions.removeOthers(ada.id, phone.id))).toBe(1);
      expect(ids(await sessions.list(ada.id))).toEqual([phone.id]);
      expect(await store.transaction((write) => write.sessions.removeOthers(ada.id, undefined))).toBe(1);
      expect(ids(await sessions.list(grace.id))).toEqual([hers.id]);
    });

    it('join by invites, each of which works once', async () => {
      const invite = newInvite(home.workspaceId, { email: 'Grace@x.test', expiresAt: 100, isMailed: true });
      const elsewhere = newInvite(other.workspaceId, { email: 'grace@x.test', expiresAt: 200 });
      await store.transaction(async (write) => {
        await write.invites.insert(invite);
        await write.invites.insert(elsewhere);
      });
      const { invites } = store.read;
      expect(await invites.findByHash(invite.hash)).toEqual(invite);
      expect(await invites.list(home.workspaceId)).toEqual([invite]);
      expect(await invites.ofEmail('GRACE@x.test')).toEqual([invite, elsewhere]);
      expect(await store.transaction((write) => write.invites.remove(other.workspaceId, invite.id))).toBe(
        false,
      );
      const setHash = (at: Home, hash: string) =>
        store.transaction((write) => write.invites.setHash(at.workspaceId, invite.id, hash));
      expect([await setHash(other, 'nowhere'), await setHash(home, 'mailed')]).toEqual([false, true]);
      expect(await invites.findByHash(invite.hash)).toBeUndefined();
      expect(await invites.findByHash('mailed')).toEqual({ ...invite, hash: 'mailed' });
      const used = await Promise.all(
        Array.from({ length: 5 }, () =>
          store.transaction(async (write) => {
            await setImmediate();
            return write.invites.remove(home.workspaceId, invite.id);
          }),
        ),
      );
      expect(used.filter(Boolean)).toHaveLength(1);
      expect(await store.transaction((write) => write.invites.forgetBefore(200))).toBe(0);
      expect(await store.transaction((write) => write.invites.forgetBefore(201))).toBe(1);
      expect(await invites.list(other.workspaceId)).toEqual([]);
    });

    it('join by setup links, which are removed together', async () => {
      const link = (workspaceId: string, hash: string) => ({ workspaceId, hash, createdAt: 1, expiresAt: 2 });
      await store.transaction(async (write) => {
        await write.setupLinks.insert(link(home.workspaceId, 'a'));
        await write.setupLinks.insert(link(home.workspaceId, 'b'));
        await write.setupLinks.insert(link(other.workspaceId, 'c'));
      });
      expect(await store.read.setupLinks.findByHash('b')).toEqual(link(home.workspaceId, 'b'));
      expect(await store.transaction((write) => write.setupLinks.removeAll(home.workspaceId))).toBe(2);
      expect(await store.read.setupLinks.findByHash('a')).toBeUndefined();
      expect(await store.read.setupLinks.findByHash('c')).toEqual(link(other.workspaceId, 'c'));
    });

    it('rename only their workspace, and expire only its keys', async () => {
      const key = newKey(home.workspaceId, { createdBy: 'acct_1' });
      await store.transaction((write) => write.apiKeys.insert(key));
      await store.transaction(async (write) => {
        await write.workspaces.rename(home.workspaceId, 'Renamed');
        await write.apiKeys.expire(other.workspaceId, key.id, clock.now());
      });
      expect((await store.read.workspaces.find(home.workspaceId))?.name).toBe('Renamed');
      expect((await store.read.workspaces.find(other.workspaceId))?.name).toBe('Home');
      expect(await store.read.apiKeys.find(home.workspaceId, key.id)).toEqual(key);
      await store.transaction((write) => write.apiKeys.expire(home.workspaceId, key.id, 77));
      expect(await store.read.apiKeys.find(home.workspaceId, key.id)).toEqual({ ...key, expiresAt: 77 });
    });
  });
}
