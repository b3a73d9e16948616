// Lists: iteration by cursor, and filters as objects with any values.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryOf } from '../src/address.ts';
import type { Earshot, PostInclude, StatusFilters } from '../src/index.ts';
import { documented } from './support/document.ts';
import { type Installation, startInstallation } from './support/installation.ts';

let installation: Installation;
let earshot: Earshot;
let addresses: string[];
const titles = Array.from({ length: 7 }, (_, index) => `Post number ${index}`);

beforeAll(async () => {
  installation = await startInstallation();
  earshot = installation.client({
    fetch(address, init) {
      addresses.push(address);
      return fetch(address, init);
    },
  });
  addresses = [];
  for (const title of titles) {
    installation.advance(1000);
    await earshot.posts.create({ title, authorEmail: 'ada@example.com' });
  }
});

afterAll(() => installation.close());

const titlesOf = (things: readonly { title: string }[]) => things.map(({ title }) => title);
const asked = () => addresses.map((address) => Object.fromEntries(new URL(address).searchParams));

describe('a list', () => {
  it('iterates over all items of all pages, each page after the last item', async () => {
    addresses = [];
    const seen = [];
    for await (const post of earshot.posts.list({ sortBy: 'oldest', limit: 3 })) seen.push(post);
    expect(titlesOf(seen)).toEqual(titles);
    expect(asked()).toEqual([
      { sortBy: 'oldest', limit: '3' },
      { sortBy: 'oldest', limit: '3', after: expect.any(String) },
      { sortBy: 'oldest', limit: '3', after: expect.any(String) },
    ]);
  });

  it('requests nothing before iteration, and no page that is not read', async () => {
    addresses = [];
    const list = earshot.posts.list({ limit: 2 });
    expect(addresses).toEqual([]);
    for await (const post of list) {
      expect(post.title).toBe('Post number 6');
      break;
    }
    expect(addresses).toHaveLength(1);
  });

  it('neither repeats nor skips an item while others write', async () => {
    const own = await startInstallation();
    for (const title of titles) {
      own.advance(1000);
      await own.live.posts.create({ title });
    }
    const seen: string[] = [];
    for await (const { title } of own.live.posts.list({ limit: 2 })) {
      seen.push(title);
      own.advance(1000);
      await own.live.posts.create({ title: 'Later' });
    }
    expect(seen).toEqual(titles.toReversed());
    await own.close();
  });

  it('can be iterated twice, from the start', async () => {
    const list = earshot.posts.list({ limit: 4 });
    expect(await list.toArray()).toEqual(await list.toArray());
  });

  it('requests a hundred per page by default', async () => {
    addresses = [];
    expect(await earshot.posts.list().toArray()).toHaveLength(7);
    expect(asked()).toEqual([{ limit: '100' }]);
  });

  it('returns one page and the cursor of the next', async () => {
    const first = await earshot.posts.list({ sortBy: 'oldest', limit: 5 }).page();
    expect(titlesOf(first.items)).toEqual(titles.slice(0, 5));
    expect(first).toMatchObject({ hasMore: true, cursor: 2, next: expect.any(String) });
    const rest = earshot.posts.list({ sortBy: 'oldest', limit: 5, after: first.next ?? '' });
    expect(await rest.page()).toMatchObject({ hasMore: false, next: null });
    expect(titlesOf(await rest.toArray())).toEqual(titles.slice(5));
  });

  it('returns pages by number', async () => {
    const { items, hasMore } = await earshot.posts.list({ sortBy: 'oldest', limit: 3, cursor: 3 }).page();
    expect(titlesOf(items)).toEqual(titles.slice(6));
    expect(hasMore).toBe(false);
  });

  it('iterates over pages', async () => {
    const sizes = [];
    for await (const { items } of earshot.posts.list({ limit: 3 }).pages()) sizes.push(items.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('returns no more than the limit', async () => {
    addresses = [];
    expect(await earshot.posts.list({ limit: 2 }).toArray({ max: 3 })).toHaveLength(3);
    expect(addresses).toHaveLength(2);
    addresses = [];
    expect(await earshot.posts.list().toArray({ max: 3 })).toHaveLength(3);
    expect(asked()).toEqual([{ limit: '3' }]);
    expect(await earshot.posts.list().toArray({ max: 0 })).toEqual([]);
  });

  it('returns undefined for an unchanged page', async () => {
    const list = earshot.posts.list({ limit: 2 });
    const { etag } = await list.page().withResponse();
    const again = await list.page({ ifNoneMatch: etag }).withResponse();
    expect(again).toMatchObject({ status: 304, data: undefined });
    expect(await list.page({ ifNoneMatch: '"other"' })).toMatchObject({ hasMore: true });
  });

  it('stops between pages when aborted', async () => {
    const abort = new AbortController();
    const seen: string[] = [];
    const walk = async () => {
      for await (const { title } of earshot.posts.list({ limit: 2, signal: abort.signal })) {
        seen.push(title);
        if (seen.length === 2) abort.abort(new Error('Enough.'));
      }
    };
    await expect(walk()).rejects.toThrow('Enough.');
    expect(seen).toHaveLength(2);
  });

  it('contains what was included', async () => {
    const [post] = await earshot.posts.list({ include: ['author', 'tags'], limit: 1 }).toArray({ max: 1 });
    expect(post).toMatchObject({ author: { email: 'ada@example.com' }, tags: [] });
  });
});

describe('filters', () => {
  it("use the API's grammar", () => {
    const query = {
      filters: {
        statusId: ['a', 'b'],
        search: 'dark; mode',
        merged: false,
        updatedSince: new Date('2026-01-31T09:15:02.123Z'),
        typeId: undefined,
      },
      include: ['author', 'tags'],
      sortBy: 'votes',
      after: undefined,
    };
    expect(Object.fromEntries(new URLSearchParams(queryOf(query)))).toEqual({
      filters: 'statusId:a;statusId:b;search:dark%3B mode;merged:false;updatedSince:2026-01-31T09:15:02.123Z',
      include: 'author;tags',
      sortBy: 'votes',
    });
  });

  it('cannot be injected by a value', () => {
    const value = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(value, value, (search, statusId) => {
        const text = queryOf({ filters: { search, statusId } });
        const pieces = new URLSearchParams(text).get('filters')?.split(';') ?? [];
        expect(pieces.map((piece) => piece.slice(0, piece.indexOf(':')))).toEqual(['search', 'statusId']);
      }),
    );
  });

  it.each(['a;b', '50%', '%3B', 'a%3b;%25'])('find %s as it is', async (externalId) => {
    await earshot.users.upsert({ externalId });
    const found = await earshot.users.list({ filters: { externalId }, include: ['total'] }).page();
    expect([found.items.map((user) => user.externalId), found.total]).toEqual([[externalId], 1]);
  });

  it('find posts of any of several statuses, and none for an empty list', async () => {
    const ids = (await earshot.statuses.list().toArray()).map(({ id }) => id);
    const count = async (statusId: string[]) =>
      (await earshot.posts.list({ filters: { statusId } }).toArray()).length;
    expect(await count(ids)).toBe(7);
    expect(await count(ids.slice(1))).toBe(0);
    expect(await count([])).toBe(0);
  });

  it('with an empty list find nothing', async () => {
    await earshot.tags.create({ name: 'ui' });
    await earshot.changelogs.create({ title: 'New', labels: ['x'] });
    const webhook = await earshot.webhooks.create({ url: 'https://example.com/hook' });
    await earshot.webhooks.test(webhook.id);
    const [post] = await earshot.posts.list().toArray({ max: 1 });
    await earshot.posts.comment(post?.id ?? '', { content: 'Yes.', authorEmail: 'ada@example.com' });
    const none = [
      ...(['typeId', 'statusId', 'search', 'voterId', 'voterEmail'] as const).map((key) =>
        earshot.posts.list({ filters: { [key]: [] } }),
      ),
      ...(['email', 'externalId', 'search'] as const).map((key) =>
        earshot.users.list({ filters: { [key]: [] } }),
      ),
      ...(['state', 'label', 'search'] as const).map((key) =>
        earshot.changelogs.list({ filters: { [key]: [] } }),
      ),
      ...(['postId', 'userId', 'userEmail'] as const).flatMap((key) => [
        earshot.votes.list({ filters: { [key]: [] } }),
        earshot.comments.list({ filters: { [key]: [] } }),
      ]),
      earshot.comments.list({ filters: { externalId: [] } }),
      ...(['action', 'objectId', 'actorId'] as const).map((key) =>
        earshot.auditLog.list({ filters: { [key]: [] } }),
      ),
      earshot.statuses.list({ filters: { category: [] } }),
      earshot.tags.list({ filters: { search: [] } }),
      earshot.webhooks.deliveries(webhook.id, { filters: { state: [] } }),
    ];
    for (const list of none) expect(await list.toArray()).toEqual([]);
  });

  it('with more values than the server accepts are rejected', () => {
    expect(() => queryOf({ filters: { statusId: Array(101).fill('a') } })).toThrow(RangeError);
  });

  it('search what people type', async () => {
    const found = await earshot.posts.list({ filters: { search: 'NUMBER; 3' } }).toArray();
    expect(titlesOf(found)).toEqual(['Post number 3']);
  });
});

const parameterOf = (operationId: string, name: string) =>
  documented
    .find((operation) => operation.operationId === operationId)
    ?.parameters?.find((each) => each.name === name);

describe('the words of the document', () => {
  it('are the filters that the types know', () => {
    const filters = {
      category: true,
      updatedSince: true,
    } satisfies Record<keyof StatusFilters, true>;
    const known = parameterOf('listStatuses', 'filters')?.schema['x-filters'];
    expect(Object.keys(known ?? {})).toEqual(Object.keys(filters));
  });

  it('are the includes that the types know', () => {
    const includes = {
      attachments: true,
      voters: true,
      mergedInto: true,
      owner: true,
      comments: true,
      'comments.replies': true,
    } satisfies Record<PostInclude, true>;
    expect(parameterOf('getPost', 'include')?.schema['x-includes']).toEqual(Object.keys(includes));
  });

  it('are explained to people too', () => {
    for (const { operationId, parameters = [] } of documented) {
      for (const { name, description, schema } of parameters) {
        const words = Object.keys(schema['x-filters'] ?? {}).concat(schema['x-includes'] ?? []);
        for (const word of words) expect(description, `${operationId} ${name}`).toContain(`\`${word}\``);
      }
    }
  });
});
