// Rich text in API requests and responses.

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

/** Text in the format given by another field, or a document object, recognized by its `type`. */
export const richTextInput = (formatField: string) =>
  Type.Unsafe<string | object | null>({
    type: ['string', 'object', 'null'],
    required: ['type'],
    properties: { type: { type: 'string' } },
    additionalProperties: true,
    description:
      `Text in \`${formatField}\`, or a document as an object. At most 100 KB and 32 levels deep. In Markdown, a ` +
      'single line break is kept.',
  });
