import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { comments } from '../../../src/app/feedback/comments/comments.ts';
import { operatorDeps } from '../../../src/compose/operator.ts';
import { insertComments, insertPosts } from '../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { saying } from '../../support/said.ts';

interface Shown {
  id: string;
  content: string;
  parentId: string | null;
  replies?: Shown[];
}

let program: TestProgram;
let postId: string;
const ids: Record<string, string> = {};

async function say(content: string, parent?: string, extra: object = {}): Promise<void> {
  const body = { content, ...(parent !== undefined && { parentId: ids[parent] }), ...extra };
  const { status, body: answer } = await program.live.post(`/posts/${postId}/comments`, body);
  expect(status).toBe(201);
  ids[content] = answer.data.id;
  program.clock.advance(1000);
}

beforeAll(async () => {
  program = await startProgram();
  postId = (await program.live.post('/posts', { title: 'Talked about' })).body.data.id;
  await say('a', undefined, { authorEmail: 'ada@example.com' });
  await say('b');
  await say('a1', 'a');
  await say('note', undefined, { isPrivate: true });
  await say('under note', 'note');
  await say('a2', 'a');
  await say('a11', 'a1');
  await say('b1', 'b');
  await program.live.delete(`/comments/${ids.a1}`);
});
afterAll(() => program.close());

const outline = (comments: Shown[]): unknown[] =>
  comments.map(({ content, replies = [] }) => (replies.length === 0 ? content : [content, outline(replies)]));

