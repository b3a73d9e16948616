// A workspace with one of everything, and valid values for every field. A new field or operation that is unknown
// here makes the guards fail with a message.

import { systemClock, toIso } from '../../src/domain/kernel/clock.ts';
import type { Store } from '../../src/ports/store.ts';
import { png } from '../http/pictures.ts';
import { plant } from '../support/plant.ts';
import {
  type ApiOperation,
  choicesOf,
  type FieldPlace,
  isOfType,
  type Kind,
  kindOfField,
  kindOfPath,
  lastName,
  type Schema,
} from './document.ts';
import { importForm } from './matrix/world.ts';

export interface Asked {
  method: string;
  /** Relative to /v1, with the query string. */
  path: string;
  body?: unknown;
  form?: FormData;
}

/** Returns the data of a success; throws otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: the data of every operation, looked into by name.
export type Ask = (asked: Asked) => Promise<any>;

export interface World {
  /** In every text of the workspace, to detect leaks. */
  marker: string;
  ids: Record<Kind, string[]>;
  /** One post that is merged and can be unmerged, and one that can be merged. */
  mergedPostId: string;
  loosePostId: string;
  /** Unused, so they can be deleted. */
  spareIds: { status: string; postType: string };
  /** Each for one decision. */
  submissionIds: string[];
  bannedId: string;
  email: string;
  externalId: string;
}

export async function makeWorld(ask: Ask, marker: string, store: Store): Promise<World> {
  const [email, externalId] = [`${marker}@example.com`, `${marker}-external`];
  const author = { email, name: `${marker} author`, externalId: `${externalId}-author` };
  const texts = { title: `${marker} post`, description: `${marker} description`, tags: `${marker} tag` };
  const form = formOf({ ...texts, externalId, author }, `${marker}.png`);
  const post = await ask({ method: 'POST', path: '/posts', form });
  const make = (path: string, body: object) => ask({ method: 'POST', path, body });
  const makeStatus = (name: string) => make('/statuses', { name: `${marker} ${name}`, category: 'active' });
  const [status, nextStatus, spareStatus] = [
    await makeStatus('status'),
    await makeStatus('next'),
    await makeStatus('spare'),
  ];
  const target = await make('/posts', { title: `${marker} target`, author, statusId: status.id });
  const merged = await make('/posts', { title: `${marker} merged`, author });
  const loose = await make('/posts', { title: `${marker} loose`, author });
  await make(`/posts/${merged.id}/merge`, { intoId: target.id });
  const said = { content: `${marker} comment`, author, externalId };
  const comment = await make(`/posts/${post.id}/comments`, said);
  const inReply = { content: `${marker} reply`, author, parentId: comment.id };
  const reply = await make(`/posts/${post.id}/comments`, inReply);
  const postType = await make('/post-types', { name: `${marker} type` });
  const move = { statusId: nextStatus.id, statusComment: `${marker} reason` };
  await ask({ method: 'PATCH', path: `/posts/${target.id}`, body: move });
  const sparePostType = await make('/post-types', { name: `${marker} spare` });
  const linked = { title: `${marker} changelog`, content: `${marker} content`, linkedPostIds: [post.id] };
  const changelog = await make('/changelogs', linked);
  const webhook = await make('/webhooks', { url: receiverUrl(marker), description: `${marker} webhook` });
  const delivery = await make(`/webhooks/${webhook.id}/test`, {});
  /** Odd requests may have started one, and a workspace has one at a time. */
  const noneIsActive = async (list: 'exports' | 'imports') => {
    const isActive = ({ state }: { state: string }) => ['queued', 'running', 'undoing'].includes(state);
    while ((await ask({ method: 'GET', path: `/${list}?limit=100` }))[list].some(isActive));
  };
  await noneIsActive('exports');
  const exported = await make('/exports', {});
  const stateOf = async (path: string) => (await ask({ method: 'GET', path })).state;
  while ((await stateOf(`/exports/${exported.id}`)) !== 'finished');
  await noneIsActive('imports');
  const imported = await ask({ method: 'POST', path: '/imports', form: importForm(marker) });
  while ((await stateOf(`/imports/${imported.id}`)) !== 'finished');
  await ask({ method: 'PUT', path: '/site/logo', form: formOf({}, `${marker}.png`) });
  const view = await make('/views', { name: `${marker} view`, filters: `search:${marker}` });
  const suppression = await make('/suppressions', { email, reason: 'bounce' });
  const { workspace } = await ask({ method: 'GET', path: '/me' });
  const planted = await plant(store, workspace.id, marker, { userId: post.author.id, postId: post.id });
  await ask({ method: 'PATCH', path: `/posts/${post.id}`, body: { ownerId: planted.member.id } });
  const { statuses } = await ask({ method: 'GET', path: '/statuses?limit=100' });
  const { postTypes } = await ask({ method: 'GET', path: '/post-types?limit=100' });
  return {
    marker,
    ids: {
      post: [post.id, target.id],
      comment: [comment.id, reply.id],
      user: [post.author.id],
      status: [status.id, ...idsOf(statuses).filter((id) => id !== status.id)],
      postType: [postType.id, ...idsOf(postTypes).filter((id) => id !== postType.id)],
      tag: idsOf(post.tags),
      changelog: [changelog.id],
      attachment: idsOf(post.attachments),
      webhook: [webhook.id],
      delivery: [delivery.id],
      export: [exported.id],
      import: [imported.id],
      submission: planted.submissionIds.slice(0, 1),
      report: [planted.reportId],
      suppression: [suppression.id],
      member: [planted.member.id],
      view: [view.id],
    },
    submissionIds: planted.submissionIds,
    bannedId: planted.bannedId,
    mergedPostId: merged.id,
    loosePostId: loose.id,
    spareIds: { status: spareStatus.id, postType: sparePostType.id },
    email,
    externalId,
  };
}

