import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type CompiledQuery, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostQuery, type PostSort, postSorts } from '../../src/domain/post.ts';
import { attachmentReader } from '../../src/engines/sql/attachments.ts';
import { auditReader } from '../../src/engines/sql/audit.ts';
import { changelogReader } from '../../src/engines/sql/changelogs.ts';
import { commentReader } from '../../src/engines/sql/comments.ts';
import type { Locks } from '../../src/engines/sql/dialect.ts';
import { openSqlite } from '../../src/engines/sql/dialects/sqlite.ts';
import { SqliteDriver } from '../../src/engines/sql/dialects/sqlite-driver.ts';
import { sqliteSearches } from '../../src/engines/sql/dialects/sqlite-search.ts';
import { outboxWriter } from '../../src/engines/sql/outbox.ts';
import { postTypeReader } from '../../src/engines/sql/post-types.ts';
import { postReader } from '../../src/engines/sql/posts.ts';
import { receiptReader } from '../../src/engines/sql/receipts.ts';
import { statusReader } from '../../src/engines/sql/statuses.ts';
import { migrate, sqlStore } from '../../src/engines/sql/store.ts';
import type { Tables } from '../../src/engines/sql/tables.ts';
import { tagReader } from '../../src/engines/sql/tags.ts';
import { tombstoneReader } from '../../src/engines/sql/tombstones.ts';
import { userReader } from '../../src/engines/sql/users.ts';
import { voteReader } from '../../src/engines/sql/votes.ts';
import { newHome, newPost } from '../contracts/store.world.ts';
import { expectGolden } from './golden.ts';

const filters: Record<string, Partial<PostQuery>> = {
  'no filter': {},
  'one status': { statusIds: ['stat_a'] },
  'one type': { typeIds: ['type_a'] },
  'one status and one type': { statusIds: ['stat_a'], typeIds: ['type_a'] },
  'many statuses': { statusIds: ['stat_a', 'stat_b', 'stat_c'] },
  'many types': { typeIds: ['type_a', 'type_b'] },
  'many statuses and types': { statusIds: ['stat_a', 'stat_b'], typeIds: ['type_a', 'type_b'] },
  search: { searches: [['dark']] },
  'search in one status': { searches: [['dark', 'mode']], statusIds: ['stat_a'] },
};

const sortKey = (sort: PostSort) => (sort === 'votes' ? [3, 1_700_000_000_000, 'post_x'] : [1_700_000_000_000, 'post_x']);

const slices = {
  'first page': () => ({ take: 21, skip: 0, after: undefined }),
  offset: () => ({ take: 21, skip: 400, after: undefined }),
  after: (sort: PostSort) => ({ take: 21, skip: 0, after: sortKey(sort) }),
};

const first = { take: 21, skip: 0, after: undefined };
const after = { take: 21, skip: 0, after: [1_700_000_000_000, 'x'] };
const afterVote = { take: 21, skip: 0, after: [1_700_000_000_000, 'post_x', 'user_x'] };
const since = { updatedSince: 1_700_000_000_000 };
const some = ['a', 'b'];

const noLocks: Locks = { held: (rows) => rows, unclaimed: (rows) => rows };

const readers = (db: Kysely<Tables>) => ({
  users: userReader(db, sqliteSearches.users),
  posts: postReader(db, sqliteSearches.posts),
  comments: commentReader(db),
  votes: voteReader(db),
  statuses: statusReader(db),
  postTypes: postTypeReader(db),
  tags: tagReader(db),
  changelogs: changelogReader(db, noLocks),
  attachments: attachmentReader(db),
  audit: auditReader(db),
  receipts: receiptReader(db),
  tombstones: tombstoneReader(db),
});

type Lists = Record<string, (read: ReturnType<typeof readers>, workspaceId: string) => Promise<unknown>>;

