import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gif, png } from '../../../http/pictures.ts';
import type { CallOptions } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let real: {
  post: string;
  bare: string;
  comment: string;
  reply: string;
  user: string;
  attachment: string;
  tag: string;
};
let status: string;
let type: string;

beforeAll(async () => {
  program = await startProgram();
  status = (await program.live.get('/statuses')).body.data.statuses[2].id;
  type = (await program.live.get('/post-types')).body.data.postTypes[1].id;
  const form = new FormData();
  form.append('title', 'Real');
  form.append('externalId', 'real-1');
  form.append('authorEmail', 'real@example.com');
  form.append('tags', 'real');
  form.append('attachments', new Blob([png(3, 2)], { type: 'image/png' }), 'real.png');
  const post = (await program.live.call('POST', '/posts', { form })).body.data;
  const comment = (await program.live.post(`/posts/${post.id}/comments`, { content: 'Real' })).body.data;
  const reply = await program.live.post(`/posts/${post.id}/comments`, {
    content: 'Reply',
    parentId: comment.id,
  });
  const bare = (await program.live.post('/posts', { title: 'Bare' })).body.data;
  real = {
    post: post.id,
    bare: bare.id,
    comment: comment.id,
    reply: reply.body.data.id,
    user: post.author.id,
    attachment: post.attachments[0].id,
    tag: post.tags[0].id,
  };
});
afterAll(() => program.close());

const testId = (prefix: string) => `${prefix}_test_01kg9nb5kbe1bv9vk41c69bt0g`;

describe('a client under a test key', () => {
  it('can create, update, comment, reply, vote and delete by the returned ids, and changes nothing', async () => {
    const before = [program.dump(), program.events().length, await program.files()];
    const { test } = program;
    const form = new FormData();
    form.append('title', 'Mock');
    form.append('authorEmail', 'ci@example.com');
    form.append('tags', 'ci');
    form.append('attachments', new Blob([png(3, 2)], { type: 'image/png' }), 'ci.png');
    const post = await test.call('POST', '/posts', { form });
    expect([post.status, post.body.test]).toEqual([201, true]);
    const { id, author, tags, attachments } = post.body.data;

    const steps: [number, string, string, object | undefined, object][] = [
      [
        200,
        'PATCH',
        `/posts/${id}`,
        { title: 'Mock 2', statusId: status, typeId: type },
        { id, title: 'Mock 2', statusId: status },
      ],
      [
        200,
        'PATCH',
        `/posts/${id}`,
        { tags: [tags[0].id, 'other'], authorId: author.id },
        { author: { id: author.id } },
      ],
      [200, 'PATCH', `/posts/${id}`, { removeAttachmentIds: [attachments[0].id] }, { id, attachments: [] }],
      [
        201,
        'POST',
        `/posts/${id}/comments`,
        { content: 'Hm', userId: author.id },
        { postId: id, content: 'Hm', userId: author.id },
      ],
      [
        201,
        'POST',
        `/posts/${id}/comments`,
        { content: 'Ha', parentId: testId('cmt') },
        { postId: id, parentId: testId('cmt') },
      ],
      [
        200,
        'PATCH',
        `/comments/${testId('cmt')}`,
        { content: 'Edited' },
        { id: testId('cmt'), content: 'Edited' },
      ],
      [200, 'DELETE', `/comments/${testId('cmt')}`, undefined, { id: testId('cmt'), deleted: true }],
      [
        201,
        'POST',
        `/posts/${id}/votes`,
        { userId: author.id },
        { postId: id, userId: author.id, voted: true },
      ],
      [201, 'POST', `/posts/${id}/votes`, { userEmail: 'voter@example.com' }, { postId: id, voted: true }],
      [
        200,
        'DELETE',
        `/posts/${id}/votes`,
        { userId: author.id },
        { postId: id, userId: author.id, voted: false },
      ],
      [200, 'DELETE', `/posts/${id}`, undefined, { id, deleted: true }],
    ];
    for (const [wanted, method, path, body, data] of steps) {
      const answer = await test.call(method, path, body === undefined ? {} : { body });
      expect([method, path, answer.status, answer.text]).toEqual([method, path, wanted, expect.any(String)]);
      expect(answer.body).toMatchObject({ data, test: true });
    }
    expect([program.dump(), program.events().length, await program.files()]).toEqual(before);
  });

  it.each([
    ['/posts/$', 'post'],
    ['/posts/$/comments', 'post'],
    ['/posts/$/votes', 'post'],
    ['/comments/$', 'cmt'],
  ])('gets 404 at GET %s for a test id, as reads only see stored data', async (path, prefix) => {
    for (const client of [program.live, program.test]) {
      expect((await client.get(path.replace('$', testId(prefix)))).status).toBe(404);
    }
  });

  it.each([
    ['PATCH', '/posts/$', 'post', { title: 'x' }],
    ['DELETE', '/posts/$', 'post', undefined],
    ['POST', '/posts/$/comments', 'post', { content: 'x' }],
    ['POST', '/posts/$/votes', 'post', { userEmail: 'a@b.co' }],
    ['DELETE', '/posts/$/votes', 'post', { userEmail: 'a@b.co' }],
    ['PATCH', '/comments/$', 'cmt', { content: 'x' }],
    ['DELETE', '/comments/$', 'cmt', undefined],
  ])(
    'can call %s %s with a test id under a test key only, and only of the right type',
    async (method, path, prefix, body) => {
      const call = (client: 'live' | 'test' | 'stranger', id: string) =>
        program[client].call(method, path.replace('$', id), body === undefined ? {} : { body });
      expect([200, 201]).toContain((await call('test', testId(prefix))).status);
      expect((await call('live', testId(prefix))).status).toBe(404);
      expect((await call('test', testId('user'))).status).toBe(404);
      expect((await call('test', `${prefix}_test_short`)).status).toBe(404);
      expect((await call('test', `${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`)).status).toBe(404);
    },
  );

  it('gets the same validation for a test id as for a real one', async () => {
    const { status: code, body } = await program.test.patch(`/posts/${testId('post')}`, {
      statusId: 'nothing',
    });
    expect([code, body.error.details[0].field]).toEqual([400, 'statusId']);
  });

  it('sees data that a live key has just written', async () => {
    const { body } = await program.live.post('/posts', { title: 'Just now' });
    const { body: updated } = await program.test.patch(`/posts/${body.data.id}`, { title: 'Tried' });
    expect(updated).toMatchObject({ test: true, data: { title: 'Tried', version: 2 } });
    await program.live.delete(`/posts/${body.data.id}`);
  });

  it('does not block or change concurrent live writes', async () => {
    const { body } = await program.live.post('/posts', { title: 'Shared', voteAsAuthor: false });
    const path = `/posts/${body.data.id}/votes`;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        Promise.all([
          program.live.post(path, { userExternalId: `live-${index}` }),
          program.test.post(path, { userExternalId: `test-${index}` }),
        ]),
      ),
    );
    expect((await program.live.get(`/posts/${body.data.id}`)).body.data.votesCount).toBe(20);
    expect(program.dump()).not.toContain('test-19');
    await program.live.delete(`/posts/${body.data.id}`);
  });
});

