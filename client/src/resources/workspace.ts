// How a workspace is arranged and what has happened in it: statuses, post types, tags, changelogs, histories.

import { type Call, callOf, mapCall } from '../answer.ts';
import { acting, creating, editing, type ListOptions, listing, reading, type Since } from '../operations.ts';
import type { EditOptions, WriteOptions } from '../options.ts';
import type { List } from '../paging.ts';
import type { Send } from '../transport.ts';
import type {
  AuditEntry,
  Changelog,
  Deleted,
  Deletion,
  PostType,
  QueryOf,
  Status,
  StatusChange,
  Tag,
  With,
} from '../types.ts';
import type { OneOrMore, StatusChangeFilters } from './posts.ts';

export interface StatusFilters extends Since {
  category?: OneOrMore<Status['category']> | undefined;
}

export interface TagFilters extends Since {
  /** Every word must begin a word of the name. */
  search?: OneOrMore<string> | undefined;
}

export interface ChangelogFilters extends Since {
  state?: OneOrMore<Changelog['state']> | undefined;
  /** Letter case does not count. */
  label?: OneOrMore<string> | undefined;
  /** Every word must begin a word of the title. */
  search?: OneOrMore<string> | undefined;
}

export interface AllStatusChangeFilters extends StatusChangeFilters {
  postId?: OneOrMore<string> | undefined;
}

export interface AuditFilters extends Since {
  action?: OneOrMore<string> | undefined;
  objectId?: OneOrMore<string> | undefined;
  actorId?: OneOrMore<string> | undefined;
}

export interface DeletionFilters {
  kind?: OneOrMore<Deletion['kind']> | undefined;
  /** A time: what was deleted then or later. */
  since?: string | Date | undefined;
}

/** Include → the field that it fills. */
export type ChangelogIncludes = { posts: 'posts'; attachments: 'attachments' };
export type ChangelogInclude = keyof ChangelogIncludes;

type Filtered<Filters> = ListOptions<{ filters?: Filters | undefined }>;

/** Where the posts of a deleted status or post type go. */
type RemoveOptions = EditOptions & { moveTo?: string | undefined };

export const statuses = (send: Send) => ({
  /** In their own order. */
  list: (query: Filtered<StatusFilters> = {}): List<Status> =>
    listing(send, 'listStatuses', 'statuses', query),
  get: reading(send, 'getStatus'),
  create: creating(send, 'createStatus'),
  update: editing(send, 'updateStatus'),
  /** Deletes a status; one that posts have needs `moveTo`. */
  delete: (id: string, { moveTo, ...options }: RemoveOptions = {}): Call<Deleted> =>
    callOf(send('deleteStatus', { path: { id }, query: { moveTo } }, options)),
  /** Takes the ids of all of them, in the new order. */
  reorder: (ids: readonly string[], options?: WriteOptions): Call<Status[]> =>
    mapCall(callOf(send('reorderStatuses', { body: { ids: [...ids] } }, options)), (data) => data.statuses),
});

export const postTypes = (send: Send) => ({
  /** In their own order. */
  list: (query: Filtered<Since> = {}): List<PostType> => listing(send, 'listPostTypes', 'postTypes', query),
  get: reading(send, 'getPostType'),
  create: creating(send, 'createPostType'),
  update: editing(send, 'updatePostType'),
  /** Deletes a post type; one that posts have needs `moveTo`. */
  delete: (id: string, { moveTo, ...options }: RemoveOptions = {}): Call<Deleted> =>
    callOf(send('deletePostType', { path: { id }, query: { moveTo } }, options)),
  /** Takes the ids of all of them, in the new order. */
  reorder: (ids: readonly string[], options?: WriteOptions): Call<PostType[]> =>
    mapCall(callOf(send('reorderPostTypes', { body: { ids: [...ids] } }, options)), (data) => data.postTypes),
});

export const tags = (send: Send) => ({
  /** By name. */
  list: (query: Filtered<TagFilters> = {}): List<Tag> => listing(send, 'listTags', 'tags', query),
  get: reading(send, 'getTag'),
  create: creating(send, 'createTag'),
  update: editing(send, 'updateTag'),
  /** Deletes a tag and takes it off all posts. */
  delete: acting(send, 'deleteTag'),
});

export const changelogs = (send: Send) => ({
  list: <const I extends readonly ChangelogInclude[] = []>(
    query: ListOptions<{
      filters?: ChangelogFilters | undefined;
      sortBy?: QueryOf<'listChangelogs'>['sortBy'] | undefined;
      include?: I | undefined;
    }> = {},
  ): List<With<Changelog, ChangelogIncludes, I>> => listing(send, 'listChangelogs', 'changelogs', query),
  get: reading<'getChangelog', ChangelogIncludes>(send, 'getChangelog'),
  /** Creates a draft, a scheduled or a published changelog. */
  create: creating(send, 'createChangelog'),
  update: editing(send, 'updateChangelog'),
  delete: acting(send, 'deleteChangelog'),
});

/** How posts got where they stand, newest first; of one post at `posts.statusChanges`. */
export const statusChanges = (send: Send) => ({
  list: (query: Filtered<AllStatusChangeFilters> = {}): List<StatusChange> =>
    listing(send, 'listStatusChanges', 'statusChanges', query),
});

/** Who changed what, newest first. */
export const auditLog = (send: Send) => ({
  list: (query: Filtered<AuditFilters> = {}): List<AuditEntry> =>
    listing(send, 'listAuditLog', 'entries', query),
});

/** What was deleted, in the order it happened: what a mirror has to forget. */
export const deletions = (send: Send) => ({
  list: (query: Filtered<DeletionFilters> = {}): List<Deletion> =>
    listing(send, 'listDeletions', 'deletions', query),
});

export type Statuses = ReturnType<typeof statuses>;
export type PostTypes = ReturnType<typeof postTypes>;
export type Tags = ReturnType<typeof tags>;
export type Changelogs = ReturnType<typeof changelogs>;
export type StatusChanges = ReturnType<typeof statusChanges>;
export type AuditLog = ReturnType<typeof auditLog>;
export type Deletions = ReturnType<typeof deletions>;
