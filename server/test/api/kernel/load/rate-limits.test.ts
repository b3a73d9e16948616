// Rate limits as clients see them, the same for every engine.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

const limitsOf = ({ headers }: Answer) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => Number(headers[name]));
const tooMany = {
  error: { code: 'RATE_LIMITED', message: 'Too many requests. Please try again later.', status: 429 },
};

describe('rate limits', () => {
  let program: TestProgram;
  const start = (limits: Record<string, string>) => startProgram({ environment: limits });
  beforeAll(async () => {
    program = await start({ RATE_LIMIT_READ: '5', RATE_LIMIT_WRITE: '3' });
  });
  afterAll(() => program.close());
  // Expires every window of the previous test.
  beforeEach(() => program.clock.advance(60_000));
  /** A window that starts now ends in a minute. Reset is in whole seconds, rounded up. */
  const resetFromNow = () => Math.ceil((program.clock.now() + 60_000) / 1000);

  it('default to 200 reads and 60 writes per minute', async () => {
    const usual = await start({ RATE_LIMIT_READ: '', RATE_LIMIT_WRITE: '' });
    const read = await usual.live.get('/me');
    const write = await usual.live.post('/posts', { title: 'x' });
    await usual.close();
    expect(limitsOf(read).slice(0, 2)).toEqual([200, 199]);
    expect(limitsOf(write).slice(0, 2)).toEqual([60, 59]);
    expect(read.body.data.limits).toEqual({ windowSeconds: 60, read: 200, write: 60 });
  });

  it('admit exactly the limit of concurrent requests', async () => {
    const reads = await Promise.all(Array.from({ length: 40 }, () => program.live.get('/me')));
    const writes = await Promise.all(
      Array.from({ length: 40 }, () => program.live.post('/posts', { title: 'Parallel' })),
    );
    expect(reads.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(reads.filter(({ status }) => status === 429)).toHaveLength(35);
    expect(writes.filter(({ status }) => status === 201)).toHaveLength(3);
    const left = reads.filter(({ status }) => status === 200).map((answer) => limitsOf(answer)[1]);
    expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
    program.clock.advance(60_000);
    const { body } = await program.live.get('/posts?filters=search:parallel');
    expect(body.data.posts).toHaveLength(3);
  });

  it.each([
    ['an hour back', -3_600_000],
    ['an hour forward', 3_600_000],
  ])('never ask to wait longer than a minute if the clock is set %s', async (_what, jumpMs) => {
    for (let turn = 0; turn < 3; turn += 1) await program.live.post('/posts', {});
    program.clock.advance(10_000);
    program.clock.jump(jumpMs);
    const answers = [await program.live.post('/posts', {}), await program.live.post('/posts', {})];
    for (const { status, headers } of answers.filter((answer) => answer.status === 429)) {
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    for (const answer of answers) {
      const [, , reset = 0] = limitsOf(answer);
      expect(reset).toBeGreaterThan(program.clock.now() / 1000);
      expect(reset).toBeLessThanOrEqual(resetFromNow());
    }
    program.clock.advance(60_000);
    expect((await program.live.post('/posts', {})).status).toBe(400);
  });

  it('report the remaining requests, and the end of the window', async () => {
    const reset = resetFromNow();
    for (const remaining of [4, 3, 2, 1, 0]) {
      const answer = await program.live.get('/me');
      expect([answer.status, ...limitsOf(answer)]).toEqual([200, 5, remaining, reset]);
      expect(answer.headers).not.toHaveProperty('retry-after');
      program.clock.advance(1000);
    }
    const refused = await program.live.get('/me');
    expect([refused.status, refused.body]).toEqual([429, tooMany]);
    expect([...limitsOf(refused), refused.headers['retry-after']]).toEqual([5, 0, reset, '55']);
  });

  it('start a window with the first request, and end it 60 seconds later', async () => {
    program.clock.advance(12_345);
    const reset = resetFromNow();
    for (let count = 0; count < 5; count += 1) await program.live.get('/me');
    program.clock.advance(59_999);
    const refused = await program.live.get('/me');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    program.clock.advance(1);
    const first = await program.live.get('/me');
    expect([first.status, ...limitsOf(first)]).toEqual([200, 5, 4, resetFromNow()]);
    expect(resetFromNow()).toBe(reset + 60);
  });

  it('do not count 429s', async () => {
    for (let count = 0; count < 5; count += 1) await program.live.get('/me');
    for (let count = 0; count < 50; count += 1) expect((await program.live.get('/me')).status).toBe(429);
    program.clock.advance(60_000);
    expect(limitsOf(await program.live.get('/me'))[1]).toBe(4);
  });

  it('do not count 429s for another reason', async () => {
    const { id } = (await program.live.post('/posts', { title: 'Discussed' })).body.data;
    const comments = [{ externalId: 'large', content: 'x'.repeat(2 * 1024 * 1024) }];
    const put = () => program.live.call('PUT', `/posts/${id}/comments`, { body: { comments } });
    // One large body at a time.
    const answers = await Promise.all([put(), put()]);
    expect(answers.map(({ status }) => status)).toEqual([400, 429]);
    expect((await put()).status).toBe(400);
  });

  it('count reads and writes separately, per key', async () => {
    for (let count = 0; count < 5; count += 1) await program.live.get('/me');
    expect((await program.live.get('/me')).status).toBe(429);
    expect((await program.live.post('/posts', { title: 'x' })).status).toBe(201);
    expect(limitsOf(await program.test.get('/me')).slice(0, 2)).toEqual([5, 4]);
    expect(limitsOf(await program.stranger.get('/me')).slice(0, 2)).toEqual([5, 4]);
  });

  it.each([
    ['GET', 5],
    ['HEAD', 5],
    ['POST', 3],
    ['PUT', 3],
    ['PATCH', 3],
    ['DELETE', 3],
    ['OPTIONS', 3],
  ])('apply to %s with %i per minute', async (method, limit) => {
    expect(limitsOf(await program.live.call(method, '/posts'))).toEqual([limit, limit - 1, resetFromNow()]);
  });

  it('count writes of a test key, and change nothing for a rejected one', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect((await program.test.post('/posts', { title: 'x' })).status).toBe(201);
    }
    const before = program.dump();
    expect((await program.test.post('/posts', { title: 'x' })).status).toBe(429);
    expect(program.dump()).toBe(before);
  });

  it.each<[string, number, string, string, object]>([
    ['400', 400, 'POST', '/posts', { body: {} }],
    ['404 for an unknown object', 404, 'DELETE', '/posts/nothing', {}],
    ['404 for an unknown path', 404, 'POST', '/nothing', { body: {} }],
    ['405', 405, 'PUT', '/posts', { body: {} }],
    [
      '413',
      413,
      'POST',
      '/posts',
      { raw: ' '.repeat(1_048_577), headers: { 'content-type': 'application/json' } },
    ],
    ['415', 415, 'POST', '/posts', { raw: 'x', headers: { 'content-type': 'text/plain' } }],
    ['a malformed path', 400, 'DELETE', '/posts/%zz', {}],
  ])('are reported with %s, which counts', async (_name, status, method, path, options) => {
    const answer = await program.live.call(method, path, options);
    expect([answer.status, ...limitsOf(answer)]).toEqual([status, 3, 2, resetFromNow()]);
  });

  it('are reported with 304', async () => {
    const { headers } = await program.live.get('/posts');
    const answer = await program.live.get('/posts', { 'if-none-match': headers.etag ?? '' });
    expect([answer.status, ...limitsOf(answer)]).toEqual([304, 5, 3, resetFromNow()]);
  });

  it.each<[string, string, string, object]>([
    ['an unknown path', 'POST', '/nothing', { body: {} }],
    ['a disallowed method', 'PUT', '/posts', { body: {} }],
    ['an invalid body', 'POST', '/posts', { body: {} }],
    ['a wrong content type', 'POST', '/posts', { raw: 'x', headers: { 'content-type': 'text/plain' } }],
    ['a malformed id', 'DELETE', '/posts/a.b', {}],
    ['a malformed path', 'DELETE', '/posts/%zz', {}],
  ])('are checked before %s', async (_name, method, path, options) => {
    for (let count = 0; count < 3; count += 1) await program.live.post('/posts', { title: 'x' });
    const { status, body } = await program.live.call(method, path, options);
    expect([status, body]).toEqual([429, tooMany]);
  });

  it('are off at 0, and then not reported', async () => {
    const open = await start({ RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '2' });
    const answers = await Promise.all(Array.from({ length: 300 }, () => open.live.get('/me')));
    const writes = [];
    for (let count = 0; count < 3; count += 1)
      writes.push((await open.live.post('/posts', { title: 'x' })).status);
    await open.close();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers).not.toHaveProperty('x-ratelimit-limit');
    expect(writes).toEqual([201, 201, 429]);
  });
});
