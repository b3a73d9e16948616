// The content of one user: posts, comments and votes, in pages or as one export.

import { setImmediate } from 'node:timers/promises';
import { type CommentView, commentSortKey } from '../../domain/feedback/comment.ts';
import {
  type Post,
  type PostForms,
  type PostJson,
  type PostView,
  postSortKey,
} from '../../domain/feedback/post.ts';
import type { UserExport } from '../../domain/feedback/user-export.ts';
import { type Vote, type VoteView, voteSortKey } from '../../domain/feedback/vote.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest, Slice, SortKey } from '../../domain/kernel/page.ts';
import type { User, UserSort } from '../../domain/people/user.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { type PostInclude, withIncludes } from './post-includes.ts';
import { pageOfPosts } from './post-reading.ts';

export interface ContentQuery {
  updatedSince?: Instant;
  page: PageRequest;
}

export interface UserContent {
  posts(
    caller: Caller,
    userId: string,
    query: ContentQuery & { sort: UserSort; includes: PostInclude[] },
    forms: PostForms,
  ): Promise<Page<PostJson>>;
  /** Newest first; private notes only on request. */
  comments(
    caller: Caller,
    userId: string,
    query: ContentQuery & { isPrivate: boolean },
  ): Promise<Page<CommentView>>;
  /** Newest first. */
  votes(caller: Caller, userId: string, query: ContentQuery): Promise<Page<VoteView>>;
  export(caller: Caller, userId: string): Promise<UserExport>;
}

const exportedWith: PostInclude[] = ['author', 'tags', 'attachments'];
/**
 * A batch stays in memory until the reader has consumed it. A post can have 100 KB, and several times that once
 * parsed, so the size of each batch of posts depends on the previous one.
 */
const batchCharacters = 256 * 1024;
const sizes = {
  posts: { first: 1, max: 16 },
  comments: { first: 64, max: 64 },
  votes: { first: 500, max: 500 },
};

export function userContent(deps: Deps): UserContent {
  const { read } = deps.store;

  const theUser = async (workspaceId: string, id: string): Promise<User> => {
    const user = await read.users.find(workspaceId, id);
    if (user === undefined) throw notFound('User');
    return user;
  };

  async function* postsOf(workspaceId: string, authorId: string): AsyncIterable<PostView[]> {
    const next = (slice: Slice) =>
      read.posts.page(workspaceId, { authorIds: [authorId], sort: 'recent', slice });
    const keyOf = (post: Post) => postSortKey(post, 'recent');
    for await (const posts of inBatches(sizes.posts, next, keyOf, (post) => post.descriptionHtml.length))
      yield await withIncludes(read, workspaceId, posts.splice(0), exportedWith);
  }

  async function* commentsOf(workspaceId: string, author: User): AsyncIterable<CommentView[]> {
    for (const isPrivate of [false, true]) {
      const query = { userIds: [author.id], isPrivate };
      const next = (slice: Slice) => read.comments.page(workspaceId, { ...query, slice });
      for await (const comments of inBatches(
        sizes.comments,
        next,
        commentSortKey,
        ({ content }) => content.length,
      ))
        yield comments.splice(0).map((comment) => ({ ...comment, author }));
    }
  }

  async function* votesOf(workspaceId: string, userId: string): AsyncIterable<Vote[]> {
    const counted = (slice: Slice) => read.votes.page(workspaceId, { userIds: [userId], slice });
    const setAside = (slice: Slice) => read.votes.setAside(workspaceId, userId, slice);
    yield* inBatches(sizes.votes, counted, voteSortKey, () => 0);
    yield* inBatches(sizes.votes, setAside, voteSortKey, () => 0);
  }

  return {
    async posts(caller, userId, asked, forms) {
      const { id: authorId } = await theUser(caller.workspaceId, userId);
      return pageOfPosts(deps, caller, { ...asked, authorIds: [authorId] }, forms);
    },

    async comments(caller, userId, asked) {
      const { workspaceId } = caller;
      const author = await theUser(workspaceId, userId);
      const found = await readPage(
        { ...asked, userIds: [userId] },
        (query) => read.comments.page(workspaceId, query),
        commentSortKey,
      );
      return { ...found, items: found.items.map((comment) => ({ ...comment, author })) };
    },

    async votes(caller, userId, asked) {
      const { workspaceId } = caller;
      const user = await theUser(workspaceId, userId);
      const found = await readPage(
        { ...asked, userIds: [userId] },
        (query) => read.votes.page(workspaceId, query),
        voteSortKey,
      );
      return { ...found, items: found.items.map((vote) => ({ ...vote, user })) };
    },

    async export({ workspaceId }, userId) {
      const user = await theUser(workspaceId, userId);
      return {
        user,
        posts: postsOf(workspaceId, userId),
        comments: commentsOf(workspaceId, user),
        votes: votesOf(workspaceId, userId),
      };
    },
  };
}

/** Reads a whole list in batches, using the last item of each as the cursor for the next. */
async function* inBatches<T>(
  { first, max }: { first: number; max: number },
  next: (slice: Slice) => Promise<T[]>,
  keyOf: (item: T) => SortKey,
  charactersOf: (item: T) => number,
): AsyncIterable<T[]> {
  let after: SortKey | undefined;
  for (let take = first; ; ) {
    const items = await next({ take, skip: 0, after });
    const last = items.at(-1);
    if (last === undefined) return;
    const isLast = items.length < take;
    const characters = items.reduce((sum, item) => sum + charactersOf(item), 0);
    after = keyOf(last);
    // `splice` hands the items over, so that this generator doesn't retain them while a slow reader consumes them.
    yield items.splice(0);
    if (isLast) return;
    const fitting = Math.floor((take * batchCharacters) / Math.max(1, characters));
    take = Math.max(1, Math.min(fitting, take * 4, max));
    await setImmediate();
  }
}
