// The store's contract on what visitors sign in with.

import { describe, expect, it } from 'vitest';
import type { MailedLink, VisitorLink, VisitorSession } from '../../../src/domain/site/visitor.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { clock, type Home, mint, newHome, newUser } from './world.ts';

const newSession = (userId: string, given: Partial<VisitorSession> = {}): VisitorSession => ({
  id: mint('visitorSession'),
  hash: mint('request'),
  userId,
  cameBy: 'link',
  createdAt: clock.now(),
  expiresAt: clock.now() + 1000,
  ...given,
});

const newLink = (userId: string, given: Partial<VisitorLink> = {}): VisitorLink => ({
  hash: mint('request'),
  userId,
  returnTo: '/roadmap',
  expiresAt: clock.now() + 1000,
  ...given,
});

const newMailedLink = (email: string, given: Partial<MailedLink> = {}): MailedLink => ({
  hash: mint('request'),
  email,
  returnTo: '/',
  heldPostId: 'post_1',
  follows: true,
  expiresAt: clock.now() + 1000,
  ...given,
});

export function storeVisitors(name: string, open: OpenStore): void {
  describe(`visitors in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let other: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      other = await newHome(store);
    });

    it('keeps a session and a link in their workspace until they end', async () => {
      const { workspaceId } = home;
      const [ada, bob] = [mint('user'), mint('user')];
      const [session, another] = [newSession(ada), newSession(bob)];
      const [link, unused] = [newLink(ada), newLink(ada)];
      await store.transaction(async (write) => {
        for (const one of [session, another]) await write.visitors.insertSession(workspaceId, one);
        for (const one of [link, unused]) await write.visitors.insertLink(workspaceId, one);
      });
      const { visitors } = store.read;
      expect(await visitors.findSession(workspaceId, session.hash)).toEqual(session);
      expect(await visitors.findSession(other.workspaceId, session.hash)).toBeUndefined();
      const { hash: _, ...listed } = session;
      const slice = { take: 10, skip: 0, after: undefined };
      expect(await visitors.sessionsOf(workspaceId, ada, slice)).toEqual([listed]);
      expect(await visitors.sessionsOf(other.workspaceId, ada, slice)).toEqual([]);
      expect(await visitors.findLink(workspaceId, link.hash)).toEqual(link);
      expect(await visitors.findLink(other.workspaceId, link.hash)).toBeUndefined();
      const taken = await Promise.all(
        [workspaceId, workspaceId, other.workspaceId].map((at) =>
          store.transaction((write) => write.visitors.takeLink(at, link.hash)),
        ),
      );
      expect(taken.filter((one) => one !== undefined)).toEqual([link]);
      expect(taken[2]).toBeUndefined();
      const end = (at: string) => store.transaction((write) => write.visitors.endAllOf(at, ada));
      expect([await end(other.workspaceId), await end(workspaceId), await end(workspaceId)]).toEqual([
        0, 1, 0,
      ]);
      expect(await visitors.findSession(workspaceId, session.hash)).toBeUndefined();
      expect(await visitors.findLink(workspaceId, unused.hash)).toBeUndefined();
      await store.transaction((write) => write.visitors.removeSession(other.workspaceId, another.hash));
      expect(await visitors.findSession(workspaceId, another.hash)).toEqual(another);
      await store.transaction((write) => write.visitors.removeSession(workspaceId, another.hash));
      expect(await visitors.findSession(workspaceId, another.hash)).toBeUndefined();
    });

    it('keeps a link from a mail until it is used, or what its address belongs to ends', async () => {
      const { workspaceId } = home;
      const ada = newUser({ email: 'Ada@example.com' });
      const [used, unused] = [newMailedLink('ada@EXAMPLE.com'), newMailedLink('ada@example.com')];
      const others = newMailedLink('bob@example.com', { heldPostId: null });
      await store.transaction(async (write) => {
        await write.users.insert(workspaceId, ada);
        for (const one of [used, unused, others]) await write.visitors.insertMailedLink(workspaceId, one);
      });
      const { visitors } = store.read;
      expect(await visitors.findMailedLink(workspaceId, used.hash)).toEqual(used);
      expect(await visitors.findMailedLink(other.workspaceId, used.hash)).toBeUndefined();
      const taken = await Promise.all(
        [workspaceId, workspaceId, other.workspaceId].map((at) =>
          store.transaction((write) => write.visitors.takeMailedLink(at, used.hash)),
        ),
      );
      expect(taken.filter((one) => one !== undefined)).toEqual([used]);
      await store.transaction((write) => write.visitors.endAllOf(other.workspaceId, ada.id));
      expect(await visitors.findMailedLink(workspaceId, unused.hash)).toEqual(unused);
      await store.transaction((write) => write.visitors.endAllOf(workspaceId, ada.id));
      expect(await visitors.findMailedLink(workspaceId, unused.hash)).toBeUndefined();
      expect(await visitors.findMailedLink(workspaceId, others.hash)).toEqual(others);
    });

    it('lets a token be used once in each workspace, whoever asks at the same time', async () => {
      const use = (at: Home) =>
        store.transaction((write) => write.visitors.useToken(at.workspaceId, 'digest', clock.now() + 1000));
      const used = await Promise.all([use(home), use(home), use(home)]);
      expect(used.filter(Boolean)).toHaveLength(1);
      expect(await use(other)).toBe(true);
    });

    it('replaces the secret of a mode, and of no other', async () => {
      const { workspaceId } = home;
      const first = { secret: 'a', createdAt: 1, previousSecret: null, previousSecretExpiresAt: null };
      const second = { secret: 'b', createdAt: 2, previousSecret: 'a', previousSecretExpiresAt: 3 };
      for (const secret of [first, second])
        await store.transaction((write) => write.visitors.putSecret(workspaceId, 'live', secret));
      await store.transaction((write) => write.visitors.putSecret(workspaceId, 'test', first));
      const { visitors } = store.read;
      expect(await visitors.findSecret(workspaceId, 'live')).toEqual(second);
      expect(await visitors.findSecret(workspaceId, 'test')).toEqual(first);
      expect(await visitors.findSecret(other.workspaceId, 'live')).toBeUndefined();
    });

    it('knows how a person came in, until their address changes', async () => {
      const { workspaceId } = home;
      const user = newUser({ email: 'ada@example.com' });
      const never = { emailProven: false, lastSignedInAt: null, cameBy: null };
      const known = async () => (await store.read.visitors.signInsOf(workspaceId, [user.id])).get(user.id);
      await store.transaction((write) => write.users.insert(workspaceId, user));
      expect(await known()).toEqual(never);
      const signedIn = { emailProven: true, lastSignedInAt: 5, cameBy: 'token' as const };
      await store.transaction((write) => write.visitors.noteSignIn(workspaceId, user.id, signedIn));
      await store.transaction((write) => write.users.update(workspaceId, { ...user, name: 'Ada' }));
      expect(await known()).toEqual(signedIn);
      await store.transaction((write) =>
        write.visitors.noteSignIn(workspaceId, user.id, { lastSignedInAt: 6 }),
      );
      await store.transaction((write) =>
        write.users.update(workspaceId, { ...user, email: 'a@example.com' }),
      );
      expect(await known()).toEqual({ ...signedIn, lastSignedInAt: 6, emailProven: false });
      await store.transaction((write) => write.users.erase(workspaceId, { ...user, email: null }));
      expect(await known()).toBeUndefined();
    });

    it('forgets what has expired', async () => {
      const { workspaceId } = home;
      const gone = { expiresAt: clock.now() - 1 };
      const kept = newSession(mint('user'));
      await store.transaction(async (write) => {
        await write.visitors.insertSession(workspaceId, newSession(mint('user'), gone));
        await write.visitors.insertSession(workspaceId, kept);
        await write.visitors.insertLink(other.workspaceId, newLink(mint('user'), gone));
        await write.visitors.insertMailedLink(workspaceId, newMailedLink('ada@example.com', gone));
        await write.visitors.useToken(workspaceId, 'digest', gone.expiresAt);
      });
      const forget = () => store.transaction((write) => write.visitors.forgetBefore(clock.now()));
      expect([await forget(), await forget()]).toEqual([4, 0]);
      expect(await store.read.visitors.findSession(workspaceId, kept.hash)).toEqual(kept);
    });
  });
}
