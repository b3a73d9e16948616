// Canny: the answers of its API's list endpoints, saved as files. The shapes are those of
// https://developers.canny.io/api-reference: posts, comments, votes, users, status_changes and entries. Version 1
// names the list after what it holds, version 2 calls it "items". A post lists in "mergeHistory" what was merged into
// it; its votes and comments are listed with the post that is left.

import type { Json } from './json-items.ts';
import { type Context, jsonFile, vendorOf } from './readers.ts';
import {
  idOf,
  listIn,
  objectOf,
  remoteFiles,
  statusIdOf,
  statusPart,
  tagIdsOf,
  tagParts,
  textIn,
  timeOf,
} from './values.ts';
import type { Part } from './vendor.ts';

/** The ID in the customer's own system is the external ID. A deleted user is null. */
function* person(value: unknown): Generator<Part> {
  const user = objectOf(value);
  if (user?.id === undefined) return;
  const { id, userID, name, email, avatarURL, created } = user;
  yield {
    resource: 'users',
    record: { id, externalId: userID ?? null, name, email, avatarUrl: avatarURL, createdAt: timeOf(created) },
  };
}

function* posts(post: Json, { mapping, has }: Context): Generator<Part> {
  yield* person(post.author);
  yield* statusPart(textIn(post.status), mapping);
  const board = textIn(objectOf(post.board)?.name);
  if (board !== '') yield { resource: 'postTypes', record: { id: board, name: board } };
  const tags = [...listIn(post, 'tags'), post.category].map((tag) => textIn(objectOf(tag)?.name));
  yield* tagParts(tags);
  const fields = { postTypeId: board === '' ? null : board };
  yield* onePost(post, {
    ...fields,
    statusId: statusIdOf(textIn(post.status)),
    tagIds: tagIdsOf(tags),
    // Without the votes, their number.
    importedVotes: has('votes.json') ? 0 : post.score,
  });
  for (const entry of listIn(post, 'mergeHistory', Number.POSITIVE_INFINITY)) {
    const merged = objectOf(objectOf(entry)?.post);
    if (merged === undefined) continue;
    yield* person(merged.author);
    yield* onePost(merged, { ...fields, mergeIntoId: post.id });
  }
}

function* onePost(post: Json, fields: Record<string, unknown>): Generator<Part> {
  const createdAt = timeOf(post.created);
  yield {
    resource: 'posts',
    record: {
      ...fields,
      id: post.id,
      title: post.title,
      description: { markdown: textIn(post.details) },
      authorId: idOf(post.author),
      sourceUrl: post.url,
      createdAt,
    },
    called: { sourceUrl: 'url', importedVotes: 'score' },
  };
  yield* remoteFiles(post.id, listIn(post, 'imageURLs'), createdAt);
}

function* comments(comment: Json): Generator<Part> {
  yield* person(comment.author);
  const images = listIn(comment, 'imageURLs').map(textIn);
  const createdAt = timeOf(comment.created);
  yield {
    resource: 'comments',
    record: {
      id: comment.id,
      postId: idOf(comment.post),
      parentId: comment.parentID ?? null,
      userId: idOf(comment.author),
      content: [textIn(comment.value), ...images].filter((line) => line !== '').join('\n'),
      isPrivate: comment.private === true || comment.internal === true,
      createdAt,
    },
  };
  // A file of a comment belongs to the post here.
  yield* remoteFiles(idOf(comment.post), images, createdAt);
}

function* votes(vote: Json): Generator<Part> {
  yield* person(vote.voter);
  const record = { postId: idOf(vote.post), userId: idOf(vote.voter), votedAt: timeOf(vote.created) };
  const refused = 'The vote has no voter: their account was deleted.';
  yield { resource: 'votes', record, ...(record.userId === null && { refused }) };
}

function* statusChanges(change: Json, { mapping }: Context): Generator<Part> {
  yield* statusPart(textIn(change.status), mapping);
  yield {
    resource: 'statusChanges',
    record: {
      id: change.id,
      postId: idOf(change.post),
      toStatusId: statusIdOf(textIn(change.status)),
      comment: textIn(objectOf(change.changeComment)?.value),
      createdAt: timeOf(change.created),
    },
  };
}

function* entries(entry: Json): Generator<Part> {
  const { id, title, status, publishedAt, scheduledFor, created } = entry;
  const labels = [
    ...listIn(entry, 'types'),
    ...listIn(entry, 'labels').map((label) => objectOf(label)?.name),
  ];
  yield {
    resource: 'changelogs',
    record: {
      id,
      title,
      content: { markdown: textIn(entry.markdownDetails) },
      labels: labels.map(textIn).filter((label) => label !== ''),
      state: status,
      publishedAt: status === 'draft' ? null : timeOf(publishedAt ?? scheduledFor),
      linkedPostIds: listIn(entry, 'posts').map(idOf),
      createdAt: timeOf(created),
    },
  };
}

export const cannyVendor = vendorOf('posts.json', [
  jsonFile(/^users\.json$/, ['users', 'items'], ['users'], person),
  jsonFile(
    /^posts\.json$/,
    ['posts', 'items'],
    ['postTypes', 'statuses', 'tags', 'users', 'posts', 'attachments'],
    posts,
  ),
  jsonFile(/^comments\.json$/, ['comments', 'items'], ['users', 'comments', 'attachments'], comments),
  jsonFile(/^votes\.json$/, ['votes', 'items'], ['users', 'votes'], votes),
  jsonFile(
    /^status_changes\.json$/,
    ['statusChanges', 'items'],
    ['statuses', 'statusChanges'],
    statusChanges,
  ),
  jsonFile(/^entries\.json$/, ['entries', 'items'], ['changelogs'], entries),
]);
