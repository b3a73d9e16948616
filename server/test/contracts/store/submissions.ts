// The store's contract on what visitors send, on bans and on reports.

import { describe, expect, it } from 'vitest';
import type { Slice, SortKey } from '../../../src/domain/kernel/page.ts';
import {
  type Ban,
  banSortKey,
  createdSortKey,
  newSubmission as domainSubmission,
  type Report,
  reportedKey,
  type Submission,
  type SubmissionQuery,
} from '../../../src/domain/site/submission.ts';
import type { Store, Writer } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { addPosts, clock, type Home, ids, mint, newComment, newHome, newPost } from './world.ts';

const newSubmission = (given: Partial<Submission> = {}): Submission =>
  domainSubmission(
    {
      id: mint('submission'),
      kind: 'post',
      userId: mint('user'),
      title: 'A wish',
      content: 'Words',
      ...given,
    },
    given.createdAt ?? clock.now(),
  );

const newReport = (postId: string, given: Partial<Report> = {}): Report => ({
  ...{ id: mint('report'), postId, commentId: null, userId: mint('user'), reason: 'Spam' },
  ...{ createdAt: clock.now(), ...given },
});

/** Walks a list in pages of two, by cursor. */
async function walked<Item>(
  page: (slice: Slice) => Promise<Item[]>,
  keyOf: (item: Item) => SortKey,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let after: SortKey | undefined; ; ) {
    const items = await page({ take: 2, skip: 0, after });
    all.push(...items);
    const last = items.at(-1);
    if (last === undefined) return all;
    after = keyOf(last);
  }
}

const whole: Slice = { take: 100, skip: 0, after: undefined };

