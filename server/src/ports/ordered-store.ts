// What a workspace keeps in an order of its own: its statuses, with the history of moves between them, and its post types.

import type { Instant } from '../domain/clock.ts';
import type { Ordered, OrderedQuery } from '../domain/ordered.ts';
import type { PostType } from '../domain/post-type.ts';
import type { Status, StatusChange, StatusChangeQuery, StatusQuery } from '../domain/status.ts';

/** What a workspace keeps in an order of its own, one of them the default: its statuses, its post types. */
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
  /** No post may have it any more. */
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
