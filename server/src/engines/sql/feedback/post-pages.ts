// Reads a page of posts. Every sort order has an index for each combination of one status and one type. Other filters
// are checked row by row, or use their own index if it matches few posts.

import { setImmediate } from 'node:timers/promises';
import type { PostQuery } from '../../../domain/feedback/post.ts';
import type { Slice } from '../../../domain/kernel/page.ts';
import { matchesNothing } from '../kernel/conditions.ts';
import type { TextSearch, WordTerms } from '../kernel/dialect.ts';
import { comparing, pageOfHeads } from '../kernel/paging.ts';
import { searchedPage } from '../kernel/search/searched-page.ts';
import type { Db } from '../kernel/tables.ts';
import {
  type Branch,
  combinations,
  distinct,
  isBounded,
  isChronological,
  isPastBound,
  keyOf,
  orders,
  type SortKeys,
  startingAtBound,
  upToSilence,
} from './post-selection.ts';
import {
  areFewPosts,
  endOfWindow,
  idsOfFew,
  keysInOrder,
  matchesInWindow,
  type PostStatements,
  type RareFilter,
  sortedMatches,
  sortedTextMatches,
} from './post-statements.ts';

/** Where to read, and with which columns. */
interface Place<Row> {
  db: Db;
  search: TextSearch;
  texts: TextSearch<WordTerms>;
  workspaceId: string;
  statements: PostStatements<Row>;
}

/** How many posts one query checks. Starts small, which is enough for most lists. */
const firstWindow = 250;
const maxWindow = 1000;
/** All texts of a post may be looked at. */
const textWindow = 64;
/** How many posts may be added to a window between the two reads of it. */
const addedMeanwhile = 50;
/** How often a page is read again because others delete or move its posts. */
const maxReads = 10;
/** Above this many combinations of status and type, scan once instead of merging one scan per combination. */
const maxBranches = 36;

interface ReadPage<Row> {
  rows: Row[];
  /** Otherwise, some of its posts were deleted while it was read, or came twice because they were moved. */
  isWhole: boolean;
}

/** A short page would look like the last one, so it is read again. */
export async function pageOfPosts<Row extends { id: string }>(
  place: Place<Row>,
  query: PostQuery,
): Promise<Row[]> {
  const asked = upToSilence(query);
  let page = await readPage(place, asked);
  for (let reads = 1; !page.isWhole && reads < maxReads; reads += 1) page = await readPage(place, asked);
  return page.rows;
}

const whole = <Row>(rows: Row[]): ReadPage<Row> => ({ rows, isWhole: true });

/** Chooses the cheapest way to read a page with these filters. */
async function readPage<Row extends { id: string }>(
  place: Place<Row>,
  asked: PostQuery,
): Promise<ReadPage<Row>> {
  const { texts } = asked;
  if (matchesNothing(asked) || texts?.searches.length === 0) return whole([]);
  if (texts === undefined) return readWithoutTexts(place, asked);
  return searchedPage(
    { ...place, search: place.texts },
    { searches: texts.searches },
    {
      sort: async (found) => byIds(place, await sortedTextMatches(place.texts)(place, asked, { found })),
      walk: () => pageOfRows(place, startingAtBound(asked)),
    },
  );
}

async function readWithoutTexts<Row extends { id: string }>(
  place: Place<Row>,
  asked: PostQuery,
): Promise<ReadPage<Row>> {
  for (const rare of rareFilters(asked))
    if (await areFewPosts(place, asked, rare)) {
      const page = await idsOfFew(place, asked, {}, { rare });
      return byIds(place, page);
    }
  const query = startingAtBound(asked);
  const { searches, statusIds, typeIds } = query;
  if (searches === undefined) return pageOfRows(place, query);
  return searchedPage(
    place,
    { searches, statusIds, typeIds },
    {
      sort: async (found) => byIds(place, await sortedMatches(place.search)(place, query, { found })),
      walk: () => pageOfRows(place, query),
    },
  );
}

async function byIds<Row extends { id: string }>(
  place: Place<Row>,
  page: readonly { id: string }[],
): Promise<ReadPage<Row>> {
  const ids = new Set(page.map(({ id }) => id));
  const found = new Map((await place.statements.byIds(place, [...ids])).map((row) => [row.id, row]));
  const rows = [...ids].flatMap((id) => found.get(id) ?? []);
  return { rows, isWhole: rows.length === page.length };
}