/** Nothing listens there, so nothing leaves the machine. The program must allow private addresses. */
const receiverUrl = (path: string): string => `http://127.0.0.1:1025/${path}`;

const idsOf = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id);

/** The fields as a form, with an image of this name. */
export function formOf(fields: Record<string, unknown>, fileName: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('attachments', new Blob([new Uint8Array(png(3, 2))], { type: 'image/png' }), fileName);
  return form;
}

/** The `{id}` for operations where the first of its kind does not fit. */
const pathIds: Record<string, (world: World) => string> = {
  mergePost: ({ loosePostId }) => loosePostId,
  unmergePost: ({ mergedPostId }) => mergedPostId,
  deleteStatus: ({ spareIds }) => spareIds.status,
  deletePostType: ({ spareIds }) => spareIds.postType,
  approveSubmission: ({ submissionIds }) => submissionIds[1] ?? '',
  rejectSubmission: ({ submissionIds }) => submissionIds[2] ?? '',
  mergeSubmission: ({ submissionIds }) => submissionIds[3] ?? '',
  unbanUser: ({ bannedId }) => bannedId,
};

export const pathIdOf = (operation: ApiOperation, world: World): string =>
  pathIds[operation.id]?.(world) ?? world.ids[kindOfPath(operation)][0] ?? '';

/** The path with its parameters filled in; `id` overrides the id. */
export const pathOf = (
  operation: ApiOperation,
  world: World,
  { id = pathIdOf, externalId = world.externalId }: { id?: typeof pathIdOf; externalId?: string } = {},
): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id') return encodeURIComponent(id(operation, world));
    if (name === 'externalId') return encodeURIComponent(externalId);
    if (name === 'deliveryId') return encodeURIComponent(world.ids.delivery[0] ?? '');
    throw new Error(`No value is known for "${name}" in the path of ${operation.id}; add it to world.ts.`);
  });

