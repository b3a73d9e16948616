// What clients get when the server is overloaded. The event loop is the test's own: while it is busy, every request
// seems to take 25 ms of one turn that doesn't end.

import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LoopClock } from '../../../src/http/loop-load.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let now = 0;
let idleMs = 0;
let isBusy = false;
let endTurn: () => void = () => undefined;
const loop: LoopClock = {
  now: () => {
    if (isBusy) now += 25;
    return now;
  },
  cpuMs: () => now,
  idleMs: () => idleMs,
  afterReading: (callback) => {
    if (isBusy) endTurn = callback;
    else setImmediate(callback);
  },
};

let program: TestProgram;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  program = await startProgram({ loop });
  port = await program.listen();
});
afterAll(async () => {
  agent.destroy();
  await program.close();
});
afterEach(recover);

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const call = (path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string; isReused: boolean }>(
    (resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = send({ port, path, method, agent, headers: { ...headers, ...length } }, async (answer) =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: await text(answer),
          isReused: sent.reusedSocket,
        }),
      );
      sent.once('error', reject);
      sent.end(body);
    },
  );

const withKey = (mode: 'live' | 'test') => ({
  authorization: `Bearer ${program.secrets[mode]}`,
  'content-type': 'application/json',
});

/** Until even callers that have used nothing are refused. */
async function overload(): Promise<void> {
  isBusy = true;
  for (let count = 0; count < 20; count += 1) {
    if ((await call('/nothing', { headers: { 'x-api-key': `caller-${count}` } })).status === 503) return;
  }
  throw new Error('Nothing was shed.');
}

/** The turn ends, and nothing happens for a while. */
function recover(): void {
  isBusy = false;
  endTurn();
  endTurn = () => undefined;
  now += 10_000;
  idleMs += 10_000;
}

const refusal = {
  error: { code: 'UNAVAILABLE', message: 'The server is overloaded. Try again shortly.', status: 503 },
};
const newPost = JSON.stringify({ title: 'Later' });

