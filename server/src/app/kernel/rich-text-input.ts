// Parses rich text from a request: in one of several formats, or as the document itself.

import {
  emptyRichText,
  parseRichText,
  type RichText,
  type RichTextFormat,
  renderHtml,
} from '../../domain/rich-text/rich-text.ts';

export interface Rendered {
  document: RichText;
  html: string;
}

export const rendered = (document: RichText): Rendered => ({ document, html: renderHtml(document) });

export const emptyText = (): Rendered => rendered(emptyRichText);

/** Undefined if absent; null clears. */
export function readRichText(
  input: unknown,
  format: RichTextFormat | undefined,
  field: string,
): Rendered | undefined {
  if (input === undefined) return undefined;
  if (input === null) return emptyText();
  // A JSON body may contain the document itself, without a format.
  const actualFormat = typeof input === 'object' ? 'json' : (format ?? 'markdown');
  return rendered(parseRichText(input, actualFormat, field));
}
