// The text indexes on SQLite.

import type { Searches } from '../kernel/dialect.ts';
import { searchablePosts, searchableUsers } from '../kernel/searchable.ts';
import { sqliteTextIndex } from './sqlite-text-index.ts';

export const sqliteSearches: Searches = {
  posts: sqliteTextIndex({ ...searchablePosts, index: 'post_search', erasesRemovedText: false }),
  users: sqliteTextIndex({ ...searchableUsers, index: 'user_search', erasesRemovedText: true }),
};
