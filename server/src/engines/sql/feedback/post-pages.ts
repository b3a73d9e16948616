// Reads a page of posts. Every sort order has an index for each combination of one status and one type. Other filters
// are checked row by row, or use their own index if it matches few posts.

import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Slice } from '../../../domain/page.ts';
import type { PostQuery } from '../../../domain/post.ts';
import type { SearchTerms, TextSearch } from '../kernel/dialect.ts';
import { matchesAny } from '../kernel/indexed-words.ts';
import type { LightRow } from '../kernel/long-texts.ts';
import { areFew, pageOfHeads, sliced } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { lightPost, type PostRow } from './post-columns.ts';
import {
  type Branch,
  combinations,
  filtered,
  inOrder,
  narrowed,
  orders,
  type PostSelection,
  posts,
  restricted,
  type SortKeys,
  sorted,
} from './post-selection.ts';

interface Place {
  db: Db;
  search: TextSearch;
  workspaceId: string;
}

type LightPostRow = PostRow & LightRow;

/** With more matches than this, scan the votes index instead of sorting the matches. */
const maxSortedMatches = 2000;
/** How many posts one query checks. Starts small, which is enough for most lists. */
const firstWindow = 250;
const maxWindow = 1000;
/** Above this many combinations of status and type, scan once instead of merging one scan per combination. */
const maxBranches = 36;

/** Chooses the cheapest way to read a page with these filters. */
export async function pageOfPosts(place: Place, query: PostQuery): Promise<LightPostRow[]> {
  const { searches, statusIds, typeIds, authorId, voterIds, updatedSince, isMerged, mergedIntoIds } = query;
  const lists = [searches, statusIds, typeIds, voterIds, mergedIntoIds];
  if (lists.some((values) => values?.length === 0)) return [];
  const isIndexed = searches !== undefined && voterIds === undefined && mergedIntoIds === undefined;
  const rare = isIndexed ? undefined : rareIds(place, query);
  if (rare !== undefined && (await areFew(place.db, rare))) return pageOfFew(place, query, rare);
  if (!isIndexed || authorId !== undefined) {
    if (searches === undefined && voterIds === undefined) return pageOfRows(place, query);
    return pageOfRows(place, query, (rows) => {
      const matching = searches === undefined ? rows : rows.where(matchesAny(searches));
      return voterIds === undefined ? matching : matching.where(votedForBy(voterIds));
    });
  }
  return pageOfMatches(place, query, {
    searches,
    ...(statusIds && { statusIds }),
    ...(typeIds && { typeIds }),
    ...(updatedSince !== undefined && { updatedSince }),
    ...(isMerged !== undefined && { isMerged }),
  });
}

