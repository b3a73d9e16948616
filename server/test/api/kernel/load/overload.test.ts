// What clients get when the server is overloaded. The event loop is the test's own: while it is busy, one turn doesn't
// end, and takes only so many requests.

import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoopClock } from '../../../../src/http/load/in-flight.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let now = 0;
let isBusy = false;
let endTurn: () => void = () => undefined;
const loop: LoopClock = {
  now: () => now,
  idleMs: () => now,
  afterReading: (callback) => {
    if (isBusy) endTurn = callback;
    else setImmediate(callback);
  },
};

let program: TestProgram;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const crowd = new Agent({ keepAlive: true });
beforeAll(async () => {
  program = await startProgram({ loop });
  port = await program.listen();
});
afterAll(async () => {
  agent.destroy();
  crowd.destroy();
  await program.close();
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  connections?: Agent;
}

const call = (path: string, { method = 'GET', headers = {}, body, connections = agent }: Sent = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string; isReused: boolean }>(
    (resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const all = { ...headers, ...length };
      const sent = send({ port, path, method, agent: connections, headers: all }, async (answer) =>
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

/** Sends until even callers that have sent nothing else are refused. Returns how many were admitted. */
async function fill(method: string): Promise<number> {
  isBusy = true;
  for (let sent = 0; sent < 1_000; sent += 50) {
    const callers = Array.from({ length: 50 }, (_, index) => ({ 'x-api-key': `caller-${sent + index}` }));
    const answers = callers.map((headers) => call('/nothing', { method, headers, connections: crowd }));
    const admitted = (await Promise.all(answers)).filter(({ status }) => status !== 503).length;
    if (admitted < callers.length) return sent + admitted;
  }
  throw new Error('Nothing was refused.');
}

async function overload(): Promise<void> {
  await fill('GET');
  await fill('POST');
}

/** The turn ends, and nothing happens for a while. */
function recover(): void {
  isBusy = false;
  endTurn();
  endTurn = () => undefined;
  now += 10_000;
}

const refusal = {
  error: { code: 'UNAVAILABLE', message: 'The server is overloaded. Try again shortly.', status: 503 },
};
const newPost = JSON.stringify({ title: 'Later' });

describe('an overloaded server', () => {
  beforeEach(async () => {
    if (!isBusy) await overload();
  });
  afterAll(recover);

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
    const answer = await call('/v1/posts', { method: 'HEAD', headers: withKey('live') });
    expect([answer.status, answer.text]).toEqual([503, '']);
  });

  it('keeps the connection of a refused body', async () => {
    const body = JSON.stringify({ title: 'x'.repeat(500_000) });
    const refused = await call('/v1/posts', { method: 'POST', headers: withKey('live'), body });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([503, refusal]);
    const next = await call('/v1/posts', { headers: withKey('live') });
    expect([next.status, next.isReused]).toEqual([503, true]);
  });

  it('closes the connection of a body that is too large to drop', async () => {
    const headers = { ...withKey('live'), 'transfer-encoding': 'chunked', expect: '100-continue' };
    const answer = await call('/v1/posts', { method: 'POST', headers });
    expect([answer.status, answer.headers.connection]).toEqual([503, 'close']);
  });

  it('still answers health checks and metrics, which count what was refused', async () => {
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
      const headers = { ...withKey(mode), 'idempotency-key': `shed-${mode}` };
      const write = { method: 'POST', headers, body: newPost };
      expect((await call('/v1/posts', write)).status).toBe(503);
      recover();
      const repeated = await call('/v1/posts', write);
      expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect((await call('/v1/posts', { headers })).status).toBe(200);
    },
  );

  it('finishes a batch that it has admitted, also if it reads', async () => {
    recover();
    await fill('GET');
    const operations = Array.from({ length: 30 }, () => ({ method: 'GET', path: '/me' }));
    const body = JSON.stringify({ operations });
    const answer = await call('/v1/batch', { method: 'POST', headers: withKey('live'), body });
    const { results } = JSON.parse(answer.text).data as { results: { status: number }[] };
    expect(results.map(({ status }) => status)).toEqual(operations.map(() => 200));
    recover();
  });
});

describe('requests that wait for an event', () => {
  afterAll(recover);

  it('leave room for all others', async () => {
    const most = await fill('GET');
    recover();
    const headers = withKey('live');
    const waits = Array.from({ length: 101 }, () =>
      call('/v1/events?after=latest&wait=30', { headers, connections: crowd }),
    );
    // The workspace has one more than may wait, so all others are waiting.
    expect((await Promise.race(waits)).status).toBe(429);
    expect(await fill('GET')).toBe(most);
    expect((await call('/v1/posts', { method: 'POST', headers, body: newPost })).status).toBe(201);
    const statuses = (await Promise.all(waits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  });
});

describe('a workspace with too many waiting writes', () => {
  it.each(['live', 'test'] as const)(
    'gets 503 with Retry-After under a %s key, and no error in the log',
    async (mode) => {
      const { store } = program.engines;
      const scope = { workspaceId: program.workspaceId };
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
