// Productboard: the answers of its API's list endpoints (https://developer.productboard.com/reference, version 2), saved
// as files: features.json and users.json from /v2/entities, notes.json from /v2/notes. Features become posts. A note
// about features becomes a private comment and the customer's vote on each of them; any other note becomes a post.

import { maxCommentLength } from '../../../domain/feedback/comment-text.ts';
import { firstCharacters } from '../../../domain/kernel/text.ts';
import type { Json } from './json-items.ts';
import { type Context, jsonFile, vendorOf } from './readers.ts';
import {
  idIn,
  imagesOfHtml,
  isEmail,
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
  ['new idea', 'open'],
  ['new', 'open'],
  ['candidate', 'under-review'],
  ['released', 'complete'],
  ['done', 'complete'],
]);

const types = { feature: 'Feature', note: 'Note' } as const;

/** A token without the right to personal data gets this instead of it. */
const shown = (value: unknown): unknown => (value === '[redacted]' ? null : value);

function* users({ id, fields, createdAt }: Json): Generator<Part> {
  const { name, email } = objectOf(fields) ?? {};
  const address = textIn(shown(email));
  yield {
    resource: 'users',
    record: { id, name: shown(name), email: isEmail(address) ? address : null, createdAt: timeOf(createdAt) },
  };
}

/** A tag is an object or only its name. */
const tagsOf = (fields: Json): string[] =>
  listIn(fields, 'tags').map((tag) => textIn(objectOf(tag)?.name ?? tag));

function* post(
  item: Json,
  type: keyof typeof types,
  html: string,
  given: Record<string, unknown>,
): Generator<Part> {
  const fields = objectOf(item.fields) ?? {};
  const tags = tagsOf(fields);
  yield* tagParts(tags);
  yield { resource: 'postTypes', record: { id: type, name: types[type] } };
  const createdAt = timeOf(item.createdAt);
  yield {
    resource: 'posts',
    record: {
      ...given,
      id: item.id,
      title: fields.name,
      description: { html },
      postTypeId: type,
      tagIds: tagIdsOf(tags),
      sourceUrl: objectOf(item.links)?.html,
      createdAt,
    },
  };
  yield* remoteFiles(item.id, imagesOfHtml(html), createdAt);
}

function* features(feature: Json, { mapping }: Context): Generator<Part> {
  const fields = objectOf(feature.fields) ?? {};
  const status = textIn(objectOf(fields.status)?.name);
  yield* statusPart(status, mapping, usualStatuses);
  yield* post(feature, 'feature', textIn(fields.description), { statusId: statusIdOf(status) });
}

/** A page of relationships, or only the list. */
function targetsOf(note: Json): Json[] {
  const page = objectOf(note.relationships);
  const list = page === undefined ? listIn(note, 'relationships') : listIn(page, 'data');
  return list.map((each) => objectOf(objectOf(each)?.target)).filter((target) => target !== undefined);
}

/** A conversation is a list of messages. */
const htmlOf = (fields: Json): string =>
  typeof fields.content === 'string'
    ? fields.content
    : listIn(fields, 'content')
        .map((message) => `<p>${textIn(objectOf(message)?.content)}</p>`)
        .join('');

function* notes(note: Json, { has }: Context): Generator<Part> {
  const fields = objectOf(note.fields) ?? {};
  const targets = targetsOf(note);
  const idsOf = (...wanted: string[]) =>
    targets.filter(({ type }) => wanted.includes(textIn(type))).map(({ id }) => idIn(id));
  const [customer] = has('users.json') ? idsOf('user') : [];
  const featureIds = has('features.json') ? new Set(idsOf('feature', 'subfeature')) : new Set();
  const html = htmlOf(fields);
  if (featureIds.size === 0) return yield* post(note, 'note', html, { authorId: customer ?? null });
  const createdAt = timeOf(note.createdAt);
  const whole = [textIn(fields.name), textOfHtml(html)].filter((text) => text !== '').join('\n\n');
  // Repeated for each feature. What is too long for a comment is still too long.
  const content = firstCharacters(whole, 2 * maxCommentLength);
  for (const postId of featureIds) {
    const record = { id: `${note.id}:${postId}`, postId, userId: customer ?? null, content };
    yield { resource: 'comments', record: { ...record, isPrivate: true, createdAt } };
    if (customer !== undefined)
      yield { resource: 'votes', record: { postId, userId: customer, votedAt: createdAt } };
  }
}

const ofPosts = ['postTypes', 'tags', 'posts', 'attachments'] as const;

export const productboardVendor = vendorOf('notes.json', [
  jsonFile(/^users\.json$/, ['data'], ['users'], users),
  jsonFile(/^features\.json$/, ['data'], ['statuses', ...ofPosts], features),
  jsonFile(/^notes\.json$/, ['data'], [...ofPosts, 'comments', 'votes'], notes),
]);