/** A valid value for each field that is not an id, enum, boolean or number. */
const texts: Record<string, (world: World, nonce: string) => unknown> = {
  title: ({ marker }, nonce) => `${marker} title ${nonce}`,
  name: ({ marker }, nonce) => `${marker} ${nonce}`,
  authorName: ({ marker }) => `${marker} author`,
  userName: ({ marker }) => `${marker} author`,
  description: ({ marker }, nonce) => `${marker} description ${nonce}`,
  content: ({ marker }, nonce) => `${marker} content ${nonce}`,
  statusComment: ({ marker }) => `${marker} reason`,
  reason: ({ marker }) => `${marker} reason`,
  externalId: (_, nonce) => `external-${nonce}`,
  parentExternalId: ({ externalId }) => externalId,
  postExternalId: ({ externalId }) => externalId,
  authorExternalId: (_, nonce) => `external-author-${nonce}`,
  userExternalId: (_, nonce) => `external-author-${nonce}`,
  email: (_, nonce) => `person-${nonce}@example.com`,
  authorEmail: (_, nonce) => `person-${nonce}@example.com`,
  userEmail: (_, nonce) => `person-${nonce}@example.com`,
  avatarUrl: (_, nonce) => `https://example.com/${nonce}.png`,
  authorAvatarUrl: (_, nonce) => `https://example.com/${nonce}.png`,
  userAvatarUrl: (_, nonce) => `https://example.com/${nonce}.png`,
  sourceUrl: (_, nonce) => `https://example.com/${nonce}`,
  importedVotes: () => 7,
  notify: () => ({ includeVoters: true }),
  visibility: () => 'public',
  createdAt: () => '2025-01-02T03:04:05.678Z',
  votedAt: () => '2025-01-02T03:04:05.678Z',
  publishedAt: () => '2025-01-02T03:04:05.678Z',
  url: (_, nonce) => receiverUrl(nonce),
  types: () => ['post.*'],
  filters: ({ marker }) => `search:${marker}`,
  headers: () => ({ 'x-own': 'value' }),
  when: () => ({ statusCategory: 'completed' }),
  since: () => toIso(systemClock.now() - 3_600_000),
  tag: ({ marker }) => `${marker} tag`,
  slug: (_, nonce) => `slug-${nonce}`,
  color: () => '#3b82f6',
  accentColor: () => '#3b82f6',
  frameOrigins: (_, nonce) => [`https://${nonce.toLowerCase()}.example.com`],
  allowedDomains: (_, nonce) => [`${nonce.toLowerCase()}.example.com`],
  signInUrl: (_, nonce) => `https://example.com/${nonce}`,
  identityIssuer: (_, nonce) => nonce,
  // Alone it is refused: it needs an issuer.
  identityJwksUrl: () => null,
  returnTo: () => '/roadmap',
  labels: () => ['label'],
  columns: () => ({ title: 'Subject' }),
  statuses: () => ({ Shipped: 'completed' }),
  path: () => '/me',
  operations: ({ marker }, nonce) => [
    { method: 'POST', path: '/posts', body: { title: `${marker} ${nonce}` } },
  ],
};

/** A valid value for a field, from the world; `nonce` keeps unique values unique. */
export function validValue(operation: ApiOperation, place: FieldPlace, world: World, nonce: string): unknown {
  const { schema } = place;
  const name = lastName(place);
  const kind = kindOfField(operation, name);
  if (kind !== undefined && kind !== 'any') {
    const [first = ''] = world.ids[kind];
    if (!isOfType(schema, 'array') || schema.type === undefined) return first;
    // An order must list all of them.
    return name === 'ids' ? world.ids[kind] : [first];
  }
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices[0];
  if (name in texts) return texts[name]?.(world, nonce);
  if (schema.properties !== undefined && isOfType(schema, 'object'))
    return validObject(operation, schema, world, nonce, place.path);
  const items = schema.items;
  if (items?.properties !== undefined)
    return [validObject(operation, items, world, nonce, [...place.path, '[]'])];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return 1;
  throw new Error(`No value is known for "${place.path.join('.')}" of ${operation.id}; add it to world.ts.`);
}

/** People are identified by email, so unknown ones are valid too. */
const preferred = ['email', 'userEmail'];

/** The required fields plus the first optional one, so that an update changes something. */
export function validObject(
  operation: ApiOperation,
  { properties = {}, required = [] }: Schema,
  world: World,
  nonce: string,
  before: string[] = [],
): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => properties[name]?.items?.format !== 'binary');
  const first = preferred.find((name) => names.includes(name) && before.length > 0) ?? names[0];
  const chosen = new Set([...required, ...(required.length === 0 && first !== undefined ? [first] : [])]);
  return Object.fromEntries(
    [...chosen].map((name) => {
      const place = { path: [...before, name], schema: properties[name] ?? {} };
      return [name, validValue(operation, place, world, nonce)];
    }),
  );
}

/** A request that succeeds. */
export const validRequest = (operation: ApiOperation, world: World, nonce: string): Asked => ({
  method: operation.method,
  path: withQuery(pathOf(operation, world), requiredQuery(operation, world, nonce)),
  ...(operation.json !== undefined && { body: validObject(operation, operation.json, world, nonce) }),
  ...(operation.json === undefined && operation.form !== undefined && { form: filesOf(operation, nonce) }),
});

/** What operations take that take forms only. */
const filesOf = ({ id }: ApiOperation, nonce: string): FormData =>
  id === 'setSiteLogo' ? formOf({}, `${nonce}.png`) : importForm(nonce);

function requiredQuery(operation: ApiOperation, world: World, nonce: string): [string, string][] {
  const needed = operation.query.filter(({ required }) => required === true);
  return needed.map(({ name, schema }) => [
    name,
    String(validValue(operation, { path: [name], schema }, world, nonce)),
  ]);
}

export const withQuery = (path: string, query: readonly (readonly [string, string])[]): string =>
  query.length === 0
    ? path
    : `${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
