// The text indexes on SQLite.

import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Searches } from '../kernel/dialect.ts';
import { searchablePosts, searchableUsers } from '../kernel/searchable.ts';
import { sqliteTextIndex } from './sqlite-text-index.ts';

const indexes = { posts: 'post_search', users: 'user_search' };

export const sqliteSearches: Searches = {
  posts: sqliteTextIndex({ ...searchablePosts, index: indexes.posts, erasesRemovedText: false }),
  users: sqliteTextIndex({ ...searchableUsers, index: indexes.users, erasesRemovedText: true }),
};

/**
 * Merges each index into one segment, after a bulk load. A search looks up its words in every segment, so nine of them
 * take four times as long as one.
 */
export function mergeSegments(handle: DatabaseSyncInstance): void {
  const exists = handle.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  for (const index of Object.values(indexes))
    if (exists.get(index) !== undefined) handle.exec(`insert into ${index} (${index}) values ('optimize')`);
}
