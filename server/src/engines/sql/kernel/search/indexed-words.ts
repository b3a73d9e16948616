// Search words as stored in a row: each with a leading space, so that "some word starts with x" is a plain LIKE.
// Words are letters and digits only, so nothing needs escaping.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchWords, wordsOfLongText } from '../../../../domain/kernel/search-words.ts';

export const indexedWords = (title: string): string => stored(searchWords(title));

const stored = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

/** Of a text of any length, as far as the index holds it. */
export const indexedWordsOfLongText = (text: string): string => stored(wordsOfLongText(text));

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
