// Slugs: the readable part of an address, made of a name. Letters of every script stay, since an address can
// hold them; the rest becomes hyphens.

import { badField } from './failure.ts';
import { firstCharacters } from './text.ts';

const maxLength = 100;
/** A derived slug leaves room for the number that makes it unique. */
const maxDerivedLength = 90;

const marks = /\p{M}+/gu;
const between = /[^\p{L}\p{N}]+/gu;

/** `fallback` for a name without a letter or digit. */
export function slugOf(name: string, fallback: string): string {
  const words = folded(name).replace(between, ' ').trim();
  const short = [...words].slice(0, maxDerivedLength).join('').trim();
  return short === '' ? fallback : short.replaceAll(' ', '-');
}

/** A slug that a caller chose, or a fault that names the field. */
export function chosenSlug(text: string, field: string): string {
  const slug = text.trim();
  const isSlug = slug !== '' && folded(slug).replace(between, '-').replace(/^-|-$/g, '') === slug;
  if (!isSlug || [...slug].length > maxLength) {
    throw badField(
      field,
      `must be 1 to ${maxLength} lower-case letters and digits with single hyphens between.`,
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
