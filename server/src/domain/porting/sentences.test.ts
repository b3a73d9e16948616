import { describe, expect, it } from 'vitest';
import { importSentenceCodes, importSentences, paramsOf, reasonsOf } from './sentences.ts';

const samples: Record<string, string> = { file: 'posts.csv', values: 'internal, public', code: 'E_ODD' };

/** Its English text, with something filled in. */
const said = (code: (typeof importSentenceCodes)[number]) => {
  const params: Record<string, string> = {};
  const message = importSentences[code]
    .replace(/\{(#?)(\w+)\}/g, (_, number: string, name: string) => {
      params[name] = number === '#' ? '1,000' : (samples[name] ?? name);
      return params[name];
    })
    .replaceAll('(s)', 's');
  return { message, params };
};

describe('the sentences of an import', () => {
  it.each(importSentenceCodes)('%s is found in its own text, with what it names', (code) => {
    const { message, params } = said(code);
    expect(reasonsOf(message)).toEqual([{ code, params }]);
    expect(Object.keys(params).sort()).toEqual(paramsOf(importSentences[code]).sort());
  });

  it('are told apart in a message with several, also if a name looks like one', () => {
    expect(reasonsOf('"e mail" must be an email address. It was left out.')).toEqual([
      { code: 'badEmail', params: { field: 'e mail' } },
      { code: 'leftOut', params: {} },
    ]);
    expect(reasonsOf('"mergeIntoId": No post with this ID was imported.')).toEqual([
      { code: 'about', params: { field: 'mergeIntoId' } },
      { code: 'mergePostMissing', params: {} },
    ]);
    const odd = '"x" must be a list. "y';
    expect(reasonsOf(`"postId" names nothing that was imported: "${odd}".`)).toEqual([
      { code: 'namesNothing', params: { field: 'postId', id: odd } },
    ]);
    expect(reasonsOf('The row has 1 cell and the table 2 columns. Missing: "a", "b".')).toMatchObject([
      { code: 'rowCells', params: { cells: '1', columns: '2' } },
      { code: 'rowMissing', params: { columns: '"a", "b"' } },
    ]);
  });

  it('are none if one of them is unknown, and for very long messages', () => {
    expect(reasonsOf('It was left out. Sunshine.')).toEqual([]);
    expect(reasonsOf(`"${'x'.repeat(5_000)}" must be a list.`)).toEqual([]);
    expect(reasonsOf('')).toEqual([]);
  });
});
