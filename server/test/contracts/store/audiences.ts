// The store's contract on whom a telling reaches: the same people as those of a plain walk through everyone.

import { describe, expect, it } from 'vitest';
import { choices } from '../../../src/domain/kernel/notify.ts';
import { noticeKinds } from '../../../src/domain/mail/mail.ts';
import { defaultMailSettings, type MailSettings } from '../../../src/domain/mail/settings.ts';
import { type Audience, wants } from '../../../src/domain/mail/telling.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { addPosts, clock, type Home, ids, mint, newHome, newPost, newUser } from './world.ts';

/** What a bit of a person's number says of them; every combination is there. */
const bits = {
  hasAddress: 1,
  follows: 2,
  followsOther: 4,
  votes: 8,
  isTold: 16,
  has: 32,
  turnedOff: 64,
  all: 128,
};

interface Person {
  id: string;
  is: (trait: keyof typeof bits) => boolean;
}

export function storeAudiences(name: string, open: OpenStore): void {
  describe(`audiences in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const settingsOf = ({ is }: Person): MailSettings => {
      if (!is('has')) return defaultMailSettings;
      const wanted = !is('turnedOff');
      const changes = { statusChanges: wanted, answers: wanted, replies: wanted, changelog: wanted };
      return { ...defaultMailSettings, ...changes, allEntries: is('all') };
    };

    async function fill(where: Home): Promise<{ people: Person[]; postIds: string[] }> {
      const posts = [newPost(where), newPost(where)];
      await addPosts(store, where, posts);
      const [postId = '', otherId = ''] = ids(posts);
      const people = Array.from({ length: 256 }, (_, number): Person => {
        const is: Person['is'] = (trait) => (number & bits[trait]) !== 0;
        return { id: mint('user'), is };
      });
      const { workspaceId } = where;
      const those = (trait: keyof typeof bits) => people.filter(({ is }) => is(trait)).map(({ id }) => id);
      const following = (userIds: string[], toId: string) =>
        userIds.map((userId) => ({
          ...{ postId: toId, originId: toId, userId, followedAt: clock.now() },
          source: 'api' as const,
        }));
      await store.transaction(async (write) => {
        await write.users.insertMany(
          workspaceId,
          people.map(({ id, is }) => newUser({ id, email: is('hasAddress') ? `${id}@example.com` : null })),
        );
        await write.followers.addMany(workspaceId, postId, following(those('follows'), postId));
        await write.followers.addMany(workspaceId, otherId, following(those('followsOther'), otherId));
        const votes = those('votes').map((userId) => ({ postId, userId, votedAt: clock.now() }));
        await write.votes.insertMany(workspaceId, votes);
        const changed = people.filter(({ is }) => is('has'));
        await write.mailSettings.addMany(
          workspaceId,
          changed.map((person) => ({ userId: person.id, ...settingsOf(person) })),
        );
        const told = those('isTold').map((userId) => ({
          ...{ id: mint('mail'), kind: 'changelog' as const, key: `two:${userId}`, address: null, userId },
          ...{ payload: {}, about: 'clog_1', locale: null, urgency: 'notice' as const },
          ...{ dueAt: clock.now(), createdAt: clock.now() },
        }));
        await write.mails.enqueue(workspaceId, 'https://feedback.example', told);
      });
      return { people, postIds: [postId, otherId] };
    }

    it('are those of its lists who have an address, want it, and were not told', async () => {
      const { people, postIds } = await fill(home);
      await fill(await newHome(store));
      const { workspaceId } = home;
      for (const kind of noticeKinds)
        for (const choice of choices)
          for (const keys of [['one:'], ['one:', 'two:']])
            for (const some of [postIds, postIds.slice(0, 1), []]) {
              const audience: Audience = { workspaceId, kind, choice, keys, postIds: some };
              const asks = ({ is, ...person }: Person) =>
                (some.length > 0 && is('follows')) ||
                (some.length > 1 && is('followsOther')) ||
                (kind === 'changelog' && settingsOf({ is, ...person }).allEntries);
              const votes = ({ is }: Person) => some.length > 0 && is('votes');
              const reached = people.filter(
                (person) =>
                  person.is('hasAddress') &&
                  wants(kind, settingsOf(person)) &&
                  !(keys.length > 1 && person.is('isTold')),
              );
              const told = reached.filter((each) => asks(each) || (choice === 'voters' && votes(each)));
              const others = reached.filter((each) => choice === 'followers' && votes(each) && !asks(each));
              const { audiences } = store.read;
              const label = JSON.stringify(audience);
              expect(await audiences.count(audience, 1000), label).toEqual({
                count: told.length,
                isMore: false,
              });
              expect(await audiences.countOtherVoters(audience, 1000), label).toBe(others.length);
              const found = await audiences.reachable(audience, [...ids(people), 'user_x']);
              expect([...found].sort(), label).toEqual(ids(reached).sort());
            }
    });

    it('are counted up to a limit', async () => {
      const { postIds } = await fill(home);
      const audience: Audience = {
        ...{ workspaceId: home.workspaceId, kind: 'status', choice: 'voters', keys: ['one:'], postIds },
      };
      const { count } = await store.read.audiences.count(audience, 1000);
      // Only one of eight is on none of these lists.
      expect(await store.read.audiences.count(audience, 224)).toEqual({ count, isMore: false });
      const limited = await store.read.audiences.count(audience, 223);
      expect(limited.isMore).toBe(true);
      expect(limited.count).toBeLessThanOrEqual(count);
    });
  });
}