describe('GET /posts/{id}/comments', () => {
  describe('200', () => {
    it('returns the top-level comments, oldest first, as a plain array without replies', async () => {
      const { status, body } = await program.live.get(`/posts/${postId}/comments`);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [
          {
            id: ids.a,
            ...saying('a'),
            postId,
            parentId: null,
            userId: expect.stringMatching(/^user_/),
            author: expect.objectContaining({ email: 'ada@example.com' }),
            externalId: null,
            isDeleted: false,
            isPrivate: false,
            isPublic: false,
            isFromTeam: false,
            isAnswer: false,
            attachments: [],
            createdAt: '2026-01-31T09:15:02.123Z',
            updatedAt: '2026-01-31T09:15:02.123Z',
          },
          expect.objectContaining({ id: ids.b, content: 'b', parentId: null }),
        ],
      });
      expect(body.data[0].author.id).toBe(body.data[0].userId);
    });

    it('returns the whole tree with include=replies: oldest first at every level, [] at a leaf', async () => {
      const { body } = await program.live.get(`/posts/${postId}/comments?include=replies`);
      expect(outline(body.data)).toEqual([
        ['a', [['', ['a11']], 'a2']],
        ['b', ['b1']],
      ]);
      expect(body.data[1].replies[0].replies).toEqual([]);
      expect(body.data[1].replies[0].parentId).toBe(ids.b);
    });

    it('shows a deleted comment with replies as a stub', async () => {
      const { body } = await program.live.get(`/posts/${postId}/comments?include=replies`);
      expect(body.data[0].replies[0]).toMatchObject({
        id: ids.a1,
        content: '',
        isDeleted: true,
        userId: expect.stringMatching(/^user_/),
        author: null,
        parentId: ids.a,
      });
    });

    it('hides private notes and their replies, and does not count them', async () => {
      for (const query of ['', '?include=replies']) {
        expect((await program.live.get(`/posts/${postId}/comments${query}`)).text).not.toContain('note');
      }
      expect((await program.live.get(`/posts/${postId}`)).body.data.commentsCount).toBe(5);
    });

    it('ignores unknown includes', async () => {
      const plain = await program.live.get(`/posts/${postId}/comments`);
      const { body } = await program.live.get(`/posts/${postId}/comments?include=author;reply;__proto__`);
      expect(body).toEqual(plain.body);
    });

    it.each(['', '?include=replies'])(
      'returns the same response under a test key, marked as test: %j',
      async (query) => {
        const live = await program.live.get(`/posts/${postId}/comments${query}`);
        const test = await program.test.get(`/posts/${postId}/comments${query}`);
        expect([test.status, test.body]).toEqual([200, { ...live.body, test: true }]);
      },
    );

    it('returns an empty array for a post without comments', async () => {
      const { body } = await program.live.post('/posts', { title: 'Quiet' });
      for (const query of ['', '?include=replies']) {
        expect((await program.live.get(`/posts/${body.data.id}/comments${query}`)).body).toEqual({
          data: [],
        });
      }
    });
  });

  describe('200: trees of any size', () => {
    // Skips the OpenAPI check and JSON.parse, which may recurse.
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${program.secrets.live}` };
      const { statusCode, payload } = await program.app.inject({ url: `/v1${path}`, headers });
      expect(statusCode).toBe(200);
      return payload;
    };
    const depthOf = (json: string): number => {
      let depth = 0;
      let deepest = 0;
      for (const character of json.replace(/"(?:[^"\\]|\\.)*"/g, '')) {
        if (character === '[' || character === '{') depth += 1;
        if (character === ']' || character === '}') depth -= 1;
        deepest = Math.max(deepest, depth);
      }
      expect(depth).toBe(0);
      return deepest;
    };

    const isEmbedded = inject('engines') === 'embedded';
    // Wider than a statement has parameters: 32,766 on SQLite, 65,535 on PostgreSQL.
    const wide = isEmbedded ? 33_000 : 66_000;
    /** The engines read rows; the tree is put together here, as deep on any of them. */
    const deep = isEmbedded ? 10_000 : 1_000;
    const patienceMs = 180_000;
    it.each([
      ['deep', deep, (index: number) => (index === 0 ? undefined : index - 1), 2 * deep + 6],
      ['wide', wide, () => undefined, 8],
      ['1,000 replies to one comment', 1000, (index: number) => (index === 0 ? undefined : 0), 10],
    ])(
      'returns the complete tree: %s',
      async (_name, size, parentOf, deepest) => {
        const [post] = await insertPosts(program, [{ title: 'Much' }]);
        if (post === undefined) throw new Error('no post');
        const comments = await insertComments(program, post, size, parentOf);
        for (const [path, outside] of [
          [`/posts/${post.id}/comments?include=replies`, 0] as const,
          ...(size > 10_000 ? [] : [[`/posts/${post.id}?include=comments.replies`, 1] as const]),
        ]) {
          const json = await read(path);
          expect([...json.matchAll(/"id":"(cmt_[^"]+)"/g)].map(([, id]) => id)).toEqual(
            comments.map(({ id }) => id),
          );
          // The text in a document is nested five levels deeper than the fields of its comment.
          expect(depthOf(json)).toBe(deepest + outside);
        }
        const flat = JSON.parse(await read(`/posts/${post.id}/comments`));
        const roots = comments.filter(({ parentId }) => parentId === null).map(({ id }) => id);
        expect(flat.data.map(({ id }: Shown) => id)).toEqual(roots);
        const { status } = await program.live.delete(`/posts/${post.id}`);
        expect(status).toBe(200);
      },
      patienceMs,
    );
  });

  describe('404', () => {
    it.each(['post_01jz3k8n5yegs9t2w6qv4m7r8c', 'post_test_01jz3k8n5yegs9t2w6qv4m7r8c', 'x'])(
      'returns 404 for the unknown post %s',
      async (unknown) => {
        for (const client of [program.live, program.test]) {
          const { status, body } = await client.get(`/posts/${unknown}/comments?include=replies`);
          expect(status).toBe(404);
          expect(body).toEqual({ error: { code: 'NOT_FOUND', message: 'Post not found.', status: 404 } });
        }
      },
    );

    it.each([
      [0, 'before the first comments are read'],
      [1, 'midway'],
    ])('fails after %i batches if the post is deleted %s', async (batches) => {
      const { store, files } = program.engines;
      const [post] = await insertPosts(program, [{ title: 'Deleted while it is read' }]);
      if (post === undefined) throw new Error('There is no post.');
      await insertComments(program, post, 250, () => undefined);
      const { ofPost } = comments(
        { ...operatorDeps(store, program.clock), files },
        { maxFiles: 0, maxImageBytes: 0, maxVideoBytes: 0 },
      );
      const actor = { type: 'key', id: 'key' } as const;
      const { workspaceId } = program;
      const caller = { type: 'key', workspaceId, actor, requestId: 'req', mode: 'live' } as const;
      const steps = (await ofPost(caller, post.id, { replies: true }))[Symbol.asyncIterator]();
      for (let count = 0; count < batches; count += 1) expect((await steps.next()).done).toBe(false);
      expect((await program.live.delete(`/posts/${post.id}`)).status).toBe(200);
      await expect(steps.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('returns 404 for a post of another workspace', async () => {
      expect((await program.stranger.get(`/posts/${postId}/comments`)).status).toBe(404);
    });
  });

  describe('400', () => {
    it.each(['x'.repeat(65), 'a%20b'])('rejects the id %.20s', async (bad) => {
      const { status, body } = await program.live.get(`/posts/${bad}/comments`);
      expect([status, body.error.details[0].field]).toEqual([400, 'id']);
    });
  });
});
