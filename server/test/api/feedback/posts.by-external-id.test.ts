// Posts named by their external id: every route of a post exists under both names, and answers alike.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import type { Answer, CallerClient } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

let count = 0;
const at = (externalId: string, rest = '') =>
  `/posts/by-external-id/${encodeURIComponent(externalId)}${rest}`;
const made = async (fields: object = {}): Promise<{ id: string; externalId: string }> => {
  count += 1;
  const { body } = await program.live.post('/posts', {
    title: 'Dark mode',
    externalId: `crm-${count}`,
    ...fields,
  });
  return body.data;
};

/** Every sub-resource, with a request that succeeds on a new post. */
const requests: [method: string, rest: string, body?: object][] = [
  ['GET', ''],
  ['GET', '?include=attachments;voters;comments.replies'],
  ['PATCH', '', { title: 'Darker mode' }],
  ['GET', '/comments'],
  ['POST', '/comments', { content: 'Yes.' }],
  ['GET', '/votes'],
  ['POST', '/votes', { userEmail: 'ada@example.com' }],
  ['PUT', '/votes', { voters: [{ email: 'ada@example.com' }, { email: 'bo@example.com' }] }],
  ['DELETE', '/votes', { userEmail: 'ada@example.com' }],
  ['DELETE', '/votes?userEmail=ada@example.com'],
  ['GET', '/status-changes'],
  ['DELETE', ''],
];

const send = (client: CallerClient, method: string, path: string, body?: object): Promise<Answer> =>
  client.call(method, path, body === undefined ? {} : { body });

/** Ids and times differ between two posts. */
const comparable = ({ status, text }: Answer) => [
  status,
  text
    .replace(/(post|cmt|user)_(test_)?\w{26}/g, '$1')
    .replace(/crm-\d+/g, 'crm')
    .replace(/"next":"[^"]+"/, ''),
];

