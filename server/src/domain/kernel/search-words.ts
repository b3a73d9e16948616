// The tokenizer for search: every engine indexes and queries these words, so results are the same everywhere
// (contract §4).

import { firstCharacters, maxProcessedLength } from './text.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const marks = /\p{M}+/gu;
const notWordCharacter = /[^\p{L}\p{N}]+/u;
const notAscii = /[^\x20-\x7e]/;
const notAsciiWordCharacter = /[^a-z0-9]+/;

/** Longer words are found by this prefix and then checked against the stored words. */
export const maxPrefixLength = 24;
/** What an index holds of a long text: its beginning, and so many different words of it. */
const maxIndexedLength = 12_000;
const maxIndexedWords = 1000;
/** Longer searches are cut, since each word costs. */
export const maxSearchWords = 16;

/**
 * The distinct words of a text, in order: case and accents folded, letters and digits of any script only. Reads
 * only the start of a very long text, up to `max` words.
 */
export function searchWords(text: string, max: number = Number.POSITIVE_INFINITY): string[] {
  if (!notAscii.test(text)) return asciiWords(text, max);
  const words = new Set<string>();
  const normalized = firstCharacters(text).toWellFormed().normalize('NFC');
  // Segment before folding: Thai text cannot be segmented without its vowel marks.
  for (const { segment, isWordLike } of segmenter.segment(normalized)) {
    if (words.size >= max) break;
    if (!isWordLike) continue;
    for (const word of fold(segment).split(notWordCharacter)) if (word !== '') words.add(word);
  }
  return [...words].slice(0, max);
}

/** A part of a text that is short enough to be split into words, up to a white space if there is one. */
const pieces = new RegExp(`[^]{1,${maxProcessedLength}}(?=\\s|$)|[^]{1,${maxProcessedLength}}`, 'gu');

/** The words of a text of any length, as far as an index holds them. */
export function wordsOfLongText(text: string): string[] {
  const words = new Set<string>();
  for (const [piece] of firstCharacters(text, maxIndexedLength).matchAll(pieces)) {
    for (const word of searchWords(piece)) words.add(word);
    if (words.size >= maxIndexedWords) break;
  }
  return [...words].slice(0, maxIndexedWords);
}

/** The same words without the segmenter, which takes most of the time: in ASCII it never splits letters and digits. */
function asciiWords(text: string, max: number): string[] {
  const words = new Set<string>();
  for (const word of firstCharacters(text).toLowerCase().split(notAsciiWordCharacter)) {
    if (words.size >= max) break;
    if (word !== '') words.add(word);
  }
  return [...words];
}

/** All prefixes of a word, up to the maximum indexed length. */
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

/** What the index holds of a word. */
export const longestPrefix = (word: string): string => [...word].slice(0, maxPrefixLength).join('');

/** Case first, so that letters that lowercase to a letter and a mark lose the mark; ß equals ss. */
const fold = (text: string): string =>
  text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD').replace(marks, '');
