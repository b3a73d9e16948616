import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;

beforeEach(async () => {
  program = await startProgram();
});
afterEach(() => program.close());

const hours = 3_600_000;
const countPosts = async () => (await program.live.get('/posts?limit=100')).body.data.posts.length;
const createUnder = (key: string, body: unknown = { title: 'Once' }) =>
  program.live.call('POST', '/posts', { body, headers: { 'idempotency-key': key } });

describe('Idempotency-Key', () => {
  it('replays the first response, byte for byte, and writes nothing', async () => {
    const first = await createUnder('a');
    const second = await createUnder('a');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await countPosts()).toBe(1);
  });

  it('replays errors too', async () => {
    const first = await createUnder('bad', { title: ' ' });
    expect(first.status).toBe(400);
    const second = await createUnder('bad', { title: ' ' });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
  });

  it('replays validation errors too', async () => {
    const wrong = await createUnder('types', { title: 7 });
    expect(wrong.status).toBe(400);
    const again = await createUnder('types', { title: 7 });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([wrong.text, 'true']);
    expect((await createUnder('types', { title: 'Seven' })).status).toBe(422);
    expect(await countPosts()).toBe(0);
  });

  it('422: rejects another request with the same key', async () => {
    await createUnder('a');
    const other = await createUnder('a', { title: 'Other' });
    expect(other.body.error).toMatchObject({ status: 422, code: 'IDEMPOTENCY_MISMATCH' });
    expect(await countPosts()).toBe(1);
  });

  it('409 or the same response while the first is in flight, and a single write', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => createUnder('race')));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await countPosts()).toBe(1);
  });

  it('409 while another process has the key in flight, without storing the 409', async () => {
    const { body } = await program.live.get('/me');
    const name = `${body.data.key.id}:elsewhere`;
    const claim = await program.engines.store.claims.take(program.workspaceId, name, 60_000);
    const meanwhile = await createUnder('elsewhere');
    expect(meanwhile.body.error).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(meanwhile.headers['retry-after']).toBe('1');
    expect(await countPosts()).toBe(0);
    await claim?.release();
    expect((await createUnder('elsewhere')).status).toBe(201);
    expect((await createUnder('elsewhere')).headers['idempotent-replayed']).toBe('true');
  });

  it('replays the response of a process that crashed before it released the key', async () => {
    const first = await createUnder('died');
    const { body } = await program.live.get('/me');
    await program.engines.store.claims.take(program.workspaceId, `${body.data.key.id}:died`, 60_000);
    const again = await createUnder('died');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect((await createUnder('died', { title: 'Other' })).body.error).toMatchObject({ status: 422 });
    expect(await countPosts()).toBe(1);
  });

  it('expires after 24 hours', async () => {
    await createUnder('a');
    program.clock.advance(24 * hours - 1);
    expect((await createUnder('a')).headers['idempotent-replayed']).toBe('true');
    program.clock.advance(2);
    expect((await createUnder('a')).headers['idempotent-replayed']).toBeUndefined();
    expect(await countPosts()).toBe(2);
  });

  it('is scoped to one API key', async () => {
    await createUnder('a');
    const elsewhere = { body: { title: 'Theirs' }, headers: { 'idempotency-key': 'a' } };
    expect((await program.stranger.call('POST', '/posts', elsewhere)).status).toBe(201);
  });

  it('works for forms with files: a repeat stores no second copy', async () => {
    const send = () => {
      const form = new FormData();
      form.set('title', 'With a file');
      const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
      form.set('attachments', new File([gif], 'x.gif', { type: 'image/gif' }));
      return program.live.call('POST', '/posts', { form, headers: { 'idempotency-key': 'form' } });
    };
    const first = await send();
    const second = await send();
    expect(first.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(await program.files()).toHaveLength(1);
  });

  it('works for PATCH and DELETE', async () => {
    const { body } = await createUnder('a');
    const path = `/posts/${body.data.id}`;
    const headers = { 'idempotency-key': 'p' };
    const patched = await program.live.call('PATCH', path, { body: { title: 'New' }, headers });
    const again = await program.live.call('PATCH', path, { body: { title: 'New' }, headers });
    expect([again.text, again.body.data.version]).toEqual([patched.text, 2]);
    const gone = { headers: { 'idempotency-key': 'd' } };
    expect((await program.live.call('DELETE', path, gone)).status).toBe(200);
    expect((await program.live.call('DELETE', path, gone)).status).toBe(200);
    expect((await program.live.delete(path)).status).toBe(404);
  });

  it('is no replay the first time, for a comment that is deleted either', async () => {
    const { body } = await createUnder('with comment');
    const comment = await program.live.post(`/posts/${body.data.id}/comments`, { content: 'Gone soon' });
    const remove = () =>
      program.live.call('DELETE', `/comments/${comment.body.data.id}`, {
        headers: { 'idempotency-key': 'comment' },
      });
    const [first, second] = [await remove(), await remove()];
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });

  it.each(['', 'x'.repeat(256), 'ü'])('400: rejects the key %j', async (key) => {
    const answer = await program.live.call('POST', '/posts', {
      body: { title: 'x' },
      headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
    });
    expect(answer.body.error).toMatchObject({
      status: 400,
      message: expect.stringContaining('"Idempotency-Key"'),
    });
    expect(await countPosts()).toBe(0);
  });

  it('stores nothing under a test key', async () => {
    const before = program.dump();
    const headers = { 'idempotency-key': 't' };
    expect((await program.test.call('POST', '/posts', { body: { title: 'x' }, headers })).status).toBe(201);
    expect(program.dump()).toBe(before);
  });
});

