// Lists: walked by place, filtered by objects, whatever the values hold.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryOf } from '../src/address.ts';
import type {
  AllStatusChangeFilters,
  AuditFilters,
  ChangelogFilters,
  ChangelogInclude,
  CommentFilters,
  DeletionFilters,
  Earshot,
  ListedPostInclude,
  PostFilters,
  PostInclude,
  StatusChangeFilters,
  StatusFilters,
  TagFilters,
  UserCommentFilters,
  UserFilters,
  VoteFilters,
} from '../src/index.ts';
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
  it('is walked thing by thing over all its pages, each page by the place after the last', async () => {
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

  it('asks for nothing before it is walked, and for no page that nobody reads', async () => {
    addresses = [];
    const list = earshot.posts.list({ limit: 2 });
    expect(addresses).toEqual([]);
    for await (const post of list) {
      expect(post.title).toBe('Post number 6');
      break;
    }
    expect(addresses).toHaveLength(1);
  });

  it('neither repeats nor leaves out a thing while others write', async () => {
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

  it('can be walked twice, and starts over', async () => {
    const list = earshot.posts.list({ limit: 4 });
    expect(await list.toArray()).toEqual(await list.toArray());
  });

  it('walks a hundred a request unless told otherwise', async () => {
    addresses = [];
    expect(await earshot.posts.list().toArray()).toHaveLength(7);
    expect(asked()).toEqual([{ limit: '100' }]);
  });

  it('gives one page, and the place to go on from', async () => {
    const first = await earshot.posts.list({ sortBy: 'oldest', limit: 5 }).page();
    expect(titlesOf(first.items)).toEqual(titles.slice(0, 5));
    expect(first).toMatchObject({ hasMore: true, cursor: 2, next: expect.any(String) });
    const rest = earshot.posts.list({ sortBy: 'oldest', limit: 5, after: first.next ?? '' });
    expect(await rest.page()).toMatchObject({ hasMore: false, next: null });
    expect(titlesOf(await rest.toArray())).toEqual(titles.slice(5));
  });

  it('gives pages by number', async () => {
    const { items, hasMore } = await earshot.posts.list({ sortBy: 'oldest', limit: 3, cursor: 3 }).page();
    expect(titlesOf(items)).toEqual(titles.slice(6));
    expect(hasMore).toBe(false);
  });

  it('gives pages one after the other', async () => {
    const sizes = [];
    for await (const { items } of earshot.posts.list({ limit: 3 }).pages()) sizes.push(items.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('gives no more than is asked for', async () => {
    addresses = [];
    expect(await earshot.posts.list({ limit: 2 }).toArray({ max: 3 })).toHaveLength(3);
    expect(addresses).toHaveLength(2);
    addresses = [];
    expect(await earshot.posts.list().toArray({ max: 3 })).toHaveLength(3);
    expect(asked()).toEqual([{ limit: '3' }]);
    expect(await earshot.posts.list().toArray({ max: 0 })).toEqual([]);
  });

  it('gives undefined in place of a page that has not changed', async () => {
    const list = earshot.posts.list({ limit: 2 });
    const { etag } = await list.page().withResponse();
    const again = await list.page({ ifNoneMatch: etag }).withResponse();
    expect(again).toMatchObject({ status: 304, data: undefined });
    expect(await list.page({ ifNoneMatch: '"other"' })).toMatchObject({ hasMore: true });
  });

  it('stops between pages when it is aborted', async () => {
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

  it('has what was included', async () => {
    const [post] = await earshot.posts.list({ include: ['author', 'tags'], limit: 1 }).toArray({ max: 1 });
    expect(post).toMatchObject({ author: { email: 'ada@example.com' }, tags: [] });
  });
});

describe('filters', () => {
  it('are written in the grammar of the API', () => {
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
      filters: 'statusId:a;statusId:b;search:dark  mode;merged:false;updatedSince:2026-01-31T09:15:02.123Z',
      include: 'author;tags',
      sortBy: 'votes',
    });
  });

  it('cannot be smuggled in by a value', () => {
    const value = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(value, value, (search, statusId) => {
        const text = statusId.includes(';') ? undefined : queryOf({ filters: { search, statusId } });
        if (text === undefined) {
          expect(() => queryOf({ filters: { search, statusId } })).toThrow('must not hold a semicolon');
          return;
        }
        const pieces = new URLSearchParams(text).get('filters')?.split(';') ?? [];
        expect(pieces.map((piece) => piece.slice(0, piece.indexOf(':')))).toEqual(['search', 'statusId']);
      }),
    );
  });

  it('find posts of any of several statuses, and of none when none is named', async () => {
    const ids = (await earshot.statuses.list().toArray()).map(({ id }) => id);
    const count = async (statusId: string[]) =>
      (await earshot.posts.list({ filters: { statusId } }).toArray()).length;
    expect(await count(ids)).toBe(7);
    expect(await count(ids.slice(1))).toBe(0);
    expect(await count([])).toBe(0);
  });

  it('of no value find nothing, wherever they take several', async () => {
    await earshot.tags.create({ name: 'ui' });
    await earshot.changelogs.create({ title: 'New', labels: ['x'] });
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
      ...(['action', 'objectId', 'actorId'] as const).map((key) =>
        earshot.auditLog.list({ filters: { [key]: [] } }),
      ),
      earshot.statuses.list({ filters: { category: [] } }),
      earshot.tags.list({ filters: { search: [] } }),
    ];
    for (const list of none) expect(await list.toArray()).toEqual([]);
  });

  it('with more values than the server would read are refused', () => {
    expect(() => queryOf({ filters: { statusId: Array(101).fill('a') } })).toThrow(RangeError);
  });

  it('search what people type', async () => {
    const found = await earshot.posts.list({ filters: { search: 'NUMBER; 3' } }).toArray();
    expect(titlesOf(found)).toEqual(['Post number 3']);
  });
});

type Words<T> = Record<keyof T, true>;

/** The words that the types allow, for each list: a missing or an invented one does not compile. */
const filterWords = {
  listPosts: {
    typeId: true,
    statusId: true,
    search: true,
    updatedSince: true,
    voterId: true,
    voterEmail: true,
    merged: true,
    mergedIntoId: true,
  } satisfies Words<PostFilters>,
  listAllComments: {
    postId: true,
    userId: true,
    userEmail: true,
    private: true,
    updatedSince: true,
  } satisfies Words<CommentFilters>,
  listAllVotes: {
    postId: true,
    userId: true,
    userEmail: true,
    updatedSince: true,
  } satisfies Words<VoteFilters>,
  listComments: { updatedSince: true },
  listVotes: { updatedSince: true },
  listUsers: { email: true, externalId: true, search: true, updatedSince: true } satisfies Words<UserFilters>,
  listPostsOfUser: { updatedSince: true },
  listCommentsOfUser: { private: true, updatedSince: true } satisfies Words<UserCommentFilters>,
  listVotesOfUser: { updatedSince: true },
  listAuditLog: {
    action: true,
    objectId: true,
    actorId: true,
    updatedSince: true,
  } satisfies Words<AuditFilters>,
  listDeletions: { kind: true, since: true } satisfies Words<DeletionFilters>,
  listChangelogs: {
    state: true,
    label: true,
    search: true,
    updatedSince: true,
  } satisfies Words<ChangelogFilters>,
  listStatuses: { category: true, updatedSince: true } satisfies Words<StatusFilters>,
  listStatusChanges: {
    statusId: true,
    postId: true,
    updatedSince: true,
  } satisfies Words<AllStatusChangeFilters>,
  listStatusChangesOfPost: { statusId: true, updatedSince: true } satisfies Words<StatusChangeFilters>,
  listPostTypes: { updatedSince: true },
  listTags: { search: true, updatedSince: true } satisfies Words<TagFilters>,
};

const listedPostIncludes = {
  attachments: true,
  voters: true,
  author: true,
  tags: true,
  mergedInto: true,
} satisfies Record<ListedPostInclude, true>;
const changelogIncludes = { posts: true, attachments: true } satisfies Record<ChangelogInclude, true>;

const includeWords = {
  listPosts: listedPostIncludes,
  getPost: {
    attachments: true,
    voters: true,
    mergedInto: true,
    comments: true,
    'comments.replies': true,
  } satisfies Record<PostInclude, true>,
  listComments: { replies: true },
  listPostsOfUser: listedPostIncludes,
  listChangelogs: changelogIncludes,
  getChangelog: changelogIncludes,
};

/** The words in backticks, without what stands in parentheses and before the colon. */
const wordsOf = (description = '') =>
  [...description.replaceAll(/\([^)]*\)|^.*?Keys:|`key:value`/g, '').matchAll(/`([^`]+)`/g)]
    .map(([, word = '']) => word)
    .sort();

const documentedWords = (parameter: string) =>
  Object.fromEntries(
    documented.flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap(({ name, description }) =>
        name === parameter ? [[operationId, wordsOf(description)]] : [],
      ),
    ),
  );

const sorted = (words: Record<string, object>) =>
  Object.fromEntries(Object.entries(words).map(([id, keys]) => [id, Object.keys(keys).sort()]));

describe('the words of the document', () => {
  it('are all filters that the types know', () => {
    expect(sorted(filterWords)).toEqual(documentedWords('filters'));
  });

  it('are all includes that the types know', () => {
    expect(sorted(includeWords)).toEqual(documentedWords('include'));
  });
});
