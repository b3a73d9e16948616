// Requests that repeat an earlier one byte for byte: their responses are those of the first, and whatever must be decided
// for each request is.

import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { operatorOf } from '../../../src/compose.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { exchange, type WireAnswer } from '../../support/wire.ts';

/** On the other engines, the key is looked up for each request. */
const isFromMemory = inject('engines') === 'embedded';
const limit = 50;

describe('a repeated request', () => {
  let program: TestProgram;
  let port: number;
  let postId: string;
  beforeAll(async () => {
    program = await startProgram({ environment: { RATE_LIMIT_READ: String(limit) } });
    port = await program.listen();
    postId = (await program.live.post('/posts', { title: 'Repeated', content: 'x'.repeat(2000) })).body.data
      .id;
  });
  afterAll(() => program.close());
  // Expires every window of the previous test.
  beforeEach(() => program.clock.advance(60_000));

  const headOf = (path: string, headers: Record<string, string> = {}, method = 'GET'): string => {
    const all = { host: 'localhost', authorization: `Bearer ${program.secrets.live}`, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  };
  const send = (head: string): Promise<WireAnswer> => exchange(port, head);

  const repeatedTotal = async (): Promise<number> => {
    const { payload } = await program.app.inject('/metrics');
    return Number(/^earshot_http_requests_repeated_total (\d+)$/m.exec(payload)?.[1]);
  };

  /** Sends it until it is answered from memory, and returns the first answer and the last. */
  const repeated = async (head: string): Promise<[WireAnswer, WireAnswer]> => {
    const before = await repeatedTotal();
    const first = await send(head);
    let last = first;
    for (let times = 0; times < 3; times += 1) last = await send(head);
    if (isFromMemory) expect(await repeatedTotal()).toBeGreaterThan(before);
    return [first, last];
  };

  /** Without what each response has of its own. */
  const shared = ({ headers }: WireAnswer) => {
    const { 'x-request-id': id, 'x-ratelimit-remaining': remaining, date, ...others } = headers;
    return others;
  };

  it.each<[string, () => string]>([
    ['a list', () => headOf('/v1/posts')],
    ['a list with ignored parameters', () => headOf('/v1/posts?page=7&filters=color:red')],
    ['a single post', () => headOf(`/v1/posts/${postId}`)],
    ['a compressed response', () => headOf(`/v1/posts/${postId}`, { 'accept-encoding': 'br' })],
    ['a preference', () => headOf('/v1/posts?limit=3', { prefer: 'handling=strict' })],
    [
      'a key in another header',
      () => headOf('/v1/tags', { 'x-api-key': program.secrets.live, authorization: 'Basic eDp5' }),
    ],
    ['a test key', () => headOf('/v1/posts', { authorization: `Bearer ${program.secrets.test}` })],
  ])('gets the same response: %s', async (_what, head) => {
    const [first, last] = await repeated(head());
    expect(first.status).toBe(200);
    expect(last.status).toBe(200);
    expect(last.text).toBe(first.text);
    expect(shared(last)).toEqual(shared(first));
  });

  it('has an ID of its own, and uses one request of its limit', async () => {
    const [first, last] = await repeated(headOf('/v1/statuses'));
    expect(last.headers['x-request-id']).toMatch(/^req_/);
    expect(last.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(
      Number(first.headers['x-ratelimit-remaining']) - Number(last.headers['x-ratelimit-remaining']),
    ).toBe(3);
  });

  it('is refused beyond the limit, and told when to try again', async () => {
    const head = headOf('/v1/statuses?limit=1');
    const answers: WireAnswer[] = [];
    for (let times = 0; times < limit + 2; times += 1) answers.push(await send(head));
    expect(answers.map(({ status }) => status)).toEqual([...Array(limit).fill(200), 429, 429]);
    expect(answers.at(-1)?.headers['retry-after']).toBe('60');
  });

  it("is logged and recorded like the first, under the client's own ID if it sends one", async () => {
    const head = headOf('/v1/post-types');
    const [, last] = await repeated(head);
    const own = await send(headOf('/v1/post-types', { 'x-request-id': 'mine' }));
    expect((await send(headOf('/v1/post-types', { 'x-request-id': 'mine' }))).headers['x-request-id']).toBe(
      'mine',
    );
    expect(own.headers['x-request-id']).toBe('mine');
    const id = last.headers['x-request-id'];
    await expect.poll(() => program.logged().filter(({ requestId }) => requestId === id)).toHaveLength(1);
    const lines = program.logged().filter(({ msg, path }) => msg === 'answered' && path === '/v1/post-types');
    const { requestId: _one, time: _then, ms: _took, ...first } = lines[0] ?? {};
    const {
      requestId: _other,
      time: _now,
      ms: _takes,
      ...again
    } = lines.find(({ requestId }) => requestId === id) ?? {};
    expect(again).toEqual(first);
    await program.recording.flush();
    const slice = { take: 100, skip: 0, after: undefined };
    const records = await program.engines.store.read.requests.page(program.workspaceId, { slice });
    expect(records.find(({ requestId }) => requestId === id)).toMatchObject({
      method: 'GET',
      path: '/v1/post-types',
      route: '/v1/post-types',
      status: 200,
      outcome: 'ok',
    });
  });

  it('gets the new response after a change, and 304 only for its own tag', async () => {
    const head = headOf(`/v1/posts/${postId}`);
    const [, before] = await repeated(head);
    const conditional = headOf(`/v1/posts/${postId}`, { 'if-none-match': before.headers.etag ?? '' });
    expect([(await send(conditional)).status, (await send(conditional)).status]).toEqual([304, 304]);
    await program.live.patch(`/posts/${postId}`, { title: 'Changed' });
    expect((await send(head)).body.data.title).toBe('Changed');
    expect((await send(conditional)).status).toBe(200);
    const [, after] = await repeated(head);
    expect(after.body.data.title).toBe('Changed');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('is a HEAD request without a body, and another method is refused', async () => {
    const [first] = await repeated(headOf('/v1/posts'));
    const { statusCode, headers, body } = await program.app.inject({
      method: 'HEAD',
      url: '/v1/posts',
      headers: { authorization: `Bearer ${program.secrets.live}` },
    });
    expect([statusCode, headers.etag, body]).toEqual([200, first.headers.etag, '']);
    const head = headOf('/v1/posts', { 'content-length': '0' }, 'DELETE');
    expect((await send(head)).status).toBe(405);
    expect((await send(head)).status).toBe(405);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'is revoked',
      (id) => operatorOf(program.engines.store, program.clock).revokeKey(program.workspaceId, id),
    ],
    ['expires', async () => program.clock.advance(3_600_000)],
  ])('is refused once its key %s', async (_what, end) => {
    const { key, secret } = await operatorOf(program.engines.store, program.clock).createKey(
      program.workspaceId,
      {
        mode: 'live',
        name: 'short-lived',
        expiresAt: program.clock.now() + 3_600_000,
      },
    );
    const head = headOf('/v1/posts', { authorization: `Bearer ${secret}` });
    expect((await repeated(head))[1].status).toBe(200);
    await end(key.id);
    expect((await send(head)).status).toBe(401);
    expect((await send(head)).status).toBe(401);
  });
});