export function storeSubmissions(name: string, open: OpenStore): void {
  describe(`what visitors send in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let other: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      other = await newHome(store);
    });

    const write = <T>(work: (write: Writer) => Promise<T>): Promise<T> => store.transaction(work);
    const insert = (submissions: readonly Submission[], { workspaceId } = home) =>
      write(async ({ submissions: kept }) => {
        for (const one of submissions) await kept.insert(workspaceId, one);
      });
    const pageOf = (query: Partial<SubmissionQuery> = {}, { workspaceId } = home) =>
      store.read.submissions.page(workspaceId, { sort: 'recent', slice: whole, ...query });

    it('keeps a submission as it is, in its workspace, and changes and removes it', async () => {
      const { workspaceId } = home;
      const sent = newSubmission({ reason: 'Größe 😀', content: '' });
      await insert([sent]);
      const { submissions } = store.read;
      expect(await submissions.find(workspaceId, sent.id)).toEqual(sent);
      expect(await submissions.find(other.workspaceId, sent.id)).toBeUndefined();
      const decided: Submission = {
        ...sent,
        ...{ state: 'approved', title: null, content: null, postId: mint('post'), version: 2 },
        ...{ decidedBy: 'key_1', decidedAt: clock.now(), updatedAt: clock.now() + 1 },
      };
      await write(({ submissions: kept }) => kept.update(other.workspaceId, decided));
      expect(await submissions.find(workspaceId, sent.id)).toEqual(sent);
      await write(({ submissions: kept }) => kept.update(workspaceId, decided));
      expect(await submissions.find(workspaceId, sent.id)).toEqual(decided);
      await write(({ submissions: kept }) => kept.remove(other.workspaceId, sent.id));
      expect(await submissions.find(workspaceId, sent.id)).toEqual(decided);
      await write(({ submissions: kept }) => kept.remove(workspaceId, sent.id));
      expect(await submissions.find(workspaceId, sent.id)).toBeUndefined();
    });

    it('lists them newest first with any filter, page by page, and counts what waits up to a limit', async () => {
      const [ann, bob] = [mint('user'), mint('user')];
      const at = clock.now();
      const sent = [
        newSubmission({ userId: ann, createdAt: at }),
        newSubmission({ userId: bob, createdAt: at + 2, kind: 'comment', postId: 'post_1' }),
        newSubmission({ userId: ann, createdAt: at + 1, state: 'rejected' }),
        newSubmission({ userId: null, createdAt: at + 2 }),
        newSubmission({ userId: ann, createdAt: at + 3, state: 'approved' }),
      ];
      await insert(sent);
      await insert([newSubmission({ userId: ann })], other);
      const newest = sent.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
      const matching: [Partial<SubmissionQuery>, (one: Submission) => boolean][] = [
        [{}, () => true],
        [{ states: ['waiting'] }, ({ state }) => state === 'waiting'],
        [{ states: ['rejected', 'approved'] }, ({ state }) => state !== 'waiting'],
        [{ kinds: ['comment'] }, ({ kind }) => kind === 'comment'],
        [{ userIds: [ann] }, ({ userId }) => userId === ann],
        [
          { userIds: [ann, bob], states: ['waiting'] },
          ({ userId, state }) => userId !== null && state === 'waiting',
        ],
        [{ userIds: [] }, () => false],
        [{ states: [] }, () => false],
      ];
      for (const [query, isMatch] of matching) {
        const found = await walked((slice) => pageOf({ ...query, slice }), createdSortKey);
        expect([query, ids(found)]).toEqual([query, ids(newest.filter(isMatch))]);
        const oldest = await walked((slice) => pageOf({ ...query, sort: 'oldest', slice }), createdSortKey);
        expect([query, ids(oldest)]).toEqual([query, ids(newest.filter(isMatch).toReversed())]);
      }
      const count = (max: number) => store.read.submissions.countWaiting(home.workspaceId, max);
      expect([await count(100), await count(2)]).toEqual([3, 2]);
    });

    it('shows a person what was not approved, and of the rest what visitors see, without edits', async () => {
      const { workspaceId } = home;
      const ann = mint('user');
      const [shown, hidden, target, gone] = [
        newPost(home, { visibility: 'public' }),
        newPost(home, { visibility: 'internal' }),
        newPost(home, { visibility: 'internal' }),
        newPost(home, { visibility: 'public' }),
      ];
      await addPosts(store, home, [shown, hidden, target, gone]);
      const [said, note] = [
        newComment(home, shown.id, { isPublic: true }),
        newComment(home, shown.id, { isPublic: false }),
      ];
      await write(async ({ comments, imports }) => {
        await comments.insertMany(workspaceId, [said, note]);
        // It leads to an internal post.
        await imports.markMerged(workspaceId, new Map([[gone.id, target.id]]));
      });
      let sentAt = clock.now();
      const approved = (given: Partial<Submission>) => {
        sentAt += 1;
        return newSubmission({ userId: ann, state: 'approved', createdAt: sentAt, ...given });
      };
      const visible = [
        newSubmission({ userId: ann, createdAt: sentAt }),
        approved({ state: 'rejected', kind: 'comment', postId: hidden.id }),
        approved({ postId: shown.id }),
        approved({ kind: 'comment', postId: shown.id, commentId: said.id }),
      ];
      const invisible = [
        approved({ postId: hidden.id }),
        approved({ postId: gone.id }),
        approved({ kind: 'comment', postId: shown.id, commentId: note.id }),
        approved({ kind: 'post_edit', postId: shown.id }),
      ];
      await insert([...visible, ...invisible, newSubmission()]);
      const { submissions } = store.read;
      const found = await walked((slice) => submissions.sentBy(workspaceId, ann, slice), createdSortKey);
      expect(ids(found)).toEqual(ids(visible.toReversed()));
      expect(await submissions.sentBy(other.workspaceId, ann, whole)).toEqual([]);
      const things = { postId: shown.id, commentIds: [said.id] };
      const sentTo = (max: number) => submissions.sentTo(workspaceId, ann, things, max);
      expect(await sentTo(100)).toHaveLength(4);
      expect(await sentTo(1)).toEqual([invisible.at(-1)]);
      expect(await submissions.sentTo(workspaceId, mint('user'), things, 100)).toEqual([]);
    });

    it('knows who sent a post or comment, the edit of it that waits, and whether the team approved anything', async () => {
      const { workspaceId } = home;
      const [ann, bob] = [mint('user'), mint('user')];
      const [postId, commentId] = [mint('post'), mint('comment')];
      const [post, comment] = [
        { postId, commentId: null },
        { postId, commentId },
      ];
      const sentPost = newSubmission({ userId: ann, state: 'approved', postId });
      const edit = newSubmission({ userId: ann, kind: 'comment_edit', postId, commentId });
      const sentComment = newSubmission({
        userId: bob,
        kind: 'comment',
        state: 'approved',
        postId,
        commentId,
      });
      await insert([sentPost, edit, sentComment]);
      const { submissions } = store.read;
      const isSentBy = (userId: string, thing: typeof post | typeof comment, at = workspaceId) =>
        submissions.isSentBy(at, userId, thing);
      expect([await isSentBy(ann, post), await isSentBy(bob, comment)]).toEqual([true, true]);
      expect([await isSentBy(bob, post), await isSentBy(ann, comment)]).toEqual([false, false]);
      expect(await isSentBy(ann, post, other.workspaceId)).toBe(false);
      expect(await submissions.findEdit(workspaceId, ann, comment)).toEqual(edit);
      expect(await submissions.findEdit(workspaceId, bob, comment)).toBeUndefined();
      expect(await submissions.findEdit(workspaceId, ann, post)).toBeUndefined();

      // What a rule let through was approved by no one.
      expect(await submissions.wasApproved(workspaceId, ann)).toBe(false);
      await insert([newSubmission({ userId: ann, state: 'rejected', decidedBy: 'key_1' })]);
      expect(await submissions.wasApproved(workspaceId, ann)).toBe(false);
      await insert([newSubmission({ userId: ann, state: 'approved', decidedBy: 'key_1' })]);
      expect(await submissions.wasApproved(workspaceId, ann)).toBe(true);
      expect(await submissions.wasApproved(workspaceId, bob)).toBe(false);
      expect(await submissions.wasApproved(other.workspaceId, ann)).toBe(false);

      await write(({ submissions: kept }) => kept.removeSent(workspaceId, ann, comment));
      expect(await submissions.find(workspaceId, edit.id)).toBeUndefined();
      expect(await isSentBy(bob, comment)).toBe(true);
      await write(({ submissions: kept }) => kept.removeSent(workspaceId, ann, post));
      expect([await isSentBy(ann, post), await isSentBy(bob, comment)]).toEqual([false, true]);
      await write(({ submissions: kept }) => kept.removeOf(other.workspaceId, ann));
      expect(await pageOf({ userIds: [ann] })).toHaveLength(2);
      await write(({ submissions: kept }) => kept.removeOf(workspaceId, ann));
      expect(ids(await pageOf())).toEqual([sentComment.id]);
    });

    it('go with their post, like reports; those about a comment go with the comment', async () => {
      const { workspaceId } = home;
      const [post, kept] = [newPost(home, { visibility: 'public' }), newPost(home)];
      await addPosts(store, home, [post, kept]);
      const commentId = mint('comment');
      const waits = newSubmission({ kind: 'comment', postId: kept.id });
      await insert([newSubmission({ kind: 'comment', postId: post.id }), waits]);
      const aboutPost = newReport(kept.id);
      await write(async ({ reports }) => {
        for (const report of [newReport(post.id), aboutPost, newReport(kept.id, { commentId })])
          await reports.insert(workspaceId, report);
      });
      await write(({ posts }) => posts.remove(workspaceId, post.id));
      expect(ids(await pageOf())).toEqual([waits.id]);
      const listed = () => store.read.reports.page(workspaceId, whole);
      expect(await listed()).toHaveLength(2);
      await write(({ reports }) => reports.removeAbout(workspaceId, commentId));
      expect(ids(await listed())).toEqual([aboutPost.id]);
    });

    it('keeps a report once for each person and thing, and lists them all and those of a person', async () => {
      const { workspaceId } = home;
      const [ann, bob] = [mint('user'), mint('user')];
      const [postId, commentId] = [mint('post'), mint('comment')];
      const at = clock.now();
      const reports = [
        newReport(postId, { userId: ann, createdAt: at }),
        newReport(postId, { userId: ann, commentId, createdAt: at + 2, reason: null }),
        newReport(postId, { userId: bob, createdAt: at + 1 }),
      ];
      const [first] = reports;
      const made = (report: Report, { workspaceId: where } = home) =>
        write(({ reports: kept }) => kept.insert(where, report));
      for (const report of reports) expect(await made(report)).toBe(true);
      expect(await made(newReport(postId, { userId: ann }))).toBe(false);
      expect(await made(newReport(postId, { userId: ann }), other)).toBe(true);
      const { read } = store;
      expect(await read.reports.find(workspaceId, first?.id ?? '')).toEqual(first);
      expect(await read.reports.find(other.workspaceId, first?.id ?? '')).toBeUndefined();
      const newest = [reports[1], reports[2], reports[0]];
      expect(await walked((slice) => read.reports.page(workspaceId, slice), createdSortKey)).toEqual(newest);
      const byAnn = await walked((slice) => read.reports.reportsOf(workspaceId, ann, slice), reportedKey);
      expect(ids(byAnn).sort()).toEqual(ids([reports[0], reports[1]].flatMap((one) => one ?? [])).sort());
      const count = (max: number) => read.reports.count(workspaceId, max);
      expect([await count(100), await count(2)]).toEqual([3, 2]);
      await write(({ reports: kept }) => kept.removeOf(workspaceId, ann));
      await write(({ reports: kept }) => kept.remove(other.workspaceId, reports[2]?.id ?? ''));
      expect(await count(100)).toBe(1);
      await write(({ reports: kept }) => kept.remove(workspaceId, reports[2]?.id ?? ''));
      expect(await count(100)).toBe(0);
    });

    it('keeps one ban for each person, newest first', async () => {
      const { workspaceId } = home;
      const at = clock.now();
      const bans = [3, 1, 2].map(
        (later): Ban => ({ userId: mint('user'), reason: `Reason ${later}`, createdAt: at + later }),
      );
      const put = (ban: Ban, { workspaceId: where } = home) =>
        write(({ bans: kept }) => kept.put(where, ban));
      for (const ban of bans) await put(ban);
      const [one, two, three] = bans;
      if (one === undefined) throw new Error('There is no ban.');
      await put({ ...one, reason: null });
      await put(one, other);
      const { read } = store;
      expect(await read.bans.find(workspaceId, one.userId)).toEqual({ ...one, reason: null });
      expect(await read.bans.find(other.workspaceId, two?.userId ?? '')).toBeUndefined();
      const listed = () => walked((slice) => read.bans.page(workspaceId, slice), banSortKey);
      expect(await listed()).toEqual([{ ...one, reason: null }, three, two]);
      const lift = (where: string) => write(({ bans: kept }) => kept.remove(where, one.userId));
      expect([await lift(workspaceId), await lift(workspaceId)]).toEqual([true, false]);
      expect(await read.bans.find(other.workspaceId, one.userId)).toEqual(one);
      expect(await listed()).toEqual([three, two]);
    });

    it('are added by an import unless they are there, and removed by its undo unless someone decided since', async () => {
      const { workspaceId } = home;
      const at = clock.now();
      const [early, late] = [newSubmission(), newSubmission({ version: 2 })];
      const [here, brought] = [mint('user'), mint('user')].map(
        (userId): Ban => ({ userId, reason: null, createdAt: at }),
      );
      if (here === undefined || brought === undefined) throw new Error('There is no ban.');
      await write(({ bans }) => bans.put(workspaceId, here));
      await write(({ imports }) => imports.addSubmissions(workspaceId, [early, late]));
      const added = await write(({ imports }) =>
        imports.addBans(workspaceId, [{ ...here, reason: 'New' }, brought]),
      );
      expect(added).toEqual([brought]);
      expect(await store.read.bans.find(workspaceId, here.userId)).toEqual(here);
      const known = await store.read.imports.existing(workspaceId, 'submissions', [early.id, 'sub_unknown']);
      expect(known).toEqual(new Set([early.id]));

      const unedited = { version: 1, updatedAt: Number.MAX_SAFE_INTEGER };
      const both = [early.id, late.id];
      const undo = (where: string) =>
        write(({ imports }) => imports.removeUndecidedSubmissions(where, both, unedited));
      expect([await undo(other.workspaceId), await undo(workspaceId)]).toEqual([0, 1]);
      expect(ids(await pageOf())).toEqual([late.id]);
      const lifted = (until: number) =>
        write(({ imports }) => imports.removeBans(workspaceId, [brought.userId], until));
      expect([await lifted(at - 1), await lifted(at)]).toEqual([0, 1]);
    });
  });
}
