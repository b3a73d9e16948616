// The store contract for tenancy: no workspace sees, finds or changes anything of another.

import { describe, expect, it } from 'vitest';
import type { Comment } from '../../../src/domain/feedback/comment.ts';
import type { Post, PostMove, PostQuery } from '../../../src/domain/feedback/post.ts';
import { postSorts } from '../../../src/domain/feedback/post.ts';
import type { Attachment } from '../../../src/domain/files/attachment.ts';
import type { Reader, Store, Writer } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import {
  clock,
  type Home,
  ids,
  mint,
  newAttachment,
  newChangelog,
  newComment,
  newEntry,
  newHome,
  newIdempotencyRecord,
  newKey,
  newPost,
  newStatus,
  newStatusChange,
  newTag,
  newUser,
} from './world.ts';

const slice = { take: 100, skip: 0, after: undefined };

interface Belongings {
  home: Home;
  post: Post;
  comment: Comment;
  reply: Comment;
  attachment: Attachment;
  keyId: string;
  tagId: string;
  changelogId: string;
}

/** Both workspaces contain the same words, names and external ids: only the workspace differs. */
async function moveIn(store: Store): Promise<Belongings> {
  const home = await newHome(store);
  const { workspaceId } = home;
  const post = newPost(home, {
    ...{ externalId: 'same', votesCount: 1, commentsCount: 2 },
    ownerId: mint('account'),
  });
  const merged = newPost(home, { mergedIntoId: post.id });
  const comment = newComment(home, post.id, { externalId: 'same' });
  const reply = newComment(home, post.id, { parentId: comment.id, externalId: mint('comment') });
  const attachment = newAttachment(post.id);
  const key = newKey(workspaceId);
  const tagId = mint('tag');
  const changelog = newChangelog({ slug: 'same', labels: ['same'], state: 'scheduled', publishedAt: 1 });
  const picture = { ...newAttachment(''), postId: null, changelogId: changelog.id };
  await store.transaction(async (write) => {
    await write.users.insert(workspaceId, newUser({ externalId: 'same', email: 'same@example.com' }));
    await write.posts.insert(workspaceId, post);
    await write.comments.insert(workspaceId, comment);
    await write.comments.insert(workspaceId, reply);
    await write.attachments.insert(workspaceId, attachment);
    await write.apiKeys.insert(key);
    await write.tags.insert(workspaceId, newTag('same', { id: tagId }));
    await write.tags.replaceTags(workspaceId, post.id, [tagId]);
    await write.statuses.insertChange(workspaceId, newStatusChange(home, post.id));
    await write.changelogs.insert(workspaceId, changelog);
    await write.changelogs.replaceLinks(workspaceId, changelog.id, [post.id]);
    await write.attachments.insert(workspaceId, picture);
    const gone = { type: 'tag.deleted', objectKind: 'tag' as const, objectId: tagId };
    await write.ledger.append(workspaceId, [newEntry({ objectId: post.id }), newEntry(gone)]);
    await write.idempotency.insert(workspaceId, newIdempotencyRecord(post.id));
    await write.idempotency.insert(workspaceId, newIdempotencyRecord('same'));
    await write.votes.add(workspaceId, { postId: post.id, userId: home.userId, votedAt: 1 });
    await write.posts.insert(workspaceId, merged);
    await write.votes.add(workspaceId, { postId: merged.id, userId: home.userId, votedAt: 1 });
    await write.merges.moveVotes(workspaceId, merged.id, post.id);
  });
  return { home, post, comment, reply, attachment, keyId: key.id, tagId, changelogId: changelog.id };
}

