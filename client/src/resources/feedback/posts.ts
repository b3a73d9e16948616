// Posts, and everything whose path begins with one: comments, votes, followers, merging, history. A post is named by its id, or
// by yours: `{ externalId }`.

import { type Call, callOf, mapCall } from '../../answer.ts';
import type { Filters } from '../../generated/lists.ts';
import { acting, creating, editing, listing, listingOf, reading } from '../../operations.ts';
import type { CallOptions, EditOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { FieldsOf, IncludeOf, PostDetail, QueryOf, SimilarPost } from '../../types.ts';

export type PostFilters = Filters['listPosts'];
export type StatusChangeFilters = Filters['listStatusChangesOfPost'];
export type ListedPostInclude = IncludeOf<'listPosts'>;
export type PostInclude = IncludeOf<'getPost'>;

export const posts = (send: Send) => ({
  /** Posts with their ten core fields, and what is included. */
  list: listing(send, 'listPosts'),
  get: reading(send, 'getPost', 'getPostByExternalId'),
  /** Creates a post; with `onDuplicate` it may vote for one like it instead, or refuse. */
  create: creating(send, 'createPost'),
  /** Changes what is sent. Attachments are added to those that are there. */
  update: editing(send, 'updatePost', 'updatePostByExternalId'),
  /** Creates the post under your own id, or changes the one that is there. */
  upsert: (
    externalId: string,
    { attachments: files, ...body }: FieldsOf<'upsertPost'>,
    options?: EditOptions,
  ): Call<PostDetail> => callOf(send('upsertPost', { path: { externalId }, body, files }, options)),
  /** Deletes the post with its comments, votes and files. */
  delete: acting(send, 'deletePost', 'deletePostByExternalId'),

  /** Posts like a title, the most similar first. */
  similar: ({ title, limit, ...options }: QueryOf<'findSimilarPosts'> & CallOptions): Call<SimilarPost[]> =>
    mapCall(callOf(send('findSimilarPosts', { query: { title, limit } }, options)), (data) => data.posts),
  /** Merges the post into another; its votes and comments move there. */
  merge: editing(send, 'mergePost', 'mergePostByExternalId'),
  /** Undoes a merge exactly. */
  unmerge: acting(send, 'unmergePost', 'unmergePostByExternalId'),

  /** Comments at the top level, oldest first; with the include `replies` the whole trees. */
  comments: reading(send, 'listComments', 'listCommentsByPostExternalId'),
  /** Comments on the post, replies with `parentId`, or leaves a private note. */
  comment: editing(send, 'createComment', 'createCommentByPostExternalId'),
  /** Creates or updates up to 500 comments by your own ids; other comments stay. Repeating it changes nothing. */
  commentMany: editing(send, 'upsertComments', 'upsertCommentsByPostExternalId'),

  /** Votes with their voters, newest first. */
  votes: listingOf(send, 'listVotes', 'listVotesByPostExternalId'),
  /** Votes for a person, who is created when unknown. Voting twice changes nothing. */
  vote: editing(send, 'addVote', 'addVoteByPostExternalId'),
  /** Removes a person's vote. Without a vote nothing changes. */
  unvote: editing(send, 'removeVote', 'removeVoteByPostExternalId'),
  /** Votes for up to 1,000 people; the votes of others stay. */
  voteMany: editing(send, 'addVotes', 'addVotesByPostExternalId'),

  /** The people who want to hear of the post, newest first. */
  followers: listingOf(send, 'listFollowers', 'listFollowersByPostExternalId'),
  /** Lets a person follow the post, who is created when unknown. Following twice changes nothing. */
  follow: editing(send, 'addFollower', 'addFollowerByPostExternalId'),
  /** Removes a follower. If the person doesn't follow the post, nothing changes. */
  unfollow: editing(send, 'removeFollower', 'removeFollowerByPostExternalId'),
  /** Lets up to 1,000 people follow the post; the others stay. */
  followMany: editing(send, 'addFollowers', 'addFollowersByPostExternalId'),

  /** Who was told by mail about the post, newest first. */
  notices: listingOf(send, 'listNoticesOfPost', 'listNoticesOfPostByExternalId'),

  /** The history of its statuses, newest first. */
  statusChanges: listingOf(send, 'listStatusChangesOfPost', 'listStatusChangesOfPostByExternalId'),
});

export type Posts = ReturnType<typeof posts>;
