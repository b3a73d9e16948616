// The parameters of public pages. Others are ignored, also by the cache.

import type { PageRequest } from '../../domain/kernel/page.ts';
import { feedbackSorts } from '../../domain/site/reading.ts';
import type { SiteLanguage } from '../../domain/site/site.ts';
import { encodeNext, type KeyShape, readPage, readText } from '../input/vocabulary.ts';
import type { FeedbackChoice } from './pages/feedback.ts';
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
    sort: feedbackSorts.find((known) => known === sort) ?? 'top',
    status: text('status', 64),
    type: text('type', 64),
    after: text('after', maxCursorLength),
    votesAfter: text('votesAfter', maxCursorLength),
    followsAfter: text('followsAfter', maxCursorLength),
    lang: languageOf(text('lang', 8)),
  };
}

/** The lists that visitors page through: their order and the types of its key. */
const orders = {
  top: ['votes', ['number', 'number', 'string']],
  new: ['recent', ['number', 'string']],
  comments: ['comments', ['number', 'string']],
  sent: ['sent', ['number', 'string']],
} as const satisfies Record<string, readonly [string, KeyShape]>;

export type PublicOrder = keyof typeof orders;

/** Starts at the beginning if the cursor is not one of this list. */
export function pageAfter(after: string, order: PublicOrder, limit: number, withTotal = false): PageRequest {
  const [name, shape] = orders[order];
  const query = { limit: String(limit) };
  try {
    return readPage({ ...query, after }, name, shape, withTotal);
  } catch {
    return readPage(query, name, shape, withTotal);
  }
}

export const nextIn = (order: PublicOrder, key: Parameters<typeof encodeNext>[1]): string | null =>
  encodeNext(orders[order][0], key);

/** Of the changelog: by number, since a cursor would hold the ID of an entry, which tells when it was drafted. */
export const pageNumbered = (after: string, limit: number): PageRequest => ({
  limit,
  start: { kind: 'page', number: /^[1-9]\d{0,4}$/.test(after) ? Number(after) : 1 },
});
