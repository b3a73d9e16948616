// Quackback: the files of its export of a workspace (posts.csv, post_comments.csv, post_votes.csv), with the columns that
// apps/web/src/lib/server/domains/export/entities in https://github.com/QuackbackIO/quackback writes. A vote or comment
// of someone who was not signed in has no email address.

import { type Context, csvFile, vendorOf } from './readers.ts';
import {
  countIn,
  listedIn,
  personRecord,
  statusIdOf,
  statusPart,
  tagIdsOf,
  tagParts,
  timeOf,
} from './values.ts';
import type { Part } from './vendor.ts';

type Cell = (column: string) => string;

/** An apostrophe before what a spreadsheet would run as a formula is not part of the text. */
const plain = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '');

/** A board is named by its slug only. */
const boardName = (slug: string): string =>
  `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`.replaceAll('-', ' ');

/** Its IDs look like ours, so they must not be taken for them. */
const referenceTo = (id: string): string => (id === '' ? '' : `quackback:${id}`);

function* posts(cell: Cell, { mapping, has }: Context): Generator<Part> {
  const author = personRecord(plain(cell('author_name')), cell('author_email'));
  if (author !== undefined) yield { resource: 'users', record: author };
  const board = cell('board');
  if (board !== '') yield { resource: 'postTypes', record: { id: board, name: boardName(board) } };
  const status = plain(cell('status'));
  yield* statusPart(status, mapping);
  const tags = listedIn(plain(cell('tags')), 'tags');
  yield* tagParts(tags);
  yield {
    resource: 'posts',
    record: {
      id: referenceTo(cell('id')),
      externalId: cell('id'),
      title: plain(cell('title')),
      description: { markdown: plain(cell('content')) },
      authorId: author?.id ?? null,
      statusId: statusIdOf(status),
      postTypeId: board,
      tagIds: tagIdsOf(tags),
      // Without the votes, their number.
      importedVotes: has('post_votes.csv') ? 0 : countIn(cell('vote_count')),
      createdAt: timeOf(cell('created_at')),
    },
    called: { importedVotes: 'vote_count' },
  };
}

function* comments(cell: Cell): Generator<Part> {
  const author = personRecord(plain(cell('author_name')), cell('author_email'));
  if (author !== undefined) yield { resource: 'users', record: author };
  // What was not approved was not public.
  const isPublished = ['', 'published', 'approved'].includes(cell('moderation_state'));
  yield {
    resource: 'comments',
    record: {
      id: referenceTo(cell('id')),
      externalId: cell('id'),
      postId: referenceTo(cell('post_id')),
      parentId: referenceTo(cell('parent_id')),
      userId: author?.id ?? null,
      content: plain(cell('content')),
      isPrivate: cell('is_private') === 'true' || !isPublished,
      createdAt: timeOf(cell('created_at')),
    },
  };
}

/** Each anonymous vote is someone of their own, so that none is lost. */
function* votes(cell: Cell): Generator<Part> {
  const voter = personRecord('', cell('voter_email')) ?? { id: `anonymous:${cell('id')}` };
  yield { resource: 'users', record: voter };
  const votedAt = timeOf(cell('created_at'));
  yield { resource: 'votes', record: { postId: referenceTo(cell('post_id')), userId: voter.id, votedAt } };
}

export const quackbackVendor = vendorOf('posts.csv', [
  csvFile(/^posts\.csv$/, ['postTypes', 'statuses', 'tags', 'users', 'posts'], posts),
  csvFile(/^post_comments\.csv$/, ['users', 'comments'], comments),
  csvFile(/^post_votes\.csv$/, ['users', 'votes'], votes),
]);
