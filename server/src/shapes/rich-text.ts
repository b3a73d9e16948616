// Rich text as the API shows and takes it.

import Type from 'typebox';
import type { RichText } from '../domain/rich-text/rich-text.ts';

export const RichTextShape = Type.Unsafe<RichText>({
  $id: 'RichText',
  title: 'RichText',
  type: 'object',
  additionalProperties: true,
  description:
    'A ProseMirror/TipTap document: paragraph, heading 1–3, bullet and ordered list, blockquote, code block, ' +
    'horizontal rule, hard break, image; marks bold, italic, strike, underline, code, link.',
  required: ['type', 'content'],
  properties: {
    type: { const: 'doc' },
    content: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
});

/** Text in the format that another field names, or a document as an object, which is known by its `type`. */
export const richTextInput = (formatField: string) =>
  Type.Unsafe<string | object | null>({
    type: ['string', 'object', 'null'],
    required: ['type'],
    properties: { type: { type: 'string' } },
    additionalProperties: true,
    description: `Text in \`${formatField}\`, or a document as an object. At most 100 KB and 32 deep.`,
  });
