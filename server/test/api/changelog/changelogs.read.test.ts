import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { countQueries } from '../../support/queries.ts';

let program: TestProgram;
const made: Record<string, { id: string; title: string }> = {};
let postIds: string[] = [];

const changelogs: [string, object][] = [
  ['a', { title: 'Dark mode', labels: ['New', 'UI'], state: 'published', publishedAt: '2026-01-10' }],
  ['b', { title: 'Dark corners', labels: ['new'], state: 'scheduled', publishedAt: '2026-03-01' }],
  ['c', { title: 'Café opening', labels: ['100%'], state: 'published', publishedAt: '2026-01-20' }],
  ['d', { title: 'Modes of transport', labels: ['_'] }],
  ['e', { title: 'Last words', labels: [','] }],
];

beforeAll(async () => {
  program = await startProgram();
  for (const title of ['One', 'Two', 'Three']) {
    postIds.push((await program.live.post('/posts', { title })).body.data.id);
  }
  for (const [name, body] of changelogs) {
    program.clock.advance(1000);
    const linkedPostIds = name === 'a' ? [...postIds].reverse() : name === 'b' ? [postIds[1]] : [];
    const answer = await program.live.post('/changelogs', { ...body, linkedPostIds });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    made[name] = answer.body.data;
  }
  postIds = [...postIds];
});
afterAll(() => program.close());

const namesOf = (answer: { body: { data: { changelogs: { id: string }[] } } }) =>
  answer.body.data.changelogs
    .map(({ id }) => Object.keys(made).find((name) => made[name]?.id === id) ?? '?')
    .join('');
const list = (query: string) => program.live.get(`/changelogs?${query}`);

