import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
