// Rules that every short text of a caller must keep, whatever the resource.

import { badField } from './failure.ts';

/** Length in code points, which is what a person would count for most scripts; UTF-16 would punish emoji. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/**
 * Normalizing, segmenting and folding take time that grows with the square of the text in some scripts, so no more
 * than this many code points of any text are ever looked at. Every text that is stored under such a key is shorter.
 */
export const maxJudgedLength = 1000;

/** The first code points of a text. Never splits a surrogate pair, and costs no more for a longer text. */
export function firstCharacters(text: string, max: number = maxJudgedLength): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** NUL cannot be stored by every engine, and half a surrogate pair is no text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A trimmed text between `min` and `max` characters, or a fault that names the field. */
export function boundedText(text: string, field: string, min: number, max: number): string {
  const trimmed = storable(text, field).trim();
  // A cheap look first: no text of more than twice `max` UTF-16 units can fit.
  const length = trimmed.length > max * 2 ? trimmed.length : lengthOf(trimmed);
  if (length < min || length > max) throw badField(field, `must be ${min} to ${max} characters long.`);
  return trimmed;
}

export function storable(text: string, field: string): string {
  if (!isStorable(text)) throw badField(field, 'must not contain NUL characters or unpaired surrogates.');
  return text;
}

/** What makes two names the same: letter case does not count, nor how an accented letter is put together. */
export const nameKey = (name: string): string => firstCharacters(name).normalize('NFC').toLowerCase();

/** Lower-cases ASCII letters alone: the Kelvin sign and a dotted İ are not the letters they look like. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** An absolute http or https address of at most 2,048 characters, or a fault that names the field. */
export function httpUrl(text: string, field: string): string {
  const trimmed = storable(text, field).trim();
  const url = trimmed.length <= 2048 ? parseUrl(trimmed) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw badField(field, 'must be an http or https URL of at most 2048 characters.');
  }
  return trimmed;
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
