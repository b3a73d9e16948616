// What is retried, when, and with which idempotency key; and what is not. The server is real and misbehaves on
// purpose; waits are recorded instead of waited.

import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Earshot, EarshotConnectionError, EarshotError, type EarshotOptions } from '../src/index.ts';
import {
  answer,
  breakOff,
  type FaultyServer,
  hangUp,
  type Reaction,
  refuse,
  stall,
  startFaultyServer,
  succeed,
} from './support/faulty-server.ts';
import { startInstallation } from './support/installation.ts';
import { recordedWaits } from './support/waits.ts';

const apiKey = `sk_live_es_${'retries'.repeat(5)}`;
let server: FaultyServer;
let waits: number[];

async function facing(reactions: Reaction[], options: Partial<EarshotOptions> = {}): Promise<Earshot> {
  server = await startFaultyServer(...reactions);
  const recorded = recordedWaits();
  waits = recorded.waits;
  const { baseUrl } = server;
  const shared = { apiKey, baseUrl, sleep: recorded.sleep, random: () => 0 };
  return new Earshot({ ...shared, ...options } as EarshotOptions);
}

afterEach(() => server.close());

const keys = () => server.received.map(({ headers }) => headers['idempotency-key']);
const post = { id: 'post_1', title: 'Once' };

describe('retried', () => {
  it.each([
    ['429', refuse(429, 'RATE_LIMITED')],
    ['500', refuse(500, 'INTERNAL_ERROR')],
    ['503', refuse(503, 'UNAVAILABLE')],
    [
      'a proxy that answers 502 in HTML',
      answer(502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }),
    ],
    ['a closed connection', hangUp],
    ['an answer that breaks off', breakOff],
  ])('is a read after %s', async (_what, fault) => {
    const earshot = await facing([fault, fault, succeed(post)]);
    expect(await earshot.posts.get('post_1')).toEqual(post);
    expect(server.received).toHaveLength(3);
    expect(keys()).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['429', refuse(429, 'RATE_LIMITED')],
    ['500', refuse(500, 'INTERNAL_ERROR')],
    ['a closed connection', hangUp],
    ['an answer that breaks off', breakOff],
  ])('is a write after %s, with the same bytes and key', async (_what, fault) => {
    const earshot = await facing([fault, fault, succeed(post)]);
    expect(await earshot.posts.create({ title: 'Once' })).toEqual(post);
    const [first, ...others] = server.received;
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    for (const other of others) {
      expect(other.body).toBe(first?.body);
      expect(other.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    }
  });

  it('is every kind of write, with a new key for each call', async () => {
    const earshot = await facing([succeed(post)]);
    await earshot.posts.create({ title: 'a' });
    await earshot.posts.update('post_1', { title: 'b' });
    await earshot.posts.delete('post_1');
    await earshot.posts.voteMany('post_1', { voters: [] });
    await earshot.posts.unmerge('post_1');
    await earshot.batch([]);
    expect(new Set(keys())).toHaveProperty('size', 6);
    expect(keys()).not.toContain(undefined);
  });

  it("is a write with the caller's key", async () => {
    const earshot = await facing([hangUp, succeed(post)]);
    await earshot.posts.create({ title: 'Once' }, { idempotencyKey: 'import-7' });
    expect(keys()).toEqual(['import-7', 'import-7']);
  });

  it('is a conflict with its own attempt that is still running', async () => {
    const inFlight = refuse(409, 'CONFLICT');
    const earshot = await facing([hangUp, inFlight, inFlight, succeed(post)]);
    expect(await earshot.posts.create({ title: 'Once' })).toEqual(post);
    expect(new Set(keys())).toHaveProperty('size', 1);
  });

  it('is a request whose API key expired: a key function is called for each attempt', async () => {
    const secrets = ['sk_live_es_old', 'sk_live_es_new'];
    const earshot = await facing([refuse(503, 'UNAVAILABLE'), succeed(post)], {
      apiKey: () => secrets.shift() ?? '',
    });
    await earshot.posts.get('post_1');
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk_live_es_old',
      'Bearer sk_live_es_new',
    ]);
  });
});

