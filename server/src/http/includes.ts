// The includes of a read as a table: parser, documentation and client have the same words.

import Type from 'typebox';
import { type Query, readIncludes } from './vocabulary.ts';

export interface IncludeTable<Include extends string> {
  /** Documents the query parameter; `x-includes` has the words for programs. */
  parameter: ReturnType<typeof includeParameter>;
  read(query: Query): Include[];
}

/** `notes`: what the documentation says in parentheses after a word. */
export const includeTable = <const Include extends string>(
  includes: readonly Include[],
  example: string,
  notes: { readonly [Word in Include]?: string } = {},
): IncludeTable<Include> => ({
  parameter: includeParameter(includes, example, notes),
  read: (query) => readIncludes(query, includes),
});

function includeParameter(
  includes: readonly string[],
  example: string,
  notes: { readonly [word: string]: string | undefined },
) {
  const words = includes.map((word) => `\`${word}\`${notes[word] === undefined ? '' : ` (${notes[word]})`}`);
  return Type.Optional(
    Type.String({
      description: words.length > 1 ? `Semicolon-separated: ${words.join(', ')}.` : words.join(''),
      examples: [example],
      'x-includes': [...includes],
    }),
  );
}