async function byIds({ db, workspaceId }: Place, ids: string[]): Promise<LightPostRow[]> {
  if (ids.length === 0) return [];
  const rows = await posts(db, workspaceId).where('id', 'in', ids).select(lightPost).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function pageOfMatches(place: Place, query: PostQuery, terms: SearchTerms): Promise<LightPostRow[]> {
  const { db, search, workspaceId } = place;
  const { take, skip, after } = query.slice;
  if (query.sort !== 'votes') {
    const direction = query.sort === 'recent' ? 'desc' : 'asc';
    const from = after === undefined ? {} : { after: { createdAt: Number(after[0]), id: String(after[1]) } };
    const ids = await search.matches(db, workspaceId, terms, { direction, take, skip, ...from });
    return byIds(place, ids);
  }
  const all = { direction: 'desc', take: maxSortedMatches + 1, skip: 0 } as const;
  const ids = await search.matches(db, workspaceId, terms, all);
  if (ids.length > maxSortedMatches)
    return pageOfRows(place, query, (rows) => rows.where(matchesAny(terms.searches)));
  if (ids.length === 0) return [];
  const matching = posts(db, workspaceId).where('id', 'in', ids);
  return sorted(matching, query).select(lightPost).execute();
}

/** `restrict` adds filters that no index covers. */
async function pageOfRows(
  place: Place,
  query: PostQuery,
  restrict?: (rows: PostSelection) => PostSelection,
): Promise<LightPostRow[]> {
  const { db, workspaceId } = place;
  const { statusIds, typeIds, authorId, voterIds, updatedSince, isMerged, mergedIntoIds } = query;
  const combined = combinations(statusIds, typeIds);
  // Checking votes costs more than scanning, so scan the posts once instead of once per combination.
  const isMerging = combined.length <= maxBranches && voterIds === undefined;
  const branches = isMerging ? combined : [{}];
  const isRare = updatedSince !== undefined || isMerged === true || mergedIntoIds !== undefined;
  const isNarrowed = restrict !== undefined || isRare || !isMerging;
  const walked = (branch: Branch) => {
    const all = filtered(posts(db, workspaceId), branch);
    return authorId === undefined ? all : all.where('author_id', '=', authorId);
  };
  const [only] = branches;
  if (!isNarrowed && branches.length === 1 && only !== undefined) {
    return inOrder(restricted(walked(only), query), query)
      .select(lightPost)
      .execute();
  }
  const narrow = (rows: PostSelection): PostSelection => {
    const some = restricted(rows, query);
    const any = isMerging ? some : narrowed(some, query);
    return restrict === undefined ? any : restrict(any);
  };
  const { columns: keys, direction } = orders[query.sort];
  // Each combination has an index in the right order; the heads of these lists are merged.
  const lists = branches.map((branch) => (slice: Slice) => {
    if (isNarrowed) return keysInWindows(db, () => walked(branch), narrow, { ...query, slice });
    return inOrder(narrow(walked(branch)), { ...query, slice })
      .select(keys)
      .execute() as Promise<SortKeys[]>;
  });
  const page = await pageOfHeads<SortKeys>(lists, { columns: keys, names: keys, direction }, query.slice);
  return byIds(
    place,
    page.map(({ id }) => id),
  );
}

/**
 * The sort keys of posts that match filters without an index. A page may require checking many posts, so they are
 * read in windows, yielding to the event loop in between.
 */
async function keysInWindows(
  db: Db,
  all: () => PostSelection,
  narrow: (rows: PostSelection) => PostSelection,
  query: PostQuery,
): Promise<SortKeys[]> {
  const { columns: keys, direction } = orders[query.sort];
  const wanted = query.slice.skip + query.slice.take;
  const found: SortKeys[] = [];
  let { after } = query.slice;
  for (let size = firstWindow; ; size = Math.min(maxWindow, size * 2)) {
    const [end] = await sliced(all(), keys, direction, { take: 1, skip: size - 1, after })
      .select(keys)
      .execute();
    const window = sliced(all(), keys, direction, { take: size, skip: 0, after }).select('id');
    const ids = db.selectFrom(window.as('window')).select('window.id');
    const rest = { take: wanted - found.length, skip: 0, after: undefined };
    // `version` is in no index: selecting it keeps the engine from scanning a whole covering index.
    const rows = await sliced(narrow(all().where('id', 'in', ids)), keys, direction, rest, 'sort')
      .select([...keys, 'version'])
      .execute();
    found.push(...(rows as SortKeys[]));
    if (found.length >= wanted || end === undefined) return found.slice(query.slice.skip);
    after = keys.map((key) => end[key]);
    await setImmediate();
  }
}

/** The ids matching a filter that usually matches few posts; each such filter has its own index. */
function rareIds({ db, workspaceId }: Place, query: PostQuery) {
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
}

/** A page of those few posts, read by sorting them. */
async function pageOfFew(
  place: Place,
  query: PostQuery,
  ids: NonNullable<ReturnType<typeof rareIds>>,
): Promise<LightPostRow[]> {
  let rows = narrowed(restricted(posts(place.db, place.workspaceId), query).where('id', 'in', ids), query);
  if (query.searches !== undefined) rows = rows.where(matchesAny(query.searches));
  // Only the rows of the page are read in full. `version` is in no index: selecting it keeps the engine from scanning
  // a whole covering index.
  const page = await sorted(rows, query).select(['id', 'version']).execute();
  return byIds(
    place,
    page.map(({ id }) => id),
  );
}

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
