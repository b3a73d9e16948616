// The store behind a test key (contract §6): every write runs the same path and is then rolled back. A write that names
// something an earlier test call seemed to create finds a stand-in for it, inserted in the transaction that will be
// rolled back, so that create, update, delete works in a client's own tests.

import type { Attachment } from '../../domain/attachment.ts';
import { newChangelog } from '../../domain/changelog.ts';
import type { Clock, Instant } from '../../domain/clock.ts';
import { newComment } from '../../domain/comment.ts';
import { type IdKind, isTestId, type MintId, mintedAt } from '../../domain/id.ts';
import { newPost, type Post } from '../../domain/post.ts';
import { newPostType } from '../../domain/post-type.ts';
import { newStatus } from '../../domain/status.ts';
import { newTag } from '../../domain/tag.ts';
import { newUser } from '../../domain/user.ts';
import type { AttachmentOwner } from '../../ports/attachment-store.ts';
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
    // Reads see only what is really there, also between the writes of a batch; writes find stand-ins.
    within: (write) => ({ ...store.within(write), read: plainOf.get(write) ?? write }),
  };
}

type Find<T> = (workspaceId: string, id: string) => Promise<T | undefined>;
type Insert = (workspaceId: string, id: string) => Promise<void>;

/** Finds what is really there, else inserts a stand-in for an id that only a test call can have minted. */
const findOr =
  <T>(kind: IdKind, find: Find<T>, insertStandIn: Insert): Find<T> =>
  async (workspaceId, id) => {
    const found = await find(workspaceId, id);
    if (found !== undefined || !isTestId(kind, id)) return found;
    await insertStandIn(workspaceId, id);
    return find(workspaceId, id);
  };

function withStandIns(write: Writer, mintId: MintId, clock: Clock): Writer {
  const { comments, attachments } = write;
  const examples = examplesAt(clock);
  const inserts = standInInserts(write, examples);
  const findPost = findOr('post', write.posts.find, inserts.post);

  const insertComment = async (workspaceId: string, postId: string, id: string): Promise<void> => {
    const post = await findPost(workspaceId, postId);
    if (post !== undefined) await comments.insert(workspaceId, examples.comment(id, postId, post.authorId));
  };

  return {
    ...write,
    users: {
      ...write.users,
      find: findOr('user', write.users.find, inserts.user),
      async named(workspaceId, names) {
        const found = await write.users.named(workspaceId, names);
        const known = new Set(found.map(({ id }) => id));
        const missing = [...new Set(names.ids)].filter((id) => !known.has(id) && isTestId('user', id));
        const standIns = missing.map(examples.user);
        await write.users.insertMany(workspaceId, standIns);
        return [...found, ...standIns];
      },
    },
    statuses: { ...write.statuses, find: findOr('status', write.statuses.find, inserts.status) },
    postTypes: { ...write.postTypes, find: findOr('postType', write.postTypes.find, inserts.postType) },
    tags: { ...write.tags, find: findOr('tag', write.tags.find, inserts.tag) },
    changelogs: { ...write.changelogs, find: findOr('changelog', write.changelogs.find, inserts.changelog) },
    posts: { ...write.posts, find: findPost },
    comments: {
      ...comments,
      find: findOr('comment', comments.find, (at, id) => insertComment(at, mintId('post'), id)),
      findOfPost: (workspaceId, postId, id) =>
        findOr(
          'comment',
          (at, comment) => comments.findOfPost(at, postId, comment),
          (at, comment) => insertComment(at, postId, comment),
        )(workspaceId, id),
    },
    attachments: {
      ...attachments,
      findOf: (workspaceId, owner, id) =>
        findOr(
          'attachment',
          (at, attachment) => attachments.findOf(at, owner, attachment),
          (at, attachment) => attachments.insert(at, examples.attachment(attachment, owner)),
        )(workspaceId, id),
    },
  };
}

/** Inserts a stand-in for each kind of thing that needs nothing but its id. */
function standInInserts(write: Writer, examples: ReturnType<typeof examplesAt>) {
  const { users, tags, statuses, postTypes, posts, changelogs, workspaces } = write;
  return {
    user: (at, id) => users.insert(at, examples.user(id)),
    tag: (at, id) => tags.insert(at, examples.tag(id)),
    changelog: (at, id) => changelogs.insert(at, examples.changelog(id)),
    // At the end of the order, so that nothing else has to move.
    status: async (at, id) => statuses.insert(at, examples.status(id, (await statuses.list(at)).length)),
    postType: async (at, id) =>
      postTypes.insert(at, examples.postType(id, (await postTypes.list(at)).length)),
    async post(at, id) {
      const workspace = await workspaces.find(at);
      const status = await statuses.findDefault(at);
      const postType = await postTypes.findDefault(at);
      if (workspace === undefined || status === undefined || postType === undefined) return;
      const given = { postTypeId: postType.id, statusId: status.id, authorId: workspace.userId };
      await posts.insert(at, examples.post(id, given));
    },
  } satisfies Record<string, Insert>;
}

/** What stand-ins look like, as if they had been created when their id was minted. */
function examplesAt(clock: Clock) {
  /** Not later than now: anybody can make up an id that was minted in ten thousand years. */
  const madeAt = (id: string): Instant => Math.min(mintedAt(id), clock.now());
  const slug = (id: string): string => `example-${id.slice(-8)}`;
  const ordered = (kind: string, id: string, position: number) => ({
    id,
    name: `Example ${kind}`,
    slug: slug(id),
    position,
  });
  return {
    user: (id: string) => newUser({ id, name: 'Example user', email: `${id}@example.com` }, madeAt(id)),
    tag: (id: string) => newTag({ id, name: slug(id) }, madeAt(id)),
    status: (id: string, position: number) =>
      newStatus({ ...ordered('status', id, position), category: 'unstarted' }, madeAt(id)),
    postType: (id: string, position: number) => newPostType(ordered('type', id, position), madeAt(id)),
    post: (id: string, given: Pick<Post, 'postTypeId' | 'statusId' | 'authorId'>) =>
      newPost({ id, title: 'Example post', ...given, votesCount: 1, commentsCount: 1 }, madeAt(id)),
    comment: (id: string, postId: string, userId: string) =>
      newComment({ id, postId, userId, content: 'Example comment' }, madeAt(id)),
    changelog: (id: string) => newChangelog({ id, title: 'Example changelog', slug: slug(id) }, madeAt(id)),
    attachment: (id: string, owner: AttachmentOwner): Attachment => ({
      id,
      ...owner,
      fileKey: id,
      fileName: 'example.png',
      mimeType: 'image/png',
      size: 1,
      width: 1,
      height: 1,
      sha256: '',
      createdAt: madeAt(id),
    }),
  };
}
