import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blockWrites } from '../../support/blocked-writes.ts';
import { insertVoters } from '../../support/bulk.ts';
import type { Answer } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let postId: string;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  postId = (await program.live.post('/posts', { title: 'Wanted', voteAsAuthor: false })).body.data.id;
});

const vote = (body: object) => program.live.post(`/posts/${postId}/votes`, body);
const countOf = async (): Promise<number> =>
  (await program.live.get(`/posts/${postId}`)).body.data.votesCount;
const userId = expect.stringMatching(/^user_[0-9a-hjkmnp-tv-z]{26}$/);
const spellings: [string, (id: string) => object][] = [
  ['user.id', (id) => ({ user: { id } })],
  ['userId', (id) => ({ userId: id })],
  ['author.id', (id) => ({ author: { id } })],
  ['authorId', (id) => ({ authorId: id })],
  ['user.externalId', () => ({ user: { externalId: 'v-1' } })],
  ['userExternalId', () => ({ userExternalId: 'v-1' })],
  ['authorExternalId', () => ({ authorExternalId: 'v-1' })],
  ['user.email', () => ({ user: { email: 'V@Example.com' } })],
  ['userEmail', () => ({ userEmail: ' v@example.com ' })],
  ['authorEmail', () => ({ authorEmail: 'v@EXAMPLE.com' })],
  [
    'id before everything else',
    (id) => ({ userId: id, userExternalId: 'other', userEmail: 'other@example.com' }),
  ],
  ['externalId before email', () => ({ userExternalId: 'v-1', userEmail: 'other@example.com' })],
];