describe('If-Match', () => {
  it('lets only one of several edits of the same version succeed', async () => {
    const { body } = await createUnder('a');
    const path = `/posts/${body.data.id}`;
    const { headers } = await program.live.get(path);
    const edit = (title: string) =>
      program.live.call('PATCH', path, { body: { title }, headers: { 'if-match': headers.etag ?? '' } });
    const answers = await Promise.all([edit('One'), edit('Two'), edit('Three')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await program.live.get(path)).body.data.version).toBe(2);
  });

  it('still matches after votes and comments', async () => {
    const { body } = await createUnder('a');
    const path = `/posts/${body.data.id}`;
    const { headers } = await program.live.get(path);
    await program.live.post(`${path}/votes`, { userEmail: 'ada@example.com' });
    await program.live.post(`${path}/comments`, { content: 'Hello' });
    const options = { body: { title: 'Edited' }, headers: { 'if-match': headers.etag ?? '' } };
    expect((await program.live.call('PATCH', path, options)).status).toBe(200);
  });

  it('accepts the ETag of the previous write', async () => {
    const made = await program.live.post('/posts', { title: 'Chain' });
    const path = `/posts/${made.body.data.id}`;
    const options = (etag: string | undefined) => ({
      body: { title: 'x' },
      headers: { 'if-match': etag ?? '' },
    });
    const second = await program.live.call('PATCH', path, options(made.headers.etag));
    expect(second.status).toBe(200);
    expect((await program.live.call('PATCH', path, options(made.headers.etag))).status).toBe(412);
    expect((await program.live.call('PATCH', path, options(second.headers.etag))).status).toBe(200);
  });

  it.each([
    ['*', 200],
    ['"v1", "v99"', 200],
    ['"v99"', 412],
    ['"something-else"', 412],
    ['v1', 412],
  ])('%s returns %i', async (tag, status) => {
    const { body } = await createUnder('a');
    const path = `/posts/${body.data.id}`;
    expect((await program.live.call('DELETE', path, { headers: { 'if-match': tag } })).status).toBe(status);
  });
});

