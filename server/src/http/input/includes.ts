// Declares the includes of a read, so the parser, the documentation and the client always agree.

import Type from 'typebox';
import { type Query, readIncludes } from './vocabulary.ts';

export interface IncludeTable<Include extends string> {
  words: readonly Include[];
  example: string;
  notes: IncludeNotes<Include>;
  /** Documents the query parameter. `x-includes` is the machine-readable form. */
  parameter: ReturnType<typeof includeParameter>;
  read(query: Query): Include[];
}

/** Shown in parentheses after a word in the documentation. */
type IncludeNotes<Include extends string> = { readonly [Word in Include]?: string };

export const includeTable = <const Include extends string>(
  includes: readonly Include[],
  example: string,
  notes: IncludeNotes<Include> = {},
): IncludeTable<Include> => ({
  words: includes,
  example,
  notes,
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
      description: words.length > 1 ? `Separated by \`;\` or \`,\`: ${words.join(', ')}.` : words.join(''),
      examples: [example],
      'x-includes': [...includes],
    }),
  );
}
