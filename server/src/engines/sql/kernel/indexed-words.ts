// How a title's search words are kept in its row: each one with a space before it, so that "some word begins
// with x" is a plain LIKE. Words hold letters and digits only, so nothing needs escaping.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchWords } from '../../../domain/search-words.ts';

export const indexedWords = (title: string): string =>
  searchWords(title)
    .map((word) => ` ${word}`)
    .join('');

export const splitWords = (titleWords: string): string[] =>
  titleWords.split(' ').filter((word) => word !== '');

/** The title, or what another column holds words of, has all words of one of the searches; judged on its own row. */
export const matchesAny = (
  searches: readonly (readonly string[])[],
  column = 'title_words',
): RawBuilder<SqlBool> => {
  const hasWord = (beginning: string) => sql`${sql.ref(column)} like ${`% ${beginning}%`}`;
  const hasAllWords = (words: readonly string[]) => sql`(${sql.join(words.map(hasWord), sql` and `)})`;
  return sql<SqlBool>`(${sql.join(searches.map(hasAllWords), sql` or `)})`;
};