describe('every route of a post', () => {
  it('exists under both names, and no route is missing here', () => {
    const { paths } = program.app.swagger() as unknown as { paths: Record<string, Record<string, object>> };
    const below = (prefix: string) =>
      Object.entries(paths)
        .filter(([path]) => path === prefix || path.startsWith(`${prefix}/`))
        .flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method} ${path.slice(prefix.length)}`),
        );
    const byId = below('/posts/{id}');
    const upsert = 'put ';
    expect(below('/posts/by-external-id/{externalId}').sort()).toEqual([...byId, upsert].sort());
    expect(byId.length).toBeGreaterThanOrEqual(12);
  });

  it.each(requests)('answers %s %s as under the id, live and test', async (method, rest, body) => {
    for (const mode of ['test', 'live'] as const) {
      const [one, other] = [await made(), await made()];
      const byId = await send(program[mode], method, `/posts/${one.id}${rest}`, body);
      const byExternalId = await send(program[mode], method, at(other.externalId, rest), body);
      expect(byId.status).toBeLessThan(300);
      expect(comparable(byExternalId)).toEqual(comparable(byId));
      expect(byExternalId.headers.etag === undefined).toBe(byId.headers.etag === undefined);
    }
  });

  it('merges and unmerges; a merged post keeps its name, and votes on it go to the target', async () => {
    const [source, target] = [await made(), await made()];
    for (const client of [program.test, program.live]) {
      const merged = await client.post(at(source.externalId, '/merge'), { intoId: target.id });
      expect([merged.status, merged.body.data.mergedIntoId]).toEqual([200, target.id]);
    }
    const read = await program.live.get(at(source.externalId, '?include=mergedInto'));
    expect(read.body.data).toMatchObject({ id: source.id, mergedInto: { id: target.id } });
    const voted = await program.live.post(at(source.externalId, '/votes'), { userEmail: 'eve@example.com' });
    expect(voted.body.data.postId).toBe(target.id);
    expect((await program.live.post(at(source.externalId, '/unmerge'))).body.data.mergedIntoId).toBeNull();
    expect((await program.live.post(at(source.externalId, '/unmerge'))).status).toBe(409);
  });

  it('takes a form with files, and keeps none of them if the post does not exist', async () => {
    const { externalId } = await made();
    const form = () => {
      const fields = new FormData();
      fields.append('title', 'With a picture');
      fields.append('attachments', new Blob([new Uint8Array(png(3, 2))], { type: 'image/png' }), 'dot.png');
      return fields;
    };
    const edited = await program.live.call('PATCH', at(externalId), { form: form() });
    expect(edited.body.data).toMatchObject({
      title: 'With a picture',
      attachments: [{ fileName: 'dot.png' }],
    });
    const files = await program.files();
    expect((await program.live.call('PATCH', at('absent'), { form: form() })).status).toBe(404);
    expect(await program.files()).toEqual(files);
  });

  it('404: of another workspace, unknown, deleted, or an id of ours', async () => {
    const { id, externalId } = await made();
    const gone = await made();
    await program.live.delete(at(gone.externalId));
    const before = program.dump();
    for (const [method, rest, body] of [
      ...requests,
      ['POST', '/merge', { intoId: id }],
      ['POST', '/unmerge'],
    ] as typeof requests) {
      const answers = [
        await send(program.stranger, method, at(externalId, rest), body),
        ...(await Promise.all(
          [gone.externalId, 'absent', id].map((name) => send(program.live, method, at(name, rest), body)),
        )),
        await send(program.test, method, at('absent', rest), body),
      ];
      for (const { status, body: answer } of answers)
        expect([method, rest, status, answer.error.message]).toEqual([method, rest, 404, 'Post not found.']);
    }
    expect(program.dump()).toBe(before);
  });

  it('400: the body is checked before the post is looked up', async () => {
    for (const client of [program.live, program.test]) {
      const { status, body } = await client.post(at('absent', '/comments'), { content: 7 });
      expect([status, body.error.details[0].field]).toEqual([400, 'content']);
    }
  });

  it('401 and 405 do not depend on the post', async () => {
    expect((await program.app.inject(`/v1${at('absent')}`)).statusCode).toBe(401);
    const { status, headers } = await program.live.call('PUT', at('absent', '/merge'), { body: {} });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });
});

describe('an external id in a path', () => {
  it.each([
    'a/b',
    'a%2Fb',
    '..%2F..',
    'x.y',
    '...',
    'Zoë 漢字 👍',
    'a b+c',
    '?&#;:=',
    'votes',
    'comments',
    "'; --",
    'x'.repeat(255),
  ])('may be %j', async (externalId) => {
    const { id } = await made({ externalId });
    for (const client of [program.live, program.test]) {
      expect((await client.get(at(externalId))).body.data).toMatchObject({ id, externalId });
      expect((await client.post(at(externalId, '/comments'), { content: 'Yes.' })).status).toBe(201);
    }
    expect((await program.live.delete(at(externalId))).body.data).toEqual({ id, deleted: true });
  });

  it('is trimmed, and compared as it is otherwise', async () => {
    const { id } = await made({ externalId: 'Straße' });
    expect((await program.live.get(at(' Straße '))).body.data.id).toBe(id);
    for (const other of ['straße', 'STRASSE', 'Strasse'])
      expect((await program.live.get(at(other))).status).toBe(404);
  });

  it.each([
    ['too long', 'x'.repeat(256), '"externalId" must be 1 to 255 characters long.'],
    ['empty after trimming', '%20', '"externalId" must be 1 to 255 characters long.'],
    ['with NUL', 'a%00b', '"externalId" must not contain NUL characters or unpaired surrogates.'],
    ['not UTF-8', '%ff', 'The path is not validly percent-encoded.'],
    ['badly encoded', '%zz', 'The path is not validly percent-encoded.'],
  ])('400 if it is %s', async (_what, encoded, message) => {
    for (const client of [program.live, program.test]) {
      for (const rest of ['', '/votes']) {
        const { status, body } = await client.get(`/posts/by-external-id/${encoded}${rest}`);
        expect([status, body.error.message]).toEqual([400, message]);
      }
    }
  });

  it('is never logged, whether or not a route matches', async () => {
    const secret = 'ada.lovelace@example.com';
    const name = encodeURIComponent(secret);
    for (const [method, path] of [
      ['GET', `/posts/by-external-id/${name}`],
      ['POST', `/posts/by-external-id/${name}/comments`],
      ['PUT', `/posts/by-external-id/${name}/merge`],
      ['GET', `/posts/by-external-id/${name}/nothing`],
      ['GET', `/posts/by-external-id/x%2F${name}/%zz`],
    ] as const)
      await program.live.call(method, path, method === 'GET' ? {} : { body: {} });
    await program.idle();
    const logged = JSON.stringify(program.logged());
    expect(logged).toContain('/v1/posts/by-external-id/:externalId');
    expect(logged).not.toContain('lovelace');
    expect(program.dump()).not.toContain(secret);
  });
});

describe('conditions and retries', () => {
  it('If-Match: 412 once the post has been edited', async () => {
    const { externalId } = await made();
    const { headers } = await program.live.get(at(externalId));
    const edit = (title: string, etag = '') =>
      program.live.call('PATCH', at(externalId), { body: { title }, headers: { 'if-match': etag } });
    expect((await edit('First', headers.etag)).status).toBe(200);
    expect((await edit('Second', headers.etag)).status).toBe(412);
    const gone = { headers: { 'if-match': headers.etag ?? '' } };
    expect((await program.live.call('DELETE', at(externalId), gone)).status).toBe(412);
  });

  it('If-None-Match: 304 until something changes', async () => {
    const { externalId } = await made();
    const { headers } = await program.live.get(at(externalId));
    const again = () => program.live.get(at(externalId), { 'if-none-match': headers.etag ?? '' });
    expect((await again()).status).toBe(304);
    await program.live.post(at(externalId, '/votes'), { userEmail: 'bo@example.com' });
    expect((await again()).status).toBe(200);
  });

  it('Idempotency-Key: a replay is answered even after the post is gone, and a refusal is kept', async () => {
    const { id, externalId } = await made();
    const remove = (key: string) =>
      program.live.call('DELETE', at(externalId), { headers: { 'idempotency-key': key } });
    const first = await remove('gone-1');
    expect(first.body.data).toEqual({ id, deleted: true });
    const again = await remove('gone-1');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await remove('gone-2')).status).toBe(404);
    await made({ externalId });
    expect((await remove('gone-2')).status).toBe(404);
  });

  it('a batch reaches the post, also one that it has made itself', async () => {
    const operations = [
      { method: 'PUT', path: at('batch/1'), body: { title: 'Imported' } },
      { method: 'POST', path: at('batch/1', '/comments'), body: { content: 'Yes.' } },
      { method: 'GET', path: at('batch/1') },
    ];
    const statusesOf = ({ body }: Answer) =>
      body.data.results.map(({ status }: { status: number }) => status);
    const asTest = (atomic: boolean) => program.test.post('/batch', { operations, atomic });
    expect(statusesOf(await asTest(true))).toEqual([201, 201, 200]);
    // Nothing is saved in between, and only ids tell that they were minted under a test key.
    expect(statusesOf(await asTest(false))).toEqual([201, 404, 404]);
    expect(statusesOf(await program.live.post('/batch', { operations }))).toEqual([201, 201, 200]);
    expect(statusesOf(await program.live.post('/batch', { operations, atomic: true }))).toEqual([
      200, 201, 200,
    ]);
    expect((await program.live.get(at('batch/1'))).body.data.commentsCount).toBe(2);
  });
});
