// What can be searched, and by what a search is narrowed: the same on every engine, however it keeps its index.

import { type RawBuilder, sql } from 'kysely';
import { maxPrefixLength } from '../../../domain/search-words.ts';
import type { SearchTerms, WordTerms } from './dialect.ts';

export interface Searchable<Terms extends WordTerms> {
  table: 'posts' | 'users';
  /** The column that holds the words. */
  words: 'title_words' | 'name_words';
  /** Columns whose values narrow a search, with the values that the terms allow. */
  facets: Record<string, (terms: Terms) => readonly string[] | undefined>;
  /** What is true of every row that has words, and what the index by creation begins with. */
  always?: RawBuilder<unknown>;
  /** What the terms ask of the row itself, for filters that are not worth a token. */
  judgedOnRow?: (terms: Terms) => RawBuilder<unknown>[];
}

export const searchablePosts: Searchable<SearchTerms> = {
  table: 'posts',
  words: 'title_words',
  facets: { status_id: ({ statusIds }) => statusIds, post_type_id: ({ typeIds }) => typeIds },
  judgedOnRow: ({ isMerged }) =>
    isMerged === undefined ? [] : [isMerged ? sql`merged_into_id is not null` : sql`merged_into_id is null`],
};

export const searchableUsers: Searchable<WordTerms> = {
  table: 'users',
  words: 'name_words',
  facets: {},
  always: sql`is_erased = 0`,
};

/** A token that no word can be: words hold letters and digits only. An id of another form stands for nothing. */
export const facetToken = (id: string): string => `_${/^[a-z0-9_]+$/.test(id) ? id : ''}`;

/** A word longer than any indexed beginning is found by that beginning, and then judged on the row. */
export const hasLongWord = ({ searches }: WordTerms): boolean =>
  searches.some((words) => words.some((word) => word.length > maxPrefixLength));

/** Columns that an index adds to a table for itself: no row has a value of ours in them. */
export const isKeptByIndex = (column: string): boolean => column.startsWith('search_');
