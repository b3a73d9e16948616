// Marks in a text what a search has found: the beginnings of words, as the server matches them.

import { Fragment } from 'react';

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');

const wordsOf = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? fold(segment) : []));

/** How much of the word the beginnings cover. */
function coveredOf(word: string, beginnings: readonly string[]): number {
  const folded = fold(word);
  const longest = Math.max(0, ...beginnings.map((one) => (folded.startsWith(one) ? one.length : 0)));
  if (longest === 0) return 0;
  let end = 0;
  for (const { length } of word) {
    end += length;
    if (fold(word.slice(0, end)).length >= longest) break;
  }
  // A mark belongs to the letter before it.
  return end + (/^\p{M}+/u.exec(word.slice(end))?.[0].length ?? 0);
}

export interface Part {
  text: string;
  isMarked: boolean;
}

export function partsOf(text: string, search: string): Part[] {
  const beginnings = wordsOf(search);
  const parts: Part[] = [];
  const add = (some: string, isMarked: boolean) => {
    const last = parts.at(-1);
    if (some === '') return;
    if (last?.isMarked === isMarked) last.text += some;
    else parts.push({ text: some, isMarked });
  };
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const covered = isWordLike ? coveredOf(segment, beginnings) : 0;
    add(segment.slice(0, covered), true);
    add(segment.slice(covered), false);
  }
  return parts;
}

export function Marked({ text, search }: { text: string; search: string | undefined }) {
  if (search === undefined) return text;
  return partsOf(text, search).map(({ text: part, isMarked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    isMarked ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
}
