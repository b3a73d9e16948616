// The use cases for comments.

import type { Instant } from '../../domain/clock.ts';
import {
  type Comment,
  type CommentQuery,
  type CommentStep,
  type CommentView,
  commentContent,
  commentSortKey,
  counts,
  newComment,
  stub,
} from '../../domain/comment.ts';
import { badField, conflict, notFound } from '../../domain/failure.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import { type NamedPerson, namesSomebody, type User } from '../../domain/user.ts';
import { edited } from '../../domain/version.ts';
import type { Reader } from '../../ports/store.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { ownUser, resolvePerson } from '../people/people.ts';
import { type CommentTree, walkComments } from './comment-tree.ts';
import { standingPost } from './merging.ts';

export interface CommentDraft {
  content: string;
  parentId?: string | null | undefined;
  isPrivate?: boolean | undefined;
  author?: NamedPerson | undefined;
}

export interface CommentPatch {
  content?: string | undefined;
  isPrivate?: boolean | undefined;
}

export type CommentListQuery = Omit<CommentQuery, 'slice'> & { page: PageRequest };

export interface Comments {
  /** Throws right away if the post doesn't exist; the comments are then streamed in batches. */
  ofPost(
    caller: Caller,
    postId: string,
    which: CommentTree,
  ): Promise<AsyncIterable<CommentStep<CommentView>[]>>;
  /** All comments of the workspace, newest first. */
  page(caller: Caller, query: CommentListQuery): Promise<Page<CommentView>>;
  get(caller: Caller, id: string): Promise<CommentView>;
  create(caller: Caller, postId: string, draft: CommentDraft): Promise<CommentView>;
  update(caller: Caller, id: string, patch: CommentPatch): Promise<CommentView>;
  remove(caller: Caller, id: string): Promise<void>;
}

export function comments(deps: Deps): Comments {
  const { store, clock, mintId } = deps;

  const withAuthors = async (
    workspaceId: string,
    found: ReadonlyMap<string, Comment>,
  ): Promise<Map<string, CommentView>> => {
    const userIds = [...found.values()].flatMap((comment) => comment.userId ?? []);
    const users = await store.read.users.usersOf(workspaceId, userIds);
    const views = new Map<string, CommentView>();
    for (const [id, comment] of found) {
      views.set(id, { ...comment, author: users.get(comment.userId ?? '') ?? null });
    }
    return views;
  };

  return {
    async ofPost({ workspaceId }, postId, which) {
      if ((await store.read.posts.find(workspaceId, postId)) === undefined) throw notFound('Post');
      return walkComments(
        store.read.comments.outline(workspaceId, postId, which.replies ? 'all' : 'top-level'),
        which.updatedSince,
        async (ids) => withAuthors(workspaceId, await store.read.comments.commentsOf(workspaceId, ids)),
      );
    },

    async page(caller, asked) {
      const { workspaceId } = caller;
      const page = await readPage(
        deps,
        caller,
        'comments',
        asked,
        (query) => store.read.comments.page(workspaceId, query),
        commentSortKey,
      );
      const views = await withAuthors(workspaceId, new Map(page.items.map((item) => [item.id, item])));
      return { ...page, items: [...views.values()] };
    },

    async get({ workspaceId }, id) {
      const comment = await store.read.comments.find(workspaceId, id);
      if (comment === undefined) throw notFound('Comment');
      return { ...comment, author: await authorOf(store.read, workspaceId, comment) };
    },

    async create(caller, namedId, draft) {
      const { workspaceId } = caller;
      const faults = faultsOf(caller);
      const content = faults.check(() => commentContent(draft.content), '');
      return change(deps, caller, async (write) => {
        const { post, mergedFromId } = await standingPost(write, workspaceId, namedId);
        const postId = post.id;
        const parentId = draft.parentId ?? null;
        const parent =
          parentId === null
            ? undefined
            : await faults.lookUp(() => liveComment(write, workspaceId, postId, parentId), undefined);
        const author =
          draft.author !== undefined && namesSomebody(draft.author.reference)
            ? await resolvePerson(deps, caller, write, draft.author)
            : await ownUser(write, workspaceId);
        faults.throwAny();
        const now = clock.now();
        // Replies to a private note are private.
        const isPrivate = draft.isPrivate === true || parent?.isPrivate === true;
        const said = { postId, parentId, userId: author.id, content, isPrivate };
        // A reply moves together with its parent comment.
        const origin = { mergedFromId: parent === undefined ? mergedFromId : parent.mergedFromId };
        const comment = newComment({ id: mintId('comment'), ...said, ...origin }, now);
        await write.comments.insert(workspaceId, comment);
        await recount(write, workspaceId, undefined, comment, now);
        const view = { ...comment, author };
        write.created('comment', view);
        return view;
      });
    },

    async update(caller, id, patch) {
      const { workspaceId } = caller;
      const content = patch.content === undefined ? undefined : commentContent(patch.content);
      return change(deps, caller, async (write) => {
        const before = await write.comments.find(workspaceId, id);
        if (before === undefined || before.isDeleted) throw notFound('Comment');
        write.expect(before);
        const isPrivate = patch.isPrivate ?? before.isPrivate;
        await refuseHalfHidden(write, workspaceId, before, isPrivate);
        const after = edited(before, { content: content ?? before.content, isPrivate }, clock.now());
        await write.comments.update(workspaceId, after);
        await recount(write, workspaceId, before, after, after.updatedAt);
        const view = { ...after, author: await authorOf(write, workspaceId, after) };
        write.updated('comment', before, view);
        return view;
      });
    },

    async remove(caller, id) {
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        const comment = await write.comments.find(workspaceId, id);
        if (comment === undefined || comment.isDeleted) throw notFound('Comment');
        write.expect(comment);
        if (await write.comments.hasReplies(workspaceId, comment.postId, id)) {
          await write.comments.update(workspaceId, stub(comment, clock.now()));
        } else {
          await write.comments.remove(workspaceId, id);
        }
        await recount(write, workspaceId, comment, undefined, clock.now());
        write.deleted('comment', { ...comment, author: await authorOf(write, workspaceId, comment) });
      });
    },
  };
}

