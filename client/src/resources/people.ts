// People and what they say and support: users, comments, votes.

import { acting, creating, editing, type ListOptions, listing, reading, type Since } from '../operations.ts';
import type { List } from '../paging.ts';
import type { Send } from '../transport.ts';
import type { Comment, Post, QueryOf, User, Vote, With } from '../types.ts';
import type { ListedPostInclude, ListedPostIncludes, OneOrMore } from './posts.ts';

export interface UserFilters extends Since {
  /** Letter case does not count. */
  email?: OneOrMore<string> | undefined;
  externalId?: OneOrMore<string> | undefined;
  /** Every word must begin a word of name, e-mail or external id. */
  search?: OneOrMore<string> | undefined;
}

export interface UserCommentFilters extends Since {
  /** True for private notes, and them alone. */
  private?: boolean | undefined;
}

export interface VoteFilters extends Since {
  postId?: OneOrMore<string> | undefined;
  userId?: OneOrMore<string> | undefined;
  userEmail?: OneOrMore<string> | undefined;
}

export interface CommentFilters extends VoteFilters, UserCommentFilters {}

type Filtered<Filters> = ListOptions<{ filters?: Filters | undefined }>;

export const users = (send: Send) => ({
  list: (
    query: ListOptions<{
      filters?: UserFilters | undefined;
      sortBy?: QueryOf<'listUsers'>['sortBy'] | undefined;
    }> = {},
  ): List<User> => listing(send, 'listUsers', 'users', query),
  get: reading(send, 'getUser'),
  /** Creates or updates a user, found by `externalId`, then by `email`. */
  upsert: creating(send, 'upsertUser'),
  /** Changes what is sent; null clears. */
  update: editing(send, 'updateUser'),
  /** Erases the person; what they wrote and voted for stays. */
  delete: acting(send, 'deleteUser'),
  /** The posts that this person wrote. */
  posts: <const I extends readonly ListedPostInclude[] = []>(
    id: string,
    query: ListOptions<{
      filters?: Since | undefined;
      sortBy?: QueryOf<'listPostsOfUser'>['sortBy'] | undefined;
      include?: I | undefined;
    }> = {},
  ): List<With<Post, ListedPostIncludes, I>> => listing(send, 'listPostsOfUser', 'posts', query, id),
  comments: (id: string, query: Filtered<UserCommentFilters> = {}): List<Comment> =>
    listing(send, 'listCommentsOfUser', 'comments', query, id),
  votes: (id: string, query: Filtered<Since> = {}): List<Vote> =>
    listing(send, 'listVotesOfUser', 'votes', query, id),
  /** All that is held of one person. */
  export: reading(send, 'exportUser'),
});

/** Comments of the whole workspace; those of a post are at `posts.comments`. */
export const comments = (send: Send) => ({
  list: (query: Filtered<CommentFilters> = {}): List<Comment> =>
    listing(send, 'listAllComments', 'comments', query),
  get: reading(send, 'getComment'),
  update: editing(send, 'updateComment'),
  /** Deletes a comment; one that has replies leaves a stub. */
  delete: acting(send, 'deleteComment'),
});

/** Votes of the whole workspace; those of a post are at `posts.votes`. */
export const votes = (send: Send) => ({
  list: (query: Filtered<VoteFilters> = {}): List<Vote> => listing(send, 'listAllVotes', 'votes', query),
  /** Votes that were taken back, as `postId:userId`. */
});

export type Users = ReturnType<typeof users>;
export type Comments = ReturnType<typeof comments>;
export type Votes = ReturnType<typeof votes>;
