// Lists: walked thing by thing or page by page, by position (`after`, `next`), so that nothing comes twice and
// nothing is left out while others write.

import type { Answer, Call } from './answer.ts';
import { callOf } from './answer.ts';
import type { CallOptions, ConditionalOptions } from './options.ts';

export interface Page<T> {
  items: T[];
  /** For `after`; null at the end. */
  next: string | null;
  hasMore: boolean;
  /** While `hasMore` the number of the next page; for who pages by `cursor`. */
  cursor: number;
  /** With `include: ['total']`: the number of items on all pages, exact up to 10,000. */
  total?: number;
  /** There are more than `total`. */
  totalIsMore?: true;
}

type Fetched<T> = Promise<Answer<Page<T> | undefined>>;

/** Asks for a page; what is given here wins over what the list was asked with. */
export type FetchPage<T> = (
  query: PageQuery,
  options: CallOptions & Partial<ConditionalOptions>,
) => Fetched<T>;

interface PageQuery {
  after?: string;
  limit?: number;
}

/** Things a request while walking, unless the list was asked with a `limit`. */
const walkLimit = 100;

export class List<T> implements AsyncIterable<T> {
  readonly #fetchPage: FetchPage<T>;
  readonly #limit: number | undefined;

  constructor(fetchPage: FetchPage<T>, limit: number | undefined) {
    this.#fetchPage = fetchPage;
    this.#limit = limit;
  }

  /** One page: the first, or the one that `after` or `cursor` of the list names. */
  page(options?: CallOptions): Call<Page<T>>;
  page(options: ConditionalOptions): Call<Page<T> | undefined>;
  page(options: CallOptions & Partial<ConditionalOptions> = {}): Call<Page<T> | undefined> {
    return callOf(this.#fetchPage({}, options));
  }

  /** Every page from there on. */
  pages(): AsyncGenerator<Page<T>, void, undefined> {
    return this.#walk(this.#limit ?? walkLimit);
  }

  async *#walk(limit: number): AsyncGenerator<Page<T>, void, undefined> {
    let position = {};
    for (;;) {
      const { data } = await this.#fetchPage({ limit, ...position }, {});
      // Without an ETag given, a page is never "not modified".
      if (data === undefined) return;
      yield data;
      if (data.next === null) return;
      position = { after: data.next };
    }
  }

  /** Every thing from there on. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Every thing from there on, in memory; with `max` no more than that. */
  async toArray({ max = Number.POSITIVE_INFINITY }: { max?: number } = {}): Promise<T[]> {
    const things: T[] = [];
    if (max <= 0) return things;
    for await (const { items } of this.#walk(Math.min(this.#limit ?? walkLimit, Math.ceil(max)))) {
      things.push(...items);
      if (things.length >= max) break;
    }
    return things.slice(0, max);
  }
}
