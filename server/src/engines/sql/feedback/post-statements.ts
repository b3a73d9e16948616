// The statements that pages of posts consist of. Each is built once per shape of query.

import type { CompiledQuery, SelectExpression, SelectQueryBuilder } from 'kysely';
import type { PostQuery, PostSort } from '../../../domain/feedback/post.ts';
import type { SortKey } from '../../../domain/kernel/page.ts';
import { isAny } from '../kernel/conditions.ts';
import type { Found, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { countOfFew, isFew, sliced } from '../kernel/paging.ts';
import { inFewLengths } from '../kernel/statements/in-chunks.ts';
import { onceFor, prepared } from '../kernel/statements/prepared.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import {
  type Branch,
  bounded,
  filtered,
  hasFoundText,
  inOrder,
  isCommented,
  isPublicPost,
  orders,
  ownerOrNone,
  type PostSelection,
  posts,
  restricted,
  type SortKeys,
  sorted,
} from './post-selection.ts';

/** The values of a query, which the statement's text does not depend on. */
interface Values
  extends Omit<PostQuery, 'searches' | 'texts' | 'sort' | 'isMerged' | 'hasComments' | 'slice'>,
    Branch {
  workspaceId: string;
  take: number;
  /** Undefined if zero. */
  skip: number | undefined;
  after: SortKey | undefined;
  /** The words of all searches. */
  words: readonly string[] | undefined;
  /** The words of all searches in texts. */
  textWords: readonly string[] | undefined;
  /** What the text index has found. */
  found?: Found;
  /** How many matches of a window are wanted. */
  rest?: number;
  [name: string]: unknown;
}

/** What the statement's text depends on. */
interface Kind {
  sort: PostSort;
  isMerged: boolean | undefined;
  hasComments: boolean | undefined;
  /** How many words each search has. */
  wordCounts: string | undefined;
  textWordCounts: string | undefined;
  withNotes: boolean | undefined;
  [name: string]: string | boolean | undefined;
}

type Build<Row> = (db: Db, values: Values, kind: Kind, query: PostQuery) => CompiledQuery<Row>;
interface Place {
  db: Db;
  workspaceId: string;
}

type Run<Row> = (
  place: Place,
  query: PostQuery,
  values?: Branch & Pick<Values, 'rest' | 'found'>,
  kind?: { isByCreation?: boolean; rare?: RareFilter },
) => Promise<Row[]>;

/** `build` gets the query with placeholders for its values. */
function statement<Row>(build: Build<Row>): Run<Row> {
  const run = prepared((db: Db, values: Values, kind: Kind) =>
    build(db, values, kind, queryOf(values, kind)),
  );
  return async ({ db, workspaceId }, query, more = {}, others = {}) => {
    const { sort, isMerged, hasComments, searches, texts, slice, ...filters } = query;
    const { take, skip, after } = slice;
    const words = searches?.flat();
    const textWords = texts?.searches.flat();
    const values = {
      ...filters,
      ...more,
      words,
      textWords,
      workspaceId,
      take,
      skip: skip || undefined,
      after,
    };
    const counts = { wordCounts: countsOf(searches), textWordCounts: countsOf(texts?.searches) };
    const kind = { sort, isMerged, hasComments, withNotes: texts?.withNotes, ...counts, ...others };
    return (await run(db, values, kind)).rows;
  };
}

const countsOf = (searches: readonly string[][] | undefined): string | undefined =>
  searches?.map(({ length }) => length).join(' ');

function queryOf({ take, skip, after, words, textWords, ...filters }: Values, kind: Kind): PostQuery {
  const { sort, isMerged, hasComments, wordCounts, textWordCounts, withNotes = false } = kind;
  const slice = { take, skip: skip ?? 0, after };
  const searches = searchesOf(words, wordCounts);
  const inTexts = searchesOf(textWords, textWordCounts);
  return {
    ...filters,
    sort,
    slice,
    ...(isMerged !== undefined && { isMerged }),
    ...(hasComments !== undefined && { hasComments }),
    ...(searches && { searches }),
    ...(inTexts && { texts: { searches: inTexts, withNotes } }),
  };
}

