import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { saying } from '../../support/said.ts';

let program: TestProgram;
let postId: string;
const now = '2026-01-31T09:15:02.123Z';

beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  postId = (await program.live.post('/posts', { title: 'Talked about' })).body.data.id;
});
afterAll(() => program.close());

const comment = async (body: object, post = postId) => {
  const answer = await program.live.post(`/posts/${post}/comments`, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};
const countOf = async (id = postId): Promise<number> =>
  (await program.live.get(`/posts/${id}`)).body.data.commentsCount;

describe('POST /posts/{id}/comments', () => {
  describe('201', () => {
    it('creates a comment by the workspace itself if no author is given, counts it, and emits an event', async () => {
      const before = [await countOf(), program.events().length] as const;
      const { status, body } = await program.live.post(`/posts/${postId}/comments`, {
        content: '  Yes please!\n',
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^cmt_[0-9a-hjkmnp-tv-z]{26}$/),
          ...saying('Yes please!'),
          postId,
          parentId: null,
          userId: body.data.author.id,
          author: expect.objectContaining({ name: 'Default workspace' }),
          externalId: null,
          isDeleted: false,
          isPrivate: false,
          isPublic: false,
          isFromTeam: false,
          isAnswer: false,
          attachments: [],
          createdAt: now,
          updatedAt: now,
        },
      });
      expect(await countOf()).toBe(before[0] + 1);
      const events = program.events().slice(before[1]);
      expect(events).toMatchObject([{ type: 'comment.created', object: { id: body.data.id, postId } }]);
      expect((await program.live.get(`/comments/${body.data.id}`)).body).toEqual(body);
    });

    it("keeps the post's version, and updates its updatedAt", async () => {
      const { body } = await program.live.post('/posts', { title: 'Still' });
      program.clock.advance(1);
      const updatedAt = new Date(program.clock.now()).toISOString();
      await comment({ content: 'Hm' }, body.data.id);
      program.clock.advance(-1);
      const { data } = (await program.live.get(`/posts/${body.data.id}`)).body;
      expect(data).toMatchObject({ version: 1, updatedAt, commentsCount: 1 });
    });

    it.each<[string, (id: string) => object]>([
      ['author.id', (id) => ({ author: { id } })],
      ['user.id', (id) => ({ user: { id } })],
      ['authorId', (authorId) => ({ authorId })],
      ['userId', (userId) => ({ userId })],
      ['author.externalId', () => ({ author: { externalId: 'u-1' } })],
      ['userExternalId', () => ({ userExternalId: 'u-1' })],
      ['author.email', () => ({ author: { email: 'U@example.com' } })],
      ['userEmail', () => ({ userEmail: 'u@EXAMPLE.com' })],
    ])('accepts the author as %s', async (_name, reference) => {
      const { author } = await comment({
        content: 'A',
        author: { externalId: 'u-1', email: 'u@example.com' },
      });
      expect((await comment({ content: 'B', ...reference(author.id) })).author).toEqual(author);
    });

    it('creates an unknown author, and emits an event', async () => {
      const before = program.events().length;
      const { author } = await comment({
        content: 'New here',
        userEmail: 'fresh@example.com',
        userName: 'Fresh',
      });
      expect(author).toMatchObject({ email: 'fresh@example.com', name: 'Fresh' });
      const types = program
        .events()
        .slice(before)
        .map(({ type }) => type);
      expect(types).toEqual(['user.created', 'comment.created']);
    });

    it.each([
      ['1 character', 'x'],
      ['10,000 characters', 'x'.repeat(10_000)],
      ['10,000 emoji', '👍'.repeat(10_000)],
      ['markup, as text', '<b>&amp;</b>'],
    ])('accepts %s', async (_name, content) => {
      expect((await comment({ content })).content).toBe(content);
    });

    it('creates a reply to a comment of the same post, at any depth', async () => {
      let parentId: string | null = null;
      for (let depth = 0; depth < 5; depth += 1) {
        const made: { id: string; parentId: string | null } = await comment({
          content: `Level ${depth}`,
          parentId,
        });
        expect(made.parentId).toBe(parentId);
        parentId = made.id;
      }
    });

    it('keeps a private note and all replies to it private and uncounted', async () => {
      const before = await countOf();
      const note = await comment({ content: 'Between us', isPrivate: true });
      const reply = await comment({ content: 'Sure', parentId: note.id });
      expect([note.isPrivate, reply.isPrivate]).toEqual([true, true]);
      expect(await countOf()).toBe(before);
    });

    it('counts concurrent comments exactly', async () => {
      const { body } = await program.live.post('/posts', { title: 'Busy' });
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => comment({ content: `C${index}` }, body.data.id)),
      );
      expect(await countOf(body.data.id)).toBe(20);
    });

    it('returns the same response under a test key, marked as test, and changes nothing', async () => {
      const parent = await comment({ content: 'Real' });
      const before = program.dump();
      const body = { content: ' Tried ', parentId: parent.id, authorEmail: 'nobody-yet@example.com' };
      const { status, body: answer } = await program.test.post(`/posts/${postId}/comments`, body);
      expect(status).toBe(201);
      expect(answer).toEqual({
        test: true,
        data: {
          id: expect.stringMatching(/^cmt_test_[0-9a-hjkmnp-tv-z]{26}$/),
          ...saying('Tried'),
          postId,
          parentId: parent.id,
          userId: expect.stringMatching(/^user_test_/),
          author: expect.objectContaining({ email: 'nobody-yet@example.com' }),
          externalId: null,
          isDeleted: false,
          isPrivate: false,
          isPublic: false,
          isFromTeam: false,
          isAnswer: false,
          attachments: [],
          createdAt: now,
          updatedAt: now,
        },
      });
      expect(program.dump()).toBe(before);
    });
  });

  it('marks what a member writes as themselves, named or not, and nothing else', async () => {
    const owner = await ownerOf(program);
    const { account } = await owner.data('GET', '/console/api/session');
    const isFromTeam = async (author: object) =>
      (await owner.data('POST', `/v1/posts/${postId}/comments`, { content: 'Hello', ...author })).isFromTeam;
    expect(await isFromTeam({})).toBe(true);
    expect(await isFromTeam({ author: { email: account.email.toUpperCase(), name: account.name } })).toBe(
      true,
    );
    expect(await isFromTeam({ authorEmail: 'customer@example.com' })).toBe(false);
    expect((await comment({ content: 'By a key', authorEmail: account.email })).isFromTeam).toBe(false);
  });

  describe('400', () => {
    const refused = async (field: string, body: object) => {
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const answer = await client.post(`/posts/${postId}/comments`, body);
        expect([answer.status, answer.text]).toEqual([400, expect.any(String)]);
        expect(answer.body.error.details).toEqual([
          { field, message: expect.stringContaining(`"${field}"`) },
        ]);
      }
      expect(program.dump()).toBe(before);
    };

    it.each<[string, string, object]>([
      ['missing content', 'content', {}],
      ['empty content', 'content', { content: '' }],
      ['blank content', 'content', { content: ' \n ' }],
      ['10,001 characters', 'content', { content: 'x'.repeat(10_001) }],
      ['10,001 emoji', 'content', { content: '👍'.repeat(10_001) }],
      ['NUL', 'content', { content: 'a\0' }],
      ['a lone surrogate', 'content', { content: '\udc00' }],
      ['an unknown parent', 'parentId', { content: 'x', parentId: 'cmt_01jz3k8n5yegs9t2w6qv4m7r8c' }],
      ['an empty parent', 'parentId', { content: 'x', parentId: '' }],
      ['a parent with NUL', 'parentId', { content: 'x', parentId: 'a\0' }],
      ['an unknown author', 'authorId', { content: 'x', authorId: 'nobody' }],
      ['an invalid email', 'user.email', { content: 'x', user: { email: '@' } }],
    ])('rejects %s, names "%s", and changes nothing', (_name, field, body) => refused(field, body));

    it('rejects a parent of another post', async () => {
      const other = (await program.live.post('/posts', { title: 'Other' })).body.data.id;
      const elsewhere = await comment({ content: 'Elsewhere' }, other);
      await refused('parentId', { content: 'x', parentId: elsewhere.id });
    });

    it('rejects a deleted parent, removed or left as a stub', async () => {
      const gone = await comment({ content: 'Gone' });
      const stub = await comment({ content: 'Stub' });
      await comment({ content: 'Holds it', parentId: stub.id });
      for (const { id } of [gone, stub]) {
        await program.live.delete(`/comments/${id}`);
        await refused('parentId', { content: 'x', parentId: id });
      }
    });

    it('rejects a test id as the parent under a live key', async () => {
      const body = { content: 'x', parentId: 'cmt_test_01jz3k8n5yegs9t2w6qv4m7r8c' };
      const { status } = await program.live.post(`/posts/${postId}/comments`, body);
      expect(status).toBe(400);
    });
  });

  describe('404', () => {
    it('returns 404 for an unknown post, under both keys', async () => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.post('/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c/comments', {
          content: 'x',
        });
        expect([status, body.error.message]).toEqual([404, 'Post not found.']);
      }
    });

    it('returns 404 for a post of another workspace', async () => {
      const before = await countOf();
      const { status } = await program.stranger.post(`/posts/${postId}/comments`, { content: 'x' });
      expect([status, await countOf()]).toEqual([404, before]);
    });
  });

  describe('413', () => {
    it('rejects a body over 1 MiB', async () => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.post(`/posts/${postId}/comments`, {
          content: 'x'.repeat(1_048_576),
        });
        expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      }
    });
  });

  describe('415', () => {
    it('rejects plain text', async () => {
      for (const client of [program.live, program.test]) {
        const path = `/posts/${postId}/comments`;
        const headers = { 'content-type': 'text/plain' };
        const { status, body } = await client.call('POST', path, { raw: 'x', headers });
        expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
    });
  });
});