describe('POST /posts/{id}/votes', () => {
  describe('201', () => {
    it('adds the vote of a user, created if new, and emits events', async () => {
      const before = program.events().length;
      const { status, body } = await vote({ userEmail: `first-${postId}@example.com`, userName: 'First' });
      expect(status).toBe(201);
      expect(body).toEqual({ data: { postId, userId, voted: true, votesCount: 1 } });
      expect(await countOf()).toBe(1);
      const events = program.events().slice(before);
      expect(events).toMatchObject([
        { type: 'user.created', object: { name: 'First' } },
        { type: 'vote.created', object: { postId, userId: body.data.userId } },
      ]);
    });

    it.each([
      ['a vote', () => vote({ userExternalId: 'patient' })],
      [
        'many votes',
        () =>
          program.live.call('PUT', `/posts/${postId}/votes`, {
            body: { voters: [{ externalId: 'patient' }] },
          }),
      ],
    ])('gives %s the time at which it counts, not that at which it began to wait', async (_what, send) => {
      const still = await blockWrites(program);
      const sent = send();
      await still.isBlocking();
      program.clock.advance(1000);
      const now = new Date(program.clock.now()).toISOString();
      await still.end();
      expect((await sent).status).toBeLessThan(300);
      expect((await program.live.get(`/posts/${postId}`)).body.data.updatedAt).toBe(now);
      const { votes } = (await program.live.get(`/posts/${postId}/votes`)).body.data;
      expect(votes).toMatchObject([{ votedAt: now }]);
    });

    it("keeps the post's version, and updates its updatedAt", async () => {
      const before = (await program.live.get(`/posts/${postId}`)).body.data;
      program.clock.advance(1000);
      await vote({ userExternalId: 'calm' });
      const after = (await program.live.get(`/posts/${postId}`)).body.data;
      const updatedAt = new Date(program.clock.now()).toISOString();
      expect(after).toEqual({ ...before, votesCount: 1, updatedAt });
    });

    it('returns the same response under a test key, marked as test, and changes nothing', async () => {
      const before = program.dump();
      const path = `/posts/${postId}/votes`;
      const { status, body } = await program.test.post(path, { userEmail: 'tried@example.com' });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: { postId, userId: expect.stringMatching(/^user_test_/), voted: true, votesCount: 1 },
        test: true,
      });
      expect(program.dump()).toBe(before);
    });
  });

  describe('200', () => {
    it.each(spellings)(
      'does not toggle: a second vote by the same user, given as %s, changes nothing',
      async (_name, reference) => {
        const first = await vote({ user: { externalId: 'v-1', email: 'v@example.com' } });
        expect(first.status).toBe(201);
        const before = program.events().length;
        const { status, body } = await vote(reference(first.body.data.userId));
        expect(status).toBe(200);
        expect(body).toEqual({ data: { ...first.body.data, votesCount: 1 } });
        expect([await countOf(), program.events().length]).toEqual([1, before]);
      },
    );

    it('counts 50 concurrent votes of one user once', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => vote({ userExternalId: 'eager' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
      expect(new Set(answers.map(({ body }) => body.data.userId)).size).toBe(1);
      for (const { body } of answers) expect(body.data).toMatchObject({ voted: true, votesCount: 1 });
      expect(await countOf()).toBe(1);
    });

    it('counts 50 concurrent votes of 50 users exactly', async () => {
      await Promise.all(Array.from({ length: 50 }, (_, index) => vote({ userExternalId: `crowd-${index}` })));
      expect(await countOf()).toBe(50);
    });

    it("recognizes the author's own vote", async () => {
      const { body } = await program.live.post('/posts', { title: 'Mine', authorExternalId: 'self' });
      const again = await program.live.post(`/posts/${body.data.id}/votes`, { userExternalId: 'self' });
      expect([again.status, again.body.data.votesCount]).toEqual([200, 1]);
    });

    it('returns the same response under a test key', async () => {
      const first = await vote({ userExternalId: 'known' });
      const before = program.dump();
      const { status, body } = await program.test.post(`/posts/${postId}/votes`, { userExternalId: 'known' });
      expect([status, body]).toEqual([200, { ...first.body, test: true }]);
      expect(program.dump()).toBe(before);
    });
  });

  describe('400', () => {
    it.each<[string, string, object]>([
      ['a missing user', 'userId', {}],
      ['a name alone', 'userId', { userName: 'Someone' }],
      ['an empty object', 'userId', { user: {} }],
      ['an unknown id', 'userId', { userId: 'user_01jz3k8n5yegs9t2w6qv4m7r8c' }],
      ['an unknown authorId', 'authorId', { authorId: 'nobody' }],
      ['an unknown id with a valid email', 'user.id', { user: { id: 'nobody', email: 'good@example.com' } }],
      ['an invalid email', 'userEmail', { userEmail: 'x' }],
      ['a number', 'userId', { userId: 7 }],
      ['null', 'userId', { user: null }],
    ])('rejects %s, names "%s", and changes nothing', async (_name, field, body) => {
      const before = program.dump();
      for (const method of ['POST', 'DELETE']) {
        for (const client of [program.live, program.test]) {
          const answer = await client.call(method, `/posts/${postId}/votes`, { body });
          expect([answer.status, answer.text]).toEqual([400, expect.any(String)]);
          expect(answer.body.error.details).toEqual([
            { field, message: expect.stringContaining(`"${field}"`) },
          ]);
        }
      }
      expect(program.dump()).toBe(before);
    });

    it('rejects a missing body', async () => {
      for (const method of ['POST', 'DELETE']) {
        const { status, body } = await program.live.call(method, `/posts/${postId}/votes`);
        expect([method, status, body.error.details[0].field]).toEqual([method, 400, 'userId']);
      }
    });
  });

  describe('404', () => {
    it('returns 404 for an unknown post, without creating the user, under both keys', async () => {
      const before = program.dump();
      for (const method of ['POST', 'DELETE']) {
        for (const client of [program.live, program.test]) {
          const path = '/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c/votes';
          const { status, body } = await client.call(method, path, {
            body: { userEmail: 'new-one@example.com' },
          });
          expect([status, body.error.message]).toEqual([404, 'Post not found.']);
        }
      }
      expect(program.dump()).toBe(before);
    });

    it('returns 404 for a post of another workspace', async () => {
      const { body } = await vote({ userExternalId: 'ours' });
      for (const method of ['POST', 'DELETE', 'GET']) {
        const options = method === 'GET' ? {} : { body: { userId: body.data.userId } };
        const { status } = await program.stranger.call(method, `/posts/${postId}/votes`, options);
        expect([method, status]).toEqual([method, 404]);
      }
      expect(await countOf()).toBe(1);
    });
  });

  describe('413 and 415', () => {
    it.each(['POST', 'DELETE'])('%s rejects a body that is too large or not JSON', async (method) => {
      for (const client of [program.live, program.test]) {
        const path = `/posts/${postId}/votes`;
        const large = await client.call(method, path, { body: { userName: 'x'.repeat(1_048_576) } });
        expect([large.status, large.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
        const text = await client.call(method, path, { raw: 'x', headers: { 'content-type': 'text/plain' } });
        expect([text.status, text.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
    });
  });
});

describe('DELETE /posts/{id}/votes', () => {
  describe('200', () => {
    it.each(spellings)('withdraws the vote of a user given in the body as %s', async (_name, reference) => {
      const first = await vote({ user: { externalId: 'v-1', email: 'v@example.com' } });
      await vote({ userExternalId: 'stays' });
      const before = program.events().length;
      const { status, body } = await program.live.delete(
        `/posts/${postId}/votes`,
        reference(first.body.data.userId),
      );
      expect(status).toBe(200);
      expect(body).toEqual({
        data: { postId, userId: first.body.data.userId, voted: false, votesCount: 1 },
      });
      expect(await countOf()).toBe(1);
      expect(program.events().slice(before)).toMatchObject([
        { type: 'vote.deleted', object: { postId, userId: first.body.data.userId } },
      ]);
    });

    it.each(['userId', 'authorId', 'userExternalId', 'authorExternalId', 'userEmail', 'authorEmail'])(
      'withdraws the vote of a user given in the query string as %s',
      async (name) => {
        const first = await vote({ user: { externalId: 'q-1', email: 'q@example.com' } });
        const value = name.endsWith('Id') && !name.includes('External') ? first.body.data.userId : undefined;
        const text = value ?? (name.includes('External') ? 'q-1' : 'Q@example.com');
        const { status, body } = await program.live.delete(`/posts/${postId}/votes?${name}=${text}`);
        expect([status, body]).toEqual([200, { data: { ...first.body.data, voted: false, votesCount: 0 } }]);
      },
    );

    it('uses the last value of a repeated parameter', async () => {
      await vote({ userExternalId: 'first' });
      const { body: last } = await vote({ userExternalId: 'last' });
      const query = 'userExternalId=first&userExternalId=last';
      const { status, body } = await program.live.delete(`/posts/${postId}/votes?${query}`);
      expect([status, body.data.userId, body.data.votesCount]).toEqual([200, last.data.userId, 1]);
    });

    it('changes nothing if there is no vote, and creates no user', async () => {
      const { body: known } = await vote({ userExternalId: 'twice' });
      await program.live.delete(`/posts/${postId}/votes?userExternalId=twice`);
      const events = program.events().length;
      const again = await program.live.delete(`/posts/${postId}/votes?userExternalId=twice`);
      expect(again.body.data).toEqual({ postId, userId: known.data.userId, voted: false, votesCount: 0 });
      const stranger = await program.live.delete(`/posts/${postId}/votes?userEmail=never-seen@example.com`);
      expect(stranger.body.data).toEqual({ postId, userId: null, voted: false, votesCount: 0 });
      expect(program.events()).toHaveLength(events);
      expect(program.dump()).not.toContain('never-seen');
    });

    it('counts 50 concurrent withdrawals of one vote once', async () => {
      await vote({ userExternalId: 'fickle' });
      await vote({ userExternalId: 'stays' });
      const path = `/posts/${postId}/votes?userExternalId=fickle`;
      await Promise.all(Array.from({ length: 50 }, () => program.live.delete(path)));
      expect(await countOf()).toBe(1);
    });

    it('returns the same response under a test key, marked as test, and changes nothing', async () => {
      const first = await vote({ userExternalId: 'kept' });
      const before = program.dump();
      for (const answer of [
        await program.test.delete(`/posts/${postId}/votes?userExternalId=kept`),
        await program.test.delete(`/posts/${postId}/votes`, { userExternalId: 'kept' }),
      ]) {
        const data = { ...first.body.data, voted: false, votesCount: 0 };
        expect([answer.status, answer.body]).toEqual([200, { data, test: true }]);
      }
      expect(program.dump()).toBe(before);
    });
  });
});

describe('GET /posts/{id}/votes', () => {
  describe('200', () => {
    it('lists votes newest first, each with its voter, under both keys', async () => {
      await vote({ userExternalId: 'one' });
      program.clock.advance(1000);
      await vote({ userEmail: 'two@example.com' });
      const live = await program.live.get(`/posts/${postId}/votes`);
      const votedAt = (ago: number) => new Date(program.clock.now() - ago).toISOString();
      expect([live.status, live.body]).toEqual([
        200,
        {
          data: {
            votes: [
              {
                postId,
                userId,
                votedAt: votedAt(0),
                source: 'api',
                user: expect.objectContaining({ email: 'two@example.com' }),
              },
              {
                postId,
                userId,
                votedAt: votedAt(1000),
                source: 'api',
                user: expect.objectContaining({ externalId: 'one' }),
              },
            ],
            cursor: 1,
            hasMore: false,
            next: null,
          },
        },
      ]);
      const test = await program.test.get(`/posts/${postId}/votes`);
      expect(test.body).toEqual({ ...live.body, test: true });
    });

    it('returns every vote exactly once by cursor and by after', async () => {
      const voters = (await insertVoters(program, postId, 45)).map(({ id }) => id).toReversed();
      const byCursor: string[] = [];
      for (let cursor = 1, more = true; more; ) {
        const { data } = (await program.live.get(`/posts/${postId}/votes?cursor=${cursor}`)).body;
        byCursor.push(...data.votes.map((each: { userId: string }) => each.userId));
        cursor = data.cursor;
        more = data.hasMore;
      }
      const byAfter: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { body }: Answer = await program.live.get(`/posts/${postId}/votes?limit=7&after=${after}`);
        byAfter.push(...body.data.votes.map((each: { userId: string }) => each.userId));
        after = body.data.next;
      }
      expect(byCursor).toEqual(voters);
      expect(byAfter).toEqual(voters);
    });

    it.each([
      ['0', 1],
      ['101', 45],
      ['x', 20],
    ])('treats limit %s as %i', async (limit, count) => {
      await insertVoters(program, postId, 45);
      const { body } = await program.live.get(`/posts/${postId}/votes?limit=${limit}`);
      expect(body.data.votes).toHaveLength(count);
    });
  });

  describe('404', () => {
    it('returns 404 for an unknown post', async () => {
      for (const client of [program.live, program.test]) {
        const { status } = await client.get('/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c/votes');
        expect(status).toBe(404);
      }
    });
  });

  describe('400', () => {
    it('rejects an invalid after', async () => {
      const { status, body } = await program.live.get(`/posts/${postId}/votes?after=x`);
      expect([status, body.error.details[0].field]).toEqual([400, 'after']);
    });

    it('rejects a malformed id', async () => {
      const { status, body } = await program.live.get('/posts/a.b/votes');
      expect([status, body.error.details[0].field]).toEqual([400, 'id']);
    });
  });
});
