// The store behind a test key (contract §6): every write runs the very same path and is then undone. A write
// that names something an earlier test call seemed to make finds a stand-in for it, made within the
// transaction that will be undone, so that create, update, delete works in a client's own tests.

import { newChangelog } from '../../domain/changelog.ts';
import type { Clock, Instant } from '../../domain/clock.ts';
import { newComment } from '../../domain/comment.ts';
import { type IdKind, isTestId, type MintId, mintedAt } from '../../domain/id.ts';
import type { Ordered } from '../../domain/ordered.ts';
import { newPost } from '../../domain/post.ts';
import { newPostType } from '../../domain/post-type.ts';
import { newStatus } from '../../domain/status.ts';
import { newTag } from '../../domain/tag.ts';
import { newUser, type User } from '../../domain/user.ts';
import type { OrderedReader } from '../../ports/catalog-store.ts';
import type { UserReader } from '../../ports/people-store.ts';
import type { Store, Writer } from '../../ports/store.ts';

export function testModeStore(store: Store, mintId: MintId, clock: Clock): Store {
  const plainOf = new WeakMap<Writer, Writer>();
  return {
    ...store,
    transaction: (work, scope) =>
      store.dryRun((plain) => {
        const write = withStandIns(plain, mintId, clock);
        plainOf.set(write, plain);
        return work(write);
      }, scope),
    // Reads see what is there, also between the writes of a batch: only a write finds a stand-in.
    within: (write) => ({ ...store.within(write), read: plainOf.get(write) ?? write }),
  };
}

type Find<T> = (workspaceId: string, id: string) => Promise<T | undefined>;

function withStandIns(write: Writer, mintId: MintId, clock: Clock): Writer {
  /** Anybody can write an id that says it was minted in ten thousand years. */
  const madeAt = (id: string): Instant => Math.min(mintedAt(id), clock.now());

  /** What is really there, else a stand-in for an id that only a test call can have minted. */
  const findOr =
    <T>(kind: IdKind, find: Find<T>, standIn: (workspaceId: string, id: string) => Promise<void>): Find<T> =>
    async (workspaceId, id) => {
      const found = await find(workspaceId, id);
      if (found !== undefined || !isTestId(kind, id)) return found;
      await standIn(workspaceId, id);
      return find(workspaceId, id);
    };

  const exampleUser = (id: string): User =>
    newUser({ id, name: 'Example user', email: `${id}@example.com` }, madeAt(id));

  const findUser = findOr('user', write.users.find, (workspaceId, id) =>
    write.users.insert(workspaceId, exampleUser(id)),
  );

  /** As `findUser`, of many at once. */
  const namedUsers: UserReader['named'] = async (workspaceId, names) => {
    const found = await write.users.named(workspaceId, names);
    const known = new Set(found.map(({ id }) => id));
    const missing = [...new Set(names.ids)].filter((id) => !known.has(id) && isTestId('user', id));
    const standIns = missing.map(exampleUser);
    await write.users.insertMany(workspaceId, standIns);
    return [...found, ...standIns];
  };

  const exampleSlug = (id: string): string => `example-${id.slice(-8)}`;

  const findTag = findOr('tag', write.tags.find, (workspaceId, id) =>
    write.tags.insert(workspaceId, newTag({ id, name: exampleSlug(id) }, madeAt(id))),
  );

  /** At the end of the order, so that nothing else has to move. */
  const exampleOrdered = async (
    kind: string,
    things: OrderedReader<Ordered>,
    workspaceId: string,
    id: string,
  ) => ({
    id,
    name: `Example ${kind}`,
    slug: exampleSlug(id),
    position: (await things.list(workspaceId)).length,
  });

  const findStatus = findOr('status', write.statuses.find, async (workspaceId, id) => {
    const example = await exampleOrdered('status', write.statuses, workspaceId, id);
    await write.statuses.insert(workspaceId, newStatus({ ...example, category: 'unstarted' }, madeAt(id)));
  });

  const findPostType = findOr('postType', write.postTypes.find, async (workspaceId, id) => {
    const example = await exampleOrdered('type', write.postTypes, workspaceId, id);
    await write.postTypes.insert(workspaceId, newPostType(example, madeAt(id)));
  });

  const findPost = findOr('post', write.posts.find, async (workspaceId, id) => {
    const workspace = await write.workspaces.find(workspaceId);
    const status = await write.statuses.findDefault(workspaceId);
    const postType = await write.postTypes.findDefault(workspaceId);
    if (workspace === undefined || status === undefined || postType === undefined) return;
    const given = { postTypeId: postType.id, statusId: status.id, authorId: workspace.userId };
    const counts = { votesCount: 1, commentsCount: 1 };
    const example = newPost({ id, title: 'Example post', ...given, ...counts }, madeAt(id));
    await write.posts.insert(workspaceId, example);
  });

  const findChangelog = findOr('changelog', write.changelogs.find, (workspaceId, id) =>
    write.changelogs.insert(
      workspaceId,
      newChangelog({ id, title: 'Example changelog', slug: exampleSlug(id) }, madeAt(id)),
    ),
  );

  const standInComment = async (workspaceId: string, postId: string, id: string): Promise<void> => {
    const post = await findPost(workspaceId, postId);
    if (post === undefined) return;
    const example = { id, postId, userId: post.authorId, content: 'Example comment' };
    await write.comments.insert(workspaceId, newComment(example, madeAt(id)));
  };

  const findComment = findOr('comment', write.comments.find, (workspaceId, id) =>
    standInComment(workspaceId, mintId('post'), id),
  );

  return {
    ...write,
    users: { ...write.users, find: findUser, named: namedUsers },
    statuses: { ...write.statuses, find: findStatus },
    postTypes: { ...write.postTypes, find: findPostType },
    tags: { ...write.tags, find: findTag },
    changelogs: { ...write.changelogs, find: findChangelog },
    posts: { ...write.posts, find: findPost },
    comments: {
      ...write.comments,
      find: findComment,
      findOfPost: (workspaceId, postId, id) =>
        findOr(
          'comment',
          (workspace, comment) => write.comments.findOfPost(workspace, postId, comment),
          (workspace, comment) => standInComment(workspace, postId, comment),
        )(workspaceId, id),
    },
    attachments: {
      ...write.attachments,
      findOf: (workspaceId, owner, id) =>
        findOr(
          'attachment',
          (workspace, attachment) => write.attachments.findOf(workspace, owner, attachment),
          (workspace, attachment) =>
            write.attachments.insert(workspace, {
              id: attachment,
              ...owner,
              fileKey: attachment,
              fileName: 'example.png',
              mimeType: 'image/png',
              size: 1,
              width: 1,
              height: 1,
              sha256: '',
              createdAt: madeAt(attachment),
            }),
        )(workspaceId, id),
    },
  };
}
