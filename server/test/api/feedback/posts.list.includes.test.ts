// GET /posts: what `include` adds to each post.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { insertVoters } from '../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { coreFields } from './listing.ts';

describe('GET /posts', () => {
  describe('200: includes', () => {
    let program: TestProgram;
    let post: { id: string };

    beforeAll(async () => {
      program = await startProgram();
      const form = new FormData();
      form.append('title', 'With everything');
      form.append('authorEmail', 'ada@example.com');
      form.append('authorName', 'Ada');
      form.append('tags', 'ui');
      form.append('attachments', new Blob([png(3, 2)], { type: 'image/png' }), 'shot.png');
      post = (await program.live.call('POST', '/posts', { form })).body.data;
      program.clock.advance(1000);
      await program.live.post(`/posts/${post.id}/votes`, { userEmail: 'bob@example.com' });
    });
    afterAll(() => program.close());

    const ada = {
      id: expect.stringMatching(/^user_/),
      externalId: null,
      name: 'Ada',
      email: 'ada@example.com',
      avatarUrl: null,
      createdAt: '2026-01-31T09:15:02.123Z',
    };
    const bob = { ...ada, name: null, email: 'bob@example.com', createdAt: '2026-01-31T09:15:03.123Z' };

    it.each<[string, Record<string, unknown>]>([
      ['author', { author: ada }],
      [
        'tags',
        {
          tags: [
            {
              id: expect.stringMatching(/^tag_/),
              name: 'ui',
              color: null,
              isPublic: false,
              postsCount: 1,
              createdAt: ada.createdAt,
            },
          ],
        },
      ],
      [
        'voters',
        {
          voters: [
            { ...bob, votedAt: '2026-01-31T09:15:03.123Z' },
            { ...ada, votedAt: '2026-01-31T09:15:02.123Z' },
          ],
        },
      ],
      [
        'attachments',
        { attachments: [expect.objectContaining({ fileName: 'shot.png', width: 3, height: 2 })] },
      ],
    ])('include=%s adds exactly that to each post', async (include, added) => {
      const { body } = await program.live.get(`/posts?include=${include}`);
      const plain = (await program.live.get('/posts')).body.data.posts[0];
      expect(body.data.posts).toEqual([{ ...plain, ...added }]);
      const test = await program.test.get(`/posts?include=${include}`);
      expect(test.body).toEqual({ ...body, test: true });
    });

    it('adds several includes, ignores unknown ones, in one parameter or several', async () => {
      for (const query of ['include=tags;x;%20author;tags', 'include=tags&include=author']) {
        const { body } = await program.live.get(`/posts?${query}`);
        expect(Object.keys(body.data.posts[0]).sort()).toEqual([...coreFields, 'author', 'tags'].sort());
      }
    });

    it('returns empty lists if there is nothing to include', async () => {
      await program.live.post('/posts', { title: 'Bare', voteAsAuthor: false });
      const { body } = await program.live.get('/posts?include=voters;tags;attachments&filters=search:bare');
      expect(body.data.posts).toEqual([expect.objectContaining({ voters: [], tags: [], attachments: [] })]);
    });

    it('returns all voters up to 1,000, then the newest 1,000 with votersTruncated', async () => {
      const { body } = await program.live.post('/posts', {
        title: 'Popular',
        voteAsAuthor: false,
        importedVotes: 5000,
      });
      const voters = await insertVoters(program, body.data.id, 1000);
      const newestFirst = voters.map(({ id }) => id).toReversed();
      const full = (await program.live.get('/posts?include=voters&filters=search:popular')).body.data
        .posts[0];
      expect(full.voters.map(({ id }: { id: string }) => id)).toEqual(newestFirst);
      expect(full).not.toHaveProperty('votersTruncated');

      program.clock.advance(5000);
      const last = await program.live.post(`/posts/${body.data.id}/votes`, { userExternalId: 'one-more' });
      for (const path of [
        '/posts?include=voters&filters=search:popular',
        `/posts/${body.data.id}?include=voters`,
      ]) {
        const { data } = (await program.live.get(path)).body;
        const cut = data.posts?.[0] ?? data;
        expect(cut).toMatchObject({ votesCount: 6001, votersTruncated: true });
        const ids = cut.voters.map(({ id }: { id: string }) => id);
        expect(ids).toEqual([last.body.data.userId, ...newestFirst.slice(0, 999)]);
      }
    });
  });
});
