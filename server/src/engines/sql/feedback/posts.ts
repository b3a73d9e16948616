// Posts in the database: the one table that lists, searches and counts meet in.

import { setImmediate } from 'node:timers/promises';
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Slice } from '../../../domain/page.ts';
import type { Post, PostQuery, PostSort } from '../../../domain/post.ts';
import type { PostReader, PostWriter } from '../../../ports/store.ts';
import { uncountTags } from '../catalog/tags.ts';
import type { Locks, SearchTerms, TextSearch } from '../kernel/dialect.ts';
import { inChunks } from '../kernel/in-chunks.ts';
import { deleteInSteps, inSteps } from '../kernel/in-steps.ts';
import { indexedWords, matchesAny, splitWords } from '../kernel/indexed-words.ts';
import { insertMany } from '../kernel/insert-many.ts';
import { documentOf, type LightRow, lightTexts, type StoredText, withTexts } from '../kernel/long-texts.ts';
import { areFew, pageOfHeads, sliced } from '../kernel/paging.ts';
import type { Db, PostsTable, Tables } from '../kernel/tables.ts';
import { countPostsWith, movePosts } from './move-posts.ts';

const columns = [
  'id',
  'title',
  'post_type_id as postTypeId',
  'status_id as statusId',
  'author_id as authorId',
  'votes_count as votesCount',
  'comments_count as commentsCount',
  'external_id as externalId',
  'source_url as sourceUrl',
  'merged_into_id as mergedIntoId',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Of a post what its place in an order is made of, and no more: the order's index holds it. */
type SortColumn = 'id' | 'created_at' | 'votes_count';
type SortKeys = Pick<PostsTable, 'id'> & Partial<Pick<PostsTable, SortColumn>>;

const textColumns = ['description as document', 'description_html as html'] as const;
/** One post may be read with its text, however long; of several only short texts are. */
const whole = [...columns, ...textColumns] as const;
const light = [...columns, ...lightTexts('description', 'description_html')] as const;

type Fields = Omit<Post, 'description' | 'descriptionHtml'>;
type Row = Fields & LightRow;
type Selection = SelectQueryBuilder<Tables, 'posts', object>;

/** Field by field: what a row has besides stays behind. */
const toPost = (row: Fields, text: StoredText): Post => ({
  id: row.id,
  title: row.title,
  get description() {
    return documentOf(text);
  },
  descriptionHtml: text.html,
  postTypeId: row.postTypeId,
  statusId: row.statusId,
  authorId: row.authorId,
  votesCount: row.votesCount,
  commentsCount: row.commentsCount,
  externalId: row.externalId,
  sourceUrl: row.sourceUrl,
  mergedIntoId: row.mergedIntoId,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const toWholePost = (row: Fields & StoredText): Post => toPost(row, row);

/** More matches than this are not collected to be sorted by votes: the votes index is walked instead. */
const matchesSorted = 2000;
/** Posts that are judged in one query: few at first, since most lists find their page there. */
const firstWindow = 250;
const windowPosts = 1000;
/** More combinations of filter values than this are not read one by one. */
const branchesMerged = 36;

export function postReader(db: Db, search: TextSearch): PostReader {
  const textsOf = (workspaceId: string) => (ids: string[]) =>
    posts(db, workspaceId)
      .where('id', 'in', ids)
      .select(['id', ...textColumns])
      .execute();

  const byIds = async (workspaceId: string, ids: string[]): Promise<Row[]> => {
    if (ids.length === 0) return [];
    const rows = await posts(db, workspaceId).where('id', 'in', ids).select(light).execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };

  const pageOfMatches = async (workspaceId: string, query: PostQuery, terms: SearchTerms): Promise<Row[]> => {
    const { take, skip, after } = query.slice;
    if (query.sort !== 'votes') {
      const direction = query.sort === 'recent' ? 'desc' : 'asc';
      const from =
        after === undefined ? {} : { after: { createdAt: Number(after[0]), id: String(after[1]) } };
      return byIds(
        workspaceId,
        await search.matches(db, workspaceId, terms, { direction, take, skip, ...from }),
      );
    }
    const all = { direction: 'desc', take: matchesSorted + 1, skip: 0 } as const;
    const ids = await search.matches(db, workspaceId, terms, all);
    if (ids.length > matchesSorted)
      return pageOfRows(workspaceId, query, (rows) => rows.where(matchesAny(terms.searches)));
    if (ids.length === 0) return [];
    const matching = posts(db, workspaceId).where('id', 'in', ids);
    return sorted(matching, query).select(light).execute();
  };

  /** `restrict`: what else a post must be, judged on each. */
  const pageOfRows = async (
    workspaceId: string,
    query: PostQuery,
    restrict?: (rows: Selection) => Selection,
  ): Promise<Row[]> => {
    const { statusIds, typeIds, authorId, voterIds, updatedSince, isMerged, mergedIntoIds } = query;
    const combined = combinations(statusIds, typeIds);
    // Looking for votes costs more than walking: the posts are walked once, not once for each combination.
    const isMerging = combined.length <= branchesMerged && voterIds === undefined;
    const branches = isMerging ? combined : [{}];
    const isRare = updatedSince !== undefined || isMerged === true || mergedIntoIds !== undefined;
    const isJudged = restrict !== undefined || isRare || !isMerging;
    const walked = (branch: Branch) => {
      const all = filtered(posts(db, workspaceId), branch);
      return authorId === undefined ? all : all.where('author_id', '=', authorId);
    };
    const [only] = branches;
    if (!isJudged && branches.length === 1 && only !== undefined) {
      return inOrder(restricted(walked(only), query), query)
        .select(light)
        .execute();
    }
    const judge = (rows: Selection): Selection => {
      const some = restricted(rows, query);
      const any = isMerging ? some : narrowed(some, query);
      return restrict === undefined ? any : restrict(any);
    };
    const { columns: keys, direction } = orders[query.sort];
    // Each combination has an index in the right order, and what all of them begin with is merged.
    const lists = branches.map((branch) => (slice: Slice) => {
      if (isJudged) return keysInWindows(() => walked(branch), judge, { ...query, slice });
      return inOrder(judge(walked(branch)), { ...query, slice })
        .select(keys)
        .execute() as Promise<SortKeys[]>;
    });
    const page = await pageOfHeads<SortKeys>(lists, { columns: keys, names: keys, direction }, query.slice);
    return byIds(
      workspaceId,
      page.map(({ id }) => id),
    );
  };

  /**
   * Where posts are judged one by one, it may take many to find a page: they are walked in windows, and others get
   * their turn in between.
   */
  const keysInWindows = async (
    all: () => Selection,
    judge: (rows: Selection) => Selection,
    query: PostQuery,
  ): Promise<SortKeys[]> => {
    const { columns: keys, direction } = orders[query.sort];
    const wanted = query.slice.skip + query.slice.take;
    const found: SortKeys[] = [];
    let { after } = query.slice;
    for (let size = firstWindow; ; size = Math.min(windowPosts, size * 2)) {
      const [end] = await sliced(all(), keys, direction, { take: 1, skip: size - 1, after })
        .select(keys)
        .execute();
      const window = sliced(all(), keys, direction, { take: size, skip: 0, after }).select('id');
      const ids = db.selectFrom(window.as('window')).select('window.id');
      const rest = { take: wanted - found.length, skip: 0, after: undefined };
      // No index holds the version: asking for it keeps the engine from scanning all of one that holds the rest.
      const rows = await sliced(judge(all().where('id', 'in', ids)), keys, direction, rest, 'sort')
        .select([...keys, 'version'])
        .execute();
      found.push(...(rows as SortKeys[]));
      if (found.length >= wanted || end === undefined) return found.slice(query.slice.skip);
      after = keys.map((key) => end[key]);
      await setImmediate();
    }
  };

  /** What one person voted for, what changed lately, what is merged: each has an index of its own. */
  const rareIds = (workspaceId: string, query: PostQuery) => {
    const { voterIds, updatedSince, isMerged, mergedIntoIds } = query;
    if (voterIds !== undefined) {
      return db
        .selectFrom('votes')
        .select('post_id as id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', 'in', voterIds);
    }
    const ids = db.selectFrom('posts').select('id').where('workspace_id', '=', workspaceId);
    if (mergedIntoIds !== undefined) return ids.where('merged_into_id', 'in', mergedIntoIds);
    if (updatedSince !== undefined) return ids.where('updated_at', '>=', updatedSince);
    return isMerged === true ? ids.where('merged_into_id', '>', '') : undefined;
  };

  /** Where those are few beside all posts, they are collected and sorted, not walked. */
  const pageOfFew = async (
    workspaceId: string,
    query: PostQuery,
    ids: NonNullable<ReturnType<typeof rareIds>>,
  ): Promise<Row[]> => {
    let rows = narrowed(restricted(posts(db, workspaceId), query).where('id', 'in', ids), query);
    if (query.searches !== undefined) rows = rows.where(matchesAny(query.searches));
    // Of those that are sorted only a page is read whole. No index holds the version: asking for it keeps the
    // engine from scanning all of one that holds everything else.
    const page = await sorted(rows, query).select(['id', 'version']).execute();
    return byIds(
      workspaceId,
      page.map(({ id }) => id),
    );
  };

  const votedForBy =
    (voterIds: string[]) =>
    (eb: ExpressionBuilder<Tables, 'posts'>): ExpressionWrapper<Tables, 'posts', SqlBool> =>
      eb.exists(
        eb
          .selectFrom('votes')
          .select('votes.user_id')
          .whereRef('votes.workspace_id', '=', 'posts.workspace_id')
          .whereRef('votes.post_id', '=', 'posts.id')
          .where('votes.user_id', 'in', voterIds),
      );

  const pageOf = async (workspaceId: string, query: PostQuery): Promise<Row[]> => {
    const { searches, statusIds, typeIds, authorId, voterIds, updatedSince, isMerged, mergedIntoIds } = query;
    const lists = [searches, statusIds, typeIds, voterIds, mergedIntoIds];
    if (lists.some((values) => values?.length === 0)) return [];
    const isIndexed = searches !== undefined && voterIds === undefined && mergedIntoIds === undefined;
    const rare = isIndexed ? undefined : rareIds(workspaceId, query);
    if (rare !== undefined && (await areFew(db, rare))) return pageOfFew(workspaceId, query, rare);
    if (!isIndexed || authorId !== undefined) {
      if (searches === undefined && voterIds === undefined) return pageOfRows(workspaceId, query);
      return pageOfRows(workspaceId, query, (rows) => {
        const matching = searches === undefined ? rows : rows.where(matchesAny(searches));
        return voterIds === undefined ? matching : matching.where(votedForBy(voterIds));
      });
    }
    return pageOfMatches(workspaceId, query, {
      searches,
      ...(statusIds && { statusIds }),
      ...(typeIds && { typeIds }),
      ...(updatedSince !== undefined && { updatedSince }),
      ...(isMerged !== undefined && { isMerged }),
    });
  };

  return {
    async find(workspaceId, id) {
      const row = await posts(db, workspaceId).where('id', '=', id).select(whole).executeTakeFirst();
      return row && toWholePost(row);
    },
    async postsOf(workspaceId, ids) {
      const found = new Map<string, Post>();
      await inChunks([...new Set(ids)], async (chunk) => {
        const rows = await posts(db, workspaceId).where('id', 'in', chunk).select(light).execute();
        for (const post of await withTexts(rows, textsOf(workspaceId), toPost)) found.set(post.id, post);
      });
      return found;
    },
    async findByExternalId(workspaceId, externalId) {
      const row = await posts(db, workspaceId)
        .where('external_id', '=', externalId)
        .select(whole)
        .executeTakeFirst();
      return row && toWholePost(row);
    },
    async titleWords(workspaceId, searches, most) {
      const newest = { direction: 'desc', take: most, skip: 0 } as const;
      const ids = await search.matches(db, workspaceId, { searches }, newest);
      if (ids.length === 0) return [];
      const rows = await posts(db, workspaceId)
        .where('id', 'in', ids)
        .select(['id', 'title_words'])
        .execute();
      return rows.map((row) => ({ id: row.id, words: splitWords(row.title_words) }));
    },
    async page(workspaceId, query) {
      for (;;) {
        const rows = await pageOf(workspaceId, query);
        const found = await withTexts(rows, textsOf(workspaceId), toPost);
        // A post that went meanwhile would make the page look like the last one.
        if (found.length === rows.length) return found;
      }
    },
    async count(workspaceId, { searches, statusIds, typeIds, isMerged }, most) {
      if ([searches, statusIds, typeIds].some((values) => values?.length === 0)) return 0;
      if (searches !== undefined) {
        const terms = {
          searches,
          ...(statusIds && { statusIds }),
          ...(typeIds && { typeIds }),
          ...(isMerged !== undefined && { isMerged }),
        };
        const some = { direction: 'desc', take: most, skip: 0 } as const;
        return (await search.matches(db, workspaceId, terms, some)).length;
      }
      let rows = posts(db, workspaceId).select('id').limit(most);
      if (statusIds !== undefined) rows = rows.where('status_id', 'in', statusIds);
      if (typeIds !== undefined) rows = rows.where('post_type_id', 'in', typeIds);
      if (isMerged !== undefined) rows = rows.where('merged_into_id', isMerged ? 'is not' : 'is', null);
      const { count } = await db
        .selectFrom(rows.as('some'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

export function postWriter(db: Db, search: TextSearch, locks: Locks): PostWriter {
  return {
    ...postReader(db, search),
    async find(workspaceId, id) {
      const rows = posts(db, workspaceId).where('id', '=', id).select(whole);
      const row = await locks.held(rows).executeTakeFirst();
      return row && toWholePost(row);
    },
    async insert(workspaceId, post) {
      await db.insertInto('posts').values(row(workspaceId, post)).execute();
      await search.put(db, workspaceId, post.id);
    },
    async insertMany(workspaceId, posts) {
      await insertMany(
        db,
        'posts',
        posts.map((post) => row(workspaceId, post)),
      );
      await search.putMany(
        db,
        workspaceId,
        posts.map(({ id }) => id),
      );
    },
    async update(workspaceId, post) {
      await db
        .updateTable('posts')
        .set(editable(post))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', post.id)
        .execute();
      await search.put(db, workspaceId, post.id);
    },
    async addToCounts(workspaceId, id, { votes = 0, comments = 0 }, at) {
      await db
        .updateTable('posts')
        .set((eb) => ({
          votes_count: eb('votes_count', '+', votes),
          comments_count: eb('comments_count', '+', comments),
          ...(at !== undefined && { updated_at: at }),
        }))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
    countWith: (workspaceId, field, id) => countPostsWith(db, workspaceId, field, id),
    moveAll: (workspaceId, move, at, mintChangeId) =>
      movePosts(db, search, workspaceId, move, at, mintChangeId),
    async remove(workspaceId, id) {
      await search.remove(db, workspaceId, id);
      await uncountTags(db, workspaceId, id);
      await deleteInSteps(db, 'votes', 'user_id', workspaceId, id);
      await deleteInSteps(db, 'comments', 'id', workspaceId, id);
      await forgetMerge(db, workspaceId, id);
      for (const table of ['post_tags', 'attachments', 'status_changes', 'changelog_posts'] as const) {
        await db
          .deleteFrom(table)
          .where('workspace_id', '=', workspaceId)
          .where('post_id', '=', id)
          .execute();
      }
      await db.deleteFrom('posts').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
  };
}

const posts = (db: Db, workspaceId: string): Selection =>
  db.selectFrom('posts').where('workspace_id', '=', workspaceId);

const editable = (
  post: Post,
): Omit<PostsTable, 'workspace_id' | 'id' | 'votes_count' | 'comments_count'> => ({
  title: post.title,
  title_words: indexedWords(post.title),
  description: JSON.stringify(post.description),
  description_html: post.descriptionHtml,
  post_type_id: post.postTypeId,
  status_id: post.statusId,
  author_id: post.authorId,
  external_id: post.externalId,
  source_url: post.sourceUrl,
  merged_into_id: post.mergedIntoId,
  version: post.version,
  created_at: post.createdAt,
  updated_at: post.updatedAt,
});

function restricted(rows: Selection, query: PostQuery): Selection {
  const { authorId, updatedSince, isMerged, mergedIntoIds } = query;
  const written = authorId === undefined ? rows : rows.where('author_id', '=', authorId);
  const into = mergedIntoIds === undefined ? written : written.where('merged_into_id', 'in', mergedIntoIds);
  const since = updatedSince === undefined ? into : into.where('updated_at', '>=', updatedSince);
  return isMerged === undefined ? since : since.where('merged_into_id', isMerged ? 'is not' : 'is', null);
}

/** Any of the statuses and any of the types, judged on the row. */
function narrowed(rows: Selection, { statusIds, typeIds }: PostQuery): Selection {
  const byStatus = statusIds === undefined ? rows : rows.where('status_id', 'in', statusIds);
  return typeIds === undefined ? byStatus : byStatus.where('post_type_id', 'in', typeIds);
}

const row = (workspaceId: string, post: Post): PostsTable => ({
  workspace_id: workspaceId,
  id: post.id,
  ...editable(post),
  votes_count: post.votesCount,
  comments_count: post.commentsCount,
});

interface Branch {
  statusId?: string;
  typeId?: string;
}

const distinct = (values: readonly string[], name: keyof Branch): Branch[] =>
  [...new Set(values)].map((value) => ({ [name]: value }));

function combinations(statusIds: string[] | undefined, typeIds: string[] | undefined): Branch[] {
  const byStatus: Branch[] = statusIds === undefined ? [{}] : distinct(statusIds, 'statusId');
  if (typeIds === undefined) return byStatus;
  const byType: Branch[] = distinct(typeIds, 'typeId');
  return byStatus.flatMap((branch) => byType.map((type) => ({ ...branch, ...type })));
}

function filtered(rows: Selection, { statusId, typeId }: Branch): Selection {
  const byStatus = statusId === undefined ? rows : rows.where('status_id', '=', statusId);
  return typeId === undefined ? byStatus : byStatus.where('post_type_id', '=', typeId);
}

const orders: Record<
  PostSort,
  { columns: readonly [SortColumn, ...SortColumn[]]; direction: 'asc' | 'desc' }
> = {
  recent: { columns: ['created_at', 'id'], direction: 'desc' },
  oldest: { columns: ['created_at', 'id'], direction: 'asc' },
  votes: { columns: ['votes_count', 'created_at', 'id'], direction: 'desc' },
};

/** One stretch of the rows in the query's total order. */
const inOrder = (rows: Selection, { sort, slice }: PostQuery): Selection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice);

/** The same of few rows that are known by id: no index is walked past all others for its order. */
const sorted = (rows: Selection, { sort, slice }: PostQuery): Selection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice, 'sort');

/** What a merged post gave to another stays there for good once the post itself is gone. */
async function forgetMerge(db: Db, workspaceId: string, id: string): Promise<void> {
  await deleteInSteps(db, 'merged_votes', 'user_id', workspaceId, id, 'source_id');
  const given = sql`workspace_id = ${workspaceId} and merged_from_id = ${id}`;
  for (const [name, key] of [
    ['votes', 'user_id'],
    ['comments', 'id'],
  ] as const) {
    await inSteps(
      db,
      name,
      key,
      given,
      (rows, some) => sql`update ${rows} set merged_from_id = null where ${some}`,
    );
  }
}
