// The parameters of public pages. Others are ignored, also by the cache.

import type { PageRequest, SortKey } from '../../domain/kernel/page.ts';
import { feedbackSorts } from '../../domain/site/reading.ts';
import type { SiteLanguage } from '../../domain/site/site.ts';
import { encodeNext, type KeyShape, readPage, readText } from '../input/vocabulary.ts';
import { type FeedbackChoice, usualSort } from './pages/feedback.ts';
import { languageOf } from './view.ts';

export interface AskedQuery extends FeedbackChoice {
  lang: SiteLanguage | undefined;
  /** Of a new post. */
  title: string;
  /** Where the second and the third list of a page start. */
  votesAfter: string;
  followsAfter: string;
}

const maxTextLength = 200;
const maxCursorLength = 400;

export function queryIn(parameters: unknown): AskedQuery {
  const given = parameters as Record<string, unknown>;
  const text = (name: string, max: number) => (readText(given[name]) ?? '').trim().slice(0, max);
  const sort = text('sort', 16);
  const words = (name: string) => text(name, maxTextLength).toWellFormed().replaceAll('\0', '');
  return {
    q: words('q'),
    title: words('title'),
    sort: feedbackSorts.find((known) => known === sort) ?? usualSort,
    status: text('status', 64),
    type: text('type', 64),
    after: text('after', maxCursorLength),
    votesAfter: text('votesAfter', maxCursorLength),
    followsAfter: text('followsAfter', maxCursorLength),
    lang: languageOf(text('lang', 8)),
  };
}

/** The orders of the lists that visitors page through, and the types of their keys. */
const orders = {
  votes: ['number', 'number', 'string'],
  recent: ['number', 'string'],
  comments: ['number', 'string'],
  sent: ['number', 'string'],
} as const satisfies Record<string, KeyShape>;

export type PublicOrder = keyof typeof orders;

/** Starts at the beginning if the cursor is not one of this list. */
export function pageAfter(after: string, order: PublicOrder, limit: number, withTotal = false): PageRequest {
  const query = { limit: String(limit) };
  try {
    return readPage({ ...query, after }, order, orders[order], withTotal);
  } catch {
    return readPage(query, order, orders[order], withTotal);
  }
}

export const nextIn: (order: PublicOrder, key: SortKey | undefined) => string | null = encodeNext;

/** Of the changelog: by number, since a cursor would hold the ID of an entry, which tells when it was drafted. */
export const pageNumbered = (after: string, limit: number): PageRequest => ({
  limit,
  start: { kind: 'page', number: /^[1-9]\d{0,4}$/.test(after) ? Number(after) : 1 },
});
