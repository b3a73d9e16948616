// Rich text in API requests and responses.

import Type from 'typebox';
import type { RichText } from '../../domain/rich-text/rich-text.ts';
import { named } from './common.ts';

const attributes = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

export const RichTextMarkShape = named(
  'RichTextMark',
  { type: Type.String(), attrs: attributes },
  { description: '`bold`, `italic`, `strike`, `underline`, `code`, or `link` with an `href`.' },
);

export const RichTextNodeShape = named(
  'RichTextNode',
  {
    type: Type.String(),
    attrs: attributes,
    content: Type.Optional(Type.Array(Type.Ref('RichTextNode'))),
    marks: Type.Optional(Type.Array(Type.Ref('RichTextMark'))),
    text: Type.Optional(Type.String({ description: 'Only of a `text`.' })),
  },
  {
    description:
      '`paragraph`, `heading` (1–3), `bulletList`, `orderedList`, `listItem`, `blockquote`, `codeBlock`, ' +
      '`horizontalRule`, `hardBreak`, `image`, `text`, or in a private note `mention`, with `memberId` and `label`.',
  },
);

const documentName = 'RichTextDocument';

export const RichTextShape = Type.Unsafe<RichText>(
  named(
    documentName,
    { type: Type.Literal('doc'), content: Type.Array(Type.Ref('RichTextNode')) },
    { description: 'A ProseMirror/TipTap document.' },
  ),
);

/**
 * The document in a request: recognized by its `type` and, since it may be deep, checked by its parser instead of a
 * schema. Its title makes the OpenAPI document reference the whole shape.
 */
const documentInput = Type.Object(
  { type: Type.String() },
  { title: documentName, additionalProperties: true },
);

/** Like `richTextInput`, where something has to be said. */
export const textInput = (description: string) =>
  Type.Unsafe<string | object>({ anyOf: [Type.String(), documentInput], description });

/** Text in the format given by another field, or a document object. */
export const richTextInput = (formatField: string) =>
  Type.Unsafe<string | object | null>({
    anyOf: [Type.String(), documentInput, Type.Null()],
    description:
      `Text in \`${formatField}\`, or a document as an object. At most 100 KB and 32 levels deep. In Markdown, a ` +
      'single line break is kept.',
  });