describe('an overloaded server', () => {
  it.each<[string, string, () => Sent]>([
    ['a list with a live key', '/v1/posts', () => ({ headers: withKey('live') })],
    ['a list with a test key', '/v1/posts', () => ({ headers: withKey('test') })],
    [
      'a write with a live key',
      '/v1/posts',
      () => ({ method: 'POST', headers: withKey('live'), body: newPost }),
    ],
    [
      'a write with a test key',
      '/v1/posts',
      () => ({ method: 'POST', headers: withKey('test'), body: newPost }),
    ],
    ['a batch', '/v1/batch', () => ({ method: 'POST', headers: withKey('live'), body: '{"operations":[]}' })],
    ['a request without a key', '/v1/posts', () => ({})],
    ['the console', '/console/api/session', () => ({ headers: { cookie: 'earshot_session=x' } })],
    ['a page', '/docs', () => ({})],
    ['a path that does not exist', '/nothing', () => ({})],
  ])('refuses %s with 503, Retry-After and the headers of every answer', async (_name, path, sent) => {
    await overload();
    const dump = program.dump();
    const given = sent();
    const own = await call(path, { ...given, headers: { ...given.headers, 'x-request-id': 'shed-1' } });
    expect([own.status, JSON.parse(own.text)]).toEqual([503, refusal]);
    expect(own.headers).toEqual({
      'x-request-id': 'shed-1',
      'x-content-type-options': 'nosniff',
      'retry-after': expect.stringMatching(/^[123]$/),
      link: '</docs/errors#unavailable>; rel="help"',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(own.text.length),
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': expect.any(String),
    });
    expect((await call(path, given)).headers['x-request-id']).toMatch(/^req_/);
    expect(program.dump()).toBe(dump);
  });

  it('sends no body to HEAD', async () => {
    await overload();
    const answer = await call('/v1/posts', { method: 'HEAD', headers: withKey('live') });
    expect([answer.status, answer.text]).toEqual([503, '']);
  });

  it('keeps the connection of a refused body', async () => {
    await overload();
    const body = JSON.stringify({ title: 'x'.repeat(500_000) });
    const refused = await call('/v1/posts', { method: 'POST', headers: withKey('live'), body });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([503, refusal]);
    const next = await call('/v1/posts', { headers: withKey('live') });
    expect([next.status, next.isReused]).toEqual([503, true]);
  });

  it('closes the connection of a body that is too large to drop', async () => {
    await overload();
    const headers = { ...withKey('live'), 'transfer-encoding': 'chunked', expect: '100-continue' };
    const answer = await call('/v1/posts', { method: 'POST', headers });
    expect([answer.status, answer.headers.connection]).toEqual([503, 'close']);
  });

  it('still answers health checks and metrics, which count what was shed', async () => {
    await overload();
    for (const path of ['/healthz', '/readyz', '/readyz?from=balancer', '/healthz/']) {
      expect([path, (await call(path)).status]).toEqual([path, 200]);
    }
    const shed = async () =>
      Number(
        /^earshot_http_requests_shed_total\{reason="loop"\} (\d+)$/m.exec((await call('/metrics')).text)?.[1],
      );
    const before = await shed();
    expect(before).toBeGreaterThan(0);
    await call('/v1/posts', { headers: withKey('live') });
    expect(await shed()).toBe(before + 1);
  });

  it('says so in the log, without a line per request', async () => {
    await overload();
    const before = program.logged().length;
    for (let count = 0; count < 10; count += 1) await call('/v1/posts', { headers: withKey('live') });
    expect(
      program
        .logged()
        .slice(before)
        .filter(({ msg }) => msg !== 'shedding load'),
    ).toEqual([]);
    expect(program.logged()).toContainEqual(expect.objectContaining({ level: 40, msg: 'shedding load' }));
  });

  it.each(['live', 'test'] as const)(
    'serves again when it is over, and had done nothing (%s key)',
    async (mode) => {
      await overload();
      const headers = { ...withKey(mode), 'idempotency-key': `shed-${mode}` };
      const write = { method: 'POST', headers, body: newPost };
      expect((await call('/v1/posts', write)).status).toBe(503);
      recover();
      const repeated = await call('/v1/posts', write);
      expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect((await call('/v1/posts', { headers })).status).toBe(200);
    },
  );

  it('finishes a batch that it has admitted', async () => {
    isBusy = true;
    const operations = Array.from({ length: 30 }, () => ({ method: 'GET', path: '/me' }));
    const body = JSON.stringify({ operations });
    const answer = await call('/v1/batch', { method: 'POST', headers: withKey('live'), body });
    const { results } = JSON.parse(answer.text).data as { results: { status: number }[] };
    expect(results.map(({ status }) => status)).toEqual(operations.map(() => 200));
  });
});

describe('a workspace with too many waiting writes', () => {
  it.each(['live', 'test'] as const)(
    'gets 503 with Retry-After under a %s key, and no error in the log',
    async (mode) => {
      const { store } = program.engines;
      const scope = { workspaceId: program.workspaceId, isUnderway: true };
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const writes = [store.transaction(() => held, scope)];
      for (let count = 0; count < 500; count += 1)
        writes.push(store.transaction(async () => undefined, scope));
      const before = program.logged().length;
      const answer = await call('/v1/posts', { method: 'POST', headers: withKey(mode), body: newPost });
      release();
      await Promise.all(writes);
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.headers['retry-after']).toMatch(/^[123]$/);
      expect(
        program
          .logged()
          .slice(before)
          .filter(({ level }) => Number(level) >= 50),
      ).toEqual([]);
      const { text: metrics } = await call('/metrics');
      expect(metrics).toMatch(/^earshot_http_requests_shed_total\{reason="queue"\} [1-9]/m);
    },
  );
});
