// The filters of GET /posts by external id, author, tag and creation time, and include=details.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallerClient } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
/** Ids by title. */
const posts: Record<string, string> = {};
const users: Record<string, string> = {};
const tags: Record<string, string> = {};

/** Oldest first; each a day after the one before. */
const given = [
  { title: 'Export one', externalId: 'crm-1', authorEmail: 'ada@example.com', tags: ['UI', 'Über'] },
  { title: 'Export two', externalId: 'CRM/2: x', authorEmail: 'bo@example.com', tags: ['ui'] },
  { title: 'Import three', authorEmail: 'ada@example.com', tags: ['api'] },
  { title: 'Import four', externalId: 'crm-4', tags: [] },
  { title: 'Export five', externalId: 'crm-5', authorEmail: 'ada@example.com', tags: ['api', 'ui'] },
];
const day = (number: number) => `2026-01-0${number}T12:00:00.000Z`;

beforeAll(async () => {
  program = await startProgram();
  for (const [index, fields] of given.entries()) {
    const { body } = await program.live.post('/posts', { ...fields, createdAt: day(index + 1) });
    posts[fields.title] = body.data.id;
    users[fields.authorEmail ?? 'workspace'] = body.data.author.id;
    for (const { id, name } of body.data.tags) tags[name] = id;
  }
  await program.live.post(`/posts/${posts['Import three']}/votes`, { userEmail: 'cy@example.com' });
  await program.live.post(`/posts/${posts['Import three']}/votes`, { userEmail: 'di@example.com' });
});
afterAll(() => program.close());

const list = (client: CallerClient, parameters: Record<string, string>) =>
  client.get(`/posts?${new URLSearchParams({ sortBy: 'oldest', ...parameters })}`);
const titlesOf = async (client: CallerClient, filters: string, more: Record<string, string> = {}) => {
  const { status, body } = await list(client, { filters, ...more });
  expect([filters, status]).toEqual([filters, 200]);
  return body.data.posts.map(({ title }: { title: string }) => title.split(' ').at(-1));
};

describe('GET /posts, 200', () => {
  it.each<[filters: () => string, titles: string[]]>([
    [() => 'externalId:crm-1', ['one']],
    [() => 'externalId:CRM/2: x', ['two']],
    [() => 'externalId:CRM-1', []],
    [() => 'externalId:crm-5;externalId:crm-1;externalId:absent', ['one', 'five']],
    [() => `authorId:${users['ada@example.com']}`, ['one', 'three', 'five']],
    [
      () => `authorId:${users['ada@example.com']};authorId:${users['bo@example.com']}`,
      ['one', 'two', 'three', 'five'],
    ],
    [() => `authorId:${users.workspace}`, ['four']],
    [() => 'authorId:user_absent', []],
    [() => 'authorEmail: ADA@Example.com ', ['one', 'three', 'five']],
    [() => `authorEmail:bo@example.com;authorId:${users.workspace}`, ['two', 'four']],
    [() => 'authorEmail:nobody@example.com', []],
    [() => 'tag:ui', ['one', 'two', 'five']],
    [() => 'tag:UI;tag:API', ['one', 'two', 'three', 'five']],
    [() => 'tag:über', ['one']],
    [() => 'tag:uber', []],
    [() => `tag:${tags.api}`, ['three', 'five']],
    [() => 'tag:tag_01jz3k8n5yegs9t2w6qv4m7r8c', []],
    [() => 'tag:absent', []],
    [() => `createdSince:${day(3)}`, ['three', 'four', 'five']],
    [() => `createdBefore:${day(3)}`, ['one', 'two']],
    [() => `createdSince:${day(2)};createdBefore:${day(4)}`, ['two', 'three']],
    [() => `createdSince:${day(4)};createdBefore:${day(2)}`, []],
    [() => `createdSince:${day(4)};createdSince:${day(3)}`, ['three', 'four', 'five']],
    [() => `createdBefore:${day(2)};createdBefore:${day(3)}`, ['one', 'two']],
    [() => 'createdBefore:2026-01-03', ['one', 'two']],
    [() => `search:exp;tag:ui;createdSince:${day(2)}`, ['two', 'five']],
    [() => `search:imp;authorEmail:ada@example.com`, ['three']],
    [() => `search:exp;createdBefore:${day(5)}`, ['one', 'two']],
    [() => 'search:exp;externalId:crm-4;externalId:crm-5', ['five']],
    [() => `authorEmail:ada@example.com;tag:api;createdBefore:${day(4)};merged:false`, ['three']],
  ])('%s', async (filters, titles) => {
    for (const client of [program.live, program.test]) {
      expect(await titlesOf(client, filters())).toEqual(titles);
      expect(await titlesOf(client, filters(), { sortBy: 'recent' })).toEqual(titles.toReversed());
      expect((await titlesOf(client, filters(), { sortBy: 'votes' })).sort()).toEqual(titles.toSorted());
      const [first] = titles;
      const { body } = await list(client, { filters: filters(), limit: '1' });
      expect([body.data.posts.length, body.data.hasMore]).toEqual([first ? 1 : 0, titles.length > 1]);
      if (body.data.next === null) continue;
      const rest = await titlesOf(client, filters(), { after: body.data.next });
      expect(rest).toEqual(titles.slice(1));
    }
  });

  it('finds nothing of another workspace', async () => {
    const filters = [
      'externalId:crm-1',
      `authorId:${users['ada@example.com']}`,
      'authorEmail:ada@example.com',
      'tag:ui',
      `tag:${tags.api}`,
    ];
    for (const filter of filters) expect(await titlesOf(program.stranger, filter)).toEqual([]);
  });

  it('includes the details that a single post has, in lists of the workspace and of a person', async () => {
    for (const client of [program.live, program.test]) {
      const { body } = await list(client, { include: 'details' });
      for (const listed of body.data.posts)
        expect(listed).toEqual((await client.get(`/posts/${listed.id}`)).body.data);
      const path = `/users/${users['ada@example.com']}/posts?include=details`;
      expect((await client.get(path)).body.data.posts[0]).toMatchObject({ externalId: 'crm-5', version: 1 });
    }
    const { body } = await list(program.live, { include: 'details;voters;tags' });
    expect(body.data.posts[0]).toMatchObject({ externalId: 'crm-1', voters: [{ email: 'ada@example.com' }] });
  });
});

