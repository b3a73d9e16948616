// Search words as stored in a row: each with a leading space, so that "some word starts with x" is a plain LIKE.
// Words are letters and digits only, so nothing needs escaping.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchWords } from '../../../../domain/kernel/search-words.ts';

export const indexedWords = (title: string): string =>
  searchWords(title)
    .map((word) => ` ${word}`)
    .join('');

export const splitWords = (titleWords: string): string[] =>
  titleWords.split(' ').filter((word) => word !== '');

/** The column's words include all words of one of the searches; evaluated per row, without the text index. */
export const matchesAny = (
  searches: readonly (readonly string[])[],
  column = 'title_words',
): RawBuilder<SqlBool> => {
  const hasWord = (beginning: string) =>
    sql`${sql.ref(column)} like '% ' || cast(${beginning} as text) || '%'`;
  const hasAllWords = (words: readonly string[]) => sql`(${sql.join(words.map(hasWord), sql` and `)})`;
  return sql<SqlBool>`(${sql.join(searches.map(hasAllWords), sql` or `)})`;
};