async function pageOfRows<Row extends { id: string }>(
  place: Place<Row>,
  query: PostQuery,
): Promise<ReadPage<Row>> {
  const { branches, areAllCovered } = branchesOf(query);
  const { statusIds: _status, typeIds: _type, ...ungrouped } = query;
  const onRow = areAllCovered ? ungrouped : query;
  const [only] = branches;
  const isByCreation = isChronological(query.sort) && only !== undefined && Object.keys(only).length === 0;
  // The bounds of the index scan, or conditions on the row.
  const isNarrowed =
    query.searches !== undefined ||
    query.texts !== undefined ||
    !areAllCovered ||
    hasRareFilter(query) ||
    (isBounded(query) && !isByCreation);
  if (!isNarrowed && branches.length === 1 && only !== undefined)
    return whole(await place.statements.inOrder(place, onRow, only, { isByCreation }));
  const { columns: keys, direction } = orders[query.sort];
  // Each combination has an index in the right order; the heads of these lists are merged.
  const lists = branches.map((branch) => (slice: Slice) => {
    const some = { ...onRow, slice };
    return isNarrowed
      ? keysInWindows(place, some, branch, isByCreation)
      : keysInOrder(place, some, branch, { isByCreation });
  });
  const page = await pageOfHeads<SortKeys>(lists, { columns: keys, names: keys, direction }, query.slice);
  return byIds(place, page);
}

/**
 * The sort keys of posts that match filters without an index. A page may require checking many posts, so they are
 * read in windows, yielding to the event loop in between.
 */
async function keysInWindows(
  place: { db: Db; workspaceId: string },
  query: PostQuery,
  branch: Branch,
  isByCreation: boolean,
): Promise<SortKeys[]> {
  const wanted = query.slice.skip + query.slice.take;
  const found: SortKeys[] = [];
  const { columns: keys, direction } = orders[query.sort];
  const compare = comparing<SortKeys>(keys, direction);
  let { after } = query.slice;
  const [first, most] = query.texts === undefined ? [firstWindow, maxWindow] : [textWindow, textWindow];
  for (let size = first; ; size = Math.min(most, size * 2)) {
    const last = { ...query, slice: { take: 1, skip: size - 1, after } };
    const [end] = await endOfWindow(place, last, branch, { isByCreation });
    const window = { ...query, slice: { take: size + addedMeanwhile, skip: 0, after } };
    const rest = wanted - found.length;
    const matches = await matchesInWindow(place, window, { ...branch, rest }, { isByCreation });
    // What comes after the end is in the next window.
    found.push(...matches.filter((match) => end === undefined || compare(match, end) <= 0));
    const isOver = end === undefined || isPastBound(query, end);
    if (found.length >= wanted || isOver) return found.slice(query.slice.skip);
    after = keyOf(end, query.sort);
    await setImmediate();
  }
}

/** The index scans that together contain the page. */
function branchesOf({ sort, statusIds, typeIds, authorIds, ...others }: PostQuery): {
  branches: Branch[];
  /** Whether they cover the filters by status and type. */
  areAllCovered: boolean;
} {
  const hasGroup = statusIds !== undefined || typeIds !== undefined;
  // The index of an author is in order of creation only.
  if (authorIds !== undefined && isChronological(sort))
    return { branches: distinct(authorIds, 'authorId'), areAllCovered: !hasGroup };
  const combined = combinations(statusIds, typeIds);
  // Looking into other tables costs more than scanning, so scan the posts once instead of once per combination.
  const checked = [others.voterIds, others.followerIds, others.tagIds, others.unansweredSince, others.texts];
  const max = checked.every((filter) => filter === undefined) ? maxBranches : 1;
  return combined.length <= max
    ? { branches: combined, areAllCovered: true }
    : { branches: [{}], areAllCovered: false };
}

/** Whether a page may require checking many posts that do not match. */
function hasRareFilter(query: PostQuery): boolean {
  const { sort, updatedSince, isMerged, mergedIntoIds, voterIds, tagIds, externalIds, authorIds } = query;
  const { ownerIds, followerIds, visibilities, hasComments, unansweredSince } = query;
  const ids = [mergedIntoIds, voterIds, followerIds, tagIds, externalIds, ownerIds];
  const others = [updatedSince, ...ids, visibilities, hasComments, unansweredSince];
  if (isMerged === true || others.some((filter) => filter !== undefined)) return true;
  return !isChronological(sort) && authorIds !== undefined;
}

/** Filters that usually match few posts; each of them has its own index. */
function rareFilters(query: PostQuery): RareFilter[] {
  const { searches, sort, updatedSince, isMerged, hasComments } = query;
  const { externalIds, voterIds, followerIds, tagIds, authorIds, mergedIntoIds, visibilities } = query;
  const { ownerIds } = query;
  const isInOrder = isChronological(sort) && searches === undefined;
  const rare: Record<RareFilter, boolean> = {
    externalIds: externalIds !== undefined,
    mergedIntoIds: mergedIntoIds !== undefined,
    voterIds: voterIds !== undefined,
    followerIds: followerIds !== undefined,
    tagIds: tagIds !== undefined,
    authorIds: authorIds !== undefined && !isInOrder,
    ownerIds: ownerIds !== undefined,
    updatedSince: updatedSince !== undefined,
    isMerged: isMerged === true,
    visibilities: visibilities?.every((visibility) => visibility === 'public') === true,
    hasComments: hasComments === true,
    createdSince: isBounded(query) && !isInOrder,
  };
  return (Object.keys(rare) as RareFilter[]).filter((filter) => rare[filter]);
}
