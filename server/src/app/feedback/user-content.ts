// The content of one user: posts, comments, votes, and what they follow.

import { type CommentView, commentSortKey } from '../../domain/feedback/comment.ts';
import { type Follower, followedSortKey } from '../../domain/feedback/follower.ts';
import type { PostForms, PostJson } from '../../domain/feedback/post.ts';
import { type VoteView, voteSortKey } from '../../domain/feedback/vote.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import type { User, UserSort } from '../../domain/people/user.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { filesOf } from './comments/comment-files.ts';
import type { PostInclude } from './post-includes.ts';
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
  /** What the person follows: the post added last comes first. */
  following(caller: Caller, userId: string, page: PageRequest): Promise<Page<Follower>>;
}

export function userContent(deps: Deps): UserContent {
  const { read } = deps.store;

  const theUser = async (workspaceId: string, id: string): Promise<User> => {
    const user = await read.users.find(workspaceId, id);
    if (user === undefined) throw notFound('User');
    return user;
  };

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
      const files = await filesOf(read, workspaceId, found.items);
      const items = found.items.map((comment) => ({
        ...comment,
        author,
        attachments: files.get(comment.id),
      }));
      return { ...found, items };
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

    async following({ workspaceId }, userId, asked) {
      const user = await theUser(workspaceId, userId);
      return readPage(
        { page: asked },
        ({ slice }) => read.followers.pageOfUser(workspaceId, user.id, slice),
        followedSortKey,
      );
    },
  };
}
