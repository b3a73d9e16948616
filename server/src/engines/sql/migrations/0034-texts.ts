// What is searched of posts: titles with descriptions, and comments. Older programs neither read nor write it: what they
// write is found once it is written again.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { plainText } from '../../../domain/rich-text/rich-text.ts';
import type { Dialect } from '../kernel/dialect.ts';
import { indexedWordsOfLongText } from '../kernel/search/indexed-words.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import type { Db, TextsTable } from '../kernel/tables.ts';

/** Each may have 100 KB. */
const rowsAStep = 64;

interface Text {
  workspace_id: string;
  id: string;
  post_id: string;
  is_note: 0 | 1;
  title: string;
  content: string;
}

/** Of posts, the content is a document. */
const sources = {
  posts: sql`workspace_id, id, id as post_id, 0 as is_note, title, description as content from posts where`,
  comments: sql`workspace_id, id, post_id, is_private as is_note, '' as title, content from comments
    where is_deleted = 0 and`,
};

export async function up(db: Db, { search }: Pick<Dialect, 'search'>): Promise<void> {
  await db.schema
    .createTable('texts')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('is_note', 'smallint', (c) => c.notNull())
    .addPrimaryKeyConstraint('texts_pk', ['workspace_id', 'id'])
    .execute();
  for (const table of ['posts', 'comments'] as const) {
    let last: Text | undefined;
    do {
      const after = sql`(workspace_id, id) > (${last?.workspace_id ?? ''}, ${last?.id ?? ''})`;
      const { rows } = await sql<Text>`
        select ${sources[table]} ${after} order by workspace_id, id limit ${sql.lit(rowsAStep)}`.execute(db);
      await insertMany(
        db,
        'texts',
        rows.map((row) => textOf(row, table)),
      );
      last = rows.at(-1);
      await setImmediate();
    } while (last !== undefined);
  }
  await db.schema.createIndex('texts_by_post').on('texts').columns(['workspace_id', 'post_id']).execute();
  await search.texts.createIndex(db);
  await search.texts.reindex(db);
}

const textOf = ({ title, content, ...text }: Text, table: keyof typeof sources): TextsTable => ({
  ...text,
  words: indexedWordsOfLongText(table === 'posts' ? `${title}\n${plainText(JSON.parse(content))}` : content),
});
