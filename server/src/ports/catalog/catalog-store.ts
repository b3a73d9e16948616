// Storage of statuses and the status history, of post types and of tags.

import type { Ordered, OrderedQuery } from '../../domain/catalog/ordered.ts';
import type { PostType } from '../../domain/catalog/post-type.ts';
import type { Status, StatusChange, StatusChangeQuery, StatusQuery } from '../../domain/catalog/status.ts';
import type { Tag, TagQuery } from '../../domain/catalog/tag.ts';
import type { Instant } from '../../domain/kernel/clock.ts';

/** Statuses and post types: each workspace defines their order and one default. */
export interface OrderedReader<T extends Ordered, Query extends OrderedQuery = OrderedQuery> {
  find(workspaceId: string, id: string): Promise<T | undefined>;
  findDefault(workspaceId: string): Promise<T | undefined>;
  findBySlug(workspaceId: string, slug: string): Promise<T | undefined>;
  /** Ordered by position, then id; the sort key is [position, id]. */
  page(workspaceId: string, query: Query): Promise<T[]>;
  /** All of them, ordered by position, then id. */
  list(workspaceId: string): Promise<T[]>;
}

export interface OrderedWriter<T extends Ordered, Query extends OrderedQuery = OrderedQuery>
  extends OrderedReader<T, Query> {
  insert(workspaceId: string, thing: T): Promise<void>;
  /** Updates everything except the count, which `addToPostsCount` maintains. */
  update(workspaceId: string, thing: T): Promise<void>;
  /** Returns the id, or undefined if there is no such thing. Without an id, it counts on the default. */
  addToPostsCount(
    workspaceId: string,
    id: string | undefined,
    difference: number,
  ): Promise<string | undefined>;
  /** Assigns positions 0, 1, 2… in this order; only rows that move get a new version. */
  reorder(workspaceId: string, ids: readonly string[], at: Instant): Promise<void>;
  /** Call only when no post uses it anymore. */
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface StatusReader extends OrderedReader<Status, StatusQuery> {
  /** Newest first; the sort key is [createdAt, id]. */
  pageOfChanges(workspaceId: string, query: StatusChangeQuery): Promise<StatusChange[]>;
}

export interface StatusWriter extends StatusReader, OrderedWriter<Status, StatusQuery> {
  insertChange(workspaceId: string, change: StatusChange): Promise<void>;
}

export type PostTypeReader = OrderedReader<PostType>;
export type PostTypeWriter = OrderedWriter<PostType>;

export interface TagReader {
  find(workspaceId: string, id: string): Promise<Tag | undefined>;
  /** Case-insensitive. */
  findByName(workspaceId: string, name: string): Promise<Tag | undefined>;
  /** The ids of the tags with these names; unknown names are left out. */
  idsOfNames(workspaceId: string, names: readonly string[]): Promise<string[]>;
  /** Ordered by name, case-insensitive; the sort key is the name key. */
  page(workspaceId: string, query: TagQuery): Promise<Tag[]>;
  /** The tags of each post, in the order they were assigned. */
  tagsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Tag[]>>;
}

export interface TagWriter extends TagReader {
  insert(workspaceId: string, tag: Tag): Promise<void>;
  /** Updates everything except the count, which the store maintains. */
  update(workspaceId: string, tag: Tag): Promise<void>;
  /** Also removes the tag from all posts. */
  remove(workspaceId: string, id: string): Promise<void>;
  /** Replaces the tags of the post. */
  replaceTags(workspaceId: string, postId: string, tagIds: readonly string[]): Promise<void>;
}
