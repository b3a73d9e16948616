// What one person has made: their posts, comments and votes, a page at a time or all of it as one document.

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../domain/clock.ts';
import { commentSortKey } from '../domain/comment.ts';
import { notFound } from '../domain/failure.ts';
import type { Page, PageRequest, Slice, SortKey } from '../domain/page.ts';
import { type Post, postSortKey } from '../domain/post.ts';
import type { User, UserSort } from '../domain/user.ts';
import { type Vote, voteSortKey } from '../domain/vote.ts';
import type { CommentView } from './comments.ts';
import type { Caller, Deps } from './deps.ts';
import { type PostInclude, type PostView, withIncludes } from './includes.ts';
import { readPage } from './paging.ts';
import type { VoteView } from './votes.ts';

export interface ContentQuery {
  updatedSince?: Instant;
  page: PageRequest;
}

/** All that is held of one person, in batches small enough that none keeps the process from answering others. */
export interface UserExport {
  user: User;
  posts: AsyncIterable<PostView[]>;
  comments: AsyncIterable<CommentView[]>;
  votes: AsyncIterable<Vote[]>;
}

export interface UserContent {
  posts(
    caller: Caller,
    userId: string,
    query: ContentQuery & { sort: UserSort; includes: PostInclude[] },
  ): Promise<Page<PostView>>;
  /** Newest first; team notes only when they are asked for. */
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
/** Posts are large, votes are small. */
const postsABatch = 100;
const commentsABatch = 500;
const votesABatch = 1000;

export function userContent(deps: Deps): UserContent {
  const { read } = deps.store;

  const theUser = async (workspaceId: string, id: string): Promise<User> => {
    const user = await read.users.find(workspaceId, id);
    if (user === undefined) throw notFound('User');
    return user;
  };

  async function* postsOf(workspaceId: string, authorId: string): AsyncIterable<PostView[]> {
    const next = (slice: Slice) => read.posts.page(workspaceId, { authorId, sort: 'recent', slice });
    const keyOf = (post: Post) => postSortKey(post, 'recent');
    for await (const posts of inBatches(postsABatch, next, keyOf))
      yield await withIncludes(read, workspaceId, posts, exportedWith);
  }

  async function* commentsOf(workspaceId: string, author: User): AsyncIterable<CommentView[]> {
    for (const isPrivate of [false, true]) {
      const query = { userIds: [author.id], isPrivate };
      const next = (slice: Slice) => read.comments.page(workspaceId, { ...query, slice });
      for await (const comments of inBatches(commentsABatch, next, commentSortKey))
        yield comments.map((comment) => ({ ...comment, author }));
    }
  }

  async function* votesOf(workspaceId: string, userId: string): AsyncIterable<Vote[]> {
    const counted = (slice: Slice) => read.votes.page(workspaceId, { userIds: [userId], slice });
    const setAside = (slice: Slice) => read.votes.setAside(workspaceId, userId, slice);
    yield* inBatches(votesABatch, counted, voteSortKey);
    yield* inBatches(votesABatch, setAside, voteSortKey);
  }

  return {
    async posts(caller, userId, { includes, ...asked }) {
      const { workspaceId } = caller;
      const { id: authorId } = await theUser(workspaceId, userId);
      const found = await readPage(
        deps,
        caller,
        'posts',
        { ...asked, authorId },
        (query) => read.posts.page(workspaceId, query),
        (post) => postSortKey(post, asked.sort),
      );
      return { ...found, items: await withIncludes(read, workspaceId, found.items, includes) };
    },

    async comments(caller, userId, asked) {
      const { workspaceId } = caller;
      const author = await theUser(workspaceId, userId);
      const found = await readPage(
        deps,
        caller,
        'comments',
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
        deps,
        caller,
        'votes',
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

/** A whole list, a batch at a time, each after the last thing of the one before. */
async function* inBatches<T>(
  size: number,
  next: (slice: Slice) => Promise<T[]>,
  keyOf: (item: T) => SortKey,
): AsyncIterable<T[]> {
  let after: SortKey | undefined;
  for (;;) {
    const items = await next({ take: size, skip: 0, after });
    if (items.length > 0) yield items;
    const last = items.at(-1);
    if (last === undefined || items.length < size) return;
    after = keyOf(last);
    await setImmediate();
  }
}
