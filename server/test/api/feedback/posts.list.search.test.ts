// GET /posts: search in titles, alone and with filters, in every order.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPosts } from '../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { list, titlesOf, walkByAfter } from './listing.ts';

describe('GET /posts', () => {
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
});
