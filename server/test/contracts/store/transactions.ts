// The store contract for transactions: atomic, isolated, and with unique constraints.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { PostQuery } from '../../../src/domain/feedback/post.ts';
import { Failure } from '../../../src/domain/kernel/failure.ts';
import type { Store, Writer } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import {
  addPosts,
  addUsers,
  clock,
  commentsOfPost,
  counted,
  countPayloads,
  furnish,
  type Home,
  mint,
  newAttachment,
  newChangelog,
  newComment,
  newEntry,
  newHome,
  newIdempotencyRecord,
  newKey,
  newPost,
  newPostType,
  newStatus,
  newStatusChange,
  newTag,
  newUser,
} from './world.ts';

const slice = { take: 100, skip: 0, after: undefined };
const everyPost: PostQuery = { sort: 'recent', slice };

/** One write of every kind, on an existing post and on a new one. */
async function writeEverything(write: Writer, home: Home, postId: string): Promise<string> {
  const { workspaceId } = home;
  await furnish(write);
  const post = newPost(home, { externalId: 'new' });
  const stored = await write.posts.find(workspaceId, postId);
  if (stored === undefined) throw new Error('The post must be there.');
  const user = newUser({ email: 'new@example.com' });
  const tag = newTag('new');
  await write.users.insert(workspaceId, user);
  await write.users.insertMany(workspaceId, [newUser({ externalId: 'new' })]);
  await write.posts.insert(workspaceId, post);
  await write.posts.insertMany(workspaceId, [newPost(home)]);
  await write.posts.update(workspaceId, { ...stored, title: 'Other words', version: stored.version + 1 });
  await write.posts.addToCounts(workspaceId, postId, { votes: 1, comments: 1 });
  await write.votes.add(workspaceId, { postId, userId: user.id, votedAt: 1 });
  await write.votes.remove(workspaceId, postId, home.userId);
  await write.comments.insert(workspaceId, newComment(home, postId));
  await write.tags.insert(workspaceId, tag);
  await write.tags.replaceTags(workspaceId, postId, [tag.id]);
  await write.attachments.insert(workspaceId, newAttachment(postId, { fileKey: 'new' }));
  await write.statuses.insert(workspaceId, newStatus(9));
  await write.statuses.addToPostsCount(workspaceId, home.statusIds[0], 1);
  await write.statuses.insertChange(workspaceId, newStatusChange(home, postId));
  await write.postTypes.insert(workspaceId, newPostType(9));
  await write.postTypes.addToPostsCount(workspaceId, home.typeIds[0], 1);
  await write.apiKeys.insert(newKey(workspaceId, { hash: 'new' }));
  const changelog = newChangelog({ slug: 'new', state: 'scheduled', publishedAt: 1 });
  await write.changelogs.insert(workspaceId, changelog);
  await write.changelogs.replaceLinks(workspaceId, changelog.id, [postId]);
  const merged = newPost(home, { mergedIntoId: postId });
  await write.posts.insert(workspaceId, merged);
  await write.votes.add(workspaceId, { postId: merged.id, userId: home.userId, votedAt: 1 });
  await write.comments.insert(workspaceId, newComment(home, merged.id));
  await write.merges.moveVotes(workspaceId, merged.id, postId);
  await write.merges.moveComments(workspaceId, merged.id, postId, clock.now(), false);
  await write.ledger.append(workspaceId, [newEntry(), newEntry({ type: 'post.deleted' })]);
  await write.idempotency.insert(workspaceId, newIdempotencyRecord('new'));
  await write.workspaces.raiseRevision(workspaceId, clock.now());
  return post.id;
}

