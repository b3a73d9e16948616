// What can be searched on SQLite, and which columns each search is narrowed by.

import { sql } from 'kysely';
import type { Searches } from '../dialect.ts';
import { sqliteTextIndex } from './sqlite-text-index.ts';

export const sqliteSearches: Searches = {
  posts: sqliteTextIndex({
    table: 'posts',
    index: 'post_search',
    words: 'title_words',
    facets: { status_id: ({ statusIds }) => statusIds, post_type_id: ({ typeIds }) => typeIds },
    judgedOnRow: ({ isMerged }) =>
      isMerged === undefined
        ? []
        : [isMerged ? sql`merged_into_id is not null` : sql`merged_into_id is null`],
    leavesNoTrace: false,
  }),
  users: sqliteTextIndex({
    table: 'users',
    index: 'user_search',
    words: 'name_words',
    facets: {},
    leavesNoTrace: true,
  }),
};
