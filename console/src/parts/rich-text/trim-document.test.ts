import { describe, expect, it } from 'vitest';
import { trimDocument } from './trim-document.ts';

const paragraph = (text?: string) => ({
  type: 'paragraph',
  ...(text !== undefined && { content: [{ type: 'text', text }] }),
});
const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph()] }] };

describe('a trimmed document', () => {
  it.each([
    [
      'has no empty paragraphs at the end',
      [paragraph('a'), list, paragraph(), paragraph()],
      [paragraph('a'), list],
    ],
    ['keeps empty paragraphs in between', [paragraph('a'), paragraph(), paragraph('b')], undefined],
    ['is empty if nothing was typed', [paragraph()], []],
  ])('%s', (_, content, kept) => {
    expect(trimDocument({ type: 'doc', content })).toEqual({ type: 'doc', content: kept ?? content });
  });
});