describe('GET /posts, 400', () => {
  it.each(['createdSince', 'createdBefore'])('rejects a %s that is not a time', async (key) => {
    for (const client of [program.live, program.test]) {
      for (const value of ['yesterday', '2026-02-30', '2026-01-31T09:15:02']) {
        const { status, body } = await list(client, { filters: `${key}:${value}` });
        expect([status, body.error.details[0].field]).toEqual([400, 'filters']);
        expect(body.error.message).toMatch(new RegExp(`^"filters" has a "${key}" that is not an ISO 8601`));
      }
    }
  });

  it.each([
    ['authorId', 20],
    ['tag', 20],
    ['externalId', 100],
  ])('rejects more values of %s than %i', async (key, max) => {
    const values = (count: number) =>
      Array.from({ length: count }, (_, index) => `${key}:x${index}`).join(';');
    expect((await list(program.live, { filters: values(max) })).status).toBe(200);
    expect((await list(program.live, { filters: values(max + 1) })).status).toBe(400);
  });

  it.each(['color', 'constructor'])('ignores any number of values of %s, which is no filter', async (key) => {
    const filters = Array.from({ length: 101 }, (_, index) => `${key}:${index}`).join(';');
    for (const client of [program.live, program.test])
      expect((await list(client, { filters })).status).toBe(200);
  });

  it.each(['limit', 'cursor'])('tells the largest %s from the smallest', async (name) => {
    const pageWith = async (value: string) => (await list(program.live, { [name]: value })).text;
    const huge = '9'.repeat(400);
    // The second time, an answer is kept.
    const [first, kept] = [await pageWith(huge), await pageWith(huge)];
    expect(kept).toBe(first);
    expect(await pageWith(`-${huge}`)).not.toBe(first);
  });

  it('rejects more authors by id and by e-mail than one filter takes', async () => {
    const filters = Array.from(
      { length: 11 },
      (_, index) => `authorId:x${index};authorEmail:x${index}@x.com`,
    );
    const { status, body } = await list(program.live, { filters: filters.join(';') });
    expect([status, body.error.message]).toEqual([
      400,
      '"filters" has more than 20 values of "authorId" and "authorEmail".',
    ]);
  });
});