describe('GET /changelogs', () => {
  it('lists newest first, with exactly the list fields, under both keys', async () => {
    const answer = await list('');
    expect([answer.status, namesOf(answer)]).toEqual([200, 'edcba']);
    expect(answer.body.data).toMatchObject({ cursor: 1, hasMore: false, next: null });
    expect(answer.body.data.changelogs[4]).toEqual({
      id: made.a?.id,
      title: 'Dark mode',
      slug: 'dark-mode',
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      contentHtml: '',
      labels: ['New', 'UI'],
      state: 'published',
      publishedAt: '2026-01-10T00:00:00.000Z',
      linkedPostIds: [...postIds].reverse(),
      completeLinkedPosts: false,
      notify: false,
      createdAt: '2026-01-31T09:15:03.123Z',
      updatedAt: '2026-01-31T09:15:03.123Z',
    });
    expect((await program.test.get('/changelogs')).body).toEqual({ ...answer.body, test: true });
  });

  it.each([
    ['filters=state:draft', 'ed'],
    ['filters=state:published;state:scheduled', 'cba'],
    ['filters=state:none', ''],
    ['filters=state:none;state:draft', 'ed'],
    ['filters=label:New', 'ba'],
    ['filters=label:UI', 'a'],
    ['filters=label:ui;label:_', 'da'],
    ['filters=label:100%25', 'c'],
    ['filters=label:%25', ''],
    ['filters=label:,', 'e'],
    ['filters=label:nothing', ''],
    ['filters=search:dark', 'ba'],
    ['filters=search:mode dar', 'a'],
    ['filters=search:CAFE', 'c'],
    ['filters=search:ark', ''],
    ['filters=search:cafe;search:last', 'ec'],
    ['filters=search:!!', ''],
    ['filters=search:dark;state:scheduled;label:new', 'b'],
    ['filters=updatedSince:2026-01-31T09:15:06.123Z', 'ed'],
    ['filters=unknown:x', 'edcba'],
    ['sortBy=published', 'bcaed'],
    ['sortBy=nonsense', 'edcba'],
  ])('%s returns %s', async (query, names) => {
    const answer = await list(query);
    expect([answer.status, namesOf(answer)]).toEqual([200, names]);
  });

  it.each(['recent', 'published'])('pages by cursor and by after, sorted by %s', async (sort) => {
    const whole = namesOf(await list(`sortBy=${sort}`));
    for (const by of ['cursor', 'after']) {
      let names = '';
      let place = '';
      for (let hasMore = true; hasMore; ) {
        const answer = await list(`sortBy=${sort}&limit=2${place}`);
        names += namesOf(answer);
        hasMore = answer.body.data.hasMore;
        place = by === 'cursor' ? `&cursor=${answer.body.data.cursor}` : `&after=${answer.body.data.next}`;
      }
      expect(names).toBe(whole);
    }
  });

  it('400 for an invalid updatedSince, and for an after of another sort order', async () => {
    expect((await list('filters=updatedSince:soon')).status).toBe(400);
    const { next } = (await list('limit=1')).body.data;
    expect((await list(`sortBy=published&after=${next}`)).status).toBe(400);
  });

  it('401 without a key', async () => {
    expect((await program.app.inject({ url: '/v1/changelogs' })).statusCode).toBe(401);
  });

  it('includes linked posts as list items, in order, and attachments', async () => {
    const form = new FormData();
    form.append('attachments', new File([new Uint8Array(png(3, 2))], 'a.png', { type: 'image/png' }));
    const { attachments } = (await program.live.call('PATCH', `/changelogs/${made.d?.id}`, { form })).body
      .data;
    const { posts } = (await program.live.get('/posts')).body.data;
    const answer = await list('include=posts;attachments;nonsense');
    const byName = new Map(
      answer.body.data.changelogs.map((one: { id: string }) => [
        Object.keys(made).find((name) => made[name]?.id === one.id),
        one,
      ]),
    );
    expect(byName.get('a')).toMatchObject({ posts, attachments: [] });
    expect(byName.get('b')).toMatchObject({ posts: [posts[1]] });
    expect(byName.get('d')).toMatchObject({ posts: [], attachments });
  });

  it('runs as many database queries for five entries as for one', async () => {
    const ask = (limit: number) =>
      countQueries(() => list(`limit=${limit}&include=posts;attachments&sortBy=published`));
    await ask(2);
    const one = await ask(1);
    expect(one).toBeGreaterThan(3);
    expect(await ask(5)).toBe(one);
  });

  it("lists only entries of the key's own workspace", async () => {
    expect((await program.stranger.get('/changelogs')).body.data.changelogs).toEqual([]);
  });

  it('304 while unchanged, until an entry is published', async () => {
    const { etag = '' } = (await list('')).headers;
    const again = () => program.live.get('/changelogs?', { 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    await program.live.patch(`/changelogs/${made.e?.id}`, { title: 'Other words' });
    expect((await again()).status).toBe(200);
  });
});

describe('GET /changelogs/{id}', () => {
  it('200 with the requested includes, under both keys', async () => {
    const path = `/changelogs/${made.a?.id}`;
    const plain = await program.live.get(path);
    expect(plain.body.data).not.toHaveProperty('posts');
    expect(plain.body.data).not.toHaveProperty('attachments');
    expect(plain.headers.etag).toMatch(/^"v1\./);
    const full = await program.live.get(`${path}?include=posts;attachments`);
    expect(full.body.data).toEqual({ ...plain.body.data, posts: expect.any(Array), attachments: [] });
    expect(full.body.data.posts.map(({ id }: { id: string }) => id)).toEqual([...postIds].reverse());
    expect((await program.test.get(`${path}?include=posts;attachments`)).body).toEqual({
      ...full.body,
      test: true,
    });
  });

  it('404 for an unknown id, a test id, an entry of another workspace, and a slug', async () => {
    const test = (await program.test.post('/changelogs', { title: 'T' })).body.data.id;
    for (const id of ['clog_01jz3k8n5yegs9t2w6qv4m7r8c', test, 'dark-mode']) {
      const answer = await program.live.get(`/changelogs/${id}`);
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Changelog not found.']);
    }
    expect((await program.stranger.get(`/changelogs/${made.a?.id}`)).status).toBe(404);
  });

  it('400 for a malformed id', async () => {
    expect((await program.live.get('/changelogs/a.b')).status).toBe(400);
  });
});
