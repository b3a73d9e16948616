import { describe, expect, it } from 'vitest';
import { trimDocument } from './trim-document.ts';

const paragraph = (text?: string) => ({
  type: 'paragraph',
  ...(text !== undefined && { content: [{ type: 'text', text }] }),
});
const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph()] }] };

describe('a written document', () => {
  it.each([
    ['ends with what was written', [paragraph('a'), list, paragraph(), paragraph()], [paragraph('a'), list]],
    ['keeps empty lines between', [paragraph('a'), paragraph(), paragraph('b')], undefined],
    ['is empty when nothing was written', [paragraph()], []],
  ])('%s', (_, content, kept) => {
    expect(trimDocument({ type: 'doc', content })).toEqual({ type: 'doc', content: kept ?? content });
  });
});
