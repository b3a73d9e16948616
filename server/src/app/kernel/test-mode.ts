// The store behind a test key (contract §6): every write runs the normal path and is then rolled back. If a write
// names an object from an earlier test call, a stand-in is inserted in the same transaction, so that create, update
// and delete work in a client's own tests.

import type { Ordered } from '../../domain/catalog/ordered.ts';
import { newPostType } from '../../domain/catalog/post-type.ts';
import { newStatus } from '../../domain/catalog/status.ts';
import { newTag } from '../../domain/catalog/tag.ts';
import { newChangelog } from '../../domain/changelog/changelog.ts';
import { newSecret, newWebhook } from '../../domain/events/webhook.ts';
import { newComment } from '../../domain/feedback/comment.ts';
import { newPost, type Post } from '../../domain/feedback/post.ts';
import { newView } from '../../domain/feedback/view.ts';
import type { Attachment } from '../../domain/files/attachment.ts';
import type { Clock, Instant } from '../../domain/kernel/clock.ts';
import { type IdKind, isTestId, type MintId, mintedAt } from '../../domain/kernel/id.ts';
import { newUser } from '../../domain/people/user.ts';
import { newExport } from '../../domain/porting/export.ts';
import { importKeptMs, newImport } from '../../domain/porting/import.ts';
import { newSubmission } from '../../domain/site/submission.ts';
import type { OrderedWriter } from '../../ports/catalog/catalog-store.ts';
import type { AttachmentOwner } from '../../ports/files/attachment-store.ts';
import type { Store, Writer } from '../../ports/store.ts';

export function testModeStore(store: Store, mintId: MintId, clock: Clock): Store {
  const plainOf = new WeakMap<Writer, Writer>();
  const testing: Store = {
    ...store,
    // Nothing is stored, so there is nothing to wait for.
    syncedTogether: (work) => work(testing),
    transaction: (work, scope) =>
      store.dryRun((plain) => {
        const write = withStandIns(plain, mintId, clock);
        plainOf.set(write, plain);
        return work(write);
      }, scope),
    // Reads return only real data, even between the writes of a batch. Writes also find stand-ins.
    within: (write) => ({ ...store.within(write), read: plainOf.get(write) ?? write }),
  };
  return testing;
}

type Find<T> = (workspaceId: string, id: string) => Promise<T | undefined>;
type Insert = (workspaceId: string, id: string) => Promise<void>;

/** Returns the real object; otherwise inserts a stand-in if the id was minted by a test call. */
const findOr =
  <T>(kind: IdKind, find: Find<T>, insertStandIn: Insert): Find<T> =>
  async (workspaceId, id) => {
    const found = await find(workspaceId, id);
    if (found !== undefined || !isTestId(kind, id)) return found;
    await insertStandIn(workspaceId, id);
    return find(workspaceId, id);
  };

type Count = OrderedWriter<Ordered>['addToPostsCount'];

const countOr =
  (kind: IdKind, count: Count, insertStandIn: Insert): Count =>
  (workspaceId, id, difference) => {
    if (id === undefined) return count(workspaceId, id, difference);
    return findOr(kind, (at, named) => count(at, named, difference), insertStandIn)(workspaceId, id);
  };

