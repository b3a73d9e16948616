// The searchable tables and their filters, the same on every engine.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SearchTerms, WordTerms } from '../dialect.ts';

export interface Searchable<Terms extends WordTerms> {
  table: 'posts' | 'users' | 'texts';
  /** The column that holds the words. */
  words: 'title_words' | 'name_words' | 'words';
  /** Filter columns, with the values that the terms allow. */
  facets: Record<string, (terms: Terms) => readonly string[] | undefined>;
  /** Which rows visitors see. */
  shown: RawBuilder<SqlBool>;
}

export const searchablePosts: Searchable<SearchTerms> = {
  table: 'posts',
  words: 'title_words',
  facets: { status_id: ({ statusIds }) => statusIds, post_type_id: ({ typeIds }) => typeIds },
  shown: sql<SqlBool>`visibility = 'public' and merged_into_id is null`,
};

export const searchableUsers: Searchable<WordTerms> = {
  table: 'users',
  words: 'name_words',
  facets: {},
  shown: sql<SqlBool>`false`,
};

/** Visitors don't search in them. */
export const searchableTexts: Searchable<WordTerms> = {
  table: 'texts',
  words: 'words',
  facets: {},
  shown: sql<SqlBool>`false`,
};

/** A token that cannot be a word, since words are letters and digits only. An invalid id matches nothing. */
export const facetToken = (id: string): string => `_${/^[a-z0-9_]+$/.test(id) ? id : ''}`;

/** A word of one workspace. The separator is part of no ID and of no word. */
export const scopedWord = (workspaceId: string, word: string): string => `${facetToken(workspaceId)}·${word}`;

/** Columns that belong to the index, not to our data. */
export const isKeptByIndex = (column: string): boolean => column.startsWith('search_');
