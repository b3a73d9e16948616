// How a page of a search is read, on both engines and in every order. Posts or people with a rare word are found by the
// text index and sorted. If a word is common, a page is full after a part of the order, which is walked.

import type { Found, TextSearch, WordTerms } from '../dialect.ts';
import { maxSorted } from '../paging.ts';
import type { Db } from '../tables.ts';

interface Place<Terms extends WordTerms> {
  db: Db;
  search: TextSearch<Terms>;
  workspaceId: string;
}

/** Both check the words on the rows. */
interface Ways<Page> {
  /** Sorts a few rows. */
  sort(found: Found): Promise<Page>;
  walk(): Promise<Page>;
}

export async function searchedPage<Terms extends WordTerms, Page>(
  { db, search, workspaceId }: Place<Terms>,
  terms: Terms,
  { sort, walk }: Ways<Page>,
): Promise<Page> {
  const found = await search.find(db, workspaceId, terms, maxSorted);
  return found === undefined ? walk() : sort(found);
}
