// The column map of a post, and the row types derived from it.

import type { Post } from '../../../domain/feedback/post.ts';
import type { JsonSelection } from '../../../domain/kernel/json-form.ts';
import { columnsOf, jsonColumn } from '../kernel/columns.ts';
import { type JsonRows, jsonRows } from '../kernel/json-rows.ts';
import { lightTexts, type StoredText, withText } from '../kernel/long-texts.ts';
import { indexedWords } from '../kernel/search/indexed-words.ts';
import type { PostsTable } from '../kernel/tables.ts';

const columns = columnsOf<PostsTable, Post>()({
  id: 'id',
  title: 'title',
  description: jsonColumn('description'),
  descriptionHtml: 'description_html',
  postTypeId: 'post_type_id',
  statusId: 'status_id',
  authorId: 'author_id',
  ownerId: 'owner_id',
  votesCount: 'votes_count',
  commentsCount: 'comments_count',
  importedVotes: 'imported_votes',
  externalId: 'external_id',
  sourceUrl: 'source_url',
  mergedIntoId: 'merged_into_id',
  visibility: 'visibility',
  publicCommentsCount: 'public_comments_count',
  publicUpdatedAt: 'public_updated_at',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

const withoutText = columns.without('description', 'descriptionHtml');

/** Counts change only by increments. */
const editable = columns.without('id', 'votesCount', 'commentsCount', 'publicCommentsCount');

export const postTextColumns = ['description as document', 'description_html as html'] as const;
/** A single post is read with its full texts. */
export const wholePost = [...withoutText.selected, ...postTextColumns] as const;
/** Lists of posts are read with short texts only; long ones are loaded separately. */
export const lightPost = [...withoutText.selected, ...lightTexts('description', 'description_html')] as const;

export type PostRow = Parameters<typeof withoutText.pick>[0];

export const toPost = (row: PostRow, text: StoredText): Post =>
  withText(withoutText.pick(row), 'description', 'descriptionHtml', text);

export const toWholePost = (row: PostRow & StoredText): Post => toPost(row, row);

/** Posts as JSON text: which columns to read, and how to write them. */
export const jsonPosts = <Key extends keyof Post>(selection: JsonSelection<Post, Key>): JsonRows<Post, Key> =>
  jsonRows<Post, Key>(columns.nameOf, ['description', 'descriptionHtml'], selection);

const derived = ({ title }: Post) => ({ title_words: indexedWords(title) });

export const postRow = (workspaceId: string, post: Post): PostsTable => ({
  workspace_id: workspaceId,
  ...columns.valuesOf(post),
  ...derived(post),
});

export const editedPostRow = (post: Post) => ({ ...editable.valuesOf(post), ...derived(post) });