/** Everything the port can read of a workspace with one post. */
async function everything(store: Store, { workspaceId }: Home, postId: string): Promise<unknown> {
  const { read } = store;
  const comments = await commentsOfPost(read, workspaceId, postId);
  return {
    workspaces: await read.workspaces.list(),
    revision: await read.workspaces.revision(workspaceId),
    keys: await read.apiKeys.list(workspaceId),
    keyByHash: await read.apiKeys.findByHash('new'),
    byEmail: await read.users.findByEmail(workspaceId, 'new@example.com'),
    byExternalId: await read.users.findByExternalId(workspaceId, 'new'),
    statuses: await read.statuses.page(workspaceId, { slice }),
    postTypes: await read.postTypes.page(workspaceId, { slice }),
    posts: await read.posts.page(workspaceId, everyPost),
    found: await read.posts.page(workspaceId, { ...everyPost, searches: [['dark']] }),
    foundOther: await read.posts.page(workspaceId, { ...everyPost, searches: [['other']] }),
    postByExternalId: await read.posts.findByExternalId(workspaceId, 'new'),
    votes: await read.votes.page(workspaceId, { postIds: [postId], slice }),
    comments,
    tag: await read.tags.findByName(workspaceId, 'new'),
    tags: await read.tags.tagsOf(workspaceId, [postId]),
    attachments: await read.attachments.attachmentsOf(workspaceId, [postId]),
    attachment: await read.attachments.findByFileKey('new'),
    fileKeys: await read.attachments.fileKeysInUse(['new']),
    statusChanges: await read.statuses.pageOfChanges(workspaceId, { slice }),
    changelogs: await read.changelogs.page(workspaceId, { sort: 'recent', slice }),
    changelogSlugs: await read.changelogs.slugsLike(workspaceId, 'new'),
    due: await read.changelogs.due(1, 10),
    commentFeed: await read.comments.page(workspaceId, { isPrivate: false, slice }),
    users: await read.users.page(workspaceId, { sort: 'recent', slice }),
    allTags: await read.tags.page(workspaceId, { slice }),
    audit: await read.ledger.audit(workspaceId, { slice }),
    idempotencyRecord: await read.idempotency.find(workspaceId, 'new'),
    deletions: await read.ledger.deletions(workspaceId, { slice }),
    payloads: await countPayloads(store, workspaceId),
  };
}

