// GET /posts: pages, orders, the core fields and bad input.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPosts, insertVoters } from '../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { coreFields, list, titlesOf, walkByAfter, walkByCursor } from './listing.ts';

describe('GET /posts', () => {
  describe('200: the page', () => {
    let program: TestProgram;
    const titles = Array.from({ length: 130 }, (_, index) => `Post ${index}`);

    beforeAll(async () => {
      program = await startProgram();
      await insertPosts(
        program,
        titles.map((title) => ({ title })),
      );
    });
    afterAll(() => program.close());

    const newestFirst = titles.toReversed();

    it.each([
      [undefined, 20],
      ['', 20],
      ['1', 1],
      ['0', 1],
      ['-5', 1],
      ['100', 100],
      ['101', 100],
      ['1000000000000000000000', 100],
      ['ten', 20],
      ['NaN', 20],
      ['Infinity', 20],
      ['1e1', 20],
      ['0x10', 20],
      ['%00', 20],
      ['7.9', 7],
      [' 7 ', 7],
    ])('limit %j returns %i posts and never an error', async (limit, count) => {
      const answer = await list(program.live, limit === undefined ? {} : { limit });
      expect(answer.status).toBe(200);
      expect(titlesOf(answer)).toEqual(newestFirst.slice(0, count));
      expect(answer.body.data).toMatchObject({ cursor: 2, hasMore: true, next: expect.any(String) });
    });

    it.each([
      [undefined, 1],
      ['', 1],
      ['0', 1],
      ['-1', 1],
      ['first', 1],
      ['1e1', 1],
      ['2', 2],
      [' 2 ', 2],
      ['13', 13],
    ])('cursor %j returns page %i', async (cursor, page) => {
      const answer = await list(program.live, { limit: '10', ...(cursor !== undefined && { cursor }) });
      expect(answer.status).toBe(200);
      expect(titlesOf(answer)).toEqual(newestFirst.slice((page - 1) * 10, page * 10));
    });

    it.each(['14', '9007199254740993', '1000000000000000000000000'])(
      'cursor %s past the end returns an empty last page',
      async (cursor) => {
        const answer = await list(program.live, { limit: '10', cursor });
        expect(answer.status).toBe(200);
        expect(answer.body.data).toMatchObject({ posts: [], hasMore: false, next: null });
      },
    );

    it('returns the current page as the cursor of the last page', async () => {
      const answer = await list(program.live, { limit: '100', cursor: '2' });
      expect(answer.body.data).toMatchObject({ cursor: 2, hasMore: false, next: null });
      expect(answer.body.data.posts).toHaveLength(30);
    });

    it('has no further page if the last one is exactly full', async () => {
      const answer = await list(program.live, { limit: '65', cursor: '2' });
      expect(answer.body.data).toMatchObject({ cursor: 2, hasMore: false, next: null });
      expect(answer.body.data.posts).toHaveLength(65);
    });

    it.each(['recent', 'oldest', 'votes'])(
      'returns every post exactly once by cursor: %s',
      async (sortBy) => {
        const expected = sortBy === 'oldest' ? titles : newestFirst;
        expect(await walkByCursor(program.live, { sortBy, limit: '17' })).toEqual(expected);
      },
    );

    it.each(['recent', 'oldest', 'votes'])('returns every post exactly once by after: %s', async (sortBy) => {
      const expected = sortBy === 'oldest' ? titles : newestFirst;
      expect(await walkByAfter(program.live, { sortBy, limit: '17' })).toEqual(expected);
    });

    it('returns deep pages by cursor as they are now, whatever was read before', async () => {
      const deep = await startProgram();
      const titles = Array.from({ length: 1230 }, (_, index) => `Post ${index}`);
      await insertPosts(
        deep,
        titles.map((title) => ({ title })),
      );
      const newestFirst = titles.toReversed();
      expect(await walkByCursor(deep.live, { limit: '100' })).toEqual(newestFirst);
      const page = (cursor: string) => list(deep.live, { limit: '100', cursor });
      expect(titlesOf(await page('12'))).toEqual(newestFirst.slice(1100, 1200));
      deep.clock.advance(10_000);
      await deep.live.post('/posts', { title: 'One more' });
      expect(titlesOf(await page('12'))).toEqual(newestFirst.slice(1099, 1199));
      const [first, again] = [await page('13'), await list(deep.test, { limit: '100', cursor: '13' })];
      expect(titlesOf(first)).toEqual(newestFirst.slice(1199, 1299));
      expect(titlesOf(again)).toEqual(titlesOf(first));
      expect(first.body.data).toMatchObject({ cursor: 13, hasMore: false, next: null });
      await deep.close();
    });

    it('prefers after over cursor', async () => {
      const { body } = await list(program.live, { limit: '10' });
      const answer = await list(program.live, { limit: '10', after: body.data.next, cursor: '9' });
      expect(titlesOf(answer)).toEqual(newestFirst.slice(10, 20));
    });

    it('treats an empty after as absent', async () => {
      const answer = await list(program.live, { limit: '10', after: '', cursor: '2' });
      expect(titlesOf(answer)).toEqual(newestFirst.slice(10, 20));
    });

    it.each(['newest', 'VOTES', '', 'votes;recent', '__proto__'])(
      'falls back to recent for sortBy %j',
      async (sortBy) => {
        const answer = await list(program.live, { sortBy, limit: '3' });
        expect(titlesOf(answer)).toEqual(newestFirst.slice(0, 3));
      },
    );

    it('returns exactly the ten core fields if nothing is included', async () => {
      const { body } = await program.live.get('/posts?limit=1');
      expect(Object.keys(body.data.posts[0]).sort()).toEqual(coreFields);
      expect(Object.keys(body.data).sort()).toEqual(['cursor', 'hasMore', 'next', 'posts']);
    });

    it('ignores unknown includes and filters, and pairs without a colon or a key', async () => {
      const answer = await list(program.live, {
        include: 'nothing;comments;comments.replies;__proto__;constructor',
        filters: 'color:red;statusId;:x;;__proto__:x; ',
        limit: '2',
      });
      expect(answer.status).toBe(200);
      expect(titlesOf(answer)).toEqual(newestFirst.slice(0, 2));
      expect(Object.keys(answer.body.data.posts[0]).sort()).toEqual(coreFields);
    });

    it('returns the same response under a test key, marked as test, and changes nothing', async () => {
      const before = program.dump();
      const test = await program.test.get('/posts?limit=3');
      expect(program.dump()).toBe(before);
      const live = await program.live.get('/posts?limit=3');
      expect(test.status).toBe(200);
      expect(test.body).toEqual({ ...live.body, test: true });
      expect(live.body).not.toHaveProperty('test');
    });

    it('returns no posts of another workspace', async () => {
      const { body } = await program.stranger.get('/posts');
      expect(body).toEqual({ data: { posts: [], cursor: 1, hasMore: false, next: null } });
    });
  });

  describe('200: the order', () => {
    let program: TestProgram;

    beforeAll(async () => {
      program = await startProgram();
    });
    afterAll(() => program.close());

    it('is stable with equal votes and times, by cursor and by after', async () => {
      const at = program.clock.now();
      // Ids grow with the index; votes and times are equal within groups.
      const posts = await insertPosts(
        program,
        Array.from({ length: 40 }, (_, index) => ({
          title: `Tie ${index}`,
          votesCount: index % 3,
          createdAt: at - (index % 4) * 1000,
        })),
      );
      const compare = (left: string | number, right: string | number) =>
        left < right ? -1 : left > right ? 1 : 0;
      const oldest = posts.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
      const votes = posts.toSorted(
        (a, b) =>
          compare(b.votesCount, a.votesCount) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id),
      );
      const orders = { oldest, recent: oldest.toReversed(), votes };
      for (const [sortBy, expected] of Object.entries(orders)) {
        const titles = expected.map(({ title }) => title);
        expect(await walkByCursor(program.live, { sortBy, limit: '7' })).toEqual(titles);
        expect(await walkByAfter(program.live, { sortBy, limit: '7' })).toEqual(titles);
        const search = { sortBy, limit: '7', filters: 'search:tie' };
        expect(await walkByCursor(program.live, search)).toEqual(titles);
        expect(await walkByAfter(program.live, search)).toEqual(titles);
      }
    });

    it('pages by after without gaps or duplicates while posts are created and deleted', async () => {
      const walked = await startProgram();
      const originals = Array.from({ length: 50 }, (_, index) => `Original ${index}`);
      const inserted = await insertPosts(
        walked,
        originals.map((title) => ({ title })),
      );
      walked.clock.advance(1000);
      let disturbed = 0;
      const titles = await walkByAfter(walked.live, { limit: '8' }, async () => {
        await walked.live.post('/posts', { title: `Newcomer ${disturbed}` });
        // Deletes the newest original, which has already been read.
        const gone = inserted[inserted.length - 1 - disturbed];
        await walked.live.delete(`/posts/${gone?.id}`);
        disturbed += 1;
      });
      await walked.close();
      expect(titles).toEqual(originals.toReversed());
      expect(disturbed).toBeGreaterThan(5);
    });

    it('ranks a post higher after a vote', async () => {
      const one = await program.live.post('/posts', { title: 'Wanted once', voteAsAuthor: false });
      await insertVoters(program, one.body.data.id, 5);
      const answer = await list(program.live, { sortBy: 'votes', limit: '1' });
      expect(answer.body.data.posts[0]).toMatchObject({ title: 'Wanted once', votesCount: 5 });
    });
  });

  describe('400', () => {
    let program: TestProgram;
    beforeAll(async () => {
      program = await startProgram();
      await program.live.post('/posts', { title: 'One' });
    });
    afterAll(() => program.close());

    it.each(['yesterday', '2026-13-01', '2026-01-31T25:00:00Z', '31.01.2026', '1769850902123'])(
      'rejects updatedSince %j, and names it',
      async (time) => {
        for (const client of [program.live, program.test]) {
          const { status, body } = await list(client, { filters: `updatedSince:${time}` });
          expect(status).toBe(400);
          expect(body.error).toMatchObject({ code: 'BAD_REQUEST', status: 400 });
          expect(body.error.message).toContain('"updatedSince"');
        }
      },
    );

    it.each(['1969-12-31T23:59:59Z', '2200-01-01', '2026-01-31T09:15:02'])(
      'explains the expected format for updatedSince %s',
      async (time) => {
        const { status, body } = await list(program.live, { filters: `updatedSince:${time}` });
        expect(status).toBe(400);
        expect(body.error.message).toMatch(/ time with its zone, between 1970 and 2200, such as /);
      },
    );

    const numbered = (number: string) => Buffer.from(`["recent",${number},"a"]`).toString('base64url');
    it.each([
      ...['x', 'bnVsbA', 'WyJ2b3RlcyIsMSwyLCJhIl0', '%00', 'a'.repeat(9000)],
      ...['0.5', '1e21', '1e999'].map(numbered),
    ])('rejects an invalid after, or one of another sort order: %.20s', async (after) => {
      const { status, body } = await list(program.live, { after });
      expect(status).toBe(400);
      expect(body.error.details).toEqual([{ field: 'after', message: expect.stringMatching(/^"after" /) }]);
    });
  });
});
