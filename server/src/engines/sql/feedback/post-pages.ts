// Reads a page of posts. Every sort order has an index for each combination of one status and one type. Other filters
// are checked row by row, or use their own index if it matches few posts.

import { setImmediate } from 'node:timers/promises';
import type { Slice } from '../../../domain/page.ts';
import type { PostQuery } from '../../../domain/post.ts';
import type { TextSearch } from '../kernel/dialect.ts';
import { matchesAny } from '../kernel/indexed-words.ts';
import type { LightRow } from '../kernel/long-texts.ts';
import { areFew, pageOfHeads, sliced } from '../kernel/paging.ts';
import type { Db } from '../kernel/tables.ts';
import { lightPost, type PostRow } from './post-columns.ts';
import {
  type Branch,
  bounded,
  combinations,
  distinct,
  filtered,
  inOrder,
  isBounded,
  isPastBound,
  orders,
  type PostSelection,
  posts,
  restricted,
  type SortKeys,
  sorted,
  startingAtBound,
  termsOf,
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
export async function pageOfPosts(place: Place, asked: PostQuery): Promise<LightPostRow[]> {
  const query = startingAtBound(asked);
  const { searches, statusIds, typeIds, authorIds, externalIds, tagIds, voterIds, mergedIntoIds } = query;
  const lists = [searches, statusIds, typeIds, authorIds, externalIds, tagIds, voterIds, mergedIntoIds];
  if (lists.some((values) => values?.length === 0)) return [];
  for (const rare of rareFilters(place, asked))
    if (await areFew(place.db, rare.ids)) return pageOfFew(place, query, rare);
  return searches === undefined ? pageOfRows(place, query) : pageOfMatches(place, query, searches);
}

async function byIds({ db, workspaceId }: Place, ids: string[]): Promise<LightPostRow[]> {
  if (ids.length === 0) return [];
  const rows = await posts(db, workspaceId).where('id', 'in', ids).select(lightPost).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function pageOfMatches(place: Place, query: PostQuery, searches: string[][]): Promise<LightPostRow[]> {
  const { db, search, workspaceId } = place;
  const { take, skip, after } = query.slice;
  const terms = termsOf(workspaceId, searches, query);
  if (query.sort !== 'votes') {
    const direction = query.sort === 'recent' ? 'desc' : 'asc';
    const from = after === undefined ? {} : { after: { createdAt: Number(after[0]), id: String(after[1]) } };
    const ids = await search.matches(db, workspaceId, terms, { direction, take, skip, ...from });
    return byIds(place, ids);
  }
  const all = { direction: 'desc', take: maxSortedMatches + 1, skip: 0 } as const;
  const ids = await search.matches(db, workspaceId, terms, all);
  if (ids.length > maxSortedMatches)
    return pageOfRows(place, query, (rows) => rows.where(matchesAny(searches)));
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
  const { branches, areAllCovered } = branchesOf(query);
  const { statusIds: _status, typeIds: _type, ...ungrouped } = query;
  const onRow = areAllCovered ? ungrouped : query;
  const [only] = branches;
  const isByCreation = query.sort !== 'votes' && only !== undefined && Object.keys(only).length === 0;
  const isNarrowed =
    restrict !== undefined || !areAllCovered || hasRareFilter(query) || (isBounded(query) && !isByCreation);
  const walked = (branch: Branch) => {
    const all = filtered(posts(db, workspaceId), branch);
    return isByCreation ? bounded(all, query) : all;
  };
  if (!isNarrowed && branches.length === 1 && only !== undefined) {
    return inOrder(restricted(walked(only), workspaceId, onRow), query)
      .select(lightPost)
      .execute();
  }
  const narrow = (rows: PostSelection): PostSelection => {
    const some = restricted(rows, workspaceId, onRow);
    return restrict === undefined ? some : restrict(some);
  };
  const { columns: keys, direction } = orders[query.sort];
  // Each combination has an index in the right order; the heads of these lists are merged.
  const lists = branches.map((branch) => (slice: Slice) => {
    if (isNarrowed) return keysInWindows(place, () => walked(branch), narrow, { ...query, slice });
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
  { db, workspaceId }: Place,
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
    // Found by id alone: with other conditions, the engine may prefer an index that holds far more posts. `version` is
    // in no index: selecting it keeps the engine from scanning a whole covering index.
    const inWindow = posts(db, workspaceId).where('id', 'in', ids);
    const rows = await sliced(narrow(inWindow), keys, direction, rest, 'sort')
      .select([...keys, 'version'])
      .execute();
    found.push(...(rows as SortKeys[]));
    const isOver = end === undefined || isPastBound(query, end as SortKeys);
    if (found.length >= wanted || isOver) return found.slice(query.slice.skip);
    after = keys.map((key) => end[key]);
    await setImmediate();
  }
}

/** The index scans that together contain the page. */
function branchesOf({ sort, statusIds, typeIds, authorIds, voterIds, tagIds }: PostQuery): {
  branches: Branch[];
  /** Whether they cover the filters by status and type. */
  areAllCovered: boolean;
} {
  const hasGroup = statusIds !== undefined || typeIds !== undefined;
  // The index of an author is in order of creation only.
  if (authorIds !== undefined && sort !== 'votes')
    return { branches: distinct(authorIds, 'authorId'), areAllCovered: !hasGroup };
  const combined = combinations(statusIds, typeIds);
  // Checking votes and tags costs more than scanning, so scan the posts once instead of once per combination.
  const max = voterIds === undefined && tagIds === undefined ? maxBranches : 1;
  return combined.length <= max
    ? { branches: combined, areAllCovered: true }
    : { branches: [{}], areAllCovered: false };
}

/** Whether a page may require checking many posts that do not match. */
function hasRareFilter(query: PostQuery): boolean {
  const { sort, updatedSince, isMerged, mergedIntoIds, voterIds, tagIds, externalIds, authorIds } = query;
  const others = [updatedSince, mergedIntoIds, voterIds, tagIds, externalIds];
  if (isMerged === true || others.some((filter) => filter !== undefined)) return true;
  return sort === 'votes' && authorIds !== undefined;
}

/** Filters that usually match few posts; each of them has its own index. */
function rareFilters({ db, workspaceId }: Place, query: PostQuery) {
  const { searches, sort, updatedSince, isMerged } = query;
  const { externalIds, voterIds, tagIds, authorIds, mergedIntoIds } = query;
  const ids = posts(db, workspaceId).select('id');
  const voted = db.selectFrom('votes').select('post_id as id').where('workspace_id', '=', workspaceId);
  const tagged = db.selectFrom('post_tags').select('post_id as id').where('workspace_id', '=', workspaceId);
  /** The ids of the posts that match the filter. */
  const rare = <Filter extends keyof PostQuery, Ids>(filter: Filter, matching: Ids) => [
    { filter, ids: matching },
  ];
  const isSearched = searches !== undefined;
  const isInOrder = sort !== 'votes' && !isSearched;
  return [
    ...(externalIds ? rare('externalIds', ids.where('external_id', 'in', externalIds)) : []),
    ...(mergedIntoIds ? rare('mergedIntoIds', ids.where('merged_into_id', 'in', mergedIntoIds)) : []),
    ...(voterIds ? rare('voterIds', voted.where('user_id', 'in', voterIds)) : []),
    ...(tagIds ? rare('tagIds', tagged.where('tag_id', 'in', tagIds)) : []),
    ...(authorIds && !isInOrder ? rare('authorIds', ids.where('author_id', 'in', authorIds)) : []),
    // The text index checks these on the row.
    ...(updatedSince !== undefined && !isSearched
      ? rare('updatedSince', ids.where('updated_at', '>=', updatedSince))
      : []),
    ...(isMerged === true && !isSearched ? rare('isMerged', ids.where('merged_into_id', '>', '')) : []),
    ...(isBounded(query) && !isInOrder
      ? rare('createdSince', bounded(posts(db, workspaceId), query).select('id'))
      : []),
  ];
}

/** A page of those few posts, read by sorting them. */
async function pageOfFew(
  place: Place,
  query: PostQuery,
  { filter, ids }: ReturnType<typeof rareFilters>[number],
): Promise<LightPostRow[]> {
  const { db, workspaceId } = place;
  const { [filter]: _covered, ...others } = query;
  let rows = restricted(posts(db, workspaceId), workspaceId, others).where('id', 'in', ids);
  if (query.searches !== undefined) rows = rows.where(matchesAny(query.searches));
  // Only the rows of the page are read in full. `version` is in no index: selecting it keeps the engine from scanning
  // a whole covering index.
  const page = await sorted(rows, query).select(['id', 'version']).execute();
  return byIds(
    place,
    page.map(({ id }) => id),
  );
}