describe('a 412 under an Idempotency-Key', () => {
  const under = (key: string, etag: string, body = { title: 'Retried' }) => ({
    body,
    headers: { 'idempotency-key': key, 'if-match': etag },
  });

  it('is not stored: a retry with the current ETag runs, and its answer is stored', async () => {
    const { body } = await createUnder('a');
    const path = `/posts/${body.data.id}`;
    await program.live.patch(path, { title: 'Someone else' });
    const stale = await program.live.call('PATCH', path, under('lock', '"v1"'));
    expect(stale.status).toBe(412);
    const again = await program.live.call('PATCH', path, under('lock', '"v1"'));
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([412, undefined]);
    const fresh = await program.live.call('PATCH', path, under('lock', '"v2"'));
    expect([fresh.status, fresh.body.data.version]).toEqual([200, 3]);
    // The write is done, so a retry gets its answer, whatever it expects now.
    for (const etag of ['"v2"', '"v3"', '"v1"']) {
      const replayed = await program.live.call('PATCH', path, under('lock', etag));
      expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([200, 'true']);
    }
    expect((await program.live.get(path)).body.data.version).toBe(3);
    expect((await program.live.call('PATCH', path, under('lock', '"v3"', { title: 'Other' }))).status).toBe(
      422,
    );
  });

  it('is not stored for DELETE, PUT and test keys either', async () => {
    const { body } = await createUnder('a');
    const path = `/posts/${body.data.id}`;
    const removal = (etag: string) =>
      program.test.call('DELETE', path, { headers: { 'idempotency-key': 'gone', 'if-match': etag } });
    expect([(await removal('"v9"')).status, (await removal('"v1"')).status]).toEqual([412, 200]);
    const upsert = '/posts/by-external-id/not-yet';
    expect((await program.live.call('PUT', upsert, under('put', '"v1"'))).status).toBe(412);
    await program.live.call('PUT', upsert, { body: { title: 'Made' } });
    expect((await program.live.call('PUT', upsert, under('put', '"v1"'))).status).toBe(200);
  });
});

describe('PUT /posts/by-external-id/{externalId}', () => {
  it('201 for a new post, 200 for an existing one, changing only the fields that are sent', async () => {
    const path = '/posts/by-external-id/crm%2F42';
    const made = await program.live.call('PUT', path, { body: { title: 'From the CRM', tags: ['crm'] } });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ externalId: 'crm/42', title: 'From the CRM' });
    const updated = await program.live.call('PUT', path, { body: { title: 'Renamed' } });
    expect(updated.status).toBe(200);
    expect(updated.body.data).toMatchObject({ id: made.body.data.id, title: 'Renamed', version: 2 });
    expect(updated.body.data.tags).toHaveLength(1);
  });

  it('creates one post for 50 concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        program.live.call('PUT', '/posts/by-external-id/one', { body: { title: `T${index}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(await countPosts()).toBe(1);
  });

  it('400: rejects a missing title and an id that is too long; 412: for an outdated version', async () => {
    const put = (id: string, body: unknown, headers = {}) =>
      program.live.call('PUT', `/posts/by-external-id/${id}`, { body, headers });
    expect((await put('x', {})).body.error.message).toBe('"title" is required.');
    expect((await put('x', { title: 'x' }, { 'if-match': '"v1"' })).status).toBe(412);
    expect((await put('x'.repeat(256), { title: 'x' })).body.error.message).toContain('"externalId"');
    await put('x', { title: 'x' });
    expect((await put('x', { title: 'y' }, { 'if-match': '"v7"' })).status).toBe(412);
  });

  it('saves nothing under a test key; another workspace has its own external ids', async () => {
    await program.live.call('PUT', '/posts/by-external-id/x', { body: { title: 'Mine' } });
    const before = program.dump();
    const tried = await program.test.call('PUT', '/posts/by-external-id/x', { body: { title: 'Test' } });
    expect(tried.body).toMatchObject({ test: true, data: { title: 'Test', version: 2 } });
    expect(program.dump()).toBe(before);
    const theirs = await program.stranger.call('PUT', '/posts/by-external-id/x', {
      body: { title: 'Theirs' },
    });
    expect(theirs.status).toBe(201);
  });
});
