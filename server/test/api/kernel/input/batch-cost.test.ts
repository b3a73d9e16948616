import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;

const create = (title: unknown) => ({ method: 'POST', path: '/posts', body: { title } });
const titles = async (): Promise<string[]> =>
  (await program.live.get('/posts?sortBy=oldest')).body.data.posts.map(
    (post: { title: string }) => post.title,
  );

describe('POST /batch, when refused', () => {
  // Nothing is saved, so they can share a program.
  beforeAll(async () => {
    program = await startProgram();
  });
  afterAll(() => program.close());

  it.each([
    ['an empty list of operations', { operations: [] }, '"operations"'],
    ['too many operations', { operations: Array.from({ length: 101 }, () => create('x')) }, '"operations"'],
    ['operations that are not a list', { operations: 'x' }, '"operations"'],
    ['a missing list of operations', {}, '"operations" is required.'],
    ['an unsupported method', { operations: [{ method: 'TRACE', path: '/posts' }] }, '"operations.0.method"'],
    ['a relative path', { operations: [{ method: 'GET', path: 'posts' }] }, '"operations.0.path"'],
    ['a nested batch', { operations: [{ method: 'POST', path: '/batch' }] }, '"operations.0.path"'],
    [
      'a nested batch below /v1',
      { operations: [{ method: 'POST', path: '/v1/batch' }] },
      '"operations.0.path"',
    ],
    [
      'a nested batch with an encoded path',
      { operations: [{ method: 'POST', path: '/%62atch' }] },
      '"operations.0.path"',
    ],
    [
      'a path outside the API',
      { operations: [{ method: 'GET', path: '/../metrics' }] },
      '"operations.0.path"',
    ],
    ['a malformed path', { operations: [{ method: 'GET', path: '/posts/%zz' }] }, '"operations.0.path"'],
    [
      'a path that exceeds the maximum request line',
      { operations: [{ method: 'GET', path: `/posts?filters=search:${'a '.repeat(180_000)}` }] },
      '"operations.0.path" must be at most 16384 bytes long',
    ],
    [
      'a path that is too long when percent-encoded',
      { operations: [create('x'), { method: 'GET', path: `/posts?filters=search:${'漢'.repeat(2000)}` }] },
      '"operations.1.path" must be at most 16384 bytes long',
    ],
    ['an invalid atomic flag', { operations: [create('x')], atomic: 'yes' }, '"atomic"'],
  ])('400: rejects %s', async (_what, body, named) => {
    const answer = await program.live.post('/batch', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(named);
    expect(await titles()).toEqual([]);
  });

  it('does not accept the internal batch token from outside', async () => {
    const answer = await program.app.inject({
      url: '/v1/posts',
      headers: { 'x-earshot-batch': 'undefined' },
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe.each(['live', 'test'] as const)('the write limit under a %s key', (mode) => {
  let limited: TestProgram;
  let postId: string;
  beforeAll(async () => {
    limited = await startProgram({ environment: { RATE_LIMIT_WRITE: '20', RATE_LIMIT_READ: '50' } });
    postId = (await limited.live.post('/posts', { title: 'Voted for' })).body.data.id;
  });
  afterAll(() => limited.close());
  // Expires the window of the previous test.
  beforeEach(() => limited.clock.advance(60_000));

  let nonce = 0;
  /** New people each time. */
  const voters = (count: number) => {
    nonce += 1;
    return Array.from({ length: count }, (_, index) => ({ email: `voter${nonce}-${index}@example.com` }));
  };
  const bulk = (count: number) => ({
    method: 'PUT',
    path: `/posts/${postId}/votes`,
    body: { voters: voters(count) },
  });
  const bulkComments = (count: number) => {
    nonce += 1;
    const comments = Array.from({ length: count }, (_, index) => ({
      externalId: `${nonce}-${index}`,
      content: 'x',
    }));
    return { method: 'PUT', path: `/posts/${postId}/comments`, body: { comments } };
  };
  const reads = (count: number) =>
    Array.from({ length: count }, () => ({ method: 'GET', path: '/statuses' }));
  const send = (method: string, path: string, body: object, headers = {}) =>
    limited[mode].call(method, path, { body, headers });
  const batch = (operations: object[], atomic = false) => send('POST', '/batch', { operations, atomic });
  const left = ({ headers }: { headers: Record<string, string | undefined> }) =>
    Number(headers['x-ratelimit-remaining']);
  const readsUsed = async () => 50 - 1 - left(await limited[mode].get('/me'));

  it.each([
    [1, 1],
    [20, 1],
    [21, 2],
    [100, 5],
  ])('a batch of %i operations counts as %i writes if one of them changes something', async (count, cost) => {
    for (const atomic of [false, true]) {
      const answer = await batch([...reads(count - 1), create('New')], atomic);
      expect([answer.status, left(answer)]).toEqual([200, 20 - cost]);
      limited.clock.advance(60_000);
    }
  });

  it.each([
    ['voters', bulk, 1, 1],
    ['voters', bulk, 100, 1],
    ['voters', bulk, 101, 2],
    ['voters', bulk, 1000, 10],
    ['comments', bulkComments, 100, 1],
    ['comments', bulkComments, 101, 2],
    ['comments', bulkComments, 500, 5],
  ])('%s in one body count, alone and in a batch: %#', async (_what, bulkOf, count, cost) => {
    const { method, path, body } = bulkOf(count);
    const alone = await send(method, path, body);
    expect([alone.status, left(alone)]).toEqual([200, 20 - cost]);
    limited.clock.advance(60_000);
    const inside = await batch([bulkOf(count)]);
    expect([inside.status, left(inside)]).toEqual([200, 20 - cost]);
    expect(inside.body.data.results[0].status).toBe(200);
    expect(await readsUsed()).toBe(0);
  });

  it('bulk bodies in a batch add up with its other operations, however their path is written', async () => {
    const disguised = { ...bulk(300), path: `/posts/./${postId}/%76otes` };
    const prefixed = { ...bulk(101), path: `/v1/posts/${postId}/votes` };
    const answer = await batch([...reads(21), bulk(250), disguised, prefixed]);
    expect([answer.status, left(answer)]).toEqual([200, 20 - 2 - 3 - 3 - 2]);
  });

  describe('counts as reads if nothing changed:', () => {
    const known = { votes: bulk(150), comments: bulkComments(150) };
    const unknown = { method: 'PATCH', path: '/posts/post_unknown', body: { title: 'x' } };
    beforeAll(async () => {
      known.votes.path = `/posts/${postId}/votes`;
      known.comments.path = `/posts/${postId}/comments`;
      for (const { method, path, body } of Object.values(known))
        expect((await limited.live.call(method, path, { body })).status).toBe(200);
    });

    it.each<[string, number, () => ReturnType<typeof batch>]>([
      ['a batch of reads', 2, () => batch(reads(21))],
      ['an atomic batch of reads', 1, () => batch(reads(1), true)],
      ['a batch that repeats what is there', 5, () => batch([known.votes, known.comments, ...reads(1)])],
      ['an atomic batch that repeats it', 4, () => batch([known.votes, known.comments], true)],
      ['votes that are there', 2, () => send('PUT', known.votes.path, known.votes.body)],
      ['comments that are there', 2, () => send('PUT', known.comments.path, known.comments.body)],
      ['a batch in which everything fails', 1, () => batch([unknown, unknown])],
    ])('%s', async (_what, cost, ask) => {
      const answer = await ask();
      expect([answer.status, answer.headers['x-ratelimit-limit'], left(answer)]).toEqual([200, '20', 20]);
      expect(await readsUsed()).toBe(cost);
    });

    it('a replay', async () => {
      const asked = { operations: [...reads(20), create('Replayed')] };
      const key = { 'idempotency-key': `replayed-${mode}` };
      expect(left(await send('POST', '/batch', asked, key))).toBe(18);
      const replay = await send('POST', '/batch', asked, key);
      // Under a test key nothing is kept, so it runs again.
      expect([left(replay), await readsUsed()]).toEqual(mode === 'live' ? [18, 2] : [16, 0]);
    });

    it('but not if an atomic batch was rolled back, or a bulk body is refused', async () => {
      expect(left(await batch([create('Undone'), unknown], true))).toBe(19);
      expect(left(await send('PUT', `/posts/${postId}/votes`, { voters: [{ email: 'no' }] }))).toBe(18);
      expect(left(await send('PUT', '/posts/post_unknown/votes', { voters: voters(101) }))).toBe(16);
      expect(await readsUsed()).toBe(0);
    });

    it('but not if too few reads are left', async () => {
      for (let count = 0; count < 49; count += 1) await limited[mode].get('/me');
      expect(left(await batch(reads(21)))).toBe(18);
      expect(left(await batch(reads(1)))).toBe(18);
      expect((await limited[mode].get('/me')).status).toBe(429);
    });

    it('but is 429 with too few writes left, whatever it would change', async () => {
      expect(left(await batch([bulk(1000), bulk(901)]))).toBe(0);
      expect((await batch(reads(1))).status).toBe(429);
      expect(await readsUsed()).toBe(0);
    });
  });

  it('400 for a request that costs more than a whole minute allows, with an explanation', async () => {
    const answer = await batch([bulk(1000), bulk(1000), bulk(1)]);
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      '"operations" counts as 21 writes, more than the 20 allowed per minute.',
    ]);
    const few = await startProgram({ environment: { RATE_LIMIT_WRITE: '5' } });
    try {
      const alone = await few[mode].call('PUT', '/posts/post_x/votes', { body: { voters: voters(501) } });
      expect([alone.status, alone.body.error.message]).toEqual([
        400,
        '"voters" counts as 6 writes, more than the 5 allowed per minute.',
      ]);
    } finally {
      await few.close();
    }
  });

  it('429 for a request that exceeds the rest of the window does not count, and runs nothing', async () => {
    expect(left(await batch([bulk(900)]))).toBe(11);
    limited.clock.advance(18_000);
    const before = limited.dump();
    const alone = bulk(1000);
    for (const [cost, refused] of [
      [12, await batch([bulk(1000), bulk(101)])],
      [12, await batch([bulk(1000), ...reads(21)])],
    ] as const) {
      expect([refused.status, refused.body.error.message]).toEqual([
        429,
        `Too many requests. Please try again later. This request counts as ${cost} writes; 11 are left. ` +
          'It fits in 42 seconds.',
      ]);
      expect([refused.headers['retry-after'], left(refused)]).toEqual(['42', 11]);
    }
    expect(limited.dump()).toBe(before);
    expect(left(await batch([bulk(1000)]))).toBe(1);
    const refused = await send(alone.method, alone.path, alone.body);
    expect([refused.status, refused.body.error.message]).toEqual([
      429,
      'Too many requests. Please try again later. This request counts as 10 writes; 1 is left. It fits in 42 seconds.',
    ]);
    expect(left(await batch([create('Last'), ...reads(19)]))).toBe(0);
    const none = await batch(reads(1));
    expect([none.status, none.body.error.message]).toEqual([
      429,
      'Too many requests. Please try again later.',
    ]);
  });
});
