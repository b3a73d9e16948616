// The event feed: one page at a time, or as a stream that waits for new events and survives outages.

import { type Call, callOf } from '../../answer.ts';
import type { CallOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { EarshotEvent, EventPage, EventType } from '../../types.ts';

/** One type, all types of a kind such as `post.*`, or all types. */
export type EventPattern = EventType | `${EventKind}.*` | '*';
type EventKind = EventType extends `${infer Kind}.${string}` ? Kind : never;

export interface EventQuery extends CallOptions {
  /** The sequence of the last event you have seen, or the `next` of a page. Without it, the oldest event comes first. */
  after?: number | 'oldest' | 'latest' | undefined;
  /** Only these types. */
  types?: EventPattern | readonly EventPattern[] | undefined;
  /** Events per page, up to 100. */
  limit?: number | undefined;
  /** Seconds to wait on the server if there are no events yet, up to 30. */
  wait?: number | undefined;
}

/** Proxies often close a connection that is silent for 30 or 60 seconds. */
const streamWaitSeconds = 25;
const streamLimit = 100;

const listing =
  (send: Send) =>
  ({ after, types, limit, wait, ...options }: EventQuery = {}): Call<EventPage> =>
    callOf(send('listEvents', { query: { after, types, limit, wait }, waitMs: (wait ?? 0) * 1000 }, options));

export const events = (send: Send) => {
  const list = listing(send);
  return {
    /** One page of events. The next one begins at its `next`. */
    list,
    /**
     * Every event from there on, as it happens. Waits for new events, and retries after network faults, 429 and 5xx
     * until `maxRetries` fail in a row; without it, it never gives up. Ends when `signal` is aborted.
     */
    async *stream({
      wait = streamWaitSeconds,
      limit = streamLimit,
      maxRetries = Number.POSITIVE_INFINITY,
      ...query
    }: EventQuery = {}): AsyncGenerator<EarshotEvent, void, undefined> {
      const { signal } = query;
      const isAborted = () => signal?.aborted === true;
      let { after } = query;
      // Without waiting: if the answer to a wait is lost, `latest` would stand for a later event the next time.
      if (after === 'latest')
        after = (await list({ ...query, limit: 1, maxRetries }).catch(unless(isAborted)))?.next;
      while (!isAborted()) {
        const page: EventPage | undefined = await list({ ...query, after, wait, limit, maxRetries }).catch(
          unless(isAborted),
        );
        if (page === undefined) return;
        for (const event of page.events) {
          if (isAborted()) return;
          yield event;
        }
        after = page.next;
      }
    },
  };
};

/** An error after an abort is the abort itself. */
const unless =
  (isAborted: () => boolean) =>
  (error: unknown): undefined => {
    if (!isAborted()) throw error;
  };

export type Events = ReturnType<typeof events>;
