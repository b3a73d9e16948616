// What can be searched on SQLite, each by an index of its own.

import type { Searches } from '../kernel/dialect.ts';
import { searchablePosts, searchableUsers } from '../kernel/searchable.ts';
import { sqliteTextIndex } from './sqlite-text-index.ts';

export const sqliteSearches: Searches = {
  posts: sqliteTextIndex({ ...searchablePosts, index: 'post_search', leavesNoTrace: false }),
  users: sqliteTextIndex({ ...searchableUsers, index: 'user_search', leavesNoTrace: true }),
};
