import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { saying } from '../../support/said.ts';

let program: TestProgram;
let postId: string;
let postExternalId: string;
let number = 0;
/** A new external id for each test. */
let externalId: string;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  number += 1;
  externalId = `c-${number}`;
  postExternalId = `p-${number}`;
  postId = (await program.live.post('/posts', { title: 'Talked about', externalId: postExternalId })).body
    .data.id;
  program.clock.advance(1000);
});

const at = (id = externalId) => `/comments/by-external-id/${encodeURIComponent(id)}`;
const put = (body: object, id = externalId) => program.live.call('PUT', at(id), { body });
const make = async (body: object = {}, id = externalId) => {
  const answer = await put({ postId, content: 'Yes please!', ...body }, id);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};
const say = async (body: object, post = postId) =>
  (await program.live.post(`/posts/${post}/comments`, { content: 'x', ...body })).body.data;
const countOf = async (id = postId): Promise<number> =>
  (await program.live.get(`/posts/${id}`)).body.data.commentsCount;
const typesSince = (before: number) =>
  program
    .events()
    .slice(before)
    .map(({ type }) => type);
const now = () => new Date(program.clock.now()).toISOString();

/** Expects the same failure under both keys, and no change. */
async function refused(status: number, body: object, field?: string, id = externalId): Promise<string> {
  const before = program.dump();
  let message = '';
  for (const client of [program.live, program.test]) {
    const answer = await client.call('PUT', at(id), { body });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    if (field !== undefined) {
      const details = [{ field, message: expect.stringContaining(`"${field}"`) }];
      expect(answer.body.error.details).toEqual(details);
    }
    message = answer.body.error.message;
  }
  expect(program.dump()).toBe(before);
  return message;
}

describe('externalId of a comment', () => {
  it('is set on create, shown everywhere and recorded', async () => {
    const before = program.events().length;
    const made = await say({ externalId: `  ${externalId} ` });
    expect(made.externalId).toBe(externalId);
    expect((await program.live.get(`/comments/${made.id}`)).body.data).toEqual(made);
    expect((await program.live.get(`/posts/${postId}/comments`)).body.data).toEqual([made]);
    expect(program.events().slice(before)).toMatchObject([
      { type: 'comment.created', object: { id: made.id, externalId } },
    ]);
  });

  it('is null by default, and for null', async () => {
    expect([(await say({})).externalId, (await say({ externalId: null })).externalId]).toEqual([null, null]);
  });

  it('is unique in the workspace: a taken one is 409 on create and PATCH', async () => {
    const owner = await say({ externalId });
    const other = await say({});
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const created = await client.post(`/posts/${postId}/comments`, { content: 'x', externalId });
      const patched = await client.patch(`/comments/${other.id}`, { externalId });
      for (const { status, body } of [created, patched]) {
        const message = `A comment with the externalId "${externalId}" exists already.`;
        expect([status, body.error.message]).toEqual([409, message]);
      }
    }
    expect(program.dump()).toBe(before);
    const elsewhere = (await program.stranger.post('/posts', { title: 'Theirs' })).body.data.id;
    const theirs = await program.stranger.post(`/posts/${elsewhere}/comments`, { content: 'x', externalId });
    expect([theirs.status, theirs.body.data.externalId]).toEqual([201, externalId]);
    expect((await program.live.patch(`/comments/${owner.id}`, { externalId })).status).toBe(200);
  });

  it('is changed and cleared by PATCH, and recorded', async () => {
    const made = await say({ externalId });
    const before = program.events().length;
    const renamed = await program.live.patch(`/comments/${made.id}`, { externalId: `${externalId}-b` });
    expect(renamed.body.data).toMatchObject({ externalId: `${externalId}-b`, content: made.content });
    expect(
      (await program.live.patch(`/comments/${made.id}`, { externalId: null })).body.data.externalId,
    ).toBe(null);
    expect(program.events().slice(before)).toMatchObject([
      {
        type: 'comment.updated',
        changes: expect.arrayContaining([{ field: 'externalId', from: externalId, to: `${externalId}-b` }]),
      },
      { type: 'comment.updated', object: { externalId: null } },
    ]);
    expect((await program.live.get(at())).status).toBe(404);
  });

  it.each([
    ['empty', ''],
    ['blank', '  '],
    ['256 characters', 'x'.repeat(256)],
    ['NUL', 'a\0'],
    ['a number', 7],
  ])('rejects %s', async (_name, value) => {
    const made = await say({});
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const body = { content: 'x', externalId: value };
      const created = await client.post(`/posts/${postId}/comments`, body);
      const patched = await client.patch(`/comments/${made.id}`, { externalId: value });
      for (const answer of [created, patched])
        expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'externalId']);
    }
    expect(program.dump()).toBe(before);
  });

  it('names the parent of a reply', async () => {
    const parent = await say({ externalId });
    const reply = await say({ parentExternalId: externalId });
    expect(reply.parentId).toBe(parent.id);
    const other = (await program.live.post('/posts', { title: 'Other' })).body.data.id;
    for (const [post, parentExternalId] of [
      [postId, 'unknown'],
      [other, externalId],
    ]) {
      const { status, body } = await program.live.post(`/posts/${post}/comments`, {
        content: 'x',
        parentExternalId,
      });
      expect([status, body.error.details[0].field]).toEqual([400, 'parentExternalId']);
    }
  });

  it('filters GET /comments, together with the other filters', async () => {
    const author = { authorEmail: `${externalId}@example.com` };
    const one = await say({ externalId, ...author });
    program.clock.advance(1000);
    const two = await say({ externalId: `${externalId}-2` });
    const note = await say({ externalId: `${externalId}-3`, isPrivate: true });
    const found = async (filters: string, client = program.live) => {
      const { body } = await client.get(`/comments?filters=${encodeURIComponent(filters)}`);
      return body.data.comments.map(({ id }: { id: string }) => id);
    };
    const all = `externalId:${externalId};externalId:${externalId}-2;externalId:${externalId}-3;externalId:nobody`;
    expect(await found(all)).toEqual([two.id, one.id]);
    expect(await found(all, program.test)).toEqual([two.id, one.id]);
    expect(await found(`${all};private:true`)).toEqual([note.id]);
    expect(await found(`${all};userEmail:${author.authorEmail}`)).toEqual([one.id]);
    expect(await found(`${all};postId:${postId};updatedSince:${two.createdAt}`)).toEqual([two.id]);
    expect(await found(`${all};postId:nowhere`)).toEqual([]);
    expect(await found(all, program.stranger)).toEqual([]);
    const path = `/comments?limit=1&filters=${encodeURIComponent(all)}`;
    const { next } = (await program.live.get(path)).body.data;
    const second = await program.live.get(`${path}&after=${next}`);
    expect(second.body.data).toMatchObject({ comments: [{ id: one.id }], next: null });
  });
});

