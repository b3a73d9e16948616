// Rules for all short texts from clients.

import { badField } from './failure.ts';

/** Length in code points, close to what a person would count; UTF-16 would count emoji twice. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/**
 * Normalizing, segmenting and folding are quadratic for some scripts, so at most this many code points of any text
 * are processed. Texts stored under such a key are shorter.
 */
export const maxProcessedLength = 1000;

/**
 * The first code points of a text, without splitting a surrogate pair. The cost does not depend on the text's
 * length.
 */
export function firstCharacters(text: string, max: number = maxProcessedLength): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Not every engine can store NUL, and unpaired surrogates are not valid text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Everything that leaves no mark on a page: white space, control and format characters, variation selectors and
 * fillers, and the two blank symbols that Unicode counts as graphic (braille blank, null notehead).
 */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Whether a reader would see anything at all. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Trims the text and checks its length; fails naming the field. A required text must be visible. */
export function boundedText(text: string, field: string, min: number, max: number): string {
  const trimmed = storable(text, field).trim();
  // Cheap check first: more than twice `max` UTF-16 units cannot fit.
  const length = trimmed.length > max * 2 ? trimmed.length : lengthOf(trimmed);
  if (length < min || length > max) throw badField(field, `must be ${min} to ${max} characters long.`);
  if (min > 0 && !isVisible(trimmed)) throw badField(field, 'must have at least one visible character.');
  return trimmed;
}

const domainShape = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Whether this is a domain such as `example.com`, in lower-case ASCII. */
export const isDomain = (text: string): boolean => domainShape.test(text);

/** The caller's own id of an object. */
export const externalIdText = (text: string, field = 'externalId'): string =>
  boundedText(text, field, 1, 255);

export function storable(text: string, field: string): string {
  if (!isStorable(text)) throw badField(field, 'must not contain NUL characters or unpaired surrogates.');
  return text;
}

/** Equal names have equal keys: ignores case and Unicode composition. */
export const nameKey = (name: string): string => firstCharacters(name).normalize('NFC').toLowerCase();

/** Lowercases ASCII letters only: the Kelvin sign and a dotted İ are not the letters they look like. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Checks an absolute http or https URL of at most 2,048 characters; fails naming the field. */
export function httpUrl(text: string, field: string): string {
  const trimmed = storable(text, field).trim();
  const url = trimmed.length <= 2048 ? parseUrl(trimmed) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw badField(field, 'must be an http or https URL of at most 2048 characters.');
  }
  return trimmed;
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
