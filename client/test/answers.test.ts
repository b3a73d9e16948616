// Results of a call: errors by code, the raw response, conditional requests; and that the key is never revealed.

import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Earshot, EarshotError } from '../src/index.ts';
import {
  answer,
  type FaultyServer,
  hangUp,
  refuse,
  startFaultyServer,
  succeed,
} from './support/faulty-server.ts';
import { type Installation, startInstallation } from './support/installation.ts';

let installation: Installation;
let live: Earshot;

beforeAll(async () => {
  installation = await startInstallation();
  live = installation.live;
});

afterAll(() => installation.close());

const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an error', () => {
  it("has the API's code, status, request id and message", async () => {
    const failure = await failureOf(live.posts.get('post_unknown', { requestId: 'support-7' }));
    expect(failure).toBeInstanceOf(EarshotError);
    expect(failure).toMatchObject({
      name: 'EarshotError',
      code: 'NOT_FOUND',
      status: 404,
      message: 'Post not found.',
      requestId: 'support-7',
      operation: 'getPost',
      details: [],
    });
  });

  it('names every invalid field', async () => {
    const wrong = { title: 7, tags: 'ui' } as unknown as { title: string };
    expect(await failureOf(live.posts.create(wrong))).toMatchObject({
      code: 'BAD_REQUEST',
      details: [
        { field: 'title', message: '"title" must be a string.' },
        { field: 'tags', message: expect.any(String) },
      ],
    });
  });

  it.each([
    ['UNAUTHORIZED', () => installation.client({ apiKey: 'sk_live_es_wrong' }).me()],
    ['CONFLICT', () => Promise.all([1, 2].map(() => live.tags.create({ name: 'twice' })))],
    ['IDEMPOTENCY_MISMATCH', () => Promise.all(['x', 'y'].map((name) => inOrder(name)))],
  ])('is %s when the program returns it', async (code, calls) => {
    expect(await failureOf(calls())).toMatchObject({ code });
  });

  let last: Promise<unknown> = Promise.resolve();
  const inOrder = (name: string) => {
    last = last.then(() => live.tags.create({ name }, { idempotencyKey: 'same' }));
    return last;
  };

  it('is thrown once, for the data or the response', async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', listen);
    await expect(live.posts.get('post_unknown').withResponse()).rejects.toThrow('Post not found.');
    await expect(live.posts.similar({ title: '' }).withResponse()).resolves.toBeDefined();
    await expect(live.statuses.reorder(['x']).withResponse()).rejects.toThrow();
    await expect(live.posts.list({ after: 'x' }).page().withResponse()).rejects.toThrow('"after"');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});

