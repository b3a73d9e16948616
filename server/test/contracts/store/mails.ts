// The store's contract on mails: each key once, claims that never overlap, outcomes, held queues.

import { describe, expect, it } from 'vitest';
import type { SortKey } from '../../../src/domain/kernel/page.ts';
import type { HeldFor, MailOutcome, NewMail } from '../../../src/domain/mail/mail.ts';
import { noReplyTo } from '../../../src/domain/mail/reply-to.ts';
import type { Suppression } from '../../../src/domain/mail/suppression.ts';
import type { Store, Writer } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { clock, mint, newHome } from './world.ts';

const url = 'https://feedback.example';

const newMail = (given: Partial<NewMail> = {}): NewMail => ({
  id: mint('mail'),
  kind: 'test',
  key: mint('request'),
  address: 'ada@example.com',
  userId: null,
  payload: { accountId: 'acct_1', count: 3, isLast: true, none: null },
  about: null,
  locale: 'de-AT',
  urgency: 'asked',
  dueAt: clock.now(),
  createdAt: clock.now(),
  ...given,
});

export function storeMails(name: string, open: OpenStore): void {
  describe(`mails in a store on ${name}`, () => {
    let store: Store;
    let workspaceId: string;
    let otherId: string;
    storeForEach(open, async (opened) => {
      store = opened;
      ({ workspaceId } = await newHome(store));
      otherId = (await newHome(store)).workspaceId;
    });

    const enqueue = (mails: NewMail[], at = workspaceId) =>
      store.transaction((write) => write.mails.enqueue(at, url, mails));
    const claim = (mark: string, take = 100, at = clock.now(), where = workspaceId) =>
      store.transaction((write) => write.mails.claim(where, { at, until: at + 1000, claim: mark, take }));
    const settle = (outcomes: MailOutcome[]) =>
      store.transaction((write) => write.mails.settle(workspaceId, outcomes, clock.now()));
    const find = (id: string) => store.read.mails.find(workspaceId, id);
    const idsOf = (mails: readonly { id: string }[]) => mails.map(({ id }) => id);
    const sent = (id: string, mark: string): MailOutcome => ({
      ...{ id, claim: mark, state: 'sent', dueAt: null, isAttempt: false, answer: '250 OK' },
    });

    it('keeps everything about a mail, and queues each key once in a workspace', async () => {
      const { key: _, urgency: _once, ...kept } = newMail({ key: 'once' });
      expect(await enqueue([{ ...kept, urgency: 'asked', key: 'once' }])).toEqual([kept.id]);
      expect(await find(kept.id)).toEqual({
        ...kept,
        ...{ state: 'waiting', isUnderway: false, attempts: 0, answer: null, finishedAt: null },
      });
      expect(await store.read.mails.find(otherId, kept.id)).toBeUndefined();
      const another = newMail();
      const added = await enqueue([newMail({ key: 'once' }), another]);
      expect(added).toEqual([another.id]);
      expect(await enqueue([newMail({ key: 'once' })], otherId)).toHaveLength(1);
      expect(await enqueue([])).toEqual([]);
    });

    it('queues many at a time', async () => {
      const mails = Array.from({ length: 300 }, () => newMail());
      expect(new Set(await enqueue(mails))).toEqual(new Set(idsOf(mails)));
    });

    it('knows when the first mail of each workspace is due', async () => {
      expect(await store.read.mails.queues()).toEqual([]);
      await enqueue([newMail({ dueAt: 9 }), newMail({ dueAt: 7 })]);
      const none = { heldFor: null, heldAt: null, publicUrl: url };
      expect(await store.read.mails.queues()).toEqual([{ ...none, workspaceId, dueAt: 7 }]);
      for (const { id } of await claim('a')) await settle([sent(id, 'a')]);
      expect(await store.read.mails.queues()).toEqual([{ ...none, workspaceId, dueAt: null }]);
    });

    it('keeps where replies go, apart from what holds the queue', async () => {
      expect(await store.read.mails.replyTo(workspaceId)).toEqual(noReplyTo);
      await enqueue([newMail()]);
      await enqueue([newMail()], otherId);
      const asked = { address: 'help@example.com', asked: 'other@example.com', askedAt: clock.now() };
      await store.transaction((write) => write.mails.setReplyTo(workspaceId, asked));
      await store.transaction((write) => write.mails.hold(workspaceId, 'moved', clock.now()));
      await store.transaction((write) => write.mails.release(workspaceId, url));
      await enqueue([newMail()]);
      expect(await store.read.mails.replyTo(workspaceId)).toEqual(asked);
      expect(await store.read.mails.replyTo(otherId)).toEqual(noReplyTo);
      await store.transaction((write) => write.mails.setReplyTo(workspaceId, noReplyTo));
      expect(await store.read.mails.replyTo(workspaceId)).toEqual(noReplyTo);
    });

    it('gives concurrent claims different mails, the earliest first, until they expire', async () => {
      const mails = [1, 2, 3, 4, 5].map((dueAt) => newMail({ dueAt }));
      await enqueue(mails.toReversed());
      const later = newMail({ dueAt: clock.now() + 1 });
      await enqueue([later]);
      expect(idsOf(await claim('first', 2))).toEqual(idsOf(mails.slice(0, 2)));
      const both = await Promise.all([claim('a', 2), claim('b', 2)]);
      expect(idsOf(both.flat()).sort()).toEqual(idsOf(mails.slice(2)).sort());
      expect(await claim('c')).toEqual([]);
      expect(await claim('c', 100, clock.now() + 1000, otherId)).toEqual([]);
      await store.transaction((write) => write.mails.renewClaim(workspaceId, 'first', clock.now() + 2000));
      const expired = await claim('d', 100, clock.now() + 1000);
      expect(idsOf(expired).sort()).toEqual(idsOf([...mails.slice(2), later]).sort());
      expect(expired[0]).toMatchObject({ state: 'waiting', isUnderway: true });
      await store.transaction((write) => write.mails.releaseClaims(clock.now()));
      expect(await claim('e')).toHaveLength(6);
    });

    it('counts what was sent whoever claims, and everything else only of the claimer', async () => {
      const mails = [newMail(), newMail(), newMail(), newMail()];
      const [one, two, three, four] = idsOf(mails) as [string, string, string, string];
      await enqueue(mails);
      await claim('old');
      await claim('new', 100, clock.now() + 1000);
      const dueAt = clock.now() + 5000;
      const later = { state: 'waiting' as const, dueAt, isAttempt: true, answer: '450 Later' };
      await settle([
        sent(one, 'old'),
        { id: two, claim: 'old', ...later },
        { id: three, claim: 'new', ...later },
        { id: four, claim: 'new', ...later, isAttempt: false, answer: undefined },
      ]);
      expect(await find(one)).toMatchObject({
        ...{ state: 'sent', dueAt: null, isUnderway: false, attempts: 0, answer: '250 OK' },
        finishedAt: clock.now(),
      });
      expect(await find(two)).toMatchObject({
        state: 'waiting',
        isUnderway: true,
        attempts: 0,
        answer: null,
      });
      expect(await find(three)).toMatchObject({
        ...{ state: 'waiting', dueAt, isUnderway: false, attempts: 1, answer: '450 Later', finishedAt: null },
      });
      expect(await find(four)).toMatchObject({ dueAt, attempts: 0, answer: null });
    });

    const hold = (heldFor: HeldFor, at = 5, where = workspaceId) =>
      store.transaction((write) => write.mails.hold(where, heldFor, at));

    it('gives no notice of a held queue until it is released', async () => {
      const [asked, notice] = [newMail({ dueAt: 3 }), newMail({ urgency: 'notice', dueAt: 1 })];
      await enqueue([asked, notice]);
      await enqueue([newMail({ urgency: 'notice' })], otherId);
      await hold('restored');
      await hold('moved', 6);
      const queues = await store.read.mails.queues();
      const held = { heldFor: 'restored', heldAt: 5, publicUrl: url };
      expect(queues.find((queue) => queue.workspaceId === workspaceId)).toMatchObject({ ...held, dueAt: 3 });
      expect(await store.read.mails.queue(workspaceId)).toEqual({ workspaceId, ...held });
      expect(idsOf(await claim('a'))).toEqual([asked.id]);
      expect(await claim('a', 1, clock.now(), otherId)).toHaveLength(1);
      await settle([sent(asked.id, 'a')]);
      const left = await store.read.mails.queues();
      expect(left.find((queue) => queue.workspaceId === workspaceId)?.dueAt).toBeNull();
      const elsewhere = 'https://elsewhere.example';
      await store.transaction((write) => write.mails.release(workspaceId, elsewhere));
      expect(await claim('a')).toHaveLength(1);
      const released = await store.read.mails.queues();
      expect(released.find((queue) => queue.workspaceId === workspaceId)).toMatchObject({
        ...{ heldFor: null, heldAt: null, publicUrl: elsewhere },
      });
    });

    it('holds a queue before its first mail', async () => {
      expect(await store.read.mails.queue(workspaceId)).toBeUndefined();
      await hold('imported');
      await enqueue([newMail({ urgency: 'notice' })]);
      expect(await claim('a')).toEqual([]);
      expect(await store.read.mails.queue(workspaceId)).toMatchObject({ heldFor: 'imported', publicUrl: '' });
      expect(await store.read.mails.queue(otherId)).toBeUndefined();
    });

    it('drops notices that wait, and none that is being sent', async () => {
      const notice = () => newMail({ urgency: 'notice', dueAt: 1 });
      const [underway, asked, ended, left] = [notice(), newMail({ dueAt: 1 }), notice(), notice()];
      await enqueue([underway]);
      await claim('a');
      await enqueue([asked, ended, ...Array.from({ length: 600 }, notice)]);
      await enqueue([left], otherId);
      const now = clock.now();
      const drop = () =>
        store.transaction((write) => write.mails.dropNotices(workspaceId, 'Discarded.', now));
      expect([await drop(), await drop(), await drop()]).toEqual([500, 101, 0]);
      expect(await find(ended.id)).toMatchObject({
        ...{ state: 'dropped', dueAt: null, answer: 'Discarded.', finishedAt: now },
      });
      for (const { id } of [underway, asked]) expect(await find(id)).toMatchObject({ state: 'waiting' });
      expect(await store.read.mails.find(otherId, left.id)).toMatchObject({ state: 'waiting' });
    });

    it('counts what waits, up to a limit, and knows what failed last', async () => {
      const mails = [1, 2, 3, 4].map((createdAt) => newMail({ createdAt }));
      await enqueue(mails);
      await enqueue([newMail()], otherId);
      await claim('a');
      const failing = {
        claim: 'a',
        state: 'failed',
        dueAt: null,
        isAttempt: true,
        answer: '550 No',
      } as const;
      await settle(mails.slice(0, 2).map(({ id }) => ({ id, ...failing })));
      const { mails: read } = store.read;
      expect([await read.countWaiting(workspaceId, 9), await read.countWaiting(workspaceId, 1)]).toEqual([
        2, 1,
      ]);
      expect(idsOf(await read.failed(workspaceId, 9))).toEqual([mails[1]?.id, mails[0]?.id]);
      expect(idsOf(await read.failed(workspaceId, 1))).toEqual([mails[1]?.id]);
      expect(await read.failed(otherId, 9)).toEqual([]);
    });

    it('removes what was queued for a person, and for their address in any case', async () => {
      const theirs = [newMail({ userId: 'user_1', address: null }), newMail({ address: 'BOB@example.com' })];
      const others = [newMail(), newMail({ userId: 'user_2', address: null })];
      const elsewhere = newMail({ userId: 'user_1' });
      await enqueue([...theirs, ...others]);
      await enqueue([elsewhere], otherId);
      await store.transaction((write) => write.mails.removeOf(workspaceId, 'user_1', 'bob@example.com'));
      expect(await Promise.all(idsOf(theirs).map(find))).toEqual([undefined, undefined]);
      expect((await Promise.all(idsOf(others).map(find))).map((found) => found?.id)).toEqual(idsOf(others));
      expect(await store.read.mails.find(otherId, elsewhere.id)).toBeDefined();
    });

    it('removes mails of a person that are being sent, and nothing brings them back', async () => {
      const theirs = [
        newMail({ userId: 'user_1', address: null, kind: 'status', urgency: 'notice', about: 'post_1' }),
        newMail({ address: 'BOB@example.com' }),
        newMail({ userId: 'user_1', address: null }),
      ];
      await enqueue(theirs);
      const [notice, asked, later] = idsOf(theirs) as [string, string, string];
      expect(await claim('a')).toHaveLength(3);
      await store.transaction((write) => write.mails.removeOf(workspaceId, 'user_1', 'bob@example.com'));
      const waits = { state: 'waiting' as const, dueAt: clock.now(), isAttempt: true, answer: '450 Later' };
      await settle([sent(notice, 'a'), sent(asked, 'a'), { id: later, claim: 'a', ...waits }]);
      await store.transaction((write) => write.mails.renewClaim(workspaceId, 'a', clock.now() + 1));
      await store.transaction((write) => write.mails.releaseClaims(clock.now()));
      expect(await Promise.all(idsOf(theirs).map(find))).toEqual([undefined, undefined, undefined]);
      expect(await claim('b', 100, clock.now() + 5000)).toEqual([]);
      const slice = { take: 9, skip: 0, after: undefined };
      expect(await store.read.mails.pageAbout(workspaceId, ['post_1'], slice)).toEqual([]);
    });

    it('keeps one key, whoever makes it first, and another in each workspace', async () => {
      const { suppressions } = store.read;
      expect(await suppressions.keyOf(workspaceId)).toBeUndefined();
      const ensure = (at: string, key: string) =>
        store.transaction((write) => write.suppressions.ensureKey(at, key));
      const [one, two] = await Promise.all([ensure(workspaceId, 'a'), ensure(workspaceId, 'b')]);
      expect(one).toBe(two);
      expect(await suppressions.keyOf(workspaceId)).toBe(one);
      expect([await ensure(otherId, 'c'), await ensure(workspaceId, 'd')]).toEqual(['c', one]);
    });

    it('keeps who gets no mail by hash and scope, and the hash without the address', async () => {
      const made = (given: Partial<Suppression> = {}): Suppression => ({
        ...{ id: mint('suppression'), hash: 'h1', scope: 'all', reason: 'bounce' },
        ...{ address: 'ada@example.com', isImported: false, createdAt: clock.now() },
        ...given,
      });
      const [bounce, left] = [made({ createdAt: 1 }), made({ hash: 'h2', scope: 'notices', reason: 'left' })];
      const add = (suppression: Suppression, at = workspaceId) =>
        store.transaction((write) => write.suppressions.add(at, suppression));
      expect([await add(bounce), await add(left)]).toEqual([true, true]);
      expect(await add(made({ reason: 'complaint' }))).toBe(false);
      expect(await add(made({ id: bounce.id }), otherId)).toBe(true);
      const { suppressions } = store.read;
      const slice = { take: 10, skip: 0, after: undefined };
      expect(await suppressions.page(workspaceId, { slice })).toEqual([left, bounce]);
      const after: SortKey = [left.createdAt, left.id];
      expect(await suppressions.page(workspaceId, { slice: { ...slice, after } })).toEqual([bounce]);
      expect(await suppressions.page(workspaceId, { reasons: ['left', 'complaint'], slice })).toEqual([left]);
      expect(await suppressions.page(workspaceId, { hashes: ['h1', 'h3'], slice })).toEqual([bounce]);
      expect(await suppressions.page(workspaceId, { hashes: ['h1'], reasons: ['left'], slice })).toEqual([]);
      expect(await suppressions.page(workspaceId, { hashes: [], slice })).toEqual([]);
      expect(await suppressions.findByHash(workspaceId, 'h1', 'all')).toEqual(bounce);
      expect(await suppressions.findByHash(workspaceId, 'h1', 'notices')).toBeUndefined();
      expect(await suppressions.findByHash(workspaceId, 'h2', 'notices')).toEqual(left);
      expect(await suppressions.scopesOf(workspaceId, ['h2', 'h3'])).toEqual(['notices']);
      expect((await suppressions.scopesOf(workspaceId, ['h1', 'h2'])).sort()).toEqual(['all', 'notices']);
      expect(await suppressions.scopesOf(workspaceId, [])).toEqual([]);
      await store.transaction((write) => write.suppressions.forgetAddress(workspaceId, 'h1'));
      expect(await suppressions.find(workspaceId, bounce.id)).toEqual({ ...bounce, address: null });
      expect(await suppressions.page(workspaceId, { slice })).toEqual([left]);
      const complaint = { ...bounce, reason: 'complaint' as const };
      await store.transaction((write) => write.suppressions.update(otherId, { ...complaint, id: left.id }));
      await store.transaction((write) => write.suppressions.update(workspaceId, complaint));
      expect(await suppressions.page(workspaceId, { slice })).toEqual([left, complaint]);
      expect(await suppressions.ofHashes(workspaceId, ['h1', 'h2', 'h3'])).toEqual([complaint, left]);
      expect(await suppressions.ofHashes(workspaceId, [])).toEqual([]);
      await store.transaction((write) => write.suppressions.remove(otherId, left.id));
      expect(await suppressions.find(workspaceId, left.id)).toEqual(left);
      await store.transaction((write) => write.suppressions.remove(workspaceId, left.id));
      expect(await suppressions.find(workspaceId, left.id)).toBeUndefined();
    });

    it('knows which suppressions an import brought, until the same happens here', async () => {
      const imported = ['h1', 'h2', 'h3', 'h4'].map(
        (hash): Suppression => ({
          ...{ id: mint('suppression'), hash, scope: 'all', reason: 'bounce', isImported: true },
          ...{ address: `${hash}@example.com`, createdAt: 1 },
        }),
      );
      const [again, forgotten, updated, untouched] = imported as [Suppression, ...Suppression[]];
      const write = <T>(work: (writer: Writer) => Promise<T>) => store.transaction(work);
      const addAll = () => write(({ imports }) => imports.addSuppressions(workspaceId, imported));
      expect([await addAll(), await addAll()]).toEqual([imported, []]);
      const here = { ...again, id: mint('suppression'), isImported: false, createdAt: 2 };
      const addHere = () => write(({ suppressions }) => suppressions.add(workspaceId, here));
      expect([await addHere(), await addHere()]).toEqual([true, false]);
      expect(await store.read.suppressions.find(workspaceId, again.id)).toEqual({
        ...again,
        isImported: false,
      });
      await write(({ suppressions }) => suppressions.forgetAddress(workspaceId, forgotten?.hash ?? ''));
      const change = { id: updated?.id ?? '', reason: 'bounce', address: null, isImported: false } as const;
      await write(({ suppressions }) => suppressions.update(workspaceId, change));
      await write(({ imports }) => imports.markComplaints(workspaceId, idsOf(imported)));
      await write(({ imports }) => imports.markComplaints(otherId, idsOf(imported)));
      const undo = (where: string) =>
        write(({ imports }) => imports.removeImportedSuppressions(where, idsOf(imported)));
      expect([await undo(otherId), await undo(workspaceId), await undo(workspaceId)]).toEqual([0, 1, 0]);
      const left = await store.read.suppressions.ofHashes(
        workspaceId,
        imported.map(({ hash }) => hash),
      );
      expect(left.map(({ hash, reason, address }) => [hash, reason, address]).sort()).toEqual([
        ['h1', 'complaint', 'h1@example.com'],
        ['h2', 'complaint', null],
        ['h3', 'complaint', null],
      ]);
      const there = await store.read.imports.existing(workspaceId, 'suppressions', idsOf(imported));
      expect(there.has(untouched?.id ?? '')).toBe(false);
    });

    it('lists what is about some things, the newest first', async () => {
      const mails = ['post_1', 'clog_1', 'post_1', 'post_2', 'post_1'].map((about, index) =>
        newMail({ about, kind: 'status', urgency: 'notice', userId: 'user_1', key: `about:${index}` }),
      );
      await enqueue(mails);
      await enqueue([newMail({ about: 'post_1', key: 'about:0' })], otherId);
      const page = async (about: string[], slice: object) =>
        idsOf(
          await store.read.mails.pageAbout(workspaceId, about, {
            take: 9,
            skip: 0,
            after: undefined,
            ...slice,
          }),
        );
      const [first, second, third, , fifth] = idsOf(mails);
      expect(await page(['post_1', 'clog_1'], {})).toEqual([fifth, third, second, first]);
      expect(await page(['post_1', 'clog_1'], { take: 2, skip: 1 })).toEqual([third, second]);
      expect(await page(['post_1', 'clog_1'], { after: [third] })).toEqual([second, first]);
      expect(await page([], {})).toEqual([]);
    });

    it('counts the notices that were sent to a person since a time', async () => {
      const notice = {
        kind: 'status' as const,
        urgency: 'notice' as const,
        about: 'post_1',
        userId: 'user_1',
      };
      const mails = [newMail(notice), newMail(notice), newMail({ userId: 'user_1' }), newMail(notice)];
      await enqueue(mails);
      await claim('a');
      const [one = '', two = '', three = ''] = idsOf(mails);
      await settle([sent(one, 'a'), { ...sent(two, 'a'), state: 'dropped' }, sent(three, 'a')]);
      const count = (since: number, userId = 'user_1', beforeId = '') =>
        store.read.mails.countNotices(workspaceId, userId, since, beforeId);
      expect([await count(0), await count(clock.now()), await count(0, 'user_2')]).toEqual([1, 0, 0]);
      // The last one is still under way.
      const last = mails[3]?.id ?? '';
      expect([await count(0, 'user_1', last), await count(0, 'user_1', `${last}0`)]).toEqual([1, 2]);
    });

    it('keeps notices longer than others', async () => {
      const mails = [
        newMail({ createdAt: 1 }),
        newMail({ createdAt: 1, kind: 'status', urgency: 'notice', about: 'post_1', userId: 'user_1' }),
      ];
      await enqueue(mails);
      await claim('a');
      await settle(mails.map(({ id }) => sent(id, 'a')));
      const forget = (notice: number) =>
        store.transaction((write) => write.mails.forgetBefore(workspaceId, { asked: 5, notice }));
      expect([await forget(1), await forget(1), await forget(2)]).toEqual([1, 0, 1]);
    });

    it('forgets what ended, and nothing that waits', async () => {
      const mails = [1, 1, 1, 1, 9].map((createdAt) => newMail({ createdAt }));
      await enqueue(mails);
      const ended = (['sent', 'failed', 'dropped', 'waiting', 'sent'] as const).map((state, index) => ({
        ...sent(mails[index]?.id ?? '', 'a'),
        ...{ state, dueAt: state === 'waiting' ? 1 : null },
      }));
      await claim('a');
      await settle(ended);
      const forget = (at: string) =>
        store.transaction((write) => write.mails.forgetBefore(at, { asked: 5, notice: 1 }));
      expect([await forget(otherId), await forget(workspaceId), await forget(workspaceId)]).toEqual([
        0, 3, 0,
      ]);
      expect(await find(mails[3]?.id ?? '')).toMatchObject({ state: 'waiting' });
      expect(await find(mails[4]?.id ?? '')).toMatchObject({ state: 'sent' });
    });
  });
}
