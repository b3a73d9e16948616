import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { insertPosts, insertVoters } from '../../support/bulk.ts';
import type { CallerClient } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const coreFields = [
  'commentsCount',
  'createdAt',
  'description',
  'descriptionHtml',
  'id',
  'postTypeId',
  'statusId',
  'title',
  'updatedAt',
  'votesCount',
];

interface Listed {
  id: string;
  title: string;
}

const titlesOf = (answer: { body: { data: { posts: Listed[] } } }) =>
  answer.body.data.posts.map(({ title }) => title);
const list = (client: CallerClient, parameters: Record<string, string>) =>
  client.get(`/posts?${new URLSearchParams(parameters)}`);

/** Every title, paged by cursor. */
async function walkByCursor(client: CallerClient, parameters: Record<string, string>): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor = 1; ; ) {
    const answer = await list(client, { ...parameters, cursor: String(cursor) });
    titles.push(...titlesOf(answer));
    const { data } = answer.body;
    if (!data.hasMore) {
      expect(data).toMatchObject({ cursor, next: null });
      return titles;
    }
    expect(data.cursor).toBe(cursor + 1);
    cursor = data.cursor;
  }
}

/** Every title, paged by after. */
async function walkByAfter(
  client: CallerClient,
  parameters: Record<string, string>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const titles: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const answer = await list(client, { ...parameters, ...(after !== '' && { after }) });
    titles.push(...titlesOf(answer));
    expect(answer.body.data.hasMore).toBe(answer.body.data.next !== null);
    after = answer.body.data.next;
    await between();
  }
  return titles;
}

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

  describe('200: filters', () => {
    let program: TestProgram;
    let statuses: { id: string; name: string }[];
    let types: { id: string; name: string }[];

    beforeAll(async () => {
      program = await startProgram();
      statuses = (await program.live.get('/statuses')).body.data.statuses;
      types = (await program.live.get('/post-types')).body.data.postTypes;
      for (const [statusIndex, status] of statuses.entries()) {
        for (const [typeIndex, type] of types.entries()) {
          program.clock.advance(1000);
          await program.live.post('/posts', {
            title: `Thing s${statusIndex} t${typeIndex}`,
            statusId: status.id,
            postTypeId: type.id,
          });
        }
      }
    });
    afterAll(() => program.close());

    const s = (index: number) => `statusId:${statuses[index]?.id}`;
    const t = (index: number) => `typeId:${types[index]?.id}`;

    it.each([
      ['one status', () => s(1), ['s1 t2', 's1 t1', 's1 t0']],
      [
        'a repeated status matches any of them',
        () => `${s(1)};${s(3)}`,
        ['s3 t2', 's3 t1', 's3 t0', 's1 t2', 's1 t1', 's1 t0'],
      ],
      ['one type', () => t(2), ['s5 t2', 's4 t2', 's3 t2', 's2 t2', 's1 t2', 's0 t2']],
      ['status and type must both match', () => `${s(4)};${t(0)}`, ['s4 t0']],
      [
        'several statuses and types',
        () => `${s(4)};${t(0)};${s(5)};${t(1)}`,
        ['s5 t1', 's5 t0', 's4 t1', 's4 t0'],
      ],
      ['a value given twice', () => `${s(4)};${s(4)};${t(0)}`, ['s4 t0']],
      ['an unknown id matches nothing', () => 'statusId:stat_00000000000000000000000000', []],
      ['an empty value is ignored', () => `statusId:;typeId: ;search:;;${s(4)};${t(0)}`, ['s4 t0']],
      ['a known and an unknown id', () => `${s(4)};statusId:nobody;${t(0)}`, ['s4 t0']],
      ['an id with colons matches nothing', () => `${s(4)}:x`, []],
      ['search with status and type', () => `search:thing;${s(2)};${t(1)}`, ['s2 t1']],
      ['search with repeated status', () => `${s(2)};search:t1;${s(0)}`, ['s2 t1', 's0 t1']],
      ['search with an unknown type', () => 'search:thing;typeId:nobody', []],
      ['search with query syntax as the type', () => 'search:thing;typeId:"OR"*', []],
      ['spaces around keys and values', () => ` ${s(4)} ; ${t(0)} `, ['s4 t0']],
    ])('%s', async (_name, filters, expected) => {
      for (const sortBy of ['recent', 'votes']) {
        const parameters = { filters: filters(), sortBy, limit: '2' };
        const titles = expected.map((suffix) => `Thing ${suffix}`);
        expect(await walkByCursor(program.live, parameters)).toEqual(titles);
        expect(await walkByAfter(program.live, parameters)).toEqual(titles);
      }
      const answer = await list(program.live, { filters: filters(), sortBy: 'oldest' });
      expect(titlesOf(answer)).toEqual(expected.map((suffix) => `Thing ${suffix}`).toReversed());
    });

    it('accepts every status and every type at once', async () => {
      const filters = [...statuses.map((_, index) => s(index)), ...types.map((_, index) => t(index))].join(
        ';',
      );
      expect(await walkByAfter(program.live, { filters, limit: '5' })).toHaveLength(18);
    });

    it('accepts more combinations of filter values than can be merged', async () => {
      const none = (key: string) => Array.from({ length: 19 }, (_, index) => `${key}:nobody-${index}`);
      const filters = [s(4), ...none('statusId'), t(0), ...none('typeId')].join(';');
      expect(titlesOf(await list(program.live, { filters }))).toEqual(['Thing s4 t0']);
    });

    it('combines several filters parameters into one list', async () => {
      const { body } = await program.live.get(`/posts?filters=${s(4)}&filters=${t(0)}`);
      expect(body.data.posts).toHaveLength(1);
    });

    it('finds a post under its new status and type after a move', async () => {
      const { body } = await program.live.post('/posts', { title: 'Mover' });
      await program.live.patch(`/posts/${body.data.id}`, { statusId: statuses[5]?.id, typeId: types[1]?.id });
      for (const filters of [`${s(5)};${t(1)}`, `search:mover;${s(5)};${t(1)}`]) {
        expect(titlesOf(await list(program.live, { filters }))).toContain('Mover');
      }
      for (const filters of [`search:mover;${s(0)}`, `search:mover;${t(0)}`]) {
        expect(titlesOf(await list(program.live, { filters }))).toEqual([]);
      }
      await program.live.delete(`/posts/${body.data.id}`);
      expect(titlesOf(await list(program.live, { filters: 'search:mover' }))).toEqual([]);
    });

    it('returns posts updated at or after updatedSince, whose value contains colons', async () => {
      const { body } = await list(program.live, { sortBy: 'oldest', limit: '100' });
      const posts: { title: string; updatedAt: string }[] = body.data.posts;
      const tenth = posts[9];
      const filters = `updatedSince:${tenth?.updatedAt}`;
      const expected = posts.slice(9).map(({ title }) => title);
      expect(await walkByAfter(program.live, { filters, sortBy: 'oldest', limit: '4' })).toEqual(expected);
      const searched = { filters: `${filters};search:thing`, sortBy: 'oldest', limit: '4' };
      expect(await walkByAfter(program.live, searched)).toEqual(expected);
    });

    it('returns an old post again after an edit', async () => {
      program.clock.advance(60_000);
      const since = new Date(program.clock.now()).toISOString();
      expect(titlesOf(await list(program.live, { filters: `updatedSince:${since}` }))).toEqual([]);
      const { body } = await list(program.live, { sortBy: 'oldest', limit: '1' });
      await program.live.patch(`/posts/${body.data.posts[0].id}`, { sourceUrl: 'https://example.com/' });
      expect(titlesOf(await list(program.live, { filters: `updatedSince:${since}` }))).toEqual([
        'Thing s0 t0',
      ]);
    });

    it.each(['2026-01-31', '2026-01-31T09:15Z', '2026-01-31T10:15:02.123+01:00'])(
      'accepts the time %s',
      async (time) => {
        const { status, body } = await list(program.live, { filters: `updatedSince:${time}`, limit: '1' });
        expect([status, body.data.posts.length]).toEqual([200, 1]);
      },
    );
  });

  describe('200: search', () => {
    let program: TestProgram;

    beforeAll(async () => {
      program = await startProgram();
      await insertPosts(
        program,
        [
          'Dark mode for the dashboard',
          'Élégant Über-café (naïve)',
          'STRASSE and Straße',
          '深色模式支持',
          'ダークモードに対応する',
          'รองรับโหมดมืด',
          'Export to CSV, PDF & XLSX',
          'Donaudampfschifffahrtsgesellschaftskapitän gesucht',
          'Donaudampfschifffahrtsgesellschaftsbeamter gesucht',
          'Price: $100% off_now "quoted" AND OR NOT (x)*',
          'Πρόσβαση ΧΡΉΣΤΗΣ',
          'İstanbul ﬁle ① Ⅳ',
          '👍 👎',
        ].map((title) => ({ title })),
      );
    });
    afterAll(() => program.close());

    const dark = 'Dark mode for the dashboard';
    const cafe = 'Élégant Über-café (naïve)';
    const street = 'STRASSE and Straße';
    const captain = 'Donaudampfschifffahrtsgesellschaftskapitän gesucht';
    const officer = 'Donaudampfschifffahrtsgesellschaftsbeamter gesucht';
    const odd = 'Price: $100% off_now "quoted" AND OR NOT (x)*';

    it.each<[string, string[]]>([
      ['dark', [dark]],
      ['DARK', [dark]],
      ['d', [officer, captain, dark]],
      ['da mo', [dark]],
      ['mode dark', [dark]],
      ['dark mode nothing', []],
      ['ark', []],
      ['elegant', [cafe]],
      ['ELÉGANT', [cafe]],
      ['e\u0301le\u0301gant', [cafe]],
      ['uber', [cafe]],
      ['cafe', [cafe]],
      ['strasse', [street]],
      ['straße', [street]],
      ['深色', ['深色模式支持']],
      ['模式', ['深色模式支持']],
      ['ダーク', ['ダークモードに対応する']],
      ['โหมด', ['รองรับโหมดมืด']],
      ['csv', ['Export to CSV, PDF & XLSX']],
      ['xlsx, csv', ['Export to CSV, PDF & XLSX']],
      ['donaudampf', [officer, captain]],
      ['Donaudampfschifffahrtsge', [officer, captain]],
      ['Donaudampfschifffahrtsges', [officer, captain]],
      ['Donaudampfschifffahrtsgesellschaftsk', [captain]],
      ['donaudampfschifffahrtsgesellschaftskapitan gesucht', [captain]],
      ['Donaudampfschifffahrtsgesellschaftsx', []],
      ['100', [odd]],
      ['100% off', [odd]],
      ['"quoted" AND', [odd]],
      ['OR', [odd]],
      ['NOT x', [odd]],
      ['πρόσβ', ['Πρόσβαση ΧΡΉΣΤΗΣ']],
      ['χρηστησ', ['Πρόσβαση ΧΡΉΣΤΗΣ']],
      ['istanbul', ['İstanbul ﬁle ① Ⅳ']],
      ['file', ['İstanbul ﬁle ① Ⅳ']],
      ['...', []],
      ['👍', []],
      ['%', []],
      ['"', []],
      ['\u0000', []],
    ])('for %j returns %j', async (search, expected) => {
      for (const sortBy of ['recent', 'votes']) {
        const answer = await list(program.live, { filters: `search:${search}`, sortBy });
        expect(answer.status).toBe(200);
        expect(titlesOf(answer)).toEqual(expected);
      }
      const oldest = await list(program.live, { filters: `search:${search}`, sortBy: 'oldest' });
      expect(titlesOf(oldest)).toEqual(expected.toReversed());
    });

    it('keeps colons in the value', async () => {
      expect(titlesOf(await list(program.live, { filters: 'search:price: $100' }))).toEqual([odd]);
    });

    it('matches any of several searches', async () => {
      const both = await list(program.live, { filters: 'search:csv;search:dark mode;search:...' });
      expect(titlesOf(both)).toEqual(['Export to CSV, PDF & XLSX', dark]);
    });

    it('finds a renamed post by its new title only', async () => {
      const { body } = await program.live.post('/posts', { title: 'Zebra crossing' });
      await program.live.patch(`/posts/${body.data.id}`, { title: 'Quagga crossing' });
      expect(titlesOf(await list(program.live, { filters: 'search:zebra' }))).toEqual([]);
      expect(titlesOf(await list(program.live, { filters: 'search:quagga' }))).toEqual(['Quagga crossing']);
      await program.live.delete(`/posts/${body.data.id}`);
      expect(titlesOf(await list(program.live, { filters: 'search:quagga' }))).toEqual([]);
    });

    it('returns no posts of another workspace', async () => {
      const { body } = await program.stranger.get('/posts?filters=search:dark');
      expect(body.data.posts).toEqual([]);
    });

    it('accepts very many and very long words', async () => {
      const words = Array.from({ length: 500 }, (_, index) => `w${index}`).join(' ');
      expect(titlesOf(await list(program.live, { filters: `search:${words}` }))).toEqual([]);
      expect(titlesOf(await list(program.live, { filters: `search:${'x'.repeat(8000)}` }))).toEqual([]);
    });
  });

  describe('200: search across thousands of posts', () => {
    let program: TestProgram;
    let planned: string;

    beforeAll(async () => {
      program = await startProgram();
      planned = (await program.live.get('/statuses')).body.data.statuses[2].id;
      await insertPosts(
        program,
        Array.from({ length: 2300 }, (_, index) => ({
          title: `Common ${index % 2 === 0 ? 'even' : 'odd'} ${index}`,
          votesCount: index % 100,
          ...(index % 10 === 0 && { statusId: planned }),
        })),
      );
    });
    afterAll(() => program.close());

    it.each([
      ['more matches than can be sorted', 'search:common', 2300],
      ['fewer matches', 'search:even', 1150],
      ['many matches with a status', 'search:common;statusId:$planned', 230],
      ['any of two searches', 'search:even;search:odd', 2300],
    ])('sorts %s by votes, each exactly once', async (_name, filters, count) => {
      const parameters = { filters: filters.replace('$planned', planned), sortBy: 'votes', limit: '100' };
      const votes: number[] = [];
      const ids = new Set<string>();
      for (let after: string | null = ''; after !== null; ) {
        const { body } = await list(program.live, { ...parameters, ...(after !== '' && { after }) });
        for (const post of body.data.posts) {
          votes.push(post.votesCount);
          ids.add(post.id);
        }
        after = body.data.next;
      }
      expect(votes).toHaveLength(count);
      expect(ids.size).toBe(count);
      expect(votes).toEqual(votes.toSorted((left, right) => right - left));
    });

    it.each(['recent', 'votes'])('returns the same deep page by cursor as by after: %s', async (sortBy) => {
      const parameters = { filters: 'search:common', sortBy, limit: '100' };
      const byCursor = await list(program.live, { ...parameters, cursor: '23' });
      const walked = await walkByAfter(program.live, parameters);
      expect(titlesOf(byCursor)).toEqual(walked.slice(2200));
      expect(byCursor.body.data).toMatchObject({ hasMore: false, cursor: 23 });
    });
  });

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