/** Every query of the port that takes a workspace, run for `workspaceId` on another's objects. */
async function allAnswers(
  read: Reader,
  workspaceId: string,
  of: Belongings,
): Promise<Record<string, unknown>> {
  const { home, post, comment, reply, attachment, keyId, tagId, changelogId } = of;
  const postId = post.id;
  const comments = async (which: 'all' | 'top-level') => {
    const found = [];
    for await (const batch of read.comments.outline(workspaceId, postId, which)) found.push(...batch);
    return found;
  };
  const pages: Record<string, unknown> = {};
  const filters: Partial<PostQuery>[] = [
    { statusIds: [home.statusIds[0]] },
    { typeIds: [home.typeIds[0]] },
    { statusIds: [...home.statusIds], typeIds: [...home.typeIds] },
    { statusIds: [home.statusIds[0]], searches: [['dark']] },
    { typeIds: [home.typeIds[0]], searches: [['dark']] },
  ];
  for (const sort of postSorts)
    for (const [index, filter] of filters.entries())
      pages[`posts.page ${sort} ${index}`] = await read.posts.page(workspaceId, { ...filter, sort, slice });
  return {
    'apiKeys.find': await read.apiKeys.find(workspaceId, keyId),
    'users.find': await read.users.find(workspaceId, home.userId),
    'users.usersOf': await read.users.usersOf(workspaceId, [home.userId]),
    'statuses.find': await read.statuses.find(workspaceId, home.statusIds[0]),
    'postTypes.find': await read.postTypes.find(workspaceId, home.typeIds[0]),
    'tags.find': await read.tags.find(workspaceId, tagId),
    'tags.tagsOf': await read.tags.tagsOf(workspaceId, [postId]),
    'posts.find': await read.posts.find(workspaceId, postId),
    'comments.find': await read.comments.find(workspaceId, comment.id),
    'comments.findOfPost': await read.comments.findOfPost(workspaceId, postId, reply.id),
    'comments.repliesOf': await read.comments.repliesOf(workspaceId, postId, comment.id),
    'comments.findByExternalId': await read.comments.findByExternalId(workspaceId, reply.externalId ?? ''),
    'comments.byExternalIds': await read.comments.byExternalIds(workspaceId, [reply.externalId ?? '']),
    'comments.commentsOfPost': await read.comments.commentsOfPost(workspaceId, postId, [reply.id]),
    'comments.withReplies': [...(await read.comments.withReplies(workspaceId, postId, [comment.id]))],
    'comments.outline all': await comments('all'),
    'comments.outline top-level': await comments('top-level'),
    'comments.commentsOf': [
      ...(await read.comments.commentsOf(workspaceId, [comment.id, reply.id])).values(),
    ],
    'votes.setAside': await read.votes.setAside(workspaceId, home.userId, {
      take: 10,
      skip: 0,
      after: undefined,
    }),
    'votes.votesOf': await read.votes.votesOf(workspaceId, [post], 10),
    'votes.page': await read.votes.page(workspaceId, { postIds: [postId], slice }),
    'attachments.attachmentsOf': await read.attachments.attachmentsOf(workspaceId, [postId]),
    'attachments.find': await read.attachments.find(workspaceId, attachment.id),
    'attachments.findOf': await read.attachments.findOf(
      workspaceId,
      { postId, changelogId: null, commentId: null },
      attachment.id,
    ),
    'posts.postsOf': await read.posts.postsOf(workspaceId, [postId]),
    'posts.sortKeys': await read.posts.sortKeys(workspaceId, {
      searches: [['dark']],
      statusIds: [...home.statusIds],
      sort: 'recent',
      slice,
    }),
    'posts.page merged': await read.posts.page(workspaceId, {
      mergedIntoIds: [postId],
      sort: 'recent',
      slice,
    }),
    'posts.page by author': await read.posts.page(workspaceId, {
      authorIds: [home.userId],
      sort: 'recent',
      slice,
    }),
    'posts.page by owner': await read.posts.page(workspaceId, {
      ownerIds: [post.ownerId ?? ''],
      sort: 'recent',
      slice,
    }),
    'posts.page by voter': await read.posts.page(workspaceId, {
      voterIds: [home.userId],
      sort: 'votes',
      slice,
    }),
    'comments.page': await read.comments.page(workspaceId, { postIds: [postId], isPrivate: false, slice }),
    'comments.page by user': await read.comments.page(workspaceId, {
      userIds: [home.userId],
      isPrivate: false,
      slice,
    }),
    'votes.page by user': await read.votes.page(workspaceId, { userIds: [home.userId], slice }),
    'statuses.pageOfChanges': await read.statuses.pageOfChanges(workspaceId, { postIds: [postId], slice }),
    'changelogs.find': await read.changelogs.find(workspaceId, changelogId),
    'changelogs.linkedPostIdsOf': await read.changelogs.linkedPostIdsOf(workspaceId, [changelogId]),
    'attachments.attachmentsOfChangelogs': await read.attachments.attachmentsOfChangelogs(workspaceId, [
      changelogId,
    ]),
    'ledger.audit': await read.ledger.audit(workspaceId, { objectIds: [postId], slice }),
    'idempotency.find': await read.idempotency.find(workspaceId, postId),
    ...pages,
  };
}