function withStandIns(write: Writer, mintId: MintId, clock: Clock): Writer {
  const { comments, attachments } = write;
  const examples = examplesAt(clock, mintId);
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
    statuses: {
      ...write.statuses,
      find: findOr('status', write.statuses.find, inserts.status),
      addToPostsCount: countOr('status', write.statuses.addToPostsCount, inserts.status),
    },
    postTypes: {
      ...write.postTypes,
      find: findOr('postType', write.postTypes.find, inserts.postType),
      addToPostsCount: countOr('postType', write.postTypes.addToPostsCount, inserts.postType),
    },
    submissions: {
      ...write.submissions,
      find: findOr('submission', write.submissions.find, inserts.submission),
    },
    reports: { ...write.reports, find: findOr('report', write.reports.find, inserts.report) },
    webhooks: { ...write.webhooks, find: findOr('webhook', write.webhooks.find, inserts.webhook) },
    exports: { ...write.exports, find: findOr('export', write.exports.find, inserts.export) },
    imports: { ...write.imports, find: findOr('import', write.imports.find, inserts.import) },
    deliveries: {
      ...write.deliveries,
      find: (workspaceId, webhookId, eventId) =>
        findOr(
          'event',
          (at, id) => write.deliveries.find(at, webhookId, id),
          async (at, id) =>
            write.deliveries.enqueue(at, webhookId, [await examples.delivery(write, at, id)], clock.now()),
        )(workspaceId, eventId),
    },
    tags: { ...write.tags, find: findOr('tag', write.tags.find, inserts.tag) },
    views: { ...write.views, find: findOr('view', write.views.find, inserts.view) },
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
      async commentsOfPost(workspaceId, postId, ids) {
        const found = await comments.commentsOfPost(workspaceId, postId, ids);
        const missing = [...new Set(ids)].filter((id) => !found.has(id) && isTestId('comment', id));
        for (const id of missing) await insertComment(workspaceId, postId, id);
        return missing.length === 0 ? found : comments.commentsOfPost(workspaceId, postId, ids);
      },
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

/** Inserts stand-ins for the kinds that need only an id. */
function standInInserts(write: Writer, examples: ReturnType<typeof examplesAt>) {
  const { users, tags, statuses, postTypes, posts, changelogs, webhooks, workspaces } = write;
  return {
    user: (at, id) => users.insert(at, examples.user(id)),
    tag: (at, id) => tags.insert(at, examples.tag(id)),
    view: (at, id) => write.views.insert(at, examples.view(id)),
    changelog: (at, id) => changelogs.insert(at, examples.changelog(id)),
    webhook: async (at, id) => webhooks.insert(at, examples.webhook(id), await write.ledger.lastSequence(at)),
    submission: (at, id) => write.submissions.insert(at, examples.submission(id)),
    async report(at, id) {
      const workspace = await workspaces.find(at);
      if (workspace !== undefined) await write.reports.insert(at, examples.report(id, workspace.userId));
    },
    export: (at, id) => write.exports.insert(at, examples.export(id)),
    import: (at, id) => write.imports.insert(at, examples.import(id), ''),
    // Goes last, so that no other status has to move.
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

/** The contents of stand-ins, dated by the timestamp in their id. */
function examplesAt(clock: Clock, mintId: MintId) {
  /** Capped at now: ids can be forged with a timestamp far in the future. */
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
    webhook: (id: string) =>
      newWebhook({ id, url: 'https://example.com/earshot', secret: newSecret() }, madeAt(id)),
    submission: (id: string) =>
      newSubmission(
        { id, kind: 'post', userId: null, title: 'Example post', content: 'Example text' },
        madeAt(id),
      ),
    report: (id: string, userId: string) => ({
      ...{ id, userId, postId: mintId('post'), commentId: null },
      ...{ reason: 'Example reason', createdAt: madeAt(id) },
    }),
    export: (id: string) =>
      newExport({ id, state: 'finished', actor: { type: 'system', id: 'system' } }, madeAt(id)),
    import: (id: string) =>
      newImport(
        {
          ...{ id, source: 'earshot', state: 'finished', actor: { type: 'system', id: 'system' } },
          ...{ files: [{ name: 'export.zip', size: 1, key: id }], finishedAt: madeAt(id) },
          expiresAt: clock.now() + importKeptMs,
        },
        madeAt(id),
      ),
    /** Of the newest entry: the delivery needs one that exists. */
    delivery: async (write: Writer, workspaceId: string, eventId: string) => ({
      sequence: await write.ledger.lastSequence(workspaceId),
      eventId,
      type: 'webhook.test' as const,
    }),
    tag: (id: string) => newTag({ id, name: slug(id) }, madeAt(id)),
    view: (id: string) => newView({ id, name: 'Example view', filters: 'merged:false' }, madeAt(id)),
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