async function liveComment(
  write: Change,
  workspaceId: string,
  postId: string,
  id: string,
): Promise<Comment | undefined> {
  const comment = await write.comments.findOfPost(workspaceId, postId, id);
  if (comment === undefined || comment.isDeleted)
    throw badField('parentId', 'names no live comment of this post.');
  return comment;
}

/** Erased users remain the authors of their comments. */
async function authorOf(
  read: Pick<Reader, 'users'>,
  workspaceId: string,
  { userId }: Comment,
): Promise<User | null> {
  if (userId === null) return null;
  return (await read.users.usersOf(workspaceId, [userId])).get(userId) ?? null;
}

/** A thread is entirely public or entirely private, so one comment can't change on its own. */
async function refuseHalfHidden(
  write: Change,
  workspaceId: string,
  comment: Comment,
  isPrivate: boolean,
): Promise<void> {
  if (comment.isPrivate === isPrivate) return;
  if (await write.comments.hasReplies(workspaceId, comment.postId, comment.id)) {
    throw conflict('A comment that has replies cannot change between public and private.');
  }
  const parent =
    comment.parentId === null ? undefined : await write.comments.find(workspaceId, comment.parentId);
  if (parent?.isPrivate === true) throw conflict('A reply to a private note is private too.');
}

/** Updates the post's comment count after one comment changed. */
async function recount(
  write: Change,
  workspaceId: string,
  before: Comment | undefined,
  after: Comment | undefined,
  at: Instant,
): Promise<void> {
  const counted = (comment: Comment | undefined) => (comment !== undefined && counts(comment) ? 1 : 0);
  const difference = counted(after) - counted(before);
  const postId = (after ?? before)?.postId;
  if (difference !== 0 && postId !== undefined) {
    await write.posts.addToCounts(workspaceId, postId, { comments: difference }, at);
  }
}
