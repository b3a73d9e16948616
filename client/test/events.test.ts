// The event feed: a page, and a stream that waits, resumes and survives outages.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Earshot, type EarshotEvent, type EarshotOptions } from '../src/index.ts';
import {
  type FaultyServer,
  hangUp,
  type Reaction,
  refuse,
  stall,
  startFaultyServer,
  succeed,
} from './support/faulty-server.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { recordedWaits } from './support/waits.ts';

describe('on a server', () => {
  let installation: Installation;
  let earshot: Earshot;
  beforeAll(async () => {
    installation = await startInstallation();
    earshot = installation.live;
    for (const title of ['One', 'Two', 'Three']) await earshot.posts.create({ title });
  });
  afterAll(() => installation.close());

  const titleOf = (event: EarshotEvent | undefined) =>
    event?.type === 'post.created' ? event.data.object.title : event?.type;

  it('a page has the events after a position, of the given types, and where to continue', async () => {
    const whole = await earshot.events.list();
    expect(whole.events.map(titleOf)).toEqual(['One', 'Two', 'Three']);
    expect(whole.hasMore).toBe(false);
    const [first, second] = whole.events;
    const next = await earshot.events.list({
      after: first?.sequence,
      limit: 1,
      types: ['post.*', 'vote.created'],
    });
    expect(next).toEqual({ events: [second], next: second?.sequence, hasMore: true });
    expect(await earshot.events.list({ after: whole.next, types: 'user.*' })).toEqual({
      ...whole,
      events: [],
    });
  });

  it('a stream has what was, and then what comes, until it is aborted', async () => {
    const stop = new AbortController();
    const seen: unknown[] = [];
    for await (const event of earshot.events.stream({
      types: 'post.created',
      limit: 2,
      signal: stop.signal,
    })) {
      seen.push(titleOf(event));
      if (seen.length === 3) void earshot.posts.create({ title: 'Four' });
      if (seen.length === 4) {
        // By now it waits for the next one.
        void earshot.events.list({ after: 'latest' }).then(() => stop.abort());
      }
    }
    expect(seen).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('a stream resumes after the last event that was seen', async () => {
    const { events } = await earshot.events.list();
    const [, second, third] = events;
    for await (const event of earshot.events.stream({ after: second?.sequence })) {
      expect(event).toEqual(third);
      break;
    }
  });
});

describe('on a server that misbehaves', () => {
  let server: FaultyServer;
  let waits: number[];
  afterEach(() => server.close());

  const facing = (...reactions: Reaction[]) => facingWithin(60_000, ...reactions);

  async function facingWithin(timeoutMs: number, ...reactions: Reaction[]): Promise<Earshot> {
    server = await startFaultyServer(...reactions);
    const recorded = recordedWaits();
    waits = recorded.waits;
    const { baseUrl } = server;
    const apiKey = `sk_live_es_${'events'.repeat(6)}`;
    return new Earshot({
      apiKey,
      baseUrl,
      sleep: recorded.sleep,
      random: () => 0,
      timeoutMs,
    } as EarshotOptions);
  }
  const page = (sequences: number[], next: number) =>
    succeed({ events: sequences.map((sequence) => ({ sequence })), next, hasMore: false });
  const asked = () => server.received.map(({ url }) => new URL(url, 'http://x').searchParams.get('after'));

  it('a stream retries as long as it takes, with growing waits, and repeats no event', async () => {
    const down: Reaction[] = [hangUp, refuse(503, 'UNAVAILABLE'), refuse(429, 'RATE_LIMITED'), hangUp];
    const earshot = await facing(page([1, 2], 2), ...down, ...down, page([], 5), page([6], 6));
    const seen: number[] = [];
    for await (const { sequence } of earshot.events.stream({ after: 0 })) {
      seen.push(sequence);
      if (sequence === 6) break;
    }
    expect(seen).toEqual([1, 2, 6]);
    expect(asked()).toEqual(['0', ...Array(9).fill('2'), '5']);
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000, 4000]);
  });

  it('a stream from now on misses nothing if its first wait is cut off', async () => {
    const earshot = await facing(page([], 7), hangUp, page([8], 8));
    const { value } = await earshot.events.stream({ after: 'latest' }).next();
    expect(value).toEqual({ sequence: 8 });
    expect(asked()).toEqual(['latest', '7', '7']);
  });

  it.each([
    ['400', refuse(400, 'BAD_REQUEST')],
    ['409', refuse(409, 'CONFLICT')],
    ['401', refuse(401, 'UNAUTHORIZED')],
  ])('a stream ends with an error after %s', async (status, refusal) => {
    const earshot = await facing(refusal);
    await expect(earshot.events.stream().next()).rejects.toMatchObject({ status: Number(status) });
    expect(server.received).toHaveLength(1);
  });

  it('a stream ends with an error if its position is gone after an outage', async () => {
    const earshot = await facing(hangUp, refuse(503, 'UNAVAILABLE'), refuse(409, 'CONFLICT'));
    await expect(earshot.events.stream({ after: 5 }).next()).rejects.toMatchObject({ status: 409 });
    expect(server.received).toHaveLength(3);
  });

  it('the time limit of a call begins after the wait', async () => {
    const earshot = await facingWithin(20, stall);
    const stop = new AbortController();
    const stream = earshot.events.stream({ wait: 30, signal: stop.signal });
    const next = stream.next();
    await server.nextRequest();
    // Without a wait, this one would be cut off just as the first one.
    await expect(earshot.events.list({ maxRetries: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    // The one that was cut off may not even have arrived.
    expect(server.received.filter(({ url }) => url.includes('wait=30'))).toHaveLength(1);
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
