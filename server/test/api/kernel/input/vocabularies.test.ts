import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
const createdAt = '2026-01-31T09:15:02.123Z';

beforeAll(async () => {
  program = await startProgram();
  await program.live.post('/posts', { title: 'Counted' });
});
afterAll(() => program.close());

const status = (position: number, name: string, slug: string, category: string) => ({
  id: expect.stringMatching(/^stat_[0-9a-hjkmnp-tv-z]{26}$/),
  name,
  slug,
  color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  category,
  position,
  isDefault: position === 0,
  nextStatusIds: null,
  notifyFollowers: false,
  postsCount: position === 0 ? 1 : 0,
  createdAt,
});
const postType = (position: number, name: string, slug: string) => ({
  id: expect.stringMatching(/^type_[0-9a-hjkmnp-tv-z]{26}$/),
  name,
  slug,
  color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  position,
  isDefault: position === 0,
  postsCount: position === 0 ? 1 : 0,
  createdAt,
});

const lists = [
  {
    path: '/statuses',
    plural: 'statuses',
    items: [
      status(0, 'Open', 'open', 'reviewing'),
      status(1, 'Under review', 'under-review', 'reviewing'),
      status(2, 'Planned', 'planned', 'unstarted'),
      status(3, 'In progress', 'in-progress', 'active'),
      status(4, 'Complete', 'complete', 'completed'),
      status(5, 'Closed', 'closed', 'canceled'),
    ],
  },
  {
    path: '/post-types',
    plural: 'postTypes',
    items: [
      postType(0, 'Feature request', 'feature-request'),
      postType(1, 'Bug report', 'bug-report'),
      postType(2, 'Improvement', 'improvement'),
    ],
  },
];

describe.each(lists)('GET $path', ({ path, plural, items }) => {
  describe('200', () => {
    it('lists the defaults of a new workspace in order, each with its post count', async () => {
      const { status, body } = await program.live.get(path);
      expect(status).toBe(200);
      expect(body).toEqual({ data: { [plural]: items, cursor: 1, hasMore: false, next: null } });
    });

    it('returns the same response under a test key, marked as test', async () => {
      const live = await program.live.get(path);
      const test = await program.test.get(path);
      expect([test.status, test.body]).toEqual([200, { ...live.body, test: true }]);
    });

    it('returns every item exactly once, one at a time, by cursor and by after', async () => {
      const all = (await program.live.get(path)).body.data[plural];
      const byCursor = [];
      for (let cursor = 1, more = true; more; ) {
        const { data } = (await program.live.get(`${path}?limit=1&cursor=${cursor}`)).body;
        byCursor.push(...data[plural]);
        cursor = data.cursor;
        more = data.hasMore;
      }
      const byAfter = [];
      for (let after: string | null = ''; after !== null; ) {
        const { body }: Answer = await program.live.get(`${path}?limit=1&after=${after}`);
        byAfter.push(...body.data[plural]);
        after = body.data.next;
      }
      expect(byCursor).toEqual(all);
      expect(byAfter).toEqual(all);
    });

    it.each([
      ['limit=0', 1],
      ['limit=-1', 1],
      ['limit=2', 2],
      ['limit=1000', 100],
      ['limit=x', 100],
      ['cursor=0', 100],
      ['cursor=x', 100],
      ['filters=x:y;z&sortBy=name&include=posts', 100],
    ])('tolerates %s', async (query, most) => {
      const { status, body } = await program.live.get(`${path}?${query}`);
      expect(status).toBe(200);
      expect(body.data[plural]).toHaveLength(Math.min(most, items.length));
    });

    it('returns each workspace its own', async () => {
      const ours = (await program.live.get(path)).body.data[plural];
      const theirs = (await program.stranger.get(path)).body.data[plural];
      const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
      expect(theirs).toHaveLength(items.length);
      expect(idsOf(theirs).filter((id) => idsOf(ours).includes(id))).toEqual([]);
      expect(theirs[0].postsCount).toBe(0);
    });
  });

  describe('400', () => {
    it('rejects an invalid after', async () => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.get(`${path}?after=x`);
        expect([status, body.error.details[0].field]).toEqual([400, 'after']);
      }
    });
  });
});
