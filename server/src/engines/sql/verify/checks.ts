// Compares what the database keeps twice: counts with rows, search words with texts, and the ledger with itself.

import { sql } from 'kysely';
import { restoredType } from '../../../domain/events/ledger.ts';
import { nameKey } from '../../../domain/kernel/text.ts';
import { indexedWords, indexedWordsOfLongText } from '../kernel/search/indexed-words.ts';
import type { Db } from '../kernel/tables.ts';
import { walk } from './walk.ts';

/** Yields one value per row that was looked at: undefined, or a sentence if something is wrong. */
export type Check = (db: Db) => AsyncIterable<string | undefined>;

interface Counter {
  table: 'posts' | 'statuses' | 'post_types' | 'tags';
  column: 'votes_count' | 'comments_count' | 'public_comments_count' | 'posts_count';
  rows: ReturnType<typeof sql>;
}

const ofPost = sql`workspace_id = walked.workspace_id and post_id = walked.id`;
const postsWith = (column: string) =>
  sql`select count(*) from posts where workspace_id = walked.workspace_id and ${sql.ref(column)} = walked.id`;

const counters = {
  'vote counts': {
    table: 'posts',
    column: 'votes_count',
    // Imported votes count for the target of a merge.
    rows: sql`select (select count(*) from votes where ${ofPost})
      + (case when walked.merged_into_id is null then walked.imported_votes else 0 end)
      + (select coalesce(cast(sum(source.imported_votes) as bigint), 0) from posts as source
          where source.workspace_id = walked.workspace_id and source.merged_into_id = walked.id)`,
  },
  'comment counts': {
    table: 'posts',
    column: 'comments_count',
    rows: sql`select count(*) from comments where ${ofPost} and is_private = 0 and is_deleted = 0`,
  },
  'public comment counts': {
    table: 'posts',
    column: 'public_comments_count',
    rows: sql`select count(*) from comments where ${ofPost} and is_public = 1 and is_deleted = 0`,
  },
  'posts per status': { table: 'statuses', column: 'posts_count', rows: postsWith('status_id') },
  'posts per type': { table: 'post_types', column: 'posts_count', rows: postsWith('post_type_id') },
  'posts per tag': {
    table: 'tags',
    column: 'posts_count',
    rows: sql`select count(*) from post_tags where workspace_id = walked.workspace_id and tag_id = walked.id`,
  },
} as const satisfies Record<string, Counter>;

async function* counted(db: Db, { table, column, rows }: Counter): AsyncGenerator<string | undefined> {
  const columns = sql`${sql.ref(column)} as "kept", (${rows}) as "found"`;
  for await (const row of walk<{ id: string; kept: number; found: number }>(db, table, columns))
    yield row.kept === row.found ? undefined : `${row.id} says ${row.kept} and has ${row.found}`;
}

async function* labels(db: Db): AsyncGenerator<string | undefined> {
  const columns = sql`labels, (
    select count(*) from changelog_labels
    where workspace_id = walked.workspace_id and changelog_id = walked.id
  ) as "found"`;
  for await (const row of walk<{ id: string; labels: string; found: number }>(db, 'changelogs', columns)) {
    const expected = new Set((JSON.parse(row.labels) as string[]).map(nameKey)).size;
    yield expected === row.found
      ? undefined
      : `${row.id} has ${expected} labels, and ${row.found} in the index`;
  }
}

async function* postWords(db: Db): AsyncGenerator<string | undefined> {
  const columns = sql`title, title_words as "words"`;
  for await (const row of walk<{ id: string; title: string; words: string }>(db, 'posts', columns))
    yield row.words === indexedWords(row.title)
      ? undefined
      : `the words of ${row.id} are not those of its title`;
}

interface UserRow {
  id: string;
  text: string;
  words: string;
  erased: 0 | 1;
}

async function* userWords(db: Db): AsyncGenerator<string | undefined> {
  const text = sql`coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(external_id, '')`;
  const columns = sql`${text} as "text", name_words as "words", is_erased as "erased"`;
  for await (const row of walk<UserRow>(db, 'users', columns)) {
    const expected = row.erased === 1 ? '' : indexedWords(row.text);
    yield row.words === expected ? undefined : `the words of ${row.id} are not those of its name`;
  }
}

interface SaidRow {
  id: string;
  content: string;
  deleted: 0 | 1;
  words: string | null;
}

/** The words of a comment stand with its post, and say whether it is a note. Those of a post begin with its title's. */
async function* textWords(db: Db): AsyncGenerator<string | undefined> {
  const ofRow = sql`workspace_id = walked.workspace_id and id = walked.id`;
  const same = sql`post_id = walked.post_id and is_note = walked.is_private`;
  const columns = sql`content, is_deleted as "deleted", (select words from texts where ${ofRow} and ${same}) as "words"`;
  for await (const row of walk<SaidRow>(db, 'comments', columns)) {
    const expected = row.deleted === 1 ? null : indexedWordsOfLongText(row.content);
    yield row.words === expected ? undefined : `the words of ${row.id} are not those of its content`;
  }
  const ofPost = sql`title, (select words from texts where ${ofRow}) as "words"`;
  for await (const row of walk<{ id: string; title: string; words: string | null }>(db, 'posts', ofPost))
    yield row.words?.startsWith(indexedWords(row.title))
      ? undefined
      : `the words of ${row.id} do not begin with those of its title`;
  const post = sql`(select id from posts where workspace_id = walked.workspace_id and id = walked.post_id) as "post"`;
  for await (const row of walk<{ id: string; post: string | null }>(db, 'texts', post))
    yield row.post === null ? `the text ${row.id} belongs to no post` : undefined;
}

interface EntryRow {
  workspace_id: string;
  sequence: number;
  type: string;
}

async function* ledger(db: Db): AsyncGenerator<string | undefined> {
  let workspaceId: string | undefined;
  let last = 0;
  for await (const entry of walk<EntryRow>(db, 'ledger', sql`type`)) {
    if (entry.workspace_id !== workspaceId) last = 0;
    workspaceId = entry.workspace_id;
    const isNext = entry.sequence === last + 1 || entry.type === restoredType;
    yield isNext ? undefined : `${workspaceId} has no entry ${last + 1}; the next is ${entry.sequence}`;
    last = entry.sequence;
  }
}

/** By name, in the order in which they are reported. */
export const checks: Record<string, Check> = {
  ...Object.fromEntries(
    Object.entries(counters).map(([name, counter]): [string, Check] => [name, (db) => counted(db, counter)]),
  ),
  'changelog labels': labels,
  'search words of posts': postWords,
  'search words of people': userWords,
  'search words of texts': textWords,
  ledger,
};
