// Posts, and everything whose path begins with one: comments, votes, merging, history.

import { type Call, callOf, mapCall } from '../answer.ts';
import { acting, creating, editing, type ListOptions, listing, reading, type Since } from '../operations.ts';
import type { CallOptions, EditOptions } from '../options.ts';
import type { List } from '../paging.ts';
import type { Send } from '../transport.ts';
import type { FieldsOf, Post, PostDetail, QueryOf, SimilarPost, StatusChange, Vote, With } from '../types.ts';

/** One value, or several of which any will do. */
export type OneOrMore<T> = T | readonly T[];

export interface PostFilters extends Since {
  typeId?: OneOrMore<string> | undefined;
  statusId?: OneOrMore<string> | undefined;
  /** Every word must begin a word of the title. */
  search?: OneOrMore<string> | undefined;
  /** Posts that this person has voted for. */
  voterId?: OneOrMore<string> | undefined;
  voterEmail?: OneOrMore<string> | undefined;
  /** Only posts that were merged into another, or only the others. */
  merged?: boolean | undefined;
  /** Posts that were merged into this one. */
  mergedIntoId?: OneOrMore<string> | undefined;
}

/** Include → the field that it fills. */
export type ListedPostIncludes = {
  attachments: 'attachments';
  voters: 'voters';
  author: 'author';
  tags: 'tags';
  mergedInto: 'mergedInto';
};

export type PostIncludes = {
  attachments: 'attachments';
  voters: 'voters';
  mergedInto: 'mergedInto';
  comments: 'comments';
  'comments.replies': 'comments';
};

export type ListedPostInclude = keyof ListedPostIncludes;
export type PostInclude = keyof PostIncludes;

type ListPosts<I> = ListOptions<{
  filters?: PostFilters | undefined;
  sortBy?: QueryOf<'listPosts'>['sortBy'] | undefined;
  include?: I | undefined;
}>;

export interface StatusChangeFilters extends Since {
  /** The status moved to. */
  statusId?: OneOrMore<string> | undefined;
}

interface OnlySince {
  filters?: Since | undefined;
}

export const posts = (send: Send) => ({
  /** Posts with their ten core fields, and what is included. */
  list: <const I extends readonly ListedPostInclude[] = []>(
    query: ListPosts<I> = {},
  ): List<With<Post, ListedPostIncludes, I>> => listing(send, 'listPosts', 'posts', query),
  get: reading<'getPost', PostIncludes>(send, 'getPost'),
  /** Creates a post; with `onDuplicate` it may vote for one like it instead, or refuse. */
  create: creating(send, 'createPost'),
  /** Changes what is sent. Attachments are added to those that are there. */
  update: editing(send, 'updatePost'),
  /** Creates the post under your own id, or changes the one that is there. */
  upsert: (
    externalId: string,
    { attachments: files, ...body }: FieldsOf<'upsertPost'>,
    options?: EditOptions,
  ): Call<PostDetail> => callOf(send('upsertPost', { path: { externalId }, body, files }, options)),
  /** Deletes the post with its comments, votes and files. */
  delete: acting(send, 'deletePost'),

  /** Posts like a title, the most similar first. */
  similar: ({ title, limit, ...options }: QueryOf<'findSimilarPosts'> & CallOptions): Call<SimilarPost[]> =>
    mapCall(callOf(send('findSimilarPosts', { query: { title, limit } }, options)), (data) => data.posts),
  /** Merges the post into another; its votes and comments move there. */
  merge: editing(send, 'mergePost'),
  /** Takes a merge back, exactly. */
  unmerge: acting(send, 'unmergePost'),

  /** Comments at the top level, oldest first; with the include `replies` the whole trees. */
  comments: reading<'listComments', { replies: never }, OnlySince>(send, 'listComments'),
  /** Comments on the post, replies with `parentId`, or leaves a private note. */
  comment: editing(send, 'createComment'),

  /** Votes with their voters, newest first. */
  votes: (id: string, query: ListOptions<OnlySince> = {}): List<Vote> =>
    listing(send, 'listVotes', 'votes', query, id),
  /** Votes for a person, who is made when unknown. Voting twice changes nothing. */
  vote: editing(send, 'addVote'),
  /** Takes a person's vote back. Without a vote nothing changes. */
  unvote: editing(send, 'removeVote'),
  /** Votes for up to 1,000 people; the votes of others stay. */
  voteMany: editing(send, 'addVotes'),

  /** The history of its statuses, newest first. */
  statusChanges: (
    id: string,
    query: ListOptions<{ filters?: StatusChangeFilters | undefined }> = {},
  ): List<StatusChange> => listing(send, 'listStatusChangesOfPost', 'statusChanges', query, id),
});

export type Posts = ReturnType<typeof posts>;