describe('the response', () => {
  it('comes with the data', async () => {
    const { data, ...response } = await live.posts.create({ title: 'Dark mode' }).withResponse();
    expect(data.title).toBe('Dark mode');
    expect(response).toMatchObject({
      status: 201,
      requestId: expect.stringMatching(/^req_/),
      isReplayed: false,
      isTest: false,
      rateLimit: undefined,
    });
    expect(response.headers.get('content-type')).toContain('json');
  });

  it('shows that a test key changed nothing', async () => {
    const { data, isTest } = await installation.test.posts.create({ title: 'Rehearsal' }).withResponse();
    expect(isTest).toBe(true);
    expect(data.id).toMatch(/^post_test_/);
    expect(await failureOf(live.posts.get(data.id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('conditional requests', () => {
  it('reread only what has changed', async () => {
    const { id } = await live.posts.create({ title: 'Watched' });
    const { etag } = await live.posts.get(id).withResponse();
    expect(await live.posts.get(id, { ifNoneMatch: etag })).toBeUndefined();
    await live.posts.vote(id, { userEmail: 'ada@example.com' });
    expect(await live.posts.get(id, { ifNoneMatch: etag })).toMatchObject({ id });
  });

  it('overwrite only what was read, by ETag or version', async () => {
    const { id, version } = await live.posts.create({ title: 'Edited' });
    const { etag } = await live.posts.get(id).withResponse();
    const edited = await live.posts.update(id, { title: 'First' }, { ifMatch: etag });
    expect(await failureOf(live.posts.update(id, { title: 'Second' }, { ifMatch: version }))).toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    expect(await live.posts.delete(id, { ifMatch: edited.version })).toEqual({ id, deleted: true });
  });

  it('merge only what was read', async () => {
    const { id, version } = await live.posts.create({ title: 'Source' });
    const { id: intoId } = await live.posts.create({ title: 'Target' });
    await live.posts.update(id, { title: 'Source, edited' });
    expect(await failureOf(live.posts.merge(id, { intoId }, { ifMatch: version }))).toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
  });
});

describe('the key', () => {
  const secret = `sk_live_es_${'neverSeen'.repeat(4)}`;
  let server: FaultyServer;
  afterEach(() => server?.close());

  const everythingOf = (thing: unknown): string =>
    `${inspect(thing, { depth: 10, showHidden: true })} ${JSON.stringify(thing)} ${String(thing)} ${(thing as Error)?.stack}`;

  it('is in no error', async () => {
    server = await startFaultyServer(
      refuse(401, 'UNAUTHORIZED'),
      hangUp,
      answer(200, 'hello'),
      refuse(500, 'INTERNAL_ERROR'),
    );
    const earshot = new Earshot({ apiKey: secret, baseUrl: server.baseUrl, maxRetries: 0 });
    for (const call of [earshot.me(), earshot.me(), earshot.me(), earshot.me()]) {
      expect(everythingOf(await failureOf(call))).not.toContain(secret);
    }
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  });

  it('is in no inspected client or list', async () => {
    const earshot = new Earshot({ apiKey: secret, baseUrl: 'http://localhost' });
    expect(everythingOf(earshot)).not.toContain(secret);
    expect(everythingOf(earshot.posts.list())).not.toContain(secret);
  });

  it('is in no error about the key itself', async () => {
    for (const apiKey of [`${secret}\n`, ` ${secret}`, `${secret}ä`]) {
      expect(() => new Earshot({ apiKey, baseUrl: '' })).toThrow('"apiKey" must be a text without spaces');
      const failure = await failureOf(
        new Earshot({ apiKey: () => apiKey, baseUrl: 'http://localhost' }).me(),
      );
      expect(everythingOf(failure)).not.toContain(secret);
    }
  });

  it('is sent nowhere else: redirects are not followed', async () => {
    const elsewhere = await startFaultyServer(succeed({}));
    server = await startFaultyServer(answer(308, '', { location: `${elsewhere.baseUrl}/v1/me` }));
    const earshot = new Earshot({ apiKey: secret, baseUrl: server.baseUrl });
    expect(await failureOf(earshot.me())).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      status: 308,
      message: `The server redirects to ${elsewhere.baseUrl}/v1/me; set "baseUrl" to where it is reached.`,
    });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });
});

describe('a response that is not from the API', () => {
  let server: FaultyServer;
  afterEach(() => server.close());

  it.each([
    ['a page', 200, '<h1>Welcome</h1>'],
    ['nothing', 200, ''],
    ['null', 200, 'null'],
    ['JSON of another server', 200, '{"ok":true}'],
    ['an error of another server', 403, '{"error":"Forbidden"}'],
  ])('is recognized: %s', async (_what, status, body) => {
    server = await startFaultyServer(answer(status, body));
    const earshot = new Earshot({ apiKey: 'sk_live_es_x', baseUrl: server.baseUrl, maxRetries: 0 });
    expect(await failureOf(earshot.me())).toMatchObject({
      name: 'EarshotError',
      code: 'UNEXPECTED_ANSWER',
      status,
      message: expect.stringContaining('baseUrl'),
    });
  });
});
