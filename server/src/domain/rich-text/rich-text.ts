// Entry point of rich text: checks and cleans any input into one document.

import { badField } from '../kernel/failure.ts';
import { notJson } from '../kernel/json-error.ts';
import type { RichText } from './document.ts';
import { maxInputBytes, maxStoredBytes } from './document.ts';
import type { Allowed } from './document-builder.ts';
import { fromHtml } from './from-html.ts';
import { fromJson, isJsonObject } from './from-json.ts';
import { fromMarkdown } from './from-markdown.ts';
import { fromText } from './from-text.ts';
import { findJsonRefusal, hasForbiddenCharacters } from './json-limits.ts';
import { forbiddenCharacters, tooLarge } from './refusals.ts';

export type { RichText } from './document.ts';
export { emptyRichText } from './document.ts';
export { renderHtml } from './html-out.ts';
export { plainText } from './plain-text.ts';

export const richTextFormats = ['markdown', 'text', 'html', 'json'] as const;

export type RichTextFormat = (typeof richTextFormats)[number];

const readers: Record<Exclude<RichTextFormat, 'json'>, (text: string, field: string) => RichText> = {
  markdown: fromMarkdown,
  text: fromText,
  html: fromHtml,
};

/** Fails, naming `field`, on a wrong type, size, depth or character; unsupported markup is removed. */
export const parseRichText = (
  input: unknown,
  format: RichTextFormat,
  field: string,
  allowed?: Allowed,
): RichText => {
  if (format === 'json') return parseJson(input, field, maxInputBytes, allowed);
  if (typeof input !== 'string') throw badField(field, 'must be a string.');
  checkText(input, field);
  return readers[format](input, field);
};

/** Reads back a document that was stored: it may be longer than the input that it was made of. */
export const parseStored = (input: unknown, field: string, allowed?: Allowed): RichText =>
  parseJson(input, field, maxStoredBytes, allowed);

const checkText = (text: string, field: string, maxBytes = maxInputBytes): void => {
  if (Buffer.byteLength(text) > maxBytes) throw tooLarge(field, maxBytes);
  if (hasForbiddenCharacters(text)) throw forbiddenCharacters(field);
};

const parseJson = (input: unknown, field: string, maxBytes: number, allowed?: Allowed): RichText => {
  const doc = typeof input === 'string' ? readJsonString(input, field, maxBytes) : input;
  if (!isJsonObject(doc) || doc.type !== 'doc') {
    throw badField(field, 'must be a document: a JSON object whose "type" is "doc".');
  }
  const refusal = findJsonRefusal(doc, field, maxBytes);
  if (refusal) throw refusal;
  return fromJson(doc, field, allowed);
};

const readJsonString = (text: string, field: string, maxBytes: number): unknown => {
  checkText(text, field, maxBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw badField(field, `${notJson(text)}.`);
  }
};
