import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { breakTitle } from '../../../support/faults.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;

const create = (title: unknown) => ({ method: 'POST', path: '/posts', body: { title } });
const titles = async (): Promise<string[]> =>
  (await program.live.get('/posts?sortBy=oldest')).body.data.posts.map(
    (post: { title: string }) => post.title,
  );

describe('POST /batch', () => {
  beforeEach(async () => {
    program = await startProgram();
  });
  afterEach(() => program.close());

  it('200: runs each operation independently, and returns the results in order', async () => {
    const operations = [create('One'), create(7), { method: 'GET', path: '/posts?limit=1' }, create('Two')];
    const { status, body } = await program.live.post('/batch', { operations });
    expect(status).toBe(200);
    expect(body.data.applied).toBe(true);
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([
      201, 400, 200, 201,
    ]);
    expect(body.data.results[1].body.error.message).toBe('"title" must be a string.');
    expect(body.data.results[2].body.data.posts[0].title).toBe('One');
    expect(await titles()).toEqual(['One', 'Two']);
  });

  it('200, atomic: applies all operations together, and later ones see earlier ones', async () => {
    const { body: made } = await program.live.post('/posts', { title: 'Base', voteAsAuthor: false });
    const operations = [
      { method: 'POST', path: `/posts/${made.data.id}/votes`, body: { userEmail: 'ada@example.com' } },
      { method: 'GET', path: `/posts/${made.data.id}` },
      create('Second'),
    ];
    const { body } = await program.live.post('/batch', { operations, atomic: true });
    expect(body.data).toMatchObject({
      applied: true,
      results: [{ status: 201 }, { status: 200 }, { status: 201 }],
    });
    expect(body.data.results[1].body.data.votesCount).toBe(1);
    expect(await titles()).toEqual(['Base', 'Second']);
  });

  it('200, atomic: applies nothing if one operation fails, and names it', async () => {
    const before = program.dump();
    const operations = [create('One'), create(''), create('Three')];
    const { body } = await program.live.post('/batch', { operations, atomic: true });
    expect(body.data.applied).toBe(false);
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([409, 400, 409]);
    expect(body.data.results[0].body.error.message).toContain('operation 1');
    expect(program.dump()).toBe(before);
    expect(program.events()).toEqual([]);
  });

  it('200: saves nothing under a test key, atomic or not', async () => {
    const before = program.dump();
    for (const atomic of [false, true]) {
      const { body } = await program.test.post('/batch', {
        operations: [create('One'), create('Two')],
        atomic,
      });
      expect(body).toMatchObject({ test: true, data: { results: [{ status: 201 }, { status: 201 }] } });
      expect(body.data.results[0].body).toMatchObject({ test: true, data: { title: 'One' } });
    }
    expect(program.dump()).toBe(before);
  });

  describe('with responses over 1 MB in total', () => {
    const description = 'word '.repeat(15_000);
    const createLong = { method: 'POST', path: '/posts', body: { title: 'Long', description } };
    const list = { method: 'GET', path: '/posts?limit=100' };
    const statusesOf = (body: { data: { results: { status: number }[] } }) =>
      body.data.results.map(({ status }) => status);
    beforeEach(async () => {
      for (let index = 0; index < 10; index += 1) await program.live.post('/posts', createLong.body);
    });

    it('413 for the read that exceeds the limit; later operations are not run, and say so', async () => {
      const operations = [create('Before'), list, create('After'), list];
      const { body } = await program.live.post('/batch', { operations });
      expect(statusesOf(body)).toEqual([201, 413, 413, 413]);
      expect(body.data.applied).toBe(true);
      expect(body.data.results[1].body.error.message).toMatch(/larger than 1 MB together.*alone/);
      expect(body.data.results[2].body.error.message).toMatch(/^Not run: /);
      expect(await titles()).toContain('Before');
      expect(await titles()).not.toContain('After');
    });

    it.each(['live', 'test'] as const)(
      'a write that exceeds the limit reports that it was applied: %s',
      async (mode) => {
        const { body } = await program[mode].post('/batch', {
          operations: Array.from({ length: 8 }, () => createLong),
        });
        const statuses = statusesOf(body);
        const done = statuses.lastIndexOf(201);
        expect(statuses).toEqual(statuses.map((_, index) => (index <= done ? 201 : 413)));
        const cut = body.data.results[done].body;
        expect(cut).toEqual({
          data: { id: expect.stringMatching(/^post_/) },
          truncated: true,
          ...(mode === 'test' && { test: true }),
        });
        expect(body.data.results[done - 1].body.data.title).toBe('Long');
        if (mode === 'test') return;
        expect((await program.live.get(`/posts/${cut.data.id}`)).status).toBe(200);
        expect(await titles()).toHaveLength(10 + done + 1);
      },
    );

    it('atomic: applies nothing, whether a read or a write exceeds the limit', async () => {
      for (const operations of [
        [create('One'), list, create('Two')],
        Array.from({ length: 8 }, () => createLong),
      ]) {
        const before = await titles();
        const { body } = await program.live.post('/batch', { operations, atomic: true });
        expect(body.data.applied).toBe(false);
        expect(new Set(statusesOf(body))).toEqual(new Set([409, 413]));
        expect(await titles()).toEqual(before);
      }
    });

    it('stops a streamed response at the limit, which succeeds outside a batch', async () => {
      const { body: me } = await program.live.post('/users', { email: 'ada@example.com' });
      const comment = { content: 'word '.repeat(1900), userId: me.data.id };
      const [{ id }] = (await program.live.get('/posts?limit=1')).body.data.posts;
      for (let count = 0; count < 200; count += 1) await program.live.post(`/posts/${id}/comments`, comment);
      const exported = { method: 'GET', path: `/users/${me.data.id}/export` };
      const { body } = await program.live.post('/batch', { operations: [exported, create('After')] });
      expect(statusesOf(body)).toEqual([413, 413]);
      expect((await program.live.get(`/users/${me.data.id}/export`)).body.data.comments).toHaveLength(200);
    });
  });

  it('yields to the event loop between operations', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const operations = Array.from({ length: 100 }, () => ({ method: 'GET', path: '/posts' }));
    await program.live.post('/batch', { operations });
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(100);
  });

  it('takes paths with and without /v1, also in references', async () => {
    const operations = [
      { ...create('One'), path: '/v1/posts' },
      { method: 'PATCH', path: '/v1/posts/{0.id}', body: { title: 'Two' } },
      { method: 'GET', path: '/v1/posts?limit=1&x=1' },
    ];
    for (const atomic of [false, true]) {
      const { body, headers } = await program.live.post('/batch', { operations, atomic });
      expect(body.data.results.map(({ status }: { status: number }) => status)).toEqual([201, 200, 200]);
      expect(body.data.results[2].body.data.posts[0].title).toBe('Two');
      expect(headers['earshot-ignored']).toContain('x');
    }
  });

  it('returns 404 for objects of another workspace', async () => {
    const { body: made } = await program.live.post('/posts', { title: 'Mine' });
    const operations = [{ method: 'DELETE', path: `/posts/${made.data.id}` }];
    const { body } = await program.stranger.post('/batch', { operations });
    expect(body.data.results[0].status).toBe(404);
  });

  it('a retry after a crash runs the remaining operations, and none twice', async () => {
    const send = (operations: object[]) =>
      program.live.call('POST', '/batch', { body: { operations }, headers: { 'idempotency-key': 'night' } });
    const operations = [create('One'), create(7), create('Two')];
    const first = await send(operations);
    // As if the process had crashed after the operations, but before it stored the response of the batch.
    const { body: me } = await program.live.get('/me');
    await program.engines.store.transaction((write) =>
      write.idempotency.remove(program.workspaceId, `${me.data.key.id}:night`),
    );
    const again = await send(operations);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(again.body).toEqual(first.body);
    expect(await titles()).toEqual(['One', 'Two']);
  });

  describe('with a temporary failure and an Idempotency-Key', () => {
    const operations = [create('One'), create('Broken'), create(7), create('Two')];
    const send = (key: string, body: object) =>
      program.live.call('POST', '/batch', { body, headers: { 'idempotency-key': key } });
    const statusesOf = ({ body }: { body: { data: { results: { status: number }[] } } }) =>
      body.data.results.map(({ status }) => status);

    it('is not stored: a retry runs only the rest, and stores its response', async () => {
      const { mend } = await breakTitle(program, 'Broken');
      const failed = await send('k', { operations });
      expect(statusesOf(failed)).toEqual([201, expect.any(Number), 400, 201]);
      expect(statusesOf(failed)[1]).toBeGreaterThanOrEqual(500);
      const still = await send('k', { operations });
      expect(statusesOf(still)[1]).toBeGreaterThanOrEqual(500);
      expect(still.headers['idempotent-replayed']).toBeUndefined();
      await mend();

      const done = await send('k', { operations });
      expect(statusesOf(done)).toEqual([201, 201, 400, 201]);
      const ids = ({ body }: typeof done) =>
        [0, 3].map((index) => body.data.results[index].body.data.id as string);
      expect(ids(done)).toEqual(ids(failed));
      expect((await titles()).sort()).toEqual(['Broken', 'One', 'Two']);

      const replayed = await send('k', { operations });
      expect(replayed.text).toBe(done.text);
      expect(replayed.headers['idempotent-replayed']).toBe('true');
    });

    it('is not stored if atomic', async () => {
      const { mend } = await breakTitle(program, 'Broken');
      const atomic = { operations: [create('One'), create('Broken')], atomic: true };
      const failed = await send('k', atomic);
      expect(failed.body.data.applied).toBe(false);
      expect(await titles()).toEqual([]);
      await mend();
      const done = await send('k', atomic);
      expect([done.body.data.applied, statusesOf(done)]).toEqual([true, [201, 201]]);
      expect((await send('k', atomic)).text).toBe(done.text);
      expect((await titles()).sort()).toEqual(['Broken', 'One']);
    });

    it('422: the key still belongs to its own request', async () => {
      const { mend } = await breakTitle(program, 'Broken');
      await send('k', { operations });
      await mend();
      expect((await send('k', { operations: [create('Other')] })).status).toBe(422);
      expect((await titles()).sort()).toEqual(['One', 'Two']);
    });

    it('is not stored while an operation is in flight in another process', async () => {
      const { body: me } = await program.live.get('/me');
      const sent = { operations: [create('One'), create('Two')] };
      const first = await send('k', sent);
      expect(statusesOf(first)).toEqual([201, 201]);
      const key = (name: string) => `${me.data.key.id}:${name}`;
      const { rows } = program.database;
      const [second] = rows("select key from idempotency_keys where key like '%:1'");
      await program.engines.store.transaction(async (write) => {
        await write.idempotency.remove(program.workspaceId, key('k'));
        await write.idempotency.remove(program.workspaceId, String(second?.key));
      });
      const claim = await program.engines.store.claims.take(program.workspaceId, String(second?.key), 30_000);
      expect(statusesOf(await send('k', sent))).toEqual([201, 409]);
      await claim?.release();
      expect(statusesOf(await send('k', sent))).toEqual([201, 201]);
    });
  });

  it('200, atomic, under a test key: a read finds only objects that the batch wrote', async () => {
    const id = 'post_test_01jz3k8n5yegs9t2w6qv4m7r8c';
    const operations = [{ method: 'GET', path: `/posts/${id}` }];
    const { body } = await program.test.post('/batch', { operations, atomic: true });
    expect(body.data).toMatchObject({ applied: false, results: [{ status: 404 }] });
    const edited = [{ method: 'PATCH', path: `/posts/${id}`, body: { title: 'New' } }, operations[0]];
    const done = await program.test.post('/batch', { operations: edited, atomic: true });
    expect(done.body.data).toMatchObject({ applied: true, results: [{ status: 200 }, { status: 200 }] });
  });

  it('200, atomic: rejects a duplicate unique value like outside a batch', async () => {
    const twice = [1, 2].map(() => ({ method: 'POST', path: '/tags', body: { name: 'Twice' } }));
    const { body } = await program.live.post('/batch', { operations: twice, atomic: true });
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([409, 409]);
    expect((await program.live.get('/tags')).body.data.tags).toEqual([]);
  });

  it('replays the response for a repeated Idempotency-Key', async () => {
    const options = { body: { operations: [create('Once')] }, headers: { 'idempotency-key': 'batch-1' } };
    for (const atomic of [false, true]) {
      const asked = {
        ...options,
        body: { ...options.body, atomic },
        headers: { 'idempotency-key': `b-${atomic}` },
      };
      const first = await program.live.call('POST', '/batch', asked);
      const second = await program.live.call('POST', '/batch', asked);
      expect(second.text).toBe(first.text);
      expect(second.headers['idempotent-replayed']).toBe('true');
    }
    expect(await titles()).toEqual(['Once', 'Once']);
  });
});

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
