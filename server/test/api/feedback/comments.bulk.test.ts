import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

interface Shown {
  externalId: string;
  replies: Shown[];
}

let program: TestProgram;
let postId: string;
let run = 0;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  run += 1;
  postId = (await program.live.post('/posts', { title: 'Talked about' })).body.data.id;
  program.clock.advance(1000);
});

/** An entry whose ids are unique to this test. */
const entry = (name: string, more: { parent?: string; [field: string]: unknown } = {}) => {
  const { parent, ...fields } = more;
  const parentExternalId = parent === undefined ? {} : { parentExternalId: `${parent}-${run}` };
  return { externalId: `${name}-${run}`, content: `Says ${name}`, ...parentExternalId, ...fields };
};
const put = (comments: unknown, client = program.live, id = postId) =>
  client.call('PUT', `/posts/${id}/comments`, { body: { comments } });
const countOf = async (id = postId): Promise<number> =>
  (await program.live.get(`/posts/${id}`)).body.data.commentsCount;
const typesSince = (before: number) =>
  program
    .events()
    .slice(before)
    .map(({ type }) => type);

const outline = (comments: Shown[]): unknown[] =>
  comments.map(({ externalId, replies }) => {
    const name = externalId.replace(/-\d+$/, '');
    return replies.length === 0 ? name : [name, outline(replies)];
  });
const tree = async () =>
  outline((await program.live.get(`/posts/${postId}/comments?include=replies`)).body.data);

/** Expects the same failure under both keys, and no change. */
async function refused(status: number, comments: unknown): Promise<{ message: string; fields: string[] }> {
  const before = program.dump();
  let error = { message: '', fields: [] as string[] };
  for (const client of [program.live, program.test]) {
    const answer = await put(comments, client);
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    const { message, details = [] } = answer.body.error;
    error = { message, fields: details.map(({ field }: { field: string }) => field) };
  }
  expect(program.dump()).toBe(before);
  return error;
}

