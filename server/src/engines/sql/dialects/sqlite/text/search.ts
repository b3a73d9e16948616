// The text indexes on SQLite.

import { setTimeout } from 'node:timers/promises';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { sql } from 'kysely';
import type { Searches } from '../../../kernel/dialect.ts';
import { searchablePosts, searchableTexts, searchableUsers } from '../../../kernel/search/searchable.ts';
import type { Db } from '../../../kernel/tables.ts';
import { sqliteTextIndex } from './text-index.ts';

const indexes = { posts: 'post_search', users: 'user_search', texts: 'text_search' };

export const textIndexPlans = {
  posts: { ...searchablePosts, index: indexes.posts, holds: 'prefixes', erasesRemovedText: false },
  users: { ...searchableUsers, index: indexes.users, holds: 'prefixes', erasesRemovedText: true },
  texts: { ...searchableTexts, index: indexes.texts, holds: 'words by block', erasesRemovedText: false },
} as const;

export const sqliteSearches: Searches = {
  posts: sqliteTextIndex(textIndexPlans.posts),
  users: sqliteTextIndex(textIndexPlans.users),
  texts: sqliteTextIndex(textIndexPlans.texts),
};

/**
 * Merges each index into one segment, after a bulk load. A search looks up its words in every segment, so nine of them
 * take four times as long as one.
 */
export function mergeSegments(handle: DatabaseSyncInstance): void {
  const exists = handle.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  for (const index of Object.values(indexes))
    if (exists.get(index) !== undefined) handle.exec(`insert into ${index} (${index}) values ('optimize')`);
}

/** A few milliseconds of work. */
const pagesPerStep = 8;
/** Requests come first. */
const pauseMs = 10;

/**
 * Merges a few pages of segments, of which every write adds one; whether there was anything to merge. FTS5 itself
 * merges only four segments of a size, so a search would have to look into about 20.
 */
export async function mergeSomeSegments(writes: Db): Promise<boolean> {
  for (const index of Object.values(indexes)) {
    if (!(await writes.transaction().execute((db) => mergeStep(db, index)))) continue;
    await setTimeout(pauseMs);
    return true;
  }
  return false;
}

async function mergeStep(db: Db, index: string): Promise<boolean> {
  const name = sql.ref(index);
  const config = sql.ref(`${index}_config`);
  const set = (setting: string, value: number) =>
    sql`insert into ${name} (${name}, rank) values (${setting}, ${value})`.execute(db);
  const { rows: merging } = await sql`select v from ${config} where k = 'usermerge' and v = 2`.execute(db);
  if (merging.length === 0) await set('usermerge', 2);
  const before = await totalChanges(db);
  await set('merge', pagesPerStep);
  // The statement itself counts as one.
  return (await totalChanges(db)) - before > 1;
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}