const moveOf = ({ statusIds }: Home): PostMove => ({
  field: 'statusId',
  fromId: statusIds[0],
  toId: statusIds[1],
  actor: { type: 'key', id: 'key_1' },
});

const isNothing = (answer: unknown): boolean =>
  answer === undefined ||
  answer === false ||
  answer === 'none' ||
  answer === 0 ||
  (Array.isArray(answer) && answer.length === 0) ||
  (answer instanceof Map && answer.size === 0);

export function storeTenancy(name: string, open: OpenStore): void {
  describe(`workspaces in a store on ${name}`, () => {
    let store: Store;
    let mine: Belongings;
    let theirs: Belongings;
    storeForEach(open, async (opened) => {
      store = opened;
      mine = await moveIn(store);
      theirs = await moveIn(store);
    });

    it('returns nothing for another workspace’s objects', async () => {
      const own = await allAnswers(store.read, mine.home.workspaceId, mine);
      for (const [question, answer] of Object.entries(own)) expect(isNothing(answer), question).toBe(false);
      const strange = await allAnswers(store.read, mine.home.workspaceId, theirs);
      for (const [question, answer] of Object.entries(strange))
        expect(isNothing(answer), question).toBe(true);
      await store.transaction(async (write) => {
        const inside = await allAnswers(write as Reader, mine.home.workspaceId, theirs);
        for (const [question, answer] of Object.entries(inside))
          expect(isNothing(answer), question).toBe(true);
      });
    });

    it('returns its own object for ambiguous queries', async () => {
      const { read } = store;
      for (const { home, post, tagId, keyId, changelogId, comment, reply } of [mine, theirs]) {
        const at = home.workspaceId;
        expect((await read.posts.findByExternalId(at, 'same'))?.id).toBe(post.id);
        expect((await read.comments.findByExternalId(at, 'same'))?.id).toBe(comment.id);
        expect((await read.tags.findByName(at, 'same'))?.id).toBe(tagId);
        expect((await read.statuses.findDefault(at))?.id).toBe(home.statusIds[0]);
        expect((await read.postTypes.findDefault(at))?.id).toBe(home.typeIds[0]);
        expect(ids(await read.statuses.page(at, { slice }))).toEqual(home.statusIds);
        expect(ids(await read.postTypes.page(at, { slice }))).toEqual(home.typeIds);
        expect(ids(await read.apiKeys.list(at))).toEqual([keyId]);
        const changelogs = await read.changelogs.page(at, { labels: ['same'], sort: 'published', slice });
        expect(ids(changelogs)).toEqual([changelogId]);
        const said = await read.comments.page(at, { isPrivate: false, slice });
        expect(ids(said).sort()).toEqual([comment.id, reply.id].sort());
        expect(ids(await read.tags.page(at, { slice }))).toEqual([tagId]);
        expect(await read.users.page(at, { searches: [['same']], sort: 'recent', slice })).toHaveLength(1);
        expect(await read.votes.page(at, { slice })).toMatchObject([{ postId: post.id }]);
        expect(await read.ledger.audit(at, { slice })).toMatchObject([
          { objectId: tagId },
          { objectId: post.id },
        ]);
        expect(await read.ledger.deletions(at, { slice })).toMatchObject([{ id: tagId }]);
        expect(await read.idempotency.find(at, 'same')).toBeDefined();
        for (const sort of postSorts) {
          expect(ids(await read.posts.page(at, { sort, isMerged: false, slice }))).toEqual([post.id]);
          expect(
            ids(await read.posts.page(at, { sort, isMerged: false, slice, searches: [['dark']] })),
          ).toEqual([post.id]);
        }
      }
      const users = [mine, theirs].map(({ home }) =>
        read.users.findByEmail(home.workspaceId, 'same@example.com'),
      );
      const [myUser, theirUser] = await Promise.all(users);
      expect(myUser).toBeDefined();
      expect(theirUser).toBeDefined();
      expect(myUser?.id).not.toBe(theirUser?.id);
      const external = await read.users.findByExternalId(mine.home.workspaceId, 'same');
      expect(external?.id).toBe(myUser?.id);
    });

    it('prevents writes in one workspace from changing another’s objects', async () => {
      const at = mine.home.workspaceId;
      const { home, post, comment, reply, attachment, keyId, tagId, changelogId } = theirs;
      const before = await allAnswers(store.read, home.workspaceId, theirs);
      const revision = await store.read.workspaces.revision(home.workspaceId);
      const writes: ((write: Writer) => Promise<unknown>)[] = [
        (write) => write.apiKeys.markUsed(at, keyId, 9),
        (write) => write.apiKeys.revoke(at, keyId, 9),
        (write) => write.users.update(at, newUser({ id: home.userId, name: 'Changed' })),
        (write) => write.statuses.addToPostsCount(at, home.statusIds[0], 9),
        (write) => write.postTypes.addToPostsCount(at, home.typeIds[0], 9),
        (write) => write.tags.replaceTags(at, post.id, []),
        (write) => write.tags.replaceTags(at, post.id, [tagId]),
        (write) => write.posts.update(at, { ...post, title: 'Changed' }),
        (write) => write.posts.addToCounts(at, post.id, { votes: 9, comments: 9 }),
        (write) => write.posts.remove(at, post.id),
        (write) => write.comments.update(at, { ...comment, content: 'Changed' }),
        (write) => write.comments.remove(at, reply.id),
        (write) => write.votes.remove(at, post.id, home.userId),
        (write) => write.attachments.remove(at, attachment.id),
        (write) => write.tags.update(at, newTag('changed', { id: tagId })),
        (write) => write.tags.remove(at, tagId),
        (write) => write.users.erase(at, newUser({ id: home.userId })),
        (write) => write.statuses.update(at, newStatus(9, { id: home.statusIds[0] })),
        (write) => write.statuses.reorder(at, [home.statusIds[1], home.statusIds[0]], 9),
        (write) => write.statuses.remove(at, home.statusIds[3]),
        (write) => write.postTypes.remove(at, home.typeIds[2]),
        async (write) => {
          for await (const moved of write.posts.moveAll(at, moveOf(home), 9, () => mint('statusChange')))
            expect(moved).toEqual([]);
        },
        (write) => write.merges.moveVotes(at, post.id, mine.post.id),
        (write) => write.merges.moveComments(at, post.id, mine.post.id, 9, false),
        (write) => write.changelogs.update(at, newChangelog({ id: changelogId, title: 'Changed' })),
        (write) => write.changelogs.replaceLinks(at, changelogId, []),
        (write) => write.changelogs.remove(at, changelogId),
        (write) => write.idempotency.remove(at, post.id),
        (write) => write.idempotency.forgetMentions(at, ['data']),
        (write) => write.workspaces.raiseRevision(at, clock.now()),
      ];
      // Some engines reject some of these, others find nothing to change; both are fine.
      const outcomes = await Promise.allSettled(writes.map((work) => store.transaction(work)));
      expect(outcomes.at(-1)?.status).toBe('fulfilled');
      expect(await allAnswers(store.read, home.workspaceId, theirs)).toEqual(before);
      expect(await store.read.workspaces.revision(home.workspaceId)).toBe(revision);
    });

    it('allows unique values once per workspace', async () => {
      const insert = async (write: Writer, { workspaceId }: Home) => {
        await write.users.insert(workspaceId, newUser({ externalId: 'both', email: 'both@example.com' }));
        await write.tags.insert(workspaceId, newTag('both'));
      };
      await store.transaction(async (write) => {
        await insert(write, mine.home);
        await insert(write, theirs.home);
      });
      for (const { home } of [mine, theirs]) {
        expect(await store.read.users.findByExternalId(home.workspaceId, 'both')).toBeDefined();
        expect(await store.read.tags.findByName(home.workspaceId, 'both')).toBeDefined();
      }
    });
  });
}
