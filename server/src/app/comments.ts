// What a caller can do with comments.

import {
  type Comment,
  type CommentQuery,
  commentContent,
  commentSortKey,
  counts,
  tombstone,
} from '../domain/comment.ts';
import { badField, conflict, notFound } from '../domain/failure.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import { namesSomebody, type User } from '../domain/user.ts';
import type { Reader } from '../ports/store.ts';
import { type Caller, type Change, change, type Deps } from './deps.ts';
import { standingPost } from './merging.ts';
import { readPage } from './paging.ts';
import { type NamedPerson, ownUser, resolvePerson } from './people.ts';

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

export interface CommentView extends Comment {
  author: User | null;
}

/** One step of a walk through a tree of comments: a comment begins, with its replies inside, or ends. */
export type CommentStep = CommentView | 'end';

export type CommentListQuery = Omit<CommentQuery, 'slice'> & { page: PageRequest };

export interface Comments {
  /** Fails at once when there is no such post; the comments themselves come in batches. */
  ofPost(caller: Caller, postId: string, which: 'top-level' | 'all'): Promise<AsyncIterable<CommentStep[]>>;
  /** Of the whole workspace, newest first. */
  page(caller: Caller, query: CommentListQuery): Promise<Page<CommentView>>;
  get(caller: Caller, id: string): Promise<CommentView>;
  create(caller: Caller, postId: string, draft: CommentDraft): Promise<CommentView>;
  update(caller: Caller, id: string, patch: CommentPatch): Promise<CommentView>;
  remove(caller: Caller, id: string): Promise<void>;
}

export function comments(deps: Deps): Comments {
  const { store, clock, mintId } = deps;

  async function* steps(workspaceId: string, postId: string, which: 'top-level' | 'all') {
    const views = authored(workspaceId, store.read.comments.batches(workspaceId, postId, which));
    if (which === 'all') yield* walk(views);
    else for await (const batch of views) yield batch.flatMap((view): CommentStep[] => [view, 'end']);
  }

  async function* authored(
    workspaceId: string,
    batches: AsyncIterable<Comment[]>,
  ): AsyncIterable<CommentView[]> {
    for await (const batch of batches) {
      yield await withAuthors(workspaceId, batch);
    }
  }

  async function withAuthors(workspaceId: string, batch: readonly Comment[]): Promise<CommentView[]> {
    const userIds = batch.flatMap((comment) => comment.userId ?? []);
    const users = await store.read.users.usersOf(workspaceId, userIds);
    return batch.map((comment) => ({ ...comment, author: users.get(comment.userId ?? '') ?? null }));
  }

  return {
    async ofPost({ workspaceId }, postId, which) {
      if ((await store.read.posts.find(workspaceId, postId)) === undefined) throw notFound('Post');
      return steps(workspaceId, postId, which);
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
      return { ...page, items: await withAuthors(workspaceId, page.items) };
    },

    async get({ workspaceId }, id) {
      const comment = await store.read.comments.find(workspaceId, id);
      if (comment === undefined) throw notFound('Comment');
      return { ...comment, author: await authorOf(store.read, workspaceId, comment) };
    },

    async create(caller, namedId, draft) {
      const { workspaceId } = caller;
      const content = commentContent(draft.content);
      return change(deps, caller, async (write) => {
        const { post, mergedFromId } = await standingPost(write, workspaceId, namedId);
        const postId = post.id;
        const parentId = draft.parentId ?? null;
        const parent =
          parentId === null ? undefined : await write.comments.findOfPost(workspaceId, postId, parentId);
        if (parentId !== null && (parent === undefined || parent.isDeleted)) {
          throw badField('parentId', 'names no live comment of this post.');
        }
        const author =
          draft.author !== undefined && namesSomebody(draft.author.reference)
            ? await resolvePerson(deps, caller, write, draft.author)
            : await ownUser(write, workspaceId);
        const now = clock.now();
        const comment: Comment = {
          id: mintId('comment'),
          postId,
          parentId,
          userId: author.id,
          content,
          // What is said under a private note stays private.
          isPrivate: draft.isPrivate === true || parent?.isPrivate === true,
          isDeleted: false,
          // A reply goes where the comment goes that it answers.
          mergedFromId: parent === undefined ? mergedFromId : parent.mergedFromId,
          version: 1,
          createdAt: now,
          updatedAt: now,
        };
        await write.comments.insert(workspaceId, comment);
        await recount(write, workspaceId, undefined, comment);
        const view = { ...comment, author };
        write.announce('comment.created', comment.id, view);
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
        await refuseHalfHidden(write, workspaceId, before, patch.isPrivate ?? before.isPrivate);
        const after: Comment = {
          ...before,
          content: content ?? before.content,
          isPrivate: patch.isPrivate ?? before.isPrivate,
          version: before.version + 1,
          updatedAt: clock.now(),
        };
        await write.comments.update(workspaceId, after);
        await recount(write, workspaceId, before, after);
        const view = { ...after, author: await authorOf(write, workspaceId, after) };
        write.announce('comment.updated', id, view);
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
          await write.comments.update(workspaceId, tombstone(comment, clock.now()));
        } else {
          await write.comments.remove(workspaceId, id);
        }
        await recount(write, workspaceId, comment, undefined);
        write.announce('comment.deleted', id, comment);
        write.bury('comment', id);
      });
    },
  };
}

/** An erased person is still the author of what they wrote. */
async function authorOf(
  read: Pick<Reader, 'users'>,
  workspaceId: string,
  { userId }: Comment,
): Promise<User | null> {
  if (userId === null) return null;
  return (await read.users.usersOf(workspaceId, [userId])).get(userId) ?? null;
}

/** A thread is public or private as a whole: a comment cannot leave the side its neighbours are on. */
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

/** Moves the post's count by what the change of one comment makes of it. */
async function recount(
  write: Change,
  workspaceId: string,
  before: Comment | undefined,
  after: Comment | undefined,
): Promise<void> {
  const counted = (comment: Comment | undefined) => (comment !== undefined && counts(comment) ? 1 : 0);
  const difference = counted(after) - counted(before);
  const postId = (after ?? before)?.postId;
  if (difference !== 0 && postId !== undefined) {
    await write.posts.addToCounts(workspaceId, postId, { comments: difference });
  }
}

const stepsABatch = 1000;

/** Depth first, oldest first at every level, on a stack of our own: a tree may be deeper than the program's. */
async function* walk(batches: AsyncIterable<CommentView[]>): AsyncIterable<CommentStep[]> {
  const repliesOf = new Map<string | null, CommentView[]>();
  for await (const batch of batches) {
    for (const view of batch) {
      const siblings = repliesOf.get(view.parentId);
      if (siblings === undefined) repliesOf.set(view.parentId, [view]);
      else siblings.push(view);
    }
  }
  const open = [(repliesOf.get(null) ?? []).values()];
  let steps: CommentStep[] = [];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: view, done } = level.next();
    if (done === true) {
      open.pop();
      if (open.length > 0) steps.push('end');
    } else {
      steps.push(view);
      open.push((repliesOf.get(view.id) ?? []).values());
    }
    if (steps.length >= stepsABatch) {
      yield steps;
      steps = [];
    }
  }
  yield steps;
}