/** The other lists of the API, each as it is asked for: at the start, further on, and by each filter. */
const lists: Lists = {
  'users, first page': (read, at) => read.users.page(at, { sort: 'recent', slice: first }),
  'users, oldest, after': (read, at) => read.users.page(at, { sort: 'oldest', slice: after }),
  'users, search': (read, at) => read.users.page(at, { searches: [['ada']], sort: 'recent', slice: first }),
  'users, search, after': (read, at) =>
    read.users.page(at, { searches: [['ada']], sort: 'recent', slice: after }),
  'users, by e-mail': (read, at) => read.users.page(at, { emails: some, sort: 'recent', slice: first }),
  'users, by external id': (read, at) =>
    read.users.page(at, { externalIds: some, sort: 'recent', slice: first }),
  'users, updated since': (read, at) => read.users.page(at, { ...since, sort: 'recent', slice: after }),
  'posts of an author': (read, at) => read.posts.page(at, { authorId: 'user_a', sort: 'recent', slice: after }),
  'posts of a voter': (read, at) => read.posts.page(at, { voterIds: ['user_a'], sort: 'recent', slice: after }),
  'posts, updated since': (read, at) => read.posts.page(at, { ...since, sort: 'recent', slice: after }),
  'posts, updated since, in one status': (read, at) =>
    read.posts.page(at, { ...since, statusIds: ['stat_a'], sort: 'votes', slice: first }),
  'posts, merged': (read, at) => read.posts.page(at, { isMerged: true, sort: 'recent', slice: after }),
  'posts by id': (read, at) => read.posts.postsOf(at, some),
  'comments, first page': (read, at) => read.comments.page(at, { isPrivate: false, slice: first }),
  'comments, after': (read, at) => read.comments.page(at, { isPrivate: false, slice: after }),
  'comments, private': (read, at) => read.comments.page(at, { isPrivate: true, slice: after }),
  'comments, updated since': (read, at) => read.comments.page(at, { isPrivate: false, ...since, slice: after }),
  'comments of a post, as a feed': (read, at) =>
    read.comments.page(at, { isPrivate: false, postIds: ['post_a'], slice: after }),
  'comments of a person': (read, at) =>
    read.comments.page(at, { isPrivate: false, userIds: ['user_a'], slice: after }),
  'comments of several posts': (read, at) =>
    read.comments.page(at, { isPrivate: false, postIds: some, slice: after }),
  'comments of a post': async (read, at) => {
    for await (const batch of read.comments.outline(at, 'post_a', 'all')) expect(batch).toEqual([]);
  },
  'comments of a post, top-level': async (read, at) => {
    for await (const batch of read.comments.outline(at, 'post_a', 'top-level')) expect(batch).toEqual([]);
  },
  'comments by id': (read, at) => read.comments.commentsOf(at, some),
  'votes, first page': (read, at) => read.votes.page(at, { slice: first }),
  'votes, after': (read, at) => read.votes.page(at, { slice: afterVote }),
  'votes, updated since': (read, at) => read.votes.page(at, { ...since, slice: afterVote }),
  'votes of a post': (read, at) => read.votes.page(at, { postIds: ['post_a'], slice: afterVote }),
  'votes of a person': (read, at) => read.votes.page(at, { userIds: ['user_a'], slice: afterVote }),
  'votes of several posts': (read, at) => read.votes.page(at, { postIds: some, slice: afterVote }),
  'votes of several people': (read, at) => read.votes.page(at, { userIds: some, slice: first }),
  'votes of a person on a post': (read, at) =>
    read.votes.page(at, { userIds: ['user_a'], postIds: ['post_a'], slice: first }),
  'votes of a person, set aside': (read, at) => read.votes.setAside(at, 'user_a', afterVote),
  'voters of posts': (read, at) =>
    read.votes.votesOf(at, [{ id: 'post_a', votesCount: 5 }, { id: 'post_b', votesCount: 5 }], 1000),
  'status changes, first page': (read, at) => read.statuses.pageOfChanges(at, { slice: first }),
  'status changes, after': (read, at) => read.statuses.pageOfChanges(at, { slice: after }),
  'status changes, updated since': (read, at) => read.statuses.pageOfChanges(at, { ...since, slice: after }),
  'status changes of a post': (read, at) => read.statuses.pageOfChanges(at, { postIds: ['post_a'], slice: after }),
  'status changes to a status': (read, at) =>
    read.statuses.pageOfChanges(at, { toStatusIds: ['stat_a'], slice: after }),
  tags: (read, at) => read.tags.page(at, { slice: { ...first, after: ['ui'] } }),
  'tags of posts': (read, at) => read.tags.tagsOf(at, some),
  'attachments of posts': (read, at) => read.attachments.attachmentsOf(at, some),
  'attachments of changelogs': (read, at) => read.attachments.attachmentsOfChangelogs(at, some),
  'changelogs, first page': (read, at) => read.changelogs.page(at, { sort: 'recent', slice: first }),
  'changelogs, after': (read, at) => read.changelogs.page(at, { sort: 'recent', slice: after }),
  'changelogs, by publication, after': (read, at) => read.changelogs.page(at, { sort: 'published', slice: after }),
  'changelogs in a state': (read, at) =>
    read.changelogs.page(at, { states: ['published'], sort: 'recent', slice: after }),
  'changelogs in a state, by publication': (read, at) =>
    read.changelogs.page(at, { states: ['published'], sort: 'published', slice: after }),
  'changelogs with a label': (read, at) =>
    read.changelogs.page(at, { labels: ['new'], sort: 'recent', slice: after }),
  'changelogs, search': (read, at) =>
    read.changelogs.page(at, { searches: [['new']], sort: 'recent', slice: after }),
  'changelogs, updated since': (read, at) =>
    read.changelogs.page(at, { ...since, sort: 'recent', slice: after }),
  'changelogs that are due': (read) => read.changelogs.due(1_700_000_000_000, 10),
  'the next changelog due': (read) => read.changelogs.nextDueAt(),
  'posts of changelogs': (read, at) => read.changelogs.linkedPostIdsOf(at, some),
  'slugs of changelogs': (read, at) => read.changelogs.slugsLike(at, 'new'),
  'audit log, first page': (read, at) => read.audit.page(at, { slice: first }),
  'audit log, after': (read, at) => read.audit.page(at, { slice: { ...first, after: ['audit_x'] } }),
  'audit log of a thing': (read, at) => read.audit.page(at, { objectIds: ['post_a'], slice: first }),
  'audit log of an actor': (read, at) => read.audit.page(at, { actorIds: ['key_a'], slice: first }),
  'audit log of an action': (read, at) => read.audit.page(at, { actions: ['post.created'], slice: first }),
  'audit log, updated since': (read, at) => read.audit.page(at, { ...since, slice: first }),
  tombstones: (read, at) => read.tombstones.page(at, 'post', undefined, after),
  'tombstones since': (read, at) => read.tombstones.page(at, 'post', 1_700_000_000_000, after),
  statuses: (read, at) => read.statuses.page(at, { slice: { ...first, after: [3, 'stat_x'] } }),
  'post types': (read, at) => read.postTypes.page(at, { slice: { ...first, after: [3, 'type_x'] } }),
  'a receipt': (read, at) => read.receipts.find(at, 'once'),
};

