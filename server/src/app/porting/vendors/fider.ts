// Fider: the backup that its owner downloads (backup.zip, unpacked), which has everything; or the CSV file of "Export
// posts", which has neither voters nor comments. The backup has a JSON file per table, as app/pkg/backup in
// https://github.com/getfider/fider writes it, and the uploaded files in blobs/; the CSV file is app/pkg/csv/csv.go.

import { csvVendor } from './csv.ts';
import { type Json, jsonItems } from './json-items.ts';
import { type Context, type FileReader, jsonFile, partsOf, vendorOf } from './readers.ts';
import { idIn, listIn, statusIdOf, statusPart, textIn, timeOf } from './values.ts';
import type { Part, Vendor } from './vendor.ts';

const usualStatuses = new Map([
  ['started', 'in-progress'],
  ['completed', 'complete'],
  ['declined', 'closed'],
  ['duplicate', 'closed'],
]);

/** The numbers that a post's status has in the database. */
const statusNames = ['open', 'started', 'completed', 'declined', 'planned', 'duplicate'];
const deletedPost = 6;

/** Not the number alone: other posts and people here may have that as their external ID. */
const userId = (id: unknown): string => `fider-user-${id}`;
const postId = (id: unknown): string => `fider-post-${id}`;
const numberPrefix = 'fider-';

/** Numbers in a text column are exported as numbers. */
const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textIn(value));

/** Of someone who deleted their account, only the number is left. */
function* users({ id, name, email, created_at }: Json): Generator<Part> {
  yield {
    resource: 'users',
    record: { id: userId(id), name: textOf(name), email, createdAt: timeOf(created_at) },
  };
}

function* tags({ id, name, color }: Json): Generator<Part> {
  const isColor = /^[0-9a-f]{6}$/i.test(textOf(color));
  yield {
    resource: 'tags',
    record: { id: idIn(id), name: textOf(name), ...(isColor && { color: `#${textOf(color)}` }) },
  };
}

function* onePost(post: Json, tags: unknown[] | undefined, { mapping }: Context): Generator<Part> {
  if (post.status === deletedPost) return;
  const tagIds = listIn({ tags }, 'tags');
  const status = statusNames[Number(post.status)] ?? '';
  yield* statusPart(status, mapping, usualStatuses);
  yield {
    resource: 'posts',
    record: {
      id: postId(post.id),
      externalId: `${numberPrefix}${post.number}`,
      title: textOf(post.title),
      description: { markdown: textOf(post.description) },
      authorId: userId(post.user_id),
      statusId: statusIdOf(status),
      tagIds,
      mergeIntoId: post.original_id == null ? null : postId(post.original_id),
      createdAt: timeOf(post.created_at),
    },
  };
  const content = textOf(post.response);
  if (content !== '')
    yield {
      resource: 'comments',
      record: {
        id: `${numberPrefix}${post.number}-response`,
        postId: postId(post.id),
        userId: userId(post.response_user_id),
        content,
        createdAt: timeOf(post.response_date),
      },
    };
}

/** The tags of a post are in a file of their own, which is held in memory. */
const posts: FileReader = {
  name: /^posts\.json$/,
  isTable: false,
  gives: ['statuses', 'posts', 'comments'],
  async *read(file, context) {
    const tagsOf = new Map<unknown, unknown[]>();
    const name = file.replace(/posts\.json$/, 'post_tags.json');
    // Each posts.json has its own, or none.
    if (context.wanted === 'posts' && context.files.names.includes(name)) {
      for await (const { item } of jsonItems(context.files, name, ['post_tags'])) {
        const known = tagsOf.get(item.post_id);
        if (known === undefined) tagsOf.set(item.post_id, [idIn(item.tag_id)]);
        else known.push(idIn(item.tag_id));
      }
    }
    for await (const { line, item, refused } of jsonItems(context.files, file, ['posts'])) {
      const parts = onePost(item, tagsOf.get(item.id), context);
      for (const part of partsOf('posts', parts, refused)) yield { ...part, line };
    }
  },
};

function* comments(comment: Json): Generator<Part> {
  const { id, post_id, user_id, content, created_at, deleted_at } = comment;
  if (textIn(deleted_at) !== '') return;
  yield {
    resource: 'comments',
    record: {
      id: `fider-comment-${id}`,
      postId: postId(post_id),
      userId: userId(user_id),
      content: textOf(content),
      createdAt: timeOf(created_at),
    },
  };
}

function* votes({ post_id, user_id, created_at }: Json): Generator<Part> {
  const votedAt = timeOf(created_at);
  yield { resource: 'votes', record: { postId: postId(post_id), userId: userId(user_id), votedAt } };
}

/** The uploaded files of a backup, by their key. */
function blobsIn(names: readonly string[]): Map<string, string> {
  const blobs = new Map<string, string>();
  for (const name of names) {
    const key = /(?:^|\/)blobs\/(.+)$/.exec(name)?.[1];
    if (key !== undefined && !blobs.has(key)) blobs.set(key, name);
  }
  return blobs;
}

const attachments: FileReader = {
  name: /^attachments\.json$/,
  isTable: false,
  gives: ['attachments'],
  async *read(file, { files }) {
    const blobs = blobsIn(files.names);
    for await (const { line, item, refused } of jsonItems(files, file, ['attachments']))
      for (const part of partsOf('attachments', [oneAttachment(item, blobs)], refused))
        yield { ...part, line };
  },
};

/** A file of a comment belongs to the post here. */
function oneAttachment({ id, post_id, attachment_bkey }: Json, blobs: ReadonlyMap<string, string>): Part {
  const key = textIn(attachment_bkey);
  const content = blobs.get(key);
  const fileName = key.slice(key.lastIndexOf('/') + 1).replace(/^[A-Za-z0-9]{64}-/, '');
  return {
    resource: 'attachments',
    record: { id: `fider-file-${id}`, postId: postId(post_id), fileName },
    ...(content !== undefined && { content }),
  };
}

/** A deleted post stays in the backup, with everything on it. */
const withoutDeleted = (reader: FileReader): FileReader => ({
  ...reader,
  async *read(file, context) {
    const deleted = new Set<unknown>();
    for (const name of context.files.names.filter((each) => /(?:^|\/)posts\.json$/.test(each)))
      for await (const { item } of jsonItems(context.files, name, ['posts']))
        if (item.status === deletedPost) deleted.add(postId(item.id));
    for await (const part of reader.read(file, context)) if (!deleted.has(part.record.postId)) yield part;
  },
});

const backupVendor = vendorOf('posts.json', [
  jsonFile(/^users\.json$/, ['users'], ['users'], users),
  jsonFile(/^tags\.json$/, ['tags'], ['tags'], tags),
  posts,
  withoutDeleted(jsonFile(/^comments\.json$/, ['comments'], ['comments'], comments)),
  withoutDeleted(jsonFile(/^post_votes\.json$/, ['post_votes'], ['votes'], votes)),
  withoutDeleted(attachments),
]);

const tableVendor = csvVendor({ usualStatuses, prefix: numberPrefix, isMergedCounted: true });

const hasBackup = (names: readonly string[]): boolean =>
  names.some((name) => /(?:^|\/)posts\.json$/.test(name));

export const fiderVendor: Vendor = {
  resources: [...new Set([...backupVendor.resources, ...tableVendor.resources])],
  tablesOf: (names) => (hasBackup(names) ? [] : tableVendor.tablesOf(names)),
  fieldsOf: tableVendor.fieldsOf,
  // The backup has more.
  read: (files, mapping, wanted) =>
    (hasBackup(files.names) ? backupVendor : tableVendor).read(files, mapping, wanted),
};