export function storeTransactions(name: string, open: OpenStore): void {
  describe(`transactions in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let postId: string;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      const post = newPost(home, { votesCount: 1 });
      postId = post.id;
      await addPosts(store, home, [post]);
      await store.transaction((write) =>
        write.votes.add(home.workspaceId, { postId, userId: home.userId, votedAt: 1 }),
      );
    });

    it('keeps nothing of what a long snapshot has read', async () => {
      await store.transaction((write) => write.tags.insert(home.workspaceId, newTag('new')));
      setFlagsFromString('--expose-gc');
      const collect: () => void = runInNewContext('gc');
      await store.snapshot(async (snapshot) => {
        const read = async () => {
          const [tag] = await snapshot.rowsAfter(home.workspaceId, 'tags', undefined, 1);
          return new WeakRef(tag ?? {});
        };
        const [first] = [await read(), await read()];
        // A weak reference holds until the end of the turn in which it was made.
        await setImmediate();
        collect();
        expect(first.deref()).toBeUndefined();
      });
    });

    it('commits every kind of write when the work resolves, and returns its result', async () => {
      const before = await everything(store, home, postId);
      const newId = await store.transaction((write) => writeEverything(write, home, postId));
      expect(await store.read.posts.find(home.workspaceId, newId)).toMatchObject({ externalId: 'new' });
      const after = (await everything(store, home, postId)) as Record<string, unknown>;
      for (const [key, value] of Object.entries(before as object)) expect(after[key], key).not.toEqual(value);
    });

    it('runs statements in the order in which they were started, also if none is waited for', async () => {
      const { workspaceId } = home;
      const name = await store.transaction(async (write) => {
        const renamings = Array.from({ length: 200 }, (_, index) =>
          write.workspaces.rename(workspaceId, `Name ${index}`),
        );
        const found = write.workspaces.find(workspaceId);
        await Promise.all(renamings);
        return (await found)?.name;
      });
      expect(name).toBe('Name 199');
      expect(await store.read.workspaces.find(workspaceId)).toMatchObject({ name });
    });

    it('runs nothing after a failed statement, and commits nothing, even if the failure is ignored', async () => {
      const { workspaceId } = home;
      const before = await everything(store, home, postId);
      const statements = async (write: Writer) => {
        await write.tags.insert(workspaceId, newTag('first'));
        return Promise.allSettled([
          write.apiKeys.insert(newKey(workspaceId, { hash: 'same' })),
          write.apiKeys.insert(newKey(workspaceId, { hash: 'same' })),
          write.workspaces.rename(workspaceId, 'Later'),
        ]);
      };
      let outcomes: PromiseSettledResult<void>[] = [];
      const ignoring = store.transaction(async (write) => {
        outcomes = await statements(write);
      });
      await expect(ignoring).rejects.toMatchObject({ code: 'CONFLICT' });
      const [, failed, later] = outcomes;
      expect(failed).toMatchObject({ status: 'rejected' });
      expect(later).toEqual(failed);
      expect(await everything(store, home, postId)).toEqual(before);
      await store.transaction((write) => write.workspaces.rename(workspaceId, 'Next'));
      expect(await store.read.workspaces.find(workspaceId)).toMatchObject({ name: 'Next' });
    });

    it('rolls back work that throws, and rethrows the same error', async () => {
      const before = await everything(store, home, postId);
      const fault = new Error('on purpose');
      const failing = store.transaction(async (write) => {
        await writeEverything(write, home, postId);
        await write.posts.remove(home.workspaceId, postId);
        await setImmediate();
        throw fault;
      });
      await expect(failing).rejects.toBe(fault);
      expect(await everything(store, home, postId)).toEqual(before);
    });

    it('rolls back a dry run, but shows it its own writes and returns its result', async () => {
      const before = await everything(store, home, postId);
      const seen = await store.dryRun(async (write) => {
        const newId = await writeEverything(write, home, postId);
        await setImmediate();
        const found = await write.posts.page(home.workspaceId, { ...everyPost, searches: [['other']] });
        return { post: await write.posts.find(home.workspaceId, newId), found: found.map(({ id }) => id) };
      });
      expect(seen.post?.externalId).toBe('new');
      expect(seen.found).toEqual([postId]);
      expect(await everything(store, home, postId)).toEqual(before);
    });

    it('rolls back a dry run that throws, and continues to work', async () => {
      const before = await everything(store, home, postId);
      const fault = new Error('on purpose');
      const failing = store.dryRun(async (write) => {
        await writeEverything(write, home, postId);
        throw fault;
      });
      await expect(failing).rejects.toBe(fault);
      expect(await everything(store, home, postId)).toEqual(before);
      await store.transaction((write) => write.workspaces.raiseRevision(home.workspaceId, clock.now()));
      expect(await everything(store, home, postId)).not.toEqual(before);
    });

    it('shows readers only committed data', async () => {
      const post = newPost(home, { title: 'Unborn' });
      const read = async () => ({
        found: await store.read.posts.find(home.workspaceId, post.id),
        listed: (await store.read.posts.page(home.workspaceId, everyPost)).length,
        searched: (await store.read.posts.page(home.workspaceId, { ...everyPost, searches: [['unborn']] }))
          .length,
      });
      const nothing = { found: undefined, listed: 1, searched: 0 };
      await store.transaction(async (write) => {
        await write.posts.insert(home.workspaceId, post);
        expect(await read()).toEqual(nothing);
        await setImmediate();
        expect(await read()).toEqual(nothing);
        expect(await write.posts.find(home.workspaceId, post.id)).toEqual(post);
      });
      expect(await read()).toEqual({ found: post, listed: 2, searched: 1 });
    });

    it('isolates concurrent transactions: none sees or undoes another’s writes', async () => {
      const raise = async (write: Writer, fails: boolean) => {
        const post = await write.posts.find(home.workspaceId, postId);
        if (post === undefined) throw new Error('The post must be there.');
        await setImmediate();
        await write.posts.update(home.workspaceId, { ...post, version: post.version + 1 });
        await setImmediate();
        const again = await write.posts.find(home.workspaceId, postId);
        expect(again?.version).toBe(post.version + 1);
        if (fails) throw new Error('on purpose');
      };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 60 }, (_, index) =>
          index % 3 === 2
            ? store.dryRun((write) => raise(write, false))
            : store.transaction((write) => raise(write, index % 3 === 1)),
        ),
      );
      const fulfilled = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(fulfilled).toHaveLength(40);
      expect((await store.read.posts.find(home.workspaceId, postId))?.version).toBe(21);
    });

    it('counts 200 concurrent votes of one person once', async () => {
      const [voter] = await addUsers(store, home, 1);
      const vote = { postId, userId: voter?.id ?? '', votedAt: 5 };
      const isNew = await Promise.all(
        Array.from({ length: 200 }, () =>
          store.transaction(async (write) => {
            const added = await write.votes.add(home.workspaceId, vote);
            if (added) await write.posts.addToCounts(home.workspaceId, postId, { votes: 1 });
            return added;
          }),
        ),
      );
      expect(isNew.filter(Boolean)).toHaveLength(1);
      expect((await store.read.posts.find(home.workspaceId, postId))?.votesCount).toBe(2);
      expect(await store.read.votes.page(home.workspaceId, { postIds: [postId], slice })).toHaveLength(2);
    });

    it('creates one post from 50 concurrent upserts of one external id', async () => {
      const { workspaceId } = home;
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          store.transaction(async (write) => {
            await write.workspaces.raiseRevision(workspaceId, clock.now());
            const found = await write.posts.findByExternalId(workspaceId, 'crm-7');
            await setImmediate();
            if (found === undefined) {
              await write.posts.insert(
                workspaceId,
                newPost(home, { externalId: 'crm-7', title: `Made ${index}` }),
              );
              return true;
            }
            await write.posts.update(workspaceId, { ...found, version: found.version + 1 });
            return false;
          }),
        ),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      const post = await store.read.posts.findByExternalId(workspaceId, 'crm-7');
      expect(post).toMatchObject({ title: `Made ${made.indexOf(true)}`, version: 50 });
      expect(await store.read.posts.page(workspaceId, everyPost)).toHaveLength(2);
    });

    it('creates one person from 50 concurrent upserts of one external id', async () => {
      const { workspaceId } = home;
      const made = await Promise.all(
        Array.from({ length: 50 }, () =>
          store.transaction(async (write) => {
            await write.workspaces.raiseRevision(workspaceId, clock.now());
            if ((await write.users.findByExternalId(workspaceId, 'crm-7')) !== undefined) return false;
            await setImmediate();
            await write.users.insert(workspaceId, newUser({ externalId: 'crm-7', email: 'one@example.com' }));
            return true;
          }),
        ),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      const found = await store.read.users.page(workspaceId, {
        externalIds: ['crm-7'],
        sort: 'recent',
        slice,
      });
      expect(found).toHaveLength(1);
    });

    it('lets one of two edits of the same version win; the other sees the new version', async () => {
      const { workspaceId } = home;
      const edit = (title: string) =>
        store.transaction(async (write) => {
          const post = await write.posts.find(workspaceId, postId);
          await setImmediate();
          if (post?.version !== 1) return post?.version;
          await write.posts.update(workspaceId, { ...post, title, version: 2 });
          return 'won';
        });
      const titles = ['first', 'second'];
      const outcomes = await Promise.all(titles.map(edit));
      expect([...outcomes].sort()).toEqual([2, 'won']);
      const title = titles[outcomes.indexOf('won')];
      expect(await store.read.posts.find(workspaceId, postId)).toMatchObject({ title, version: 2 });
    });

    it('keeps counters exact under 50 concurrent changes', async () => {
      const { workspaceId, statusIds, typeIds } = home;
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          store.transaction(async (write) => {
            await write.posts.addToCounts(workspaceId, postId, { votes: 1, comments: 2 });
            await write.statuses.addToPostsCount(workspaceId, statusIds[1], index % 2 === 0 ? 3 : -1);
            await setImmediate();
            await write.postTypes.addToPostsCount(workspaceId, typeIds[1], 1);
            await write.workspaces.raiseRevision(workspaceId, counted);
          }),
        ),
      );
      expect(await store.read.posts.find(workspaceId, postId)).toMatchObject({
        votesCount: 51,
        commentsCount: 100,
      });
      expect((await store.read.statuses.find(workspaceId, statusIds[1]))?.postsCount).toBe(50);
      expect((await store.read.postTypes.find(workspaceId, typeIds[1]))?.postsCount).toBe(50);
      expect(await store.read.workspaces.revision(workspaceId)).toBe(50);
    });

    it('allows exactly one of 20 concurrent inserts of a unique value', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () =>
          store.transaction(async (write) => {
            await write.posts.insert(home.workspaceId, newPost(home, { externalId: 'only-one' }));
            await write.workspaces.raiseRevision(home.workspaceId, counted);
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
      expect(await store.read.workspaces.revision(home.workspaceId)).toBe(1);
    });

    const tag = newTag('Grün', { id: 'tag_1' });
    const twice: [string, (write: Writer, home: Home, postId: string) => Promise<unknown>][] = [
      ['slug of a workspace', (write) => write.workspaces.insert(workspace(mint('workspace'), 'same'))],
      ['id of a workspace', (write) => write.workspaces.insert(workspace('ws_same', mint('workspace')))],
      ['hash of a key', (write, at) => write.apiKeys.insert(newKey(at.workspaceId, { hash: 'same' }))],
      [
        'external id of a person',
        (write, at) => write.users.insert(at.workspaceId, newUser({ externalId: 'x' })),
      ],
      [
        'email of a person',
        (write, at) => write.users.insert(at.workspaceId, newUser({ email: 'a@x.test' })),
      ],
      [
        'slug of a status',
        (write, at) => write.statuses.insert(at.workspaceId, newStatus(8, { slug: 'same' })),
      ],
      [
        'slug of a type',
        (write, at) => write.postTypes.insert(at.workspaceId, newPostType(8, { slug: 'same' })),
      ],
      ['name of a tag', (write, at) => write.tags.insert(at.workspaceId, { ...tag, id: mint('tag') })],
      [
        'slug of a changelog',
        (write, at) => write.changelogs.insert(at.workspaceId, newChangelog({ slug: 'same' })),
      ],
      [
        'idempotency key',
        (write, at) => write.idempotency.insert(at.workspaceId, newIdempotencyRecord('same')),
      ],
      ['id of a post', (write, at) => write.posts.insert(at.workspaceId, newPost(at, { id: 'post_same' }))],
      [
        'external id of a post',
        (write, at) => write.posts.insert(at.workspaceId, newPost(at, { externalId: 'x' })),
      ],
      [
        'file key',
        (write, at, of) => write.attachments.insert(at.workspaceId, newAttachment(of, { fileKey: 'same' })),
      ],
      [
        'vote that is loaded in bulk',
        async (write, at, of) => {
          await write.votes.remove(at.workspaceId, of, 'nobody');
          await write.votes.insertMany(at.workspaceId, [{ postId: of, userId: at.userId, votedAt: 3 }]);
        },
      ],
    ];

    it.each(twice)('rejects a duplicate %s as a CONFLICT, and rolls back that work', async (_, insert) => {
      await store.transaction((write) => write.votes.remove(home.workspaceId, postId, home.userId));
      await store.transaction((write) => insert(write, home, postId));
      const before = await everything(store, home, postId);
      const again = store.transaction(async (write) => {
        await write.workspaces.raiseRevision(home.workspaceId, clock.now());
        await insert(write, home, postId);
      });
      const fault = await again.catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(Failure);
      expect(fault).toMatchObject({ code: 'CONFLICT' });
      expect(String((fault as Failure).message)).not.toMatch(/constraint|sql|posts\.|index/i);
      expect(await everything(store, home, postId)).toEqual(before);
    });

    it('rejects tags and emails that differ only in case', async () => {
      const { workspaceId } = home;
      await store.transaction(async (write) => {
        await write.tags.insert(workspaceId, tag);
        await write.users.insert(workspaceId, newUser({ email: 'ada@example.com' }));
      });
      const works: ((write: Writer) => Promise<unknown>)[] = [
        (write) => write.tags.insert(workspaceId, { ...tag, id: mint('tag'), name: 'GRÜN' }),
        (write) => write.users.insert(workspaceId, newUser({ email: 'ADA@EXAMPLE.COM' })),
        async (write) => {
          const user = newUser({ email: 'bob@example.com' });
          await write.users.insert(workspaceId, user);
          await write.users.update(workspaceId, { ...user, email: 'Ada@example.com' });
        },
      ];
      for (const work of works)
        await expect(store.transaction(work)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await store.read.users.findByEmail(workspaceId, 'bob@example.com')).toBeUndefined();
    });
  });
}

const workspace = (id: string, slug: string) => ({ id, slug, name: 'Same', userId: 'user_1', createdAt: 1 });