function searchesOf(words: readonly string[] = [], wordCounts: string | undefined): string[][] | undefined {
  if (wordCounts === undefined) return undefined;
  const rest = [...words];
  return wordCounts.split(' ').map((count) => rest.splice(0, Number(count)));
}

/** The posts of a branch; `isByCreation` if the scanned index starts with the creation time. */
const walked = (db: Db, values: Values, { isByCreation }: Kind, query: PostQuery): PostSelection => {
  const all = filtered(posts(db, values.workspaceId), values);
  return isByCreation ? bounded(all, query) : all;
};

const rowsInOrder = (db: Db, values: Values, kind: Kind, query: PostQuery): PostSelection =>
  inOrder(restricted(walked(db, values, kind, query), values.workspaceId, query), query);

type Columns = readonly SelectExpression<Tables, 'posts'>[];

/** The columns that a page is read with. */
export interface PostStatements<Row> {
  /** A slice read by scanning an index. */
  inOrder: Run<Row>;
  byIds(place: Place, ids: readonly string[]): Promise<Row[]>;
}

export function postStatements<Row>(columns: Columns): PostStatements<Row> {
  const compiled = (rows: PostSelection) => rows.select(columns).compile() as unknown as CompiledQuery<Row>;
  const byIds = prepared((db: Db, { workspaceId, ids }: { workspaceId: string; ids: readonly string[] }) =>
    compiled(posts(db, workspaceId).where('id', 'in', [...ids])),
  );
  return {
    inOrder: statement((db, values, kind, query) => compiled(rowsInOrder(db, values, kind, query))),
    async byIds({ db, workspaceId }, ids) {
      return ids.length === 0 ? [] : (await byIds(db, { workspaceId, ids: inFewLengths(ids) })).rows;
    },
  };
}

const asKeys = (rows: SelectQueryBuilder<Tables, 'posts', object>): CompiledQuery<SortKeys> =>
  rows.compile() as unknown as CompiledQuery<SortKeys>;

/** The sort keys of a slice, read by scanning an index. */
export const keysInOrder = statement((db, values, kind, query) =>
  asKeys(rowsInOrder(db, values, kind, query).select(orders[kind.sort].columns)),
);

/** The sort keys of the last post of a window: one post, after skipping the others. */
export const endOfWindow = statement((db, values, kind, query) => {
  const { columns, direction } = orders[kind.sort];
  return asKeys(sliced(walked(db, values, kind, query), columns, direction, query.slice).select(columns));
});

/** The sort keys of the posts in a window that match the filters. The slice is the window. */
export const matchesInWindow = statement((db, values, kind, query) => {
  const { columns, direction } = orders[kind.sort];
  const window = sliced(walked(db, values, kind, query), columns, direction, query.slice).selectAll();
  const inWindow = db.selectFrom(window.as('in_window')) as unknown as PostSelection;
  const rest = { take: values.rest ?? 0, skip: 0, after: undefined };
  const matches = restricted(inWindow, values.workspaceId, query);
  return asKeys(sliced(matches, columns, direction, rest).select(columns));
});

