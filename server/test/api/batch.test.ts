import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../support/program.ts';
import { withoutKeys } from '../support/rows.ts';

let program: TestProgram;

beforeEach(async () => {
  program = await startProgram();
});
afterEach(() => program.close());

const create = (title: unknown) => ({ method: 'POST', path: '/posts', body: { title } });
const titles = async (): Promise<string[]> =>
  (await program.live.get('/posts?sortBy=oldest')).body.data.posts.map(
    (post: { title: string }) => post.title,
  );

describe('POST /batch', () => {
  it('200: each operation is judged and answered on its own, in order', async () => {
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

  it('200, atomic: all are carried out together, and later ones see earlier ones', async () => {
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

  it('200, atomic: when one fails nothing happened, and it is said which', async () => {
    const before = withoutKeys(program.dump());
    const operations = [create('One'), create(''), create('Three')];
    const { body } = await program.live.post('/batch', { operations, atomic: true });
    expect(body.data.applied).toBe(false);
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([409, 400, 409]);
    expect(body.data.results[0].body.error.message).toContain('operation 1');
    expect(withoutKeys(program.dump())).toBe(before);
    expect(program.events()).toEqual([]);
  });

  it('200: under a test key everything is answered and nothing is kept, atomic or not', async () => {
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

  it('413 for a part whose answer would not fit, while the others are answered', async () => {
    const description = 'word '.repeat(15_000);
    for (let index = 0; index < 10; index += 1)
      await program.live.post('/posts', { title: 'Long', description });
    const list = { method: 'GET', path: '/posts?limit=100' };
    const { body } = await program.live.post('/batch', { operations: [create('Small'), list] });
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([201, 413]);
  });

  it('another workspace’s things are not there for the operations either', async () => {
    const { body: made } = await program.live.post('/posts', { title: 'Mine' });
    const operations = [{ method: 'DELETE', path: `/posts/${made.data.id}` }];
    const { body } = await program.stranger.post('/batch', { operations });
    expect(body.data.results[0].status).toBe(404);
  });

  it('a repeat of a batch that died before its end does what was left, and nothing twice', async () => {
    const send = (operations: object[]) =>
      program.live.call('POST', '/batch', { body: { operations }, headers: { 'idempotency-key': 'night' } });
    const operations = [create('One'), create(7), create('Two')];
    const first = await send(operations);
    // As if the process had died with the parts done and the batch's own answer not kept yet.
    const { body: me } = await program.live.get('/me');
    await program.engines.store.transaction((write) =>
      write.receipts.remove(program.workspaceId, `${me.data.key.id}:night`),
    );
    const again = await send(operations);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(again.body).toEqual(first.body);
    expect(await titles()).toEqual(['One', 'Two']);
  });

  it('200, atomic, under a test key: a read finds what the batch made, and no stand-ins', async () => {
    const id = 'post_test_01jz3k8n5yegs9t2w6qv4m7r8c';
    const operations = [{ method: 'GET', path: `/posts/${id}` }];
    const { body } = await program.test.post('/batch', { operations, atomic: true });
    expect(body.data).toMatchObject({ applied: false, results: [{ status: 404 }] });
    const edited = [{ method: 'PATCH', path: `/posts/${id}`, body: { title: 'New' } }, operations[0]];
    const done = await program.test.post('/batch', { operations: edited, atomic: true });
    expect(done.body.data).toMatchObject({ applied: true, results: [{ status: 200 }, { status: 200 }] });
  });

  it('200, atomic: a unique value given twice is refused as it is outside a batch', async () => {
    const twice = [1, 2].map(() => ({ method: 'POST', path: '/tags', body: { name: 'Twice' } }));
    const { body } = await program.live.post('/batch', { operations: twice, atomic: true });
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([409, 409]);
    expect((await program.live.get('/tags')).body.data.tags).toEqual([]);
  });

  it('a repeat under the same Idempotency-Key is answered, not carried out', async () => {
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

  it.each([
    ['no operations', { operations: [] }, '"operations"'],
    ['too many operations', { operations: Array.from({ length: 101 }, () => create('x')) }, '"operations"'],
    ['operations that are none', { operations: 'x' }, '"operations"'],
    ['a missing list', {}, '"operations" is required.'],
    ['a method that is none', { operations: [{ method: 'TRACE', path: '/posts' }] }, '"operations.0.method"'],
    ['a relative path', { operations: [{ method: 'GET', path: 'posts' }] }, '"operations.0.path"'],
    ['a batch within', { operations: [{ method: 'POST', path: '/batch' }] }, '"operations.0.path"'],
    [
      'a batch within, disguised',
      { operations: [{ method: 'POST', path: '/%62atch' }] },
      '"operations.0.path"',
    ],
    [
      'a path that leads away',
      { operations: [{ method: 'GET', path: '/../metrics' }] },
      '"operations.0.path"',
    ],
    ['a path that is none', { operations: [{ method: 'GET', path: '/posts/%zz' }] }, '"operations.0.path"'],
    [
      'a path that is longer than a request line may be',
      { operations: [{ method: 'GET', path: `/posts?filters=search:${'a '.repeat(180_000)}` }] },
      '"operations.0.path" must be at most 16384 bytes long',
    ],
    [
      'a path that is too long once it is percent-encoded',
      { operations: [create('x'), { method: 'GET', path: `/posts?filters=search:${'漢'.repeat(2000)}` }] },
      '"operations.1.path" must be at most 16384 bytes long',
    ],
    ['atomic that is no flag', { operations: [create('x')], atomic: 'yes' }, '"atomic"'],
  ])('400: %s', async (_what, body, named) => {
    const answer = await program.live.post('/batch', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(named);
    expect(await titles()).toEqual([]);
  });

  it('the token of a running batch opens no door from outside', async () => {
    const answer = await program.app.inject({
      url: '/v1/posts',
      headers: { 'x-earshot-batch': 'undefined' },
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe('POST /batch and the write limit', () => {
  it('400: more operations than the key may ever write in a minute', async () => {
    const limited = await startProgram({ environment: { RATE_LIMIT_WRITE: '5' } });
    try {
      const operations = Array.from({ length: 6 }, () => create('x'));
      const { status, body } = await limited.live.post('/batch', { operations });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('"operations"')]);
    } finally {
      await limited.close();
    }
  });

  it('counts as its number of operations, and a refused batch uses up nothing', async () => {
    const limited = await startProgram({ environment: { RATE_LIMIT_WRITE: '10' } });
    try {
      const batch = (count: number) =>
        limited.live.post('/batch', { operations: Array.from({ length: count }, () => create('x')) });
      expect((await batch(4)).headers['x-ratelimit-remaining']).toBe('6');
      const refused = await batch(7);
      expect(refused.status).toBe(429);
      expect(refused.headers['retry-after']).toBeDefined();
      expect((await batch(6)).headers['x-ratelimit-remaining']).toBe('0');
      expect((await batch(1)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
