// What is searched of posts. The rows are written with the posts and comments that they are made from, so they can be made
// again at any time.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Comment } from '../../../domain/feedback/comment.ts';
import type { Post } from '../../../domain/feedback/post.ts';
import { plainText, type RichText } from '../../../domain/rich-text/rich-text.ts';
import type { TextSearch, WordTerms } from '../kernel/dialect.ts';
import { indexedWordsOfLongText } from '../kernel/search/indexed-words.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { inFewSizes } from '../kernel/statements/insert-many.ts';
import { prepared } from '../kernel/statements/prepared.ts';
import { type Db, flag, type TextsTable } from '../kernel/tables.ts';

/** Splitting a long text into words takes up to some milliseconds, so a statement has a few long texts or many short. */
const charactersAtOnce = 20_000;
const textsAtOnce = 128;
const rowsAStep = 500;

type Described = Pick<Post, 'id' | 'title'> & { description: RichText };
type Said = Pick<Comment, 'id' | 'postId' | 'content' | 'isPrivate' | 'isDeleted'>;

interface Text {
  id: string;
  postId: string;
  text: string;
  isNote: boolean;
}

const ofPost = ({ id, title, description }: Described): Text => ({
  id,
  postId: id,
  text: `${title}\n${plainText(description)}`,
  isNote: false,
});

const ofComment = ({ id, postId, content, isPrivate }: Said): Text => ({
  id,
  postId,
  text: content,
  isNote: isPrivate,
});

const rowOf = (workspaceId: string, { id, postId, text, isNote }: Text): TextsTable => ({
  workspace_id: workspaceId,
  id,
  post_id: postId,
  words: indexedWordsOfLongText(text),
  is_note: flag(isNote),
});

export const textOfPost = (workspaceId: string, post: Described): TextsTable =>
  rowOf(workspaceId, ofPost(post));
export const textOfComment = (workspaceId: string, comment: Said): TextsTable =>
  rowOf(workspaceId, ofComment(comment));

function* inParts(texts: readonly Text[]): Generator<Text[]> {
  let part: Text[] = [];
  let characters = 0;
  for (const text of texts) {
    part.push(text);
    characters += text.text.length;
    if (part.length < textsAtOnce && characters < charactersAtOnce) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  yield part;
}

export interface TextWriter {
  /** Of a new post or comment. */
  add(text: TextsTable): Promise<void>;
  /** These write only what is new or has changed. */
  posts(workspaceId: string, posts: readonly Described[]): Promise<void>;
  comments(workspaceId: string, comments: readonly Said[]): Promise<void>;
  removeComments(workspaceId: string, ids: readonly string[]): Promise<void>;
  /** With those of their comments. */
  removeOfPosts(workspaceId: string, postIds: readonly string[]): Promise<void>;
  /** Comments now belong to another post. */
  move(workspaceId: string, commentIds: readonly string[], postId: string): Promise<void>;
}

interface Columns {
  workspaceId: string;
  ids: readonly string[];
  postIds: readonly string[];
  words: readonly string[];
  notes: readonly number[];
}

/** Gives the ids of rows that are new or have changed. */
const putTexts = prepared((db, { workspaceId, ids, postIds, words, notes }: Columns) => {
  const rows = ids.map(
    (id, row) =>
      sql`(${workspaceId}, ${id}, ${postIds[row]}, ${words[row]}, cast(${notes[row]} as smallint))`,
  );
  return sql<{ id: string }>`
    insert into texts (workspace_id, id, post_id, words, is_note) values ${sql.join(rows)}
    on conflict (workspace_id, id) do update
      set post_id = excluded.post_id, words = excluded.words, is_note = excluded.is_note
      where (texts.post_id, texts.words, texts.is_note) <> (excluded.post_id, excluded.words, excluded.is_note)
    returning id`.compile(db);
});

export function textWriter(db: Db, search: TextSearch<WordTerms>): TextWriter {
  const put = async (workspaceId: string, texts: readonly Text[]) => {
    for (const part of inParts(texts)) {
      for (const some of inFewSizes(part)) {
        const { rows } = await putTexts(db, {
          workspaceId,
          ids: some.map(({ id }) => id),
          postIds: some.map(({ postId }) => postId),
          words: some.map(({ text }) => indexedWordsOfLongText(text)),
          notes: some.map(({ isNote }) => flag(isNote)),
        });
        const changed = rows.map(({ id }) => id);
        if (changed.length > 0) await search.put(db, workspaceId, changed);
      }
      if (texts.length > part.length) await setImmediate();
    }
  };
  const remove = (workspaceId: string, ids: readonly string[]) =>
    inChunks(ids, async (chunk) => {
      await search.remove(db, workspaceId, chunk);
      await db.deleteFrom('texts').where('workspace_id', '=', workspaceId).where('id', 'in', chunk).execute();
    });
  return {
    add: (text) => search.insert(db, text),
    posts: (workspaceId, posts) => put(workspaceId, posts.map(ofPost)),
    async comments(workspaceId, comments) {
      await put(workspaceId, comments.filter(({ isDeleted }) => !isDeleted).map(ofComment));
      const deleted = comments.filter(({ isDeleted }) => isDeleted);
      await remove(
        workspaceId,
        deleted.map(({ id }) => id),
      );
    },
    removeComments: remove,
    async removeOfPosts(workspaceId, postIds) {
      if (postIds.length === 0) return;
      for (;;) {
        const rows = await db
          .selectFrom('texts')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('post_id', 'in', postIds)
          .limit(rowsAStep)
          .execute();
        await remove(
          workspaceId,
          rows.map(({ id }) => id),
        );
        if (rows.length < rowsAStep) return;
        await setImmediate();
      }
    },
    async move(workspaceId, commentIds, postId) {
      if (commentIds.length === 0) return;
      await db
        .updateTable('texts')
        .set({ post_id: postId })
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', commentIds)
        .execute();
    },
  };
}