/** Filters that usually match few posts, and the ids of those, found by an index of the filter's own. */
const rareIds = {
  externalIds: (db, workspaceId, { externalIds = [] }) =>
    posts(db, workspaceId).where('external_id', 'in', externalIds).select('id'),
  mergedIntoIds: (db, workspaceId, { mergedIntoIds = [] }) =>
    posts(db, workspaceId).where('merged_into_id', 'in', mergedIntoIds).select('id'),
  voterIds: (db, workspaceId, { voterIds = [] }) =>
    db
      .selectFrom('votes')
      .select('post_id as id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', 'in', voterIds),
  followerIds: (db, workspaceId, { followerIds = [] }) =>
    db
      .selectFrom('followers')
      .select('post_id as id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', 'in', followerIds),
  tagIds: (db, workspaceId, { tagIds = [] }) =>
    db
      .selectFrom('post_tags')
      .select('post_id as id')
      .where('workspace_id', '=', workspaceId)
      .where('tag_id', 'in', tagIds),
  authorIds: (db, workspaceId, { authorIds = [] }) =>
    posts(db, workspaceId).where('author_id', 'in', authorIds).select('id'),
  ownerIds: (db, workspaceId, { ownerIds = [] }) =>
    posts(db, workspaceId).where(isAny(ownerOrNone)(ownerIds)).select('id'),
  updatedSince: (db, workspaceId, { updatedSince = 0 }) =>
    posts(db, workspaceId).where('updated_at', '>=', updatedSince).select('id'),
  isMerged: (db, workspaceId) => posts(db, workspaceId).where('merged_into_id', '>', '').select('id'),
  visibilities: (db, workspaceId) => posts(db, workspaceId).where(isPublicPost).select('id'),
  hasComments: (db, workspaceId) => posts(db, workspaceId).where(isCommented).select('id'),
  createdSince: (db, workspaceId, query) => bounded(posts(db, workspaceId), query).select('id'),
} satisfies {
  [Filter in keyof PostQuery]?: (db: Db, workspaceId: string, query: PostQuery) => unknown;
};

export type RareFilter = keyof typeof rareIds;

const idsOf = (
  db: Db,
  workspaceId: string,
  query: PostQuery,
  rare: RareFilter,
): SelectQueryBuilder<Tables, 'posts', { id: string }> =>
  rareIds[rare](db, workspaceId, query) as SelectQueryBuilder<Tables, 'posts', { id: string }>;

const countRare = statement((db, { workspaceId }, { rare }, query) =>
  countOfFew(db, idsOf(db, workspaceId, query, rare as RareFilter)).compile(),
);

const noSlice = { take: 0, skip: 0, after: undefined };

/** Whether the filter alone matches few enough posts to sort them. */
export async function areFewPosts(place: Place, query: PostQuery, rare: RareFilter): Promise<boolean> {
  const { createdSince, createdBefore } = query;
  const filter = rare === 'createdSince' ? { createdSince, createdBefore } : { [rare]: query[rare] };
  const alone = { ...filter, sort: query.sort, slice: noSlice } as PostQuery;
  return isFew((await countRare(place, alone, {}, { rare }))[0]);
}

/** The ids of a page of those few posts. */
export const idsOfFew = statement((db, { workspaceId }, { rare }, query) => {
  const { [rare as RareFilter]: _covered, ...others } = query;
  const rows = restricted(posts(db, workspaceId), workspaceId, others as PostQuery);
  // Only the rows of the page are read in full. `version` is in no index: selecting it keeps the engine from scanning
  // a whole covering index.
  const some = rows.where('id', 'in', idsOf(db, workspaceId, query, rare as RareFilter));
  return sorted(some, query).select(['id', 'version']).compile() as unknown as CompiledQuery<{ id: string }>;
});

/** The ids of a page of the few posts that the text index has found. */
export const sortedMatches = onceFor((search: TextSearch) =>
  statement((db, { workspaceId, found = '' }, _, query) => {
    const matches = db.selectFrom('posts').where(search.isAmong(workspaceId, found));
    const rows = sorted(restricted(matches, workspaceId, query), query);
    return rows.select('id').compile() as unknown as CompiledQuery<{ id: string }>;
  }),
);

/** The ids of a page of the few posts with a text that the text index has found. */
export const sortedTextMatches = onceFor((search: TextSearch<WordTerms>) =>
  statement((db, { workspaceId, found = '' }, _, { texts, ...others }) => {
    if (texts === undefined) throw new Error('There is no text to match.');
    const matches = posts(db, workspaceId).where(hasFoundText(search, workspaceId, found, texts));
    const rows = sorted(restricted(matches, workspaceId, others), others);
    // As in `idsOfFew`, so that no engine scans a whole covering index.
    return rows.select(['id', 'version']).compile() as unknown as CompiledQuery<{ id: string }>;
  }),
);
