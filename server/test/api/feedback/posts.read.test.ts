import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { saying } from '../../support/said.ts';

let program: TestProgram;
let id: string;
const madeAt = '2026-01-31T09:15:02.123Z';

beforeAll(async () => {
  program = await startProgram();
  const form = new FormData();
  form.append('title', 'Dark mode');
  form.append('description', 'My **eyes** hurt.');
  form.append('authorEmail', 'ada@example.com');
  form.append('tags', 'ui');
  form.append('externalId', 'crm-1');
  form.append('sourceUrl', 'https://example.com/1');
  form.append('importedVotes', '2');
  form.append('visibility', 'public');
  form.append('attachments', new Blob([png(3, 2)], { type: 'image/png' }), 'shot.png');
  id = (await program.live.call('POST', '/posts', { form })).body.data.id;
  const top = (await program.live.post(`/posts/${id}/comments`, { content: 'First' })).body.data.id;
  await program.live.post(`/posts/${id}/comments`, { content: 'Answer', parentId: top });
  await program.live.post(`/posts/${id}/comments`, { content: 'Note', isPrivate: true });
});
afterAll(() => program.close());

const author = {
  id: expect.stringMatching(/^user_[0-9a-hjkmnp-tv-z]{26}$/),
  externalId: null,
  name: null,
  email: 'ada@example.com',
  avatarUrl: null,
  createdAt: madeAt,
};
const detail = () => ({
  id,
  title: 'Dark mode',
  description: {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'My ' },
          { type: 'text', text: 'eyes', marks: [{ type: 'bold' }] },
          { type: 'text', text: ' hurt.' },
        ],
      },
    ],
  },
  descriptionHtml: '<p>My <strong>eyes</strong> hurt.</p>',
  postTypeId: expect.stringMatching(/^type_/),
  statusId: expect.stringMatching(/^stat_/),
  votesCount: 3,
  commentsCount: 2,
  createdAt: madeAt,
  updatedAt: madeAt,
  author,
  tags: [
    {
      id: expect.stringMatching(/^tag_/),
      name: 'ui',
      color: null,
      isPublic: false,
      postsCount: 1,
      createdAt: madeAt,
    },
  ],
  externalId: 'crm-1',
  sourceUrl: 'https://example.com/1',
  importedVotes: 2,
  visibility: 'public',
  ownerId: null,
  mergedIntoId: null,
  version: 1,
});
const comment = (content: string, parentId: unknown, replies?: unknown[]) => ({
  id: expect.stringMatching(/^cmt_/),
  ...saying(content),
  postId: id,
  parentId,
  userId: expect.stringMatching(/^user_/),
  author: expect.objectContaining({ name: 'Default workspace' }),
  externalId: null,
  isDeleted: false,
  isPrivate: false,
  isPublic: true,
  isFromTeam: false,
  isAnswer: false,
  attachments: [],
  createdAt: madeAt,
  updatedAt: madeAt,
  ...(replies && { replies }),
});
const attachment = {
  id: expect.stringMatching(/^att_/),
  fileName: 'shot.png',
  mimeType: 'image/png',
  size: png(3, 2).length,
  width: 3,
  height: 2,
  sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  url: expect.stringMatching(/^http:\/\/earshot\.test\/files\/[^/]+\/shot\.png$/),
  createdAt: madeAt,
};

describe('GET /posts/{id}', () => {
  describe('200', () => {
    it('returns the core fields, author, tags, origin and version, and no unrequested includes', async () => {
      const { status, body } = await program.live.get(`/posts/${id}`);
      expect([status, body]).toEqual([200, { data: detail() }]);
    });

    it.each<[string, () => Record<string, unknown>]>([
      ['attachments', () => ({ attachments: [attachment] })],
      ['voters', () => ({ voters: [{ ...author, votedAt: madeAt }] })],
      ['comments', () => ({ comments: [comment('First', null)] })],
      [
        'comments.replies',
        () => ({
          comments: [comment('First', null, [comment('Answer', expect.stringMatching(/^cmt_/), [])])],
        }),
      ],
      ['comments;attachments', () => ({ comments: [comment('First', null)], attachments: [attachment] })],
      ['unknown;replies;__proto__', () => ({})],
      ['', () => ({})],
    ])('include=%s adds exactly that, under both keys', async (include, added) => {
      const live = await program.live.get(`/posts/${id}?include=${include}`);
      expect(live.body).toEqual({ data: { ...detail(), ...added() } });
      const test = await program.test.get(`/posts/${id}?include=${include}`);
      expect([test.status, test.body]).toEqual([200, { ...live.body, test: true }]);
    });

    it('returns an empty list of comments if there are none', async () => {
      const bare = (await program.live.post('/posts', { title: 'Bare' })).body.data.id;
      const { body } = await program.live.get(`/posts/${bare}?include=comments.replies`);
      expect(body.data.comments).toEqual([]);
    });

    it('ignores a trailing slash in the path', async () => {
      const { status, body } = await program.live.get(`/posts/${id}/`);
      expect([status, body]).toEqual([200, { data: detail() }]);
    });
  });

  describe('404', () => {
    it.each([
      ['unknown', 'post_01jz3k8n5yegs9t2w6qv4m7r8c'],
      ['created by a test call', 'post_test_01jz3k8n5yegs9t2w6qv4m7r8c'],
      ['of another object type', 'user_01jz3k8n5yegs9t2w6qv4m7r8c'],
      ['not in a known format', 'x'],
      ['of maximum length', 'p'.repeat(64)],
    ])('returns 404 for an id that is %s', async (_name, unknown) => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.get(`/posts/${unknown}?include=comments`);
        expect(status).toBe(404);
        expect(body).toEqual({ error: { code: 'NOT_FOUND', message: 'Post not found.', status: 404 } });
      }
    });

    it('returns 404 for a post of another workspace', async () => {
      const { status, body } = await program.stranger.get(`/posts/${id}`);
      expect([status, body.error.message]).toEqual([404, 'Post not found.']);
    });
  });

  describe('400', () => {
    it.each([
      ['over 64 characters', 'p'.repeat(65)],
      ['10 KB long', 'p'.repeat(10_240)],
      ['with a dot', 'post.1'],
      ['with a space', 'post%201'],
      ['with NUL', 'post%00'],
      ['with a quote', "post'--"],
      ['with non-ASCII letters', 'pöst'],
    ])('rejects an id %s', async (_name, bad) => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.get(`/posts/${encodeURI(bad).replaceAll('%25', '%')}`);
        expect(status).toBe(400);
        expect(body.error.details).toEqual([
          { field: 'id', message: expect.stringMatching(/^"id" must be/) },
        ]);
      }
    });
  });
});