/** Few rows by their nature, which are sorted rather than walked past all others. */
const isSorted = new Set([
  'users, by e-mail',
  'users, by external id',
  'users, updated since',
  'posts of a voter',
  'posts, updated since',
  'posts, updated since, in one status',
  'posts, merged',
  'comments, updated since',
  'votes of several posts',
  'votes of several people',
  'comments of several posts',
  'tags of posts',
  'posts of changelogs',
  'statuses',
  'post types',
]);

interface Shape {
  name: string;
  query: PostQuery;
}

const shapes: Shape[] = postSorts.flatMap((sort) =>
  Object.entries(filters).flatMap(([filter, fields]) =>
    Object.entries(slices).map(([slice, sliceFor]) => ({
      name: `${sort}, ${filter}, ${slice}`,
      query: { ...fields, sort, slice: sliceFor(sort) },
    })),
  ),
);

describe('the plans of queries on SQLite', () => {
  let directory: string;
  let handle: InstanceType<typeof DatabaseSync>;
  let db: Kysely<Tables>;
  let workspaceId: string;
  /** The status that all posts have: searches go on to read what they find. */
  let statusId: string;
  const asked: CompiledQuery[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-plans-'));
    const dialect = openSqlite(directory);
    await migrate(dialect);
    const store = sqlStore(dialect);
    const home = await newHome(store);
    workspaceId = home.workspaceId;
    [statusId] = home.statusIds;
    await store.transaction((write) =>
      write.posts.insertMany(
        workspaceId,
        Array.from({ length: 500 }, () => newPost(home)),
      ),
    );
    await store.close();
    handle = new DatabaseSync(join(directory, 'earshot.db'));
    const driven = handle;
    db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new SqliteDriver(driven, 'shared'),
        createIntrospector: (of) => new SqliteIntrospector(of),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
      log: ({ query }) => void asked.push(query),
    });
  });
  afterAll(async () => {
    await db.destroy();
    await rm(directory, { recursive: true, force: true });
  });

  /** The plan of every query that the work asks, as an indented tree each. */
  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    asked.length = 0;
    await work();
    return asked.map(({ sql, parameters }) => {
      const steps = handle.prepare(`explain query plan ${sql}`).all(...parameters) as unknown as Step[];
      const depths = new Map<number, number>();
      return steps
        .map(({ id, parent, detail }) => {
          const depth = (depths.get(parent) ?? 0) + 1;
          depths.set(id, depth);
          return `${'  '.repeat(depth)}${detail}`;
        })
        .join('\n');
    });
  };

  const pagePlans = ({ query }: Shape) => {
    const statusIds = query.statusIds?.map((id) => (id === 'stat_a' ? statusId : id));
    const onPosts = { ...query, ...(statusIds && { statusIds }) };
    return plansOf(() => postReader(db, sqliteSearches.posts).page(workspaceId, onPosts));
  };

  it.each(shapes)('of $name walk an index in order and sort no more than merged heads', async (shape) => {
    const plans = await pagePlans(shape);
    expect(plans.length).toBeGreaterThan(0);
    const { statusIds, typeIds, searches } = shape.query;
    const isMerged = (statusIds?.length ?? 1) * (typeIds?.length ?? 1) > 1;
    for (const plan of plans) {
      // A scan of the merged heads, or of matches by the text index, is what was meant; one of posts never is.
      expect(plan).not.toMatch(/SCAN posts/);
      const sorts = plan.split('\n').filter((line) => line.includes('USE TEMP B-TREE'));
      const isSorted = isMerged || (plan === plans[1] && shape.query.sort === 'votes');
      expect(sorts).toEqual(isSorted ? ['  USE TEMP B-TREE FOR ORDER BY'] : []);
      // What is sorted was found by its id, not by walking past all other posts.
      if (isSorted) expect(plan).toMatch(/^ {2}SEARCH posts USING INDEX \S+ \(workspace_id=\? AND id=\?\)\n/);
    }
    if (searches === undefined) expect(plans.join()).toContain(indexFor(shape.query));
  });

  const other = (page: Lists[string]) => plansOf(() => page(readers(db), workspaceId));

  it.each(Object.keys(lists))('of the list of %s walk an index in order', async (list) => {
    const plans = await other(lists[list] as Lists[string]);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      // Matches of a text index and what a query itself has collected may be read whole; a table never is.
      expect(plan).not.toMatch(/SCAN (?!\w+_search |few|heads?\b|\()/);
      if (!isSorted.has(list)) expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  it('of forgetting events walk them by age', async () => {
    const [plan] = await plansOf(() => outboxWriter(db, noLocks).forgetBefore(0));
    expect(plan).toContain('outbox_by_age');
    expect(plan).not.toMatch(/SCAN outbox/);
  });

  it('of all lists are those that were kept', async () => {
    const lines: string[] = [];
    for (const [list, page] of Object.entries(lists)) lines.push(`## ${list}`, ...(await other(page)), '');
    expectGolden(join(import.meta.dirname, 'lists.sqlite.plans.txt'), lines.join('\n'));
  });

  it('of posts are those that were kept', async () => {
    const lines: string[] = [];
    for (const shape of shapes) lines.push(`## ${shape.name}`, ...(await pagePlans(shape)), '');
    expectGolden(join(import.meta.dirname, 'posts.page.sqlite.plans.txt'), `${lines.join('\n')}`);
  });
});

interface Step {
  id: number;
  parent: number;
  detail: string;
}

/** The index that has this filter and this order. With both filters, either one's index judges the other. */
function indexFor({ statusIds, typeIds, sort }: PostQuery): string {
  const order = sort === 'votes' ? 'votes' : 'created';
  const filter = statusIds === undefined ? (typeIds === undefined ? '' : 'type_') : 'status_';
  return typeIds !== undefined && statusIds !== undefined ? `_${order}` : `posts_by_${filter}${order} `;
}
