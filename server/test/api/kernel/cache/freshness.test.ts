import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../../support/program.ts';
import { countQueries } from '../../../support/queries.ts';

let program: TestProgram;
let postId: string;
let commentId: string;

beforeAll(async () => {
  program = await startProgram();
  postId = (await program.live.post('/posts', { title: 'Fresh' })).body.data.id;
  commentId = (await program.live.post(`/posts/${postId}/comments`, { content: 'Hm' })).body.data.id;
});
afterAll(() => program.close());

const reads: [string, () => string][] = [
  ['GET /posts', () => '/posts?limit=1'],
  ['GET /posts/{id}', () => `/posts/${postId}`],
  ['GET /posts/{id} with comments', () => `/posts/${postId}?include=comments.replies`],
  ['GET /posts/{id}/comments', () => `/posts/${postId}/comments`],
  ['GET /comments/{id}', () => `/comments/${commentId}`],
  ['GET /posts/{id}/votes', () => `/posts/${postId}/votes`],
  ['GET /statuses', () => '/statuses'],
  ['GET /post-types', () => '/post-types'],
];

describe.each(reads)('%s', (_name, path) => {
  it('has an ETag and is privately cacheable with revalidation', async () => {
    const { status, headers } = await program.live.get(path());
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('returns 304 without a body for a matching If-None-Match, under both keys', async () => {
    for (const client of [program.live, program.test]) {
      const first = await client.get(path());
      const tag = first.headers.etag ?? '';
      for (const candidate of [tag, tag.replace(/^W\//, ''), `"other", ${tag}`]) {
        const again = await client.get(path(), { 'if-none-match': candidate });
        expect([again.status, again.text, again.headers.etag]).toEqual([
          304,
          '',
          candidate === tag.replace(/^W\//, '') ? candidate : tag,
        ]);
        expect(again.headers['cache-control']).toBe('private, no-cache');
      }
      expect((await client.get(path(), { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it('returns 304 for If-None-Match: *, cached or not, as GET and HEAD', async () => {
    for (const client of [program.live, program.test]) {
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
        const answer = await client.call(method, path(), { headers: { 'if-none-match': ' * ' } });
        const { etag } = (await client.get(path())).headers;
        expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
        expect(answer.headers['content-type']).toBeUndefined();
        expect(answer.headers['cache-control']).toBe('private, no-cache');
      }
    }
  });

  it('has a different ETag per key mode, since the responses differ', async () => {
    const live = await program.live.get(path());
    const test = await program.test.get(path(), { 'if-none-match': live.headers.etag ?? '' });
    expect([test.status, test.body.test]).toEqual([200, true]);
  });

  it('answers HEAD with the same ETag and no body', async () => {
    const get = await program.live.get(path());
    const head = await program.live.call('HEAD', path());
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag]);
  });
});

describe('a change', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a new post', () => program.live.post('/posts', { title: 'Another' })],
    ['an edit', () => program.live.patch(`/posts/${postId}`, { title: 'Fresher' })],
    ['a comment', () => program.live.post(`/posts/${postId}/comments`, { content: 'Ha' })],
    ['an edited comment', () => program.live.patch(`/comments/${commentId}`, { content: 'Aha' })],
    ['a vote', () => program.live.post(`/posts/${postId}/votes`, { userEmail: 'v@example.com' })],
    ['a withdrawn vote', () => program.live.delete(`/posts/${postId}/votes?userEmail=v@example.com`)],
  ])('invalidates the ETag of a list: %s', async (_name, write) => {
    const { headers } = await program.live.get('/posts');
    await write();
    const again = await program.live.get('/posts', { 'if-none-match': headers.etag ?? '' });
    expect(again.status).toBe(200);
    expect(again.headers.etag).not.toBe(headers.etag);
  });

  it('under a test key, or rejected, keeps ETags valid', async () => {
    const { headers } = await program.live.get('/posts');
    await program.test.post('/posts', { title: 'Tried' });
    await program.live.post('/posts', { title: '' });
    await program.live.delete('/posts/nothing');
    expect((await program.live.get('/posts', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  });

  it('in another workspace keeps ETags valid', async () => {
    const { headers } = await program.live.get('/posts');
    await program.stranger.post('/posts', { title: 'Theirs' });
    expect((await program.live.get('/posts', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  });
});

describe('If-None-Match: *', () => {
  const any = { 'if-none-match': '*' };

  it('leaves a missing object a 404, and an invalid request a 400', async () => {
    for (const client of [program.live, program.test]) {
      expect((await client.get('/posts/nothing', any)).status).toBe(404);
      expect((await client.get('/posts/nothing/votes', any)).status).toBe(404);
      expect((await client.get('/posts?after=x', any)).status).toBe(400);
    }
    expect((await program.stranger.get(`/posts/${postId}`, any)).status).toBe(404);
  });

  it('is 200 where there is no ETag to revalidate', async () => {
    for (const client of [program.live, program.test])
      expect((await client.get('/me', any)).status).toBe(200);
  });

  it('is 304 right after a change, since the object exists', async () => {
    await program.live.patch(`/posts/${postId}`, { title: 'Changed' });
    expect((await program.live.get(`/posts/${postId}`, any)).status).toBe(304);
    expect((await program.live.get('/posts', any)).status).toBe(304);
    expect((await program.live.get(`/posts/${postId}`)).body.data.title).toBe('Changed');
  });

  it('is not a tag in a list of tags', async () => {
    expect((await program.live.get('/posts', { 'if-none-match': '"x", *' })).status).toBe(200);
  });
});

describe('concurrent identical reads', () => {
  const together = (path: string) =>
    Promise.all(Array.from({ length: 10 }, () => program.live.get(path))).then((answers) => ({
      texts: new Set(answers.map(({ text }) => text)),
      statuses: new Set(answers.map(({ status }) => status)),
      requestIds: new Set(answers.map(({ headers }) => headers['x-request-id'])),
    }));

  it('are computed once', async () => {
    await program.live.get('/me');
    await program.idle();
    const alone = await countQueries(() => program.live.get('/posts?include=author;tags;voters&limit=18'));
    let all: Awaited<ReturnType<typeof together>> | undefined;
    const queries = await countQueries(async () => {
      all = await together('/posts?include=author;tags;voters&limit=19');
    });
    // Requests that arrive while the first one authenticates share one more query.
    expect(queries).toBeLessThanOrEqual(alone + 1);
    expect(all?.statuses).toEqual(new Set([200]));
    expect(all?.texts.size).toBe(1);
    expect(all?.requestIds.size).toBe(10);
  });

  it('each get their own error response', async () => {
    const { statuses, requestIds } = await together('/posts/nothing');
    expect([...statuses]).toEqual([404]);
    expect(requestIds.size).toBe(10);
  });

  it('each get a complete streamed response', async () => {
    const { id } = (await program.live.post('/posts', { title: 'Long' })).body.data;
    for (let count = 0; count < 40; count += 1)
      await program.live.post(`/posts/${id}/comments`, { content: 'Long. '.repeat(1500) });
    const { statuses, texts } = await together(`/posts/${id}/comments`);
    expect([...statuses]).toEqual([200]);
    const [text, ...others] = texts;
    expect(others).toEqual([]);
    expect(JSON.parse(text ?? '').data).toHaveLength(40);
  });

  it('are computed again for the others if the first client disconnects', async () => {
    const port = await program.listen();
    const ask = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/v1/posts?n=3`, {
        headers: { authorization: `Bearer ${program.secrets.live}` },
        ...(signal && { signal }),
      });
    const impatient = new AbortController();
    const first = ask(impatient.signal).catch(() => undefined);
    const others = [ask(), ask()];
    impatient.abort();
    await first;
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('responses that must not be cached', () => {
  it.each([
    ['an unknown object', '/posts/nothing'],
    ['a malformed id', '/posts/a.b'],
    ['an unknown path', '/nothing'],
  ])('%s has no ETag', async (_name, path) => {
    const { status, headers } = await program.live.get(path, { 'if-none-match': '*' });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers).not.toHaveProperty('etag');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('a write has no-store, and its ETag only names the new version', async () => {
    const { headers, body } = await program.live.post('/posts', { title: 'Written' });
    expect([headers.etag, headers['cache-control']]).toEqual(['"v1"', 'no-store']);
    const read = await program.live.get(`/posts/${body.data.id}`, { 'if-none-match': headers.etag ?? '' });
    expect(read.status).toBe(200);
  });

  it('an error is never a 304, whatever If-None-Match says', async () => {
    const kept = await program.live.get(`/posts/${postId}`);
    const gone = (await program.live.post('/posts', { title: 'Gone' })).body.data.id;
    const tag = (await program.live.get(`/posts/${gone}`)).headers.etag ?? '';
    await program.live.delete(`/posts/${gone}`);
    expect((await program.live.get(`/posts/${gone}`, { 'if-none-match': tag })).status).toBe(404);
    const theirs = await program.stranger.get(`/posts/${postId}`, {
      'if-none-match': kept.headers.etag ?? '',
    });
    expect(theirs.status).toBe(404);
  });

  it('no response has CORS headers', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const answer = await program.live.call(method, '/posts', { headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