describe('not retried', () => {
  it.each([
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [412, 'PRECONDITION_FAILED'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
    [422, 'IDEMPOTENCY_MISMATCH'],
  ])('is %i %s', async (status, code) => {
    const earshot = await facing([refuse(status, code)]);
    await expect(earshot.posts.create({ title: 'Once' })).rejects.toMatchObject({ status, code });
    expect(server.received).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('is a conflict stored from an earlier attempt', async () => {
    const kept = refuse(409, 'CONFLICT', { 'idempotent-replayed': 'true' });
    const earshot = await facing([hangUp, kept]);
    await expect(earshot.posts.create({ title: 'Once' })).rejects.toMatchObject({
      code: 'CONFLICT',
      isReplayed: true,
    });
    expect(server.received).toHaveLength(2);
  });

  it('is anything after the last attempt, whose failure is thrown', async () => {
    const earshot = await facing([refuse(500, 'INTERNAL_ERROR'), hangUp, refuse(503, 'UNAVAILABLE')], {
      maxRetries: 2,
    });
    await expect(earshot.me()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(server.received).toHaveLength(3);
  });

  it('is anything if the call disables it', async () => {
    const earshot = await facing([refuse(503, 'UNAVAILABLE')]);
    await expect(earshot.me({ maxRetries: 0 })).rejects.toBeInstanceOf(EarshotError);
    expect(server.received).toHaveLength(1);
  });

  it('is a request with an overlong Retry-After', async () => {
    const earshot = await facing([refuse(503, 'UNAVAILABLE', { 'retry-after': '3600' })]);
    await expect(earshot.me()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 3_600_000 });
    expect(waits).toEqual([]);
  });

  it('is an aborted request', async () => {
    const abort = new AbortController();
    const earshot = await facing([stall]);
    const call = earshot.me({ signal: abort.signal });
    await server.nextRequest();
    abort.abort(new Error('The user left.'));
    await expect(call).rejects.toThrow('The user left.');
    expect(server.received).toHaveLength(1);
  });

  it('is a request aborted while waiting, and none is sent if aborted before', async () => {
    const abort = new AbortController();
    const sleeping = new EventTarget();
    const earshot = await facing([refuse(503, 'UNAVAILABLE')], { sleep: undefined });
    const waitsForReal = new Earshot({
      apiKey,
      baseUrl: server.baseUrl,
      fetch: async (address, init) => {
        const response = await fetch(address, init);
        queueMicrotask(() => sleeping.dispatchEvent(new Event('answered')));
        return response;
      },
    });
    const call = waitsForReal.me({ signal: abort.signal });
    await once(sleeping, 'answered');
    abort.abort(new Error('Never mind.'));
    await expect(call).rejects.toThrow('Never mind.');
    await expect(earshot.me({ signal: abort.signal })).rejects.toThrow('Never mind.');
    expect(server.received).toHaveLength(1);
  });
});

describe('the wait', () => {
  it('follows Retry-After, in seconds or as a date', async () => {
    const at = new Date(Date.now() + 20_000).toUTCString();
    const earshot = await facing([
      refuse(429, 'RATE_LIMITED', { 'retry-after': '7' }),
      refuse(503, 'UNAVAILABLE', { 'retry-after': at }),
      succeed(post),
    ]);
    await earshot.posts.get('post_1');
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(10_000);
    expect(waits[1]).toBeLessThanOrEqual(20_000);
  });

  it('doubles without it, up to a limit, with jitter so that clients do not return together', async () => {
    const failing = refuse(500, 'INTERNAL_ERROR');
    const shortest = await facing([failing], { maxRetries: 6 });
    await expect(shortest.me()).rejects.toThrow();
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    await server.close();
    const longest = await facing([failing], { maxRetries: 6, random: () => 1 });
    await expect(longest.me()).rejects.toThrow();
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  });

  it('grows even if the server asks for a short one, and outlasts the claim of a dead node', async () => {
    const inFlight = refuse(409, 'CONFLICT', { 'retry-after': '1' });
    const earshot = await facing([hangUp, inFlight, inFlight, inFlight, inFlight, succeed(post)]);
    expect(await earshot.posts.create({ title: 'Once' })).toEqual(post);
    expect(waits).toEqual([250, 1000, 1000, 2000, 4000]);
    const claimLastsMs = 5000;
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(claimLastsMs);
  });

  it('uses the backoff for an invalid Retry-After', async () => {
    const earshot = await facing([refuse(429, 'RATE_LIMITED', { 'retry-after': 'soon' }), succeed(post)]);
    await earshot.posts.get('post_1');
    expect(waits).toEqual([250]);
  });
});

describe('the timeout', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('applies per attempt: the next one starts after it, and the last one throws', async () => {
    const earshot = await facing([stall, stall], { maxRetries: 1, timeoutMs: 5000 });
    const call = earshot.me();
    call.catch(() => undefined);
    await server.nextRequest();
    vi.advanceTimersByTime(4999);
    expect(server.received).toHaveLength(1);
    const second = server.nextRequest();
    vi.advanceTimersByTime(1);
    await second;
    vi.advanceTimersByTime(5000);
    await expect(call).rejects.toMatchObject({
      name: 'EarshotConnectionError',
      code: 'TIMEOUT',
      operation: 'getMe',
      message: 'No answer within 5000 ms.',
    });
  });

  it('covers the response body too', async () => {
    const halfAnAnswer: Reaction = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":');
    };
    const headersCame = new EventTarget();
    const earshot = await facing([halfAnAnswer], {
      maxRetries: 0,
      fetch: async (address, init) => {
        const response = await fetch(address, init);
        queueMicrotask(() => headersCame.dispatchEvent(new Event('came')));
        return response;
      },
    });
    const call = earshot.me({ timeoutMs: 10 });
    call.catch(() => undefined);
    await once(headersCame, 'came');
    vi.advanceTimersByTime(10);
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it.each([0, Number.POSITIVE_INFINITY])('is off with %d', async (timeoutMs) => {
    const earshot = await facing([succeed(post)], { timeoutMs });
    await earshot.me();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['success', succeed(post)],
    ['refusal', refuse(404, 'NOT_FOUND')],
    ['fault', hangUp],
  ])('leaves no timer behind after a %s', async (_what, reaction) => {
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const started = vi.spyOn(globalThis, 'setTimeout');
    const earshot = await facing([reaction], { maxRetries: 0, timeoutMs: 1234 });
    await earshot.me().catch(() => undefined);
    const own = started.mock.calls.findIndex(([, milliseconds]) => milliseconds === 1234);
    expect(cleared).toHaveBeenCalledWith(started.mock.results[own]?.value);
    vi.restoreAllMocks();
  });
});

describe('against the program', () => {
  it('a write sent twice happens once', async () => {
    const installation = await startInstallation();
    server = await startFaultyServer(stall);
    let isFirst = true;
    const earshot = installation.client({
      maxRetries: 1,
      sleep: recordedWaits().sleep,
      // The first response is lost.
      fetch: async (address, init) => {
        const response = await fetch(address, init);
        if (!isFirst) return response;
        isFirst = false;
        throw new TypeError('The network went away.');
      },
    });
    const { data, isReplayed } = await earshot.posts.create({ title: 'Once' }).withResponse();
    expect(isReplayed).toBe(true);
    expect((await installation.live.posts.list().toArray()).map(({ id }) => id)).toEqual([data.id]);
    await installation.close();
  });

  it('a rate-limited client waits until the window closes', async () => {
    const installation = await startInstallation({ environment: { RATE_LIMIT_READ: '2' } });
    server = await startFaultyServer(stall);
    const waited: number[] = [];
    const earshot = installation.client({
      maxRetries: 1,
      random: () => 0,
      sleep: async (milliseconds) => {
        waited.push(milliseconds);
        installation.advance(milliseconds);
      },
    });
    const walked = await Promise.all([1, 2].map(() => earshot.me().withResponse()));
    expect(walked.map(({ rateLimit }) => rateLimit?.remaining).sort()).toEqual([0, 1]);
    const { rateLimit } = await earshot.me().withResponse();
    expect(waited).toEqual([60_000]);
    expect(rateLimit).toMatchObject({ limit: 2, remaining: 1, resetAt: expect.any(Date) });
    await installation.close();
  });
});

it('an unreachable server is a connection error with its cause', async () => {
  const earshot = await facing([stall], { maxRetries: 0 });
  await server.close();
  const failure = await earshot.me().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EarshotConnectionError);
  expect(failure).toMatchObject({ code: 'NETWORK', operation: 'getMe', cause: expect.any(TypeError) });
});