describe('PUT /posts/{id}/comments', () => {
  describe('200', () => {
    it('creates all comments, counts them once, and emits an event for each, in order', async () => {
      const before = program.events().length;
      const { status, body } = await put([
        entry('one', { authorEmail: 'ada@example.com', createdAt: '2025-01-31T09:15:02.123Z' }),
        entry('two', { author: { externalId: 'crm-7', name: 'Bo' } }),
        entry('three', { isPrivate: true }),
      ]);
      expect(status).toBe(200);
      const id = expect.stringMatching(/^cmt_[0-9a-hjkmnp-tv-z]{26}$/);
      expect(body).toEqual({
        data: { postId, commentIds: [id, id, id], created: 3, updated: 0, unchanged: 0, commentsCount: 2 },
      });
      expect(await countOf()).toBe(2);
      const shown = await Promise.all(
        body.data.commentIds.map(
          async (one: string) => (await program.live.get(`/comments/${one}`)).body.data,
        ),
      );
      expect(shown).toMatchObject([
        {
          externalId: `one-${run}`,
          content: 'Says one',
          author: { email: 'ada@example.com' },
          createdAt: '2025-01-31T09:15:02.123Z',
          updatedAt: new Date(program.clock.now()).toISOString(),
        },
        { externalId: `two-${run}`, author: { externalId: 'crm-7', name: 'Bo' }, isPrivate: false },
        { externalId: `three-${run}`, author: { name: 'Default workspace' }, isPrivate: true },
      ]);
      const recorded = program
        .events()
        .slice(before)
        .filter(({ type }) => type === 'comment.created');
      expect(recorded.map(({ object }) => object)).toEqual(shown);
    });

    it('changes nothing when repeated, and updates what differs', async () => {
      const comments = [
        entry('top', { authorEmail: 'ada@example.com', createdAt: '2025-01-31' }),
        entry('note', { isPrivate: true }),
        entry('below note', { parent: 'note', isPrivate: false }),
        entry('reply', { parent: 'top', authorEmail: 'bo@example.com' }),
      ];
      const first = await put(comments);
      program.clock.advance(1000);
      const before = [program.events().length, await countOf()];
      const list = (await program.live.get('/comments?limit=100')).body.data;
      const again = await put(comments);
      expect(again.body.data).toEqual({ ...first.body.data, created: 0, unchanged: 4 });
      expect([program.events().length, await countOf()]).toEqual(before);
      expect((await program.live.get('/comments?limit=100')).body.data).toEqual(list);

      const [top, note, below, reply] = comments;
      const edited = await put([
        top,
        { ...reply, content: 'Edited', authorEmail: 'eve@example.com' },
        { ...below, createdAt: '2025-02-01' },
        note,
        entry('fresh'),
      ]);
      const [topId, noteId, belowId, replyId] = first.body.data.commentIds;
      expect(edited.body.data).toEqual({
        postId,
        commentIds: [topId, replyId, belowId, noteId, expect.stringMatching(/^cmt_/)],
        created: 1,
        updated: 2,
        unchanged: 2,
        commentsCount: 3,
      });
      expect(typesSince(Number(before[0]))).toEqual([
        'user.created',
        'comment.updated',
        'comment.updated',
        'comment.created',
      ]);
      const { data } = (await program.live.get(`/comments/${replyId}`)).body;
      expect(data).toMatchObject({
        content: 'Edited',
        author: { email: 'eve@example.com' },
        parentId: topId,
      });
    });

    it('accepts parents in any order: entries, external ids and ids of stored comments', async () => {
      const { id } = (await program.live.post(`/posts/${postId}/comments`, entry('stored'))).body.data;
      const { body } = await put([
        entry('leaf', { parent: 'middle' }),
        entry('middle', { parent: 'root' }),
        entry('by id', { parentId: id }),
        entry('root'),
        entry('by external id', { parent: 'stored' }),
      ]);
      expect(body.data.created).toBe(5);
      expect(await tree()).toEqual([
        ['stored', ['by id', 'by external id']],
        ['root', [['middle', ['leaf']]]],
      ]);
    });

    it('keeps replies to a private note private', async () => {
      const { body } = await put([entry('reply', { parent: 'note' }), entry('note', { isPrivate: true })]);
      expect(body.data.commentsCount).toBe(0);
      const reply = (await program.live.get(`/comments/${body.data.commentIds[0]}`)).body.data;
      expect(reply.isPrivate).toBe(true);
    });

    it('shows comments oldest first at every level, whenever they were imported', async () => {
      await put([
        entry('b', { createdAt: '2025-02-01' }),
        entry('b2', { parent: 'b', createdAt: '2025-02-03' }),
      ]);
      await put([
        entry('c', { createdAt: '2025-03-01' }),
        entry('b1', { parent: 'b', createdAt: '2025-02-02' }),
        entry('a', { createdAt: '2025-01-01' }),
      ]);
      expect(await tree()).toEqual(['a', ['b', ['b1', 'b2']], 'c']);
    });

    it('keeps the order of the entries if they have the same time', async () => {
      const names = ['z', 'y', 'x', 'w'];
      await put(names.map((name) => entry(name)));
      expect(await tree()).toEqual(names);
    });

    it('goes to the target of a merged post', async () => {
      const target = (await program.live.post('/posts', { title: 'Target' })).body.data.id;
      await program.live.post(`/posts/${postId}/merge`, { intoId: target });
      const { body } = await put([entry('one')]);
      expect(body.data).toMatchObject({ postId: target, commentsCount: 1 });
      expect((await put([entry('one')])).body.data.unchanged).toBe(1);
      await program.live.post(`/posts/${postId}/unmerge`);
      expect([await countOf(), await countOf(target)]).toEqual([1, 0]);
    });

    it('creates a person named several times once', async () => {
      const author = { email: `many-${run}@example.com`, name: 'Many' };
      await put([entry('one', { author }), entry('two', { author }), entry('three', { author })]);
      const { body } = await program.live.get(`/users?filters=email:${author.email}`);
      expect(body.data.users).toHaveLength(1);
      const comments = await program.live.get(`/users/${body.data.users[0].id}/comments`);
      expect(comments.body.data.comments).toHaveLength(3);
    });

    it('answers the same under a test key, marked as test, and changes nothing', async () => {
      await put([entry('there')]);
      const comments = [
        entry('there', { content: 'Edited' }),
        entry('reply', { parentId: 'cmt_test_01jz3k8n5yegs9t2w6qv4m7r8c', authorEmail: 'new@example.com' }),
      ];
      const before = program.dump();
      const { status, body } = await put(comments, program.test);
      expect([status, body.test, body.data]).toEqual([
        200,
        true,
        expect.objectContaining({ postId, created: 1, updated: 1, unchanged: 0 }),
      ]);
      expect(body.data.commentIds[1]).toMatch(/^cmt_test_/);
      expect(program.dump()).toBe(before);
    });

    it.each([
      ['a small body', 1],
      ['a body over 1 MB', 300],
    ])('is replayed with an Idempotency-Key: %s', async (name, count) => {
      const headers = { 'idempotency-key': `${name}-${run}` };
      const comments = Array.from({ length: count }, (_, index) =>
        entry(`${index}`, { content: '漢'.repeat(2_000) }),
      );
      const options = { body: { comments }, headers };
      const first = await program.live.call('PUT', `/posts/${postId}/comments`, options);
      const second = await program.live.call('PUT', `/posts/${postId}/comments`, options);
      expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
      const other = { body: { comments: [...comments, entry('other')] }, headers };
      expect((await program.live.call('PUT', `/posts/${postId}/comments`, other)).status).toBe(422);
      const { data } = (await program.live.get(`/comments/${first.body.data.commentIds[0]}`)).body;
      expect(data.content).toBe(comments[0]?.content);
    });
  });

  describe('400', () => {
    it.each<[string, string[], () => unknown]>([
      ['no list', ['comments'], () => undefined],
      ['an empty list', ['comments'], () => []],
      ['501 entries', ['comments'], () => Array.from({ length: 501 }, (_, index) => entry(`${index}`))],
      ['an entry that is no object', ['comments.0'], () => ['x']],
      ['a missing externalId', ['comments.1.externalId'], () => [entry('a'), { content: 'x' }]],
      ['missing content', ['comments.1.content'], () => [entry('a'), { externalId: 'b' }]],
      ['blank content', ['comments.1.content'], () => [entry('a'), entry('b', { content: ' ' })]],
      ['a number', ['comments.0.content'], () => [entry('a', { content: 7 })]],
      ['10,001 characters', ['comments.0.content'], () => [entry('a', { content: 'x'.repeat(10_001) })]],
      [
        'an externalId that is too long',
        ['comments.0.externalId'],
        () => [{ externalId: 'x'.repeat(256), content: 'x' }],
      ],
      ['the same externalId twice', ['comments.2.externalId'], () => [entry('a'), entry('b'), entry('a')]],
      ['a future time', ['comments.0.createdAt'], () => [entry('a', { createdAt: '2199-01-01' })]],
      ['an invalid time', ['comments.0.createdAt'], () => [entry('a', { createdAt: 'x' })]],
      ['an unknown parent', ['comments.0.parentId'], () => [entry('a', { parentId: 'cmt_x' })]],
      [
        'an unknown external id of a parent',
        ['comments.0.parentExternalId'],
        () => [entry('a', { parent: 'none' })],
      ],
      ['a reply to itself', ['comments.0.parentExternalId'], () => [entry('a', { parent: 'a' })]],
      ['an unknown author', ['comments.1.authorId'], () => [entry('a'), entry('b', { authorId: 'nobody' })]],
      ['an invalid email', ['comments.0.author.email'], () => [entry('a', { author: { email: '@' } })]],
      [
        'several wrong fields, all named',
        ['comments.0.content', 'comments.1.createdAt', 'comments.1.parentExternalId'],
        () => [entry('a', { content: ' ' }), entry('b', { createdAt: 'x', parentExternalId: '' })],
      ],
    ])('rejects %s, names %j, and changes nothing', async (_name, fields, comments) => {
      const error = await refused(400, comments());
      expect(error.fields.toSorted()).toEqual(fields);
      expect(error.message).toContain(`"${error.fields[0]}"`);
    });

    it('rejects a cycle of replies', async () => {
      const { fields } = await refused(400, [
        entry('a', { parent: 'b' }),
        entry('b', { parent: 'c' }),
        entry('c', { parent: 'a' }),
      ]);
      expect(fields).toEqual([expect.stringMatching(/^comments\.\d\.parentExternalId$/)]);
    });

    it('rejects a parent on another post, a deleted one, and one of another workspace', async () => {
      const other = (await program.live.post('/posts', { title: 'Other' })).body.data.id;
      const elsewhere = (await put([entry('elsewhere')], program.live, other)).body.data.commentIds[0];
      const gone = (await program.live.post(`/posts/${postId}/comments`, entry('gone'))).body.data.id;
      await program.live.post(`/posts/${postId}/comments`, { content: 'x', parentId: gone });
      await program.live.delete(`/comments/${gone}`);
      const theirPost = (await program.stranger.post('/posts', { title: 'Theirs' })).body.data.id;
      const theirs = await put([entry('theirs')], program.stranger, theirPost);
      for (const parentId of [elsewhere, gone, theirs.body.data.commentIds[0]])
        expect((await refused(400, [entry('a', { parentId })])).fields).toEqual(['comments.0.parentId']);
      for (const parent of ['elsewhere', 'gone', 'theirs'])
        expect((await refused(400, [entry('a', { parent })])).fields).toEqual([
          'comments.0.parentExternalId',
        ]);
    });

    it('is 400 if it costs more than a whole minute allows', async () => {
      const few = await startProgram({ environment: { RATE_LIMIT_WRITE: '4' } });
      try {
        const comments = Array.from({ length: 500 }, (_, index) => entry(`${index}`));
        const { status, body } = await put(comments, few.live, 'post_x');
        expect([status, body.error.message]).toEqual([
          400,
          '"comments" counts as 5 writes, more than the 4 allowed per minute.',
        ]);
      } finally {
        await few.close();
      }
    });
  });

  describe('404', () => {
    it('returns 404 for an unknown post and one of another workspace, and changes nothing', async () => {
      for (const client of [program.live, program.test])
        expect((await put([entry('a')], client, 'post_01jz3k8n5yegs9t2w6qv4m7r8c')).status).toBe(404);
      expect((await put([entry('a')], program.stranger)).status).toBe(404);
      expect(await countOf()).toBe(0);
    });
  });

  describe('409', () => {
    it('rejects the external id of a comment of another post, and writes nothing', async () => {
      const other = (await program.live.post('/posts', { title: 'Other' })).body.data.id;
      await put([entry('theirs')], program.live, other);
      const { message } = await refused(409, [entry('mine'), entry('theirs')]);
      expect(message).toContain('"comments.1.externalId"');
      expect(message).toContain(other);
    });

    it('rejects another parent for an existing comment', async () => {
      await put([entry('a'), entry('b'), entry('reply', { parent: 'a' })]);
      expect((await refused(409, [entry('reply', { parent: 'b' })])).message).toContain(`reply-${run}`);
      await refused(409, [entry('reply', { parentId: null })]);
      expect((await put([entry('reply')])).body.data.unchanged).toBe(1);
    });

    it('rejects a change between public and private if there are replies', async () => {
      await put([entry('a'), entry('reply', { parent: 'a' })]);
      const { message } = await refused(409, [entry('a', { isPrivate: true })]);
      expect(message).toContain('has replies');
    });

    it('does not stop when a deleted parent is imported again', async () => {
      const comments = [entry('a'), entry('reply', { parent: 'a' })];
      const [parentId] = (await put(comments)).body.data.commentIds;
      await program.live.delete(`/comments/${parentId}`);
      expect((await put(comments)).body.data).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
      expect((await put(comments)).body.data).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    });
  });

  it('412: compares If-Match with the post', async () => {
    const options = { body: { comments: [entry('a')] }, headers: { 'if-match': '"v2"' } };
    expect((await program.live.call('PUT', `/posts/${postId}/comments`, options)).status).toBe(412);
  });

  // Last of those that store anything: the others compare the whole database.
  it('200: takes 500 comments of 10,000 characters', async () => {
    const comments = Array.from({ length: 500 }, (_, index) =>
      entry(`long ${index}`, { content: `${index} `.padEnd(10_000, 'x') }),
    );
    const first = await put(comments);
    expect([first.status, first.body.data.created]).toEqual([200, 500]);
    expect((await put(comments)).body.data.unchanged).toBe(500);
    expect(await countOf()).toBe(500);
  });

  it('takes one body over 1 MB at a time per key, and three per process', async () => {
    const large = entry('large', { content: 'x'.repeat(2 * 1024 * 1024) });
    const clients = [program.live, program.live, program.test, program.stranger];
    const answers = await Promise.all(clients.map((client) => put([large], client)));
    // The content is too long, so none of them writes anything.
    expect(answers.map(({ status }) => status)).toEqual([400, 429, 400, 400]);
    expect(answers[1]?.headers['retry-after']).toBe('1');
    expect((await put([large])).status).toBe(400);
  });

  it('413 above 8 MB, 415 for other content', async () => {
    const path = `/posts/${postId}/comments`;
    const large = await put([entry('a', { content: 'x'.repeat(8 * 1024 * 1024) })]);
    expect([large.status, large.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const raw = `{"comments":[${'[],'.repeat(2_000_000)}0]}`;
    const many = await program.live.call('PUT', path, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([many.status, many.body.error.message]).toEqual([413, expect.stringContaining('75,000')]);
    const text = { raw: 'x', headers: { 'content-type': 'text/plain' } };
    expect((await program.live.call('PUT', path, text)).status).toBe(415);
  });
});
