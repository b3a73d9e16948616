// The one tokenizer of the service: every engine indexes and asks for these words, so that a search finds
// the same posts everywhere (contract §4).

import { firstCharacters } from './text.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const marks = /\p{M}+/gu;
const notWordCharacter = /[^\p{L}\p{N}]+/u;

/** Prefixes longer than this are looked up by their beginning and checked by the store on the words themselves. */
export const maxPrefixLength = 24;
/** A search of more words than this is cut: nobody types them, and each one costs. */
export const maxSearchWords = 16;

/**
 * The distinct words of a text, in order: no case, no accents, letters and digits only, of any script. Only the
 * beginning of a very long text is read, and no further than `max` words.
 */
export function searchWords(text: string, max: number = Number.POSITIVE_INFINITY): string[] {
  const words = new Set<string>();
  const judged = firstCharacters(text).toWellFormed().normalize('NFC');
  // Segment first, fold second: without its vowel marks a Thai text can no longer be segmented into words.
  for (const { segment, isWordLike } of segmenter.segment(judged)) {
    if (words.size >= max) break;
    if (!isWordLike) continue;
    for (const word of fold(segment).split(notWordCharacter)) if (word !== '') words.add(word);
  }
  return [...words].slice(0, max);
}

/** All beginnings of a word up to the longest that is indexed. */
export function prefixesOf(word: string): string[] {
  const characters = [...word];
  const prefixes: string[] = [];
  let prefix = '';
  for (const character of characters.slice(0, maxPrefixLength)) {
    prefix += character;
    prefixes.push(prefix);
  }
  return prefixes;
}

/** Letter case first, so that letters which lower-case into a letter and a mark lose the mark; ß and ss agree. */
const fold = (text: string): string =>
  text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD').replace(marks, '');