describe('any sequence of calls under a test key', () => {
  interface Call {
    method: string;
    path: string;
    options: CallOptions;
  }

  const pick = (of: Record<string, () => string>) =>
    fc.constantFrom(...Object.values(of)).map((value) => value());
  const someText = fc.oneof(
    fc.constantFrom('x', 'Real', 'real-1', '', ' ', 'a\0b', '\ud800', 'x'.repeat(300), 'real@example.com'),
    fc.string({ maxLength: 30 }),
  );
  const someId = () =>
    pick({
      post: () => real.post,
      bare: () => real.bare,
      comment: () => real.comment,
      reply: () => real.reply,
      user: () => real.user,
      attachment: () => real.attachment,
      tag: () => real.tag,
      status: () => status,
      type: () => type,
      testPost: () => testId('post'),
      testComment: () => testId('cmt'),
      testUser: () => testId('user'),
      testAttachment: () => testId('att'),
      testTag: () => testId('tag'),
      unknown: () => 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
    });
  const postId = () =>
    pick({ real: () => real.post, bare: () => real.bare, test: () => testId('post'), no: () => 'nothing' });
  const commentId = () =>
    pick({
      real: () => real.comment,
      reply: () => real.reply,
      test: () => testId('cmt'),
      no: () => 'nothing',
    });
  const wild = () => fc.oneof(someText, someId(), fc.jsonValue({ maxDepth: 2 }));
  /** Mostly valid values, as completely valid bodies would otherwise be rare. */
  const mostly = (good: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: wild() });
  const known = (...values: (() => unknown)[]) => fc.constantFrom(...values).map((value) => value());
  const userId = () =>
    known(
      () => real.user,
      () => testId('user'),
    );
  const email = fc.constantFrom('real@example.com', 'REAL@example.com', 'new@example.com');
  const person = () => ({
    authorId: mostly(userId()),
    userEmail: mostly(email),
    authorExternalId: mostly(fc.constantFrom('u-1', 'u-2')),
    userName: mostly(fc.constant('Someone')),
    user: mostly(
      fc.record({ email: mostly(email), name: mostly(fc.constant('Someone')) }, { requiredKeys: [] }),
    ),
  });
  const postBody = () =>
    fc.record(
      {
        title: mostly(fc.constantFrom('x', 'Dark mode')),
        description: mostly(fc.constantFrom('*x*', '<b>x</b>', null)),
        descriptionFormat: mostly(fc.constantFrom('markdown', 'html', 'text')),
        statusId: mostly(known(() => status)),
        typeId: mostly(known(() => type)),
        tags: mostly(fc.subarray(['real', 'new', 'other'])),
        externalId: mostly(fc.constantFrom('real-1', 'free', null)),
        sourceUrl: mostly(fc.constantFrom('https://example.com/', null)),
        importedVotes: mostly(fc.constantFrom(0, 7, -1)),
        visibility: mostly(fc.constantFrom('internal', 'public', 'secret')),
        publishComments: mostly(fc.boolean()),
        createdAt: mostly(fc.constant('2020-01-01')),
        removeAttachmentIds: mostly(
          known(
            () => [],
            () => [real.attachment],
            () => [testId('att')],
          ),
        ),
        statusComment: mostly(fc.constant('Soon')),
        voteAsAuthor: mostly(fc.boolean()),
        ...person(),
      },
      { requiredKeys: [] },
    );
  const commentBody = () =>
    fc.record(
      {
        content: mostly(fc.constant('Hm')),
        parentId: mostly(fc.oneof(commentId(), fc.constant(null))),
        isPrivate: mostly(fc.boolean()),
        ...person(),
      },
      { requiredKeys: [] },
    );
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const formOf = (fields: object, files: Buffer[]): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, textOf(value).toWellFormed());
    for (const bytes of files) form.append('attachments', new Blob([bytes], { type: 'image/png' }), 'a.png');
    return form;
  };
  const someFiles = fc.array(fc.constantFrom(png(1, 1), gif(2, 2), Buffer.from('text'), Buffer.alloc(0)), {
    maxLength: 3,
  });
  const withTitle = (body: object) => ({ title: 'x', ...body });
  const json = (body: object): CallOptions => ({ body });
  const call = (
    method: string,
    path: fc.Arbitrary<string>,
    options: fc.Arbitrary<CallOptions>,
  ): fc.Arbitrary<Call> => fc.record({ method: fc.constant(method), path, options });

  const anyCall = () =>
    fc.oneof(
      call('POST', fc.constant('/posts'), postBody().map(withTitle).map(json)),
      call(
        'POST',
        fc.constant('/posts'),
        fc.tuple(postBody(), someFiles).map(([body, files]) => ({ form: formOf(withTitle(body), files) })),
      ),
      call(
        'PATCH',
        postId().map((id) => `/posts/${id}`),
        postBody().map(json),
      ),
      call(
        'PATCH',
        postId().map((id) => `/posts/${id}`),
        fc.tuple(postBody(), someFiles).map(([body, files]) => ({ form: formOf(body, files) })),
      ),
      call(
        'DELETE',
        postId().map((id) => `/posts/${id}`),
        fc.constant({}),
      ),
      call(
        'POST',
        postId().map((id) => `/posts/${id}/comments`),
        commentBody().map((body) => ({ body: { content: 'x', ...body } })),
      ),
      call(
        'PATCH',
        commentId().map((id) => `/comments/${id}`),
        fc
          .record(
            { content: mostly(fc.constant('x')), isPrivate: mostly(fc.boolean()) },
            { requiredKeys: [] },
          )
          .map(json),
      ),
      call(
        'DELETE',
        commentId().map((id) => `/comments/${id}`),
        fc.constant({}),
      ),
      call(
        'POST',
        postId().map((id) => `/posts/${id}/votes`),
        fc.record(person(), { requiredKeys: [] }).map(json),
      ),
      call(
        'DELETE',
        postId().map((id) => `/posts/${id}/votes`),
        fc.record(person(), { requiredKeys: [] }).map(json),
      ),
      call(
        'POST',
        fc.constant('/posts'),
        fc.string().map((raw) => ({ raw, headers: { 'content-type': 'application/json' } })),
      ),
    );

  it('changes no stored data and no file', async () => {
    const before = [program.dump(), ...(await program.files())].join('\n');
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall(), { minLength: 1, maxLength: 8 }), async (calls) => {
        for (const { method, path, options } of calls) {
          const answer = await program.test.call(method, path, options);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          expect([method, path, answer.text, answer.status < 500]).toEqual([method, path, answer.text, true]);
          if (answer.status < 400) expect(answer.body.test).toBe(true);
        }
        expect([program.dump(), ...(await program.files())].join('\n') === before, 'all is as it was').toBe(
          true,
        );
      }),
      { numRuns: 100 },
    );
    // The sequences covered successes and several kinds of errors.
    for (const reached of [200, 201, 400, 404]) expect(statuses.get(reached) ?? 0).toBeGreaterThan(5);
  });
});

describe('hostile test ids', () => {
  it('accepts an id with a timestamp ten thousand years ahead', async () => {
    const program = await startProgram();
    try {
      const id = `post_test_7${'z'.repeat(25)}`;
      expect((await program.test.patch(`/posts/${id}`, { title: 'Far' })).status).toBe(200);
    } finally {
      await program.close();
    }
  });

  it('rejects an order with too many ids before looking up any', async () => {
    const program = await startProgram();
    try {
      const ids = Array.from(
        { length: 20_000 },
        (_, index) => `stat_test_0${String(index).padStart(25, '0')}`,
      );
      const { status, body } = await program.test.call('PUT', '/statuses/order', { body: { ids } });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('"ids"')]);
    } finally {
      await program.close();
    }
  });
});