describe('PUT /comments/by-external-id/{externalId}', () => {
  describe('201', () => {
    it('creates the comment on the post, counts it, and emits an event', async () => {
      const before = program.events().length;
      const { status, body, headers } = await put({
        postId,
        content: ' Yes please! ',
        authorEmail: 'ada@example.com',
        createdAt: '2025-01-31T09:15:02.123Z',
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^cmt_/),
          ...saying('Yes please!'),
          postId,
          parentId: null,
          userId: body.data.author.id,
          author: expect.objectContaining({ email: 'ada@example.com' }),
          externalId,
          isDeleted: false,
          isPrivate: false,
          isPublic: false,
          isFromTeam: false,
          isAnswer: false,
          attachments: [],
          createdAt: '2025-01-31T09:15:02.123Z',
          updatedAt: now(),
        },
      });
      expect(headers.etag).toBe('"v1"');
      expect((await program.live.get(at())).body).toEqual(body);
      expect(await countOf()).toBe(1);
      expect(typesSince(before)).toContain('comment.created');
    });

    it('finds the post and the parent by external id', async () => {
      const parent = await make();
      const { status, body } = await put(
        { postExternalId, parentExternalId: externalId, content: 'Me too' },
        `${externalId}-reply`,
      );
      expect([status, body.data.postId, body.data.parentId]).toEqual([201, postId, parent.id]);
    });

    it('goes to the target of a merged post, and comes back with it', async () => {
      const target = (await program.live.post('/posts', { title: 'Target' })).body.data.id;
      await program.live.post(`/posts/${postId}/merge`, { intoId: target });
      expect((await make({ postExternalId, postId: null })).postId).toBe(target);
      const again = await put({ postExternalId, content: 'Yes please!' });
      expect([again.status, again.body.data.postId]).toEqual([200, target]);
      await program.live.post(`/posts/${postId}/unmerge`);
      expect((await program.live.get(at())).body.data.postId).toBe(postId);
    });

    it('answers the same under a test key, marked as test, and changes nothing', async () => {
      const before = program.dump();
      const { status, body } = await program.test.call('PUT', at(), { body: { postId, content: 'Tried' } });
      expect([status, body.test, body.data]).toEqual([
        201,
        true,
        expect.objectContaining({ id: expect.stringMatching(/^cmt_test_/), externalId, content: 'Tried' }),
      ]);
      expect(program.dump()).toBe(before);
    });

    it('accepts a parent from an earlier test call', async () => {
      const parentId = 'cmt_test_01jz3k8n5yegs9t2w6qv4m7r8c';
      const { status, body } = await program.test.call('PUT', at(), {
        body: { postId, content: 'Tried', parentId },
      });
      expect([status, body.data.parentId]).toEqual([201, parentId]);
    });
  });

  describe('200', () => {
    it('changes only what is sent: content, author, time, privacy', async () => {
      const made = await make({ authorEmail: 'ada@example.com' });
      program.clock.advance(1000);
      const edited = await put({ content: 'Edited' });
      expect(edited.body.data).toEqual({ ...made, ...saying('Edited'), updatedAt: now() });
      const before = program.events().length;
      const { status, body, headers } = await put({
        isPrivate: true,
        authorEmail: 'bo@example.com',
        createdAt: '2025-01-31',
      });
      expect(status).toBe(200);
      expect(headers.etag).toBe('"v3"');
      expect(body.data).toMatchObject({
        id: made.id,
        content: 'Edited',
        isPrivate: true,
        author: { email: 'bo@example.com' },
        createdAt: '2025-01-31T00:00:00.000Z',
      });
      expect(await countOf()).toBe(0);
      const [, entry] = program.events().slice(before);
      expect(entry).toMatchObject({ type: 'comment.updated', object: { id: made.id } });
      expect(entry?.changes?.map(({ field }: { field: string }) => field)).toEqual(
        expect.arrayContaining(['userId', 'author', 'isPrivate', 'createdAt']),
      );
      await put({ isPrivate: false });
      expect(await countOf()).toBe(1);
    });

    it('changes nothing if nothing differs: not the comment, the post, the ledger or the version', async () => {
      const parent = await make({ isPrivate: true });
      const said = {
        postId,
        parentId: parent.id,
        content: 'Me too',
        // A reply to a private note is private, whatever is sent.
        isPrivate: false,
        authorEmail: 'ada@example.com',
        createdAt: '2025-01-31',
      };
      const first = await put(said, `${externalId}-reply`);
      program.clock.advance(1000);
      const before = [program.events().length, await countOf()];
      for (const client of [program.live, program.test]) {
        const again = await client.call('PUT', at(`${externalId}-reply`), { body: said });
        expect([again.status, again.body.data]).toEqual([200, first.body.data]);
      }
      expect((await put({}, `${externalId}-reply`)).headers.etag).toBe('"v1"');
      expect([program.events().length, await countOf()]).toEqual(before);
    });

    it('answers the same under a test key, marked as test, and changes nothing', async () => {
      await make();
      const before = program.dump();
      const test = await program.test.call('PUT', at(), { body: { content: 'Tried' } });
      expect(program.dump()).toBe(before);
      const live = await put({ content: 'Tried' });
      expect([test.status, test.body]).toEqual([200, { ...live.body, test: true }]);
    });

    it('leaves a reply below the stub when its deleted parent is created again', async () => {
      const parent = await make();
      const reply = { postId, content: 'Me too', parentExternalId: externalId };
      const first = await put(reply, `${externalId}-reply`);
      await program.live.delete(`/comments/${parent.id}`);
      const renewed = await make();
      expect(renewed.id).not.toBe(parent.id);
      const again = await put(reply, `${externalId}-reply`);
      expect([again.status, again.body.data.parentId]).toEqual([200, parent.id]);
      expect(first.body.data.parentId).toBe(parent.id);
    });
  });

  describe('400', () => {
    it.each<[string, string, () => object]>([
      ['a new comment without a post', 'postId', () => ({ content: 'x' })],
      ['a new comment without content', 'content', () => ({ postId })],
      ['an unknown post', 'postId', () => ({ postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c', content: 'x' })],
      [
        'an unknown external id of a post',
        'postExternalId',
        () => ({ postExternalId: 'none', content: 'x' }),
      ],
      ['an unknown parent', 'parentId', () => ({ postId, content: 'x', parentId: 'cmt_x' })],
      [
        'an unknown external id of a parent',
        'parentExternalId',
        () => ({ postId, content: 'x', parentExternalId: 'none' }),
      ],
      [
        'itself as the parent',
        'parentExternalId',
        () => ({ postId, content: 'x', parentExternalId: externalId }),
      ],
      ['blank content', 'content', () => ({ postId, content: ' ' })],
      ['10,001 characters', 'content', () => ({ postId, content: 'x'.repeat(10_001) })],
      ['a time in the future', 'createdAt', () => ({ postId, content: 'x', createdAt: '2199-01-01' })],
      ['an invalid time', 'createdAt', () => ({ postId, content: 'x', createdAt: 'yesterday' })],
      ['an unknown author', 'authorId', () => ({ postId, content: 'x', authorId: 'nobody' })],
      ['an invalid email', 'author.email', () => ({ postId, content: 'x', author: { email: '@' } })],
      ['a number as content', 'content', () => ({ postId, content: 7 })],
    ])('rejects %s, names "%s", and changes nothing', async (_name, field, body) => {
      await refused(400, body(), field);
    });

    it('names every wrong field in one answer', async () => {
      const body = { postId, content: ' ', createdAt: 'x', parentExternalId: '' };
      const answer = await put(body);
      const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
      expect([answer.status, fields.toSorted()]).toEqual([400, ['content', 'createdAt', 'parentExternalId']]);
    });

    it('rejects an external id of 256 characters in every method', async () => {
      const path = at('x'.repeat(256));
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, body } = await program.live.call(method, path, method === 'PUT' ? { body: {} } : {});
        expect([method, status, body.error.details[0].field]).toEqual([method, 400, 'externalId']);
      }
    });

    it('rejects a post and a parent of another workspace', async () => {
      await make();
      for (const body of [
        { postId, content: 'x' },
        { postExternalId, content: 'x' },
      ]) {
        const { status } = await program.stranger.call('PUT', at(), { body });
        expect(status).toBe(400);
      }
    });
  });

  describe('409', () => {
    it('rejects another post or another parent for an existing comment', async () => {
      await make();
      const other = (await program.live.post('/posts', { title: 'Other' })).body.data.id;
      const parent = await say({});
      expect(await refused(409, { postId: other })).toContain(postId);
      expect(await refused(409, { parentId: parent.id })).toContain(externalId);
      const reply = `${externalId}-reply`;
      await put({ postId, content: 'x', parentId: parent.id }, reply);
      await refused(409, { parentId: null }, undefined, reply);
      expect((await put({ parentId: parent.id, postId }, reply)).status).toBe(200);
    });

    it('rejects a change between public and private if there are replies', async () => {
      const made = await make();
      await say({ parentId: made.id });
      expect(await refused(409, { isPrivate: true })).toContain('has replies');
    });
  });

  it('412: compares If-Match with the comment, and fails if there is none yet', async () => {
    const headers = { 'if-match': '"v1"' };
    const missing = await program.live.call('PUT', at(), { body: { postId, content: 'x' }, headers });
    expect(missing.status).toBe(412);
    await make();
    expect((await program.live.call('PUT', at(), { body: { content: 'y' }, headers })).status).toBe(200);
    expect((await program.live.call('PUT', at(), { body: { content: 'z' }, headers })).status).toBe(412);
  });
});

