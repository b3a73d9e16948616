// What the store remembers of statuses, with the history of moves between them, of post types and of tags.

import type { Instant } from '../domain/clock.ts';
import type { Ordered, OrderedQuery } from '../domain/ordered.ts';
import type { PostType } from '../domain/post-type.ts';
import type { Status, StatusChange, StatusChangeQuery, StatusQuery } from '../domain/status.ts';
import type { Tag, TagQuery } from '../domain/tag.ts';

/** Statuses and post types: a workspace keeps them in an order of its own, and one of them is the default. */
export interface OrderedReader<T extends Ordered, Query extends OrderedQuery = OrderedQuery> {
  find(workspaceId: string, id: string): Promise<T | undefined>;
  findDefault(workspaceId: string): Promise<T | undefined>;
  findBySlug(workspaceId: string, slug: string): Promise<T | undefined>;
  /** By position, then id; a sort key is both. */
  page(workspaceId: string, query: Query): Promise<T[]>;
  /** All of them, by position, then id. */
  list(workspaceId: string): Promise<T[]>;
}

export interface OrderedWriter<T extends Ordered, Query extends OrderedQuery = OrderedQuery>
  extends OrderedReader<T, Query> {
  insert(workspaceId: string, thing: T): Promise<void>;
  /** Everything but the count, which changes by difference only. */
  update(workspaceId: string, thing: T): Promise<void>;
  addToPostsCount(workspaceId: string, id: string, difference: number): Promise<void>;
  /** The ids get the positions 0, 1, 2… in this order; only what moves gets a new version. */
  reorder(workspaceId: string, ids: readonly string[], at: Instant): Promise<void>;
  /** Only when no post has it anymore. */
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface StatusReader extends OrderedReader<Status, StatusQuery> {
  /** Newest first (createdAt, id descending); a sort key is both. */
  pageOfChanges(workspaceId: string, query: StatusChangeQuery): Promise<StatusChange[]>;
}

export interface StatusWriter extends StatusReader, OrderedWriter<Status, StatusQuery> {
  insertChange(workspaceId: string, change: StatusChange): Promise<void>;
}

export type PostTypeReader = OrderedReader<PostType>;
export type PostTypeWriter = OrderedWriter<PostType>;

export interface TagReader {
  find(workspaceId: string, id: string): Promise<Tag | undefined>;
  /** Letter case does not count. */
  findByName(workspaceId: string, name: string): Promise<Tag | undefined>;
  /** By name, letter case aside; a sort key is the name's key. */
  page(workspaceId: string, query: TagQuery): Promise<Tag[]>;
  /** Tags of each post, in the order they were given. */
  tagsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Tag[]>>;
}

export interface TagWriter extends TagReader {
  insert(workspaceId: string, tag: Tag): Promise<void>;
  /** Everything but the count, which follows the posts' tags by itself. */
  update(workspaceId: string, tag: Tag): Promise<void>;
  /** From all posts that have it, too. */
  remove(workspaceId: string, id: string): Promise<void>;
  /** The post has these tags and no others. */
  replaceTags(workspaceId: string, postId: string, tagIds: readonly string[]): Promise<void>;
}
