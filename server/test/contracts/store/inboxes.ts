// The store's contract on inboxes: what may belong into one, how far members have come, and the digests that are due.

import { describe, expect, it } from 'vitest';
import type { NewLedgerEntry } from '../../../src/domain/events/ledger.ts';
import { defaultTeamMail } from '../../../src/domain/team/team-mail.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { counted, type Home, mint, newComment, newEntry, newHome, newPost } from './world.ts';

export function storeInboxes(name: string, open: OpenStore): void {
  describe(`inboxes in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let at: string;
    const ada = mint('account');
    const bea = mint('account');
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      at = home.workspaceId;
    });

    const append = (...entries: Partial<NewLedgerEntry>[]): Promise<void> =>
      store.transaction(async (write) => {
        await write.workspaces.raiseRevision(at, counted);
        await write.ledger.append(
          at,
          entries.map((entry) => newEntry(entry)),
        );
      });
    const entries = (after = 0, before = 1000, take = 100, accountId = ada) =>
      store.read.inboxes.entries(at, accountId, { after, before, take });
    const sequences = async (...given: Parameters<typeof entries>) =>
      (await entries(...given)).map(({ sequence }) => sequence);
    const marked = (postId: string, seenTo: number, until: number | null = null, accountId = ada) =>
      store.transaction((write) => write.inboxes.mark(at, accountId, [{ postId, seenTo, until }], seenTo));

    it('reads entries of some types, the newest first, with what is true of their posts', async () => {
      const post = newPost(home, { ownerId: bea, title: 'Kept' });
      const merged = newPost(home, { mergedIntoId: post.id });
      const comment = newComment(home, post.id, { content: 'x'.repeat(300), accountId: bea });
      const stub = newComment(home, post.id, { isDeleted: true });
      await store.transaction(async (write) => {
        for (const each of [post, merged]) await write.posts.insert(at, each);
        for (const each of [comment, stub]) await write.comments.insert(at, each);
      });
      const onPost = (type: string, objectId: string) => ({ type, objectId, postId: null });
      const onComment = (objectId: string) => ({ type: 'comment.created', objectId, postId: post.id });
      await append(
        onPost('post.created', post.id),
        onPost('post.updated', post.id),
        onPost('post.assigned', post.id),
        onPost('post.created', merged.id),
        onPost('post.created', mint('post')),
        onComment(comment.id),
        onComment(stub.id),
      );
      await marked(post.id, 2, 5);
      await marked(post.id, 9, null, bea);
      const all = await entries();
      expect(all.map(({ sequence, isThere }) => [sequence, isThere])).toEqual([
        [7, false],
        [6, true],
        [5, false],
        [4, false],
        [3, true],
        [1, true],
      ]);
      expect(all[1]).toMatchObject({
        ...{ type: 'comment.created', postId: post.id, commentId: comment.id, ownerId: bea },
        ...{ seenTo: 2, until: 5, actor: { type: expect.any(String), id: expect.any(String) } },
      });
      expect(await sequences(1, 6)).toEqual([5, 4, 3]);
      expect(await sequences(0, 1000, 2)).toEqual([7, 6]);
      const known = await store.read.inboxes.postsOf(at, [post.id, 'post_gone']);
      expect([...known.values()]).toMatchObject([{ id: post.id, title: 'Kept', ownerId: bea }]);
      const said = await store.read.inboxes.commentsOf(at, [comment.id, stub.id]);
      expect([...said.values()]).toEqual([
        {
          ...{ id: comment.id, userId: home.userId, accountId: bea, isPrivate: false },
          excerpt: 'x'.repeat(200),
        },
      ]);
    });

    it('keeps marks per member and post, which go with the post', async () => {
      const [a, b, c] = [newPost(home), newPost(home), newPost(home)];
      await store.transaction((write) => write.posts.insertMany(at, [a, b, c]));
      await marked(a.id, 3, 10);
      await marked(b.id, 3, 20);
      await marked(c.id, 3);
      await marked(c.id, 4);
      await marked(a.id, 9, 5, bea);
      const due = async (until: number, take = 10, accountId = ada) =>
        (await store.read.inboxes.due(at, accountId, until, take)).map(({ postId }) => postId);
      expect([await due(9), await due(10), await due(20), await due(20, 1)]).toEqual([
        ...[[], [a.id], [b.id, a.id], [b.id]],
      ]);
      expect(await store.read.inboxes.marksOf(at, ada, [c.id, 'post_gone'])).toEqual([
        { postId: c.id, seenTo: 4, until: null },
      ]);
      expect(await store.read.inboxes.lastDoneAt(at, ada)).toBe(4);
      expect(await store.read.inboxes.lastDoneAt(at, bea)).toBeUndefined();
      await store.transaction(async (write) => {
        await write.inboxes.unmark(at, ada, [b.id]);
        await write.inboxes.unmarkSeen(at, ada, 3);
      });
      expect([await due(20), await store.read.inboxes.lastDoneAt(at, ada)]).toEqual([[a.id], 4]);
      await store.transaction((write) => write.inboxes.unmarkSeen(at, ada, 4));
      expect(await store.read.inboxes.lastDoneAt(at, ada)).toBeUndefined();
      await store.transaction((write) => write.posts.remove(at, a.id));
      expect(await store.read.inboxes.marksOf(at, bea, [a.id])).toEqual([]);
    });

    it('notes how far a member has come and what mail they want, one without the other', async () => {
      const { inboxes } = store.read;
      const mail = { mentions: false, handOvers: true, digest: 'weekly', timeZone: 'Asia/Tokyo' } as const;
      expect(await inboxes.find(at, ada)).toBeUndefined();
      await store.transaction((write) => write.inboxes.setMail(at, ada, mail, 50));
      expect(await inboxes.find(at, ada)).toEqual({ seenTo: null, mail, digestAt: 50 });
      await store.transaction((write) => write.inboxes.setSeenTo(at, ada, 7));
      await store.transaction((write) => write.inboxes.setSeenTo(at, bea, 8));
      expect(await inboxes.find(at, ada)).toEqual({ seenTo: 7, mail, digestAt: 50 });
      expect(await inboxes.find(at, bea)).toEqual({ seenTo: 8, mail: defaultTeamMail, digestAt: null });
      await store.transaction((write) => write.inboxes.setMail(at, bea, mail, 60));
      const due = { workspaceId: at, accountId: ada, digestAt: 50 };
      expect([await inboxes.digestsDue(59, 10), await inboxes.nextDigestAt(50)]).toEqual([[due], 60]);
      const move = () => store.transaction((write) => write.inboxes.moveDigest(due, 70));
      expect([await move(), await move(), await inboxes.digestsDue(59, 10)]).toEqual([true, false, []]);
      await store.transaction((write) => write.inboxes.removeOf(at, ada));
      expect([await inboxes.find(at, ada), (await inboxes.find(at, bea))?.seenTo]).toEqual([undefined, 8]);
    });
  });
}
