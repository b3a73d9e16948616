// Canny: the answers of its API's list endpoints, saved as files: posts.json, votes.json, comments.json, users.json,
// status_changes.json. Each is one answer, a list of answers, or a list of objects.

import { badArchive } from '../../../domain/porting/manifest.ts';
import { type Json, jsonItems } from './json-items.ts';
import { type Converted, statusRecord, timeOf, type Vendor, type VendorMapping } from './vendor.ts';

/** The file of each list, and the name that the list has in an answer. */
const lists = {
  'users.json': 'users',
  'posts.json': 'posts',
  'comments.json': 'comments',
  'votes.json': 'votes',
  'status_changes.json': 'statusChanges',
} as const;

export const cannyVendor: Vendor = {
  resources: ['postTypes', 'statuses', 'tags', 'users', 'posts', 'comments', 'votes', 'statusChanges'],
  tablesOf: () => [],
  async *read(files, mapping) {
    const known = files.names.filter((name): name is keyof typeof lists => name in lists);
    if (!known.includes('posts.json')) throw badArchive('There is no posts.json to import.');
    for (const file of known) {
      const list = lists[file];
      for await (const { line, item } of jsonItems(files, file, list))
        for (const { resource, record } of readers[list](item, mapping))
          yield { resource, record, file, line };
    }
  },
};

type Part = Pick<Converted, 'resource' | 'record'>;

const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null ? (value as Json) : undefined;
const idOf = (value: unknown): unknown => objectOf(value)?.id ?? null;
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The ID in the customer's own system is the external ID. A deleted user is null. */
function* person(value: unknown): Generator<Part> {
  const user = objectOf(value);
  if (user?.id === undefined) return;
  const { id, userID, name, email, avatarURL, created } = user;
  yield {
    resource: 'users',
    record: { id, externalId: userID ?? id, name, email, avatarUrl: avatarURL, createdAt: timeOf(created) },
  };
}

function* status(value: unknown, mapping: VendorMapping): Generator<Part> {
  if (textIn(value) !== '') yield { resource: 'statuses', record: statusRecord(textIn(value), mapping) };
}

const statusIdOf = (value: unknown): string | null => textIn(value).trim().toLowerCase() || null;

const readers: Record<
  (typeof lists)[keyof typeof lists],
  (item: Json, mapping: VendorMapping) => Generator<Part>
> = {
  users: person,
  *posts(post, mapping) {
    yield* person(post.author);
    yield* status(post.status, mapping);
    const board = textIn(objectOf(post.board)?.name);
    if (board !== '') yield { resource: 'postTypes', record: { id: board, name: board } };
    const given = [...(Array.isArray(post.tags) ? post.tags : []), post.category];
    const tags = given.map((tag) => textIn(objectOf(tag)?.name)).filter((name) => name !== '');
    for (const name of tags) yield { resource: 'tags', record: { id: name.toLowerCase(), name } };
    yield {
      resource: 'posts',
      record: {
        id: post.id,
        title: post.title,
        description: { markdown: textIn(post.details) },
        authorId: idOf(post.author),
        statusId: statusIdOf(post.status),
        postTypeId: board === '' ? null : board,
        tagIds: tags.map((name) => name.toLowerCase()),
        sourceUrl: post.url,
        createdAt: timeOf(post.created),
        mergeIntoId: idOf(post.mergedInto) ?? null,
      },
    };
  },
  *comments(comment) {
    yield* person(comment.author);
    yield {
      resource: 'comments',
      record: {
        id: comment.id,
        postId: idOf(comment.post),
        parentId: comment.parentID ?? null,
        userId: idOf(comment.author),
        content: comment.value,
        isPrivate: comment.private === true || comment.internal === true,
        createdAt: timeOf(comment.created),
      },
    };
  },
  *votes(vote) {
    yield* person(vote.voter);
    const votedAt = timeOf(vote.created);
    if (idOf(vote.voter) !== null)
      yield { resource: 'votes', record: { postId: idOf(vote.post), userId: idOf(vote.voter), votedAt } };
  },
  *statusChanges(change, mapping) {
    yield* status(change.status, mapping);
    yield {
      resource: 'statusChanges',
      record: {
        id: change.id,
        postId: idOf(change.post),
        toStatusId: statusIdOf(change.status),
        comment: textIn(objectOf(change.changeComment)?.value),
        createdAt: timeOf(change.created),
      },
    };
  },
};
