// Featurebase: the answers of its API's list endpoints, saved as files. The shapes are those of
// https://docs.featurebase.app/rest-api, version 2026-01-01.nova: posts, boards, comments, contacts and changelogs, and
// for each post its voters, in voters-POSTID.json because an answer does not name the post. The API tells neither when
// someone voted nor which posts were merged. Texts are HTML.

import type { Json } from './json-items.ts';
import { type Context, jsonFile, vendorOf } from './readers.ts';
import {
  idOf,
  imagesOfHtml,
  listIn,
  objectOf,
  remoteFiles,
  statusIdOf,
  statusPart,
  tagIdsOf,
  tagParts,
  textIn,
  textOfHtml,
  timeOf,
} from './values.ts';
import type { Part } from './vendor.ts';

const usualStatuses = new Map([
  ['in review', 'under-review'],
  ['completed', 'complete'],
  ['rejected', 'closed'],
  ['canceled', 'closed'],
]);

/** The ID of the customer's own system is "userId". A deleted author is null, or has no ID. */
function* person(value: unknown): Generator<Part> {
  const user = objectOf(value);
  if (typeof user?.id !== 'string') return;
  const { id, userId, name, email, profilePicture } = user;
  yield {
    resource: 'users',
    record: { id, externalId: userId ?? null, name, email, avatarUrl: profilePicture },
  };
}

function* boards({ id, name }: Json): Generator<Part> {
  yield { resource: 'postTypes', record: { id, name } };
}

function* posts(post: Json, { mapping, has }: Context): Generator<Part> {
  yield* person(post.author);
  const status = objectOf(post.status);
  const statusName = textIn(status?.name);
  yield* statusPart(statusName, mapping, usualStatuses, { category: status?.type });
  const tags = listIn(post, 'tags').map((tag) => textIn(objectOf(tag)?.name));
  yield* tagParts(tags);
  const createdAt = timeOf(post.createdAt);
  const html = textIn(post.content);
  yield {
    resource: 'posts',
    record: {
      id: post.id,
      title: post.title,
      description: { html },
      authorId: idOf(post.author),
      statusId: statusIdOf(statusName),
      // Only the list of boards has their names.
      postTypeId: has('boards.json') ? post.boardId : null,
      tagIds: tagIdsOf(tags),
      sourceUrl: post.postUrl,
      // Without the voters, their number.
      importedVotes: has(`voters-${post.id}.json`) ? 0 : post.upvotes,
      createdAt,
    },
    called: { sourceUrl: 'postUrl', importedVotes: 'upvotes' },
  };
  yield* remoteFiles(post.id, imagesOfHtml(html), createdAt);
}

/** Comments of changelog entries have no place here, and spam needs none. */
function* comments(comment: Json): Generator<Part> {
  yield* person(comment.author);
  if (typeof comment.postId !== 'string' || comment.isSpam === true) return;
  const isDeleted = comment.isDeleted === true;
  yield {
    resource: 'comments',
    record: {
      id: comment.id,
      postId: comment.postId,
      parentId: comment.parentCommentId,
      userId: idOf(comment.author),
      content: isDeleted ? '' : textOfHtml(textIn(comment.content)),
      // What is still in review was not public.
      isPrivate: comment.isPrivate === true || comment.inReview === true,
      isDeleted,
      createdAt: timeOf(comment.createdAt),
    },
  };
}

function* voters(voter: Json, { captured }: Context): Generator<Part> {
  yield* person(voter);
  const record = { postId: captured, userId: voter.id };
  const refused = 'The voter has no ID.';
  yield { resource: 'votes', record, ...(typeof voter.id !== 'string' && { refused }) };
}

function* changelogs(entry: Json): Generator<Part> {
  const isPublished = entry.state === 'live' || entry.isPublished === true;
  const names = listIn(entry, 'categories').map((category) => textIn(objectOf(category)?.name));
  yield {
    resource: 'changelogs',
    record: {
      id: entry.id,
      title: entry.title,
      content: { html: textIn(entry.content) },
      labels: names.filter((name) => name !== ''),
      state: isPublished ? 'published' : 'draft',
      publishedAt: isPublished ? timeOf(entry.date ?? entry.publishedAt ?? entry.createdAt) : null,
      createdAt: timeOf(entry.createdAt),
    },
  };
}

export const featurebaseVendor = vendorOf('posts.json', [
  jsonFile(/^contacts\.json$/, ['data'], ['users'], person),
  jsonFile(/^boards\.json$/, ['data'], ['postTypes'], boards),
  jsonFile(/^posts\.json$/, ['data'], ['statuses', 'tags', 'users', 'posts', 'attachments'], posts),
  jsonFile(/^comments\.json$/, ['data'], ['users', 'comments'], comments),
  jsonFile(/^voters-(.+)\.json$/, ['data'], ['users', 'votes'], voters),
  jsonFile(/^changelogs\.json$/, ['data'], ['changelogs'], changelogs),
]);
