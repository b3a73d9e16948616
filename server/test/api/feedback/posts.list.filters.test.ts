// GET /posts: the filters by status, type and time of the last update.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { list, titlesOf, walkByAfter, walkByCursor } from './listing.ts';

describe('GET /posts', () => {
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

    it('accepts every status and every type together', async () => {
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
});
