// Slugs: the readable part of a URL, derived from a name. Letters of every script stay; everything else becomes
// hyphens.

import { badField } from './failure.ts';
import { firstCharacters } from './text.ts';

const maxLength = 100;
/** Leaves room for the number that makes a derived slug unique. */
const maxDerivedLength = 90;

const marks = /\p{M}+/gu;
const separators = /[^\p{L}\p{N}]+/gu;

/** Returns `fallback` for a name without letters or digits. */
export function slugOf(name: string, fallback: string): string {
  const words = folded(name).replace(separators, ' ').trim();
  const short = [...words].slice(0, maxDerivedLength).join('').trim();
  return short === '' ? fallback : short.replaceAll(' ', '-');
}

/** Checks a slug chosen by the caller; fails naming the field. */
export function chosenSlug(text: string, field: string): string {
  const slug = text.trim();
  const isSlug = slug !== '' && folded(slug).replace(separators, '-').replace(/^-|-$/g, '') === slug;
  if (!isSlug || [...slug].length > maxLength) {
    throw badField(
      field,
      `must be 1 to ${maxLength} lowercase letters and digits separated by single hyphens.`,
    );
  }
  return slug;
}

/** The slug itself, or the first of `slug-2`, `slug-3`, … that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const numbered = `${slug}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

const folded = (text: string): string =>
  firstCharacters(text).toWellFormed().normalize('NFKD').replace(marks, '').normalize('NFC').toLowerCase();