describe('GET and DELETE /comments/by-external-id/{externalId}', () => {
  it('read and delete the comment, and free its external id', async () => {
    const made = await make();
    const test = await program.test.get(at());
    expect([test.status, test.body]).toEqual([200, { data: made, test: true }]);
    const before = program.dump();
    const tried = await program.test.delete(at());
    expect(tried.body).toEqual({ data: { id: made.id, deleted: true }, test: true });
    expect(program.dump()).toBe(before);
    const events = program.events().length;
    const { status, body } = await program.live.delete(at());
    expect([status, body]).toEqual([200, { data: { id: made.id, deleted: true } }]);
    expect(program.events().slice(events)).toMatchObject([
      { type: 'comment.deleted', object: { id: made.id, externalId } },
    ]);
    expect(await countOf()).toBe(0);
    expect((await make()).id).not.toBe(made.id);
  });

  it('read a private note', async () => {
    const made = await make({ isPrivate: true });
    expect((await program.live.get(at())).body.data).toEqual(made);
  });

  it('leave a stub without an external id if there are replies', async () => {
    const made = await make();
    await say({ parentId: made.id });
    expect((await program.live.delete(at())).status).toBe(200);
    const stub = (await program.live.get(`/comments/${made.id}`)).body.data;
    expect(stub).toMatchObject({ isDeleted: true, externalId: null });
    expect((await make()).id).not.toBe(made.id);
  });

  it('compare If-Match', async () => {
    await make();
    const headers = { 'if-match': '"v2"' };
    expect((await program.live.call('DELETE', at(), { headers })).status).toBe(412);
  });

  it('return 404 for an unknown one, and for one of another workspace', async () => {
    for (const method of ['GET', 'DELETE']) {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.call(method, at('unknown'));
        expect([status, body.error.message]).toEqual([404, 'Comment not found.']);
      }
    }
    await make();
    for (const method of ['GET', 'DELETE'])
      expect((await program.stranger.call(method, at())).status).toBe(404);
    expect((await program.live.get(at())).status).toBe(200);
  });
});
