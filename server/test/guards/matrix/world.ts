// A workspace with one of everything and its marker in every text, and a sample request for every operation.

import type { Store } from '../../../src/ports/store.ts';
import { png } from '../../http/pictures.ts';
import type { CallerClient, CallOptions } from '../../support/caller.ts';
import { plant } from '../../support/plant.ts';
import { isWrite, type Kind, kindOfPath, type Operation, type Place } from './operations.ts';

export interface World {
  marker: string;
  /** Requests reference the first of each kind. */
  ids: Record<Kind, string[]>;
  /** Merged into the first post; not merged; unused. */
  mergedId: string;
  looseId: string;
  spareStatusId: string;
  sparePostTypeId: string;
  /** Each for one decision. */
  submissionIds: string[];
  bannedId: string;
  email: string;
  externalId: string;
}

export async function makeWorld(client: CallerClient, marker: string, store: Store): Promise<World> {
  const [email, externalId] = [`${marker}@example.com`, `${marker}-external`];
  const make = async (path: string, body: object, method = 'POST') => {
    const { status, body: answer, text } = await client.call(method, path, { body });
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return answer.data;
  };
  const author = { email, name: `${marker} author`, externalId };
  const [status, spareStatus] = [
    await make('/statuses', { name: `${marker} status`, category: 'active' }),
    await make('/statuses', { name: `${marker} spare`, category: 'active' }),
  ];
  const [postType, sparePostType] = [
    await make('/post-types', { name: `${marker} type` }),
    await make('/post-types', { name: `${marker} spare` }),
  ];
  const texts = { title: `${marker} post`, description: `${marker} description`, tags: `${marker} tag` };
  const given = { ...texts, externalId, postTypeId: postType.id, author: JSON.stringify(author) };
  const post = (await client.call('POST', '/posts', { form: formOf(given, marker) })).body.data;
  const merged = await make('/posts', {
    title: `${marker} merged`,
    author,
    externalId: `${externalId}-merged`,
  });
  const loose = await make('/posts', { title: `${marker} loose`, author, externalId: `${externalId}-loose` });
  await make(`/posts/${post.id}/followers`, { userId: post.author.id });
  await make(`/posts/${merged.id}/merge`, { intoId: post.id });
  await make(`/posts/${post.id}`, { statusId: status.id, statusComment: `${marker} reason` }, 'PATCH');
  const said = formOf({ content: `${marker} comment`, author: JSON.stringify(author) }, marker);
  const comment = (await client.call('POST', `/posts/${post.id}/comments`, { form: said })).body.data;
  const inReply = { content: `${marker} reply`, author, externalId, parentId: comment.id };
  await make(`/posts/${post.id}/comments`, inReply);
  const entry = {
    title: `${marker} entry`,
    content: `${marker} content`,
    labels: marker,
    linkedPostIds: post.id,
  };
  const changelog = (await client.call('POST', '/changelogs', { form: formOf(entry, marker) })).body.data;
  const webhook = await make('/webhooks', { url: 'https://example.com/', description: `${marker} webhook` });
  const delivery = await make(`/webhooks/${webhook.id}/test`, {});
  const exported = await make('/exports', {});
  // The worker of the program must run.
  while ((await client.get(`/exports/${exported.id}`)).body.data.state !== 'finished');
  const imported = (await client.call('POST', '/imports', { form: importForm(marker) })).body.data;
  while ((await client.get(`/imports/${imported.id}`)).body.data.state !== 'finished');
  await client.call('PUT', '/site/logo', { form: formOf({}, marker) });
  const view = await make('/views', { name: `${marker} view`, filters: `search:${marker}` });
  const suppression = await make('/suppressions', { email, reason: 'bounce' });
  const { workspace } = (await client.get('/me')).body.data;
  const planted = await plant(store, workspace.id, marker, { userId: post.author.id, postId: post.id });
  await make(`/posts/${post.id}`, { ownerId: planted.member.id }, 'PATCH');
  await store.transaction(async (write) => {
    for (const about of [post.id, changelog.id]) {
      const payload = { postId: post.id };
      await write.mails.enqueue(workspace.id, 'https://feedback.example', [
        {
          ...{
            id: `mail_${about}`,
            kind: 'status',
            urgency: 'notice',
            key: about,
            payload,
            about,
            userId: post.author.id,
          },
          ...{ address: null, locale: null, dueAt: 1, createdAt: 1 },
        },
      ]);
    }
  });
  const allIds = async (path: string, list: string, first: string): Promise<string[]> => {
    const { body } = await client.get(`${path}?limit=100`);
    const found: string[] = body.data[list].map(({ id }: { id: string }) => id);
    return [first, ...found.filter((id) => id !== first)];
  };
  return {
    marker,
    ids: {
      post: [post.id],
      comment: [comment.id],
      user: [post.author.id],
      status: await allIds('/statuses', 'statuses', status.id),
      postType: await allIds('/post-types', 'postTypes', postType.id),
      tag: [post.tags[0].id],
      changelog: [changelog.id],
      postFile: [post.attachments[0].id],
      changelogFile: [changelog.attachments[0].id],
      commentFile: [comment.attachments[0].id],
      webhook: [webhook.id],
      delivery: [delivery.id],
      export: [exported.id],
      import: [imported.id],
      submission: planted.submissionIds.slice(0, 1),
      report: [planted.reportId],
      suppression: [suppression.id],
      member: [planted.member.id],
      view: [view.id],
      key: [(await client.get('/audit-log?limit=1')).body.data.entries[0].actor.id],
    },
    mergedId: merged.id,
    looseId: loose.id,
    spareStatusId: spareStatus.id,
    sparePostTypeId: sparePostType.id,
    submissionIds: planted.submissionIds,
    bannedId: planted.bannedId,
    email,
    externalId,
  };
}

export function formOf(fields: Record<string, unknown>, fileName?: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  if (fileName !== undefined) {
    const picture = new Blob([new Uint8Array(png(3, 2))], { type: 'image/png' });
    form.append('attachments', picture, `${fileName}.png`);
  }
  return form;
}

/** A table with one post. */
export function importForm(marker: string): FormData {
  const form = new FormData();
  form.append('source', 'csv');
  form.append('file', new Blob([`title\n${marker} imported\n`]), `${marker}.csv`);
  return form;
}

type Fields = Record<string, unknown>;

interface Sample {
  body?: Fields;
  query?: Record<string, string>;
  /** Exceptions where the first of its kind does not fit. */
  id?: string;
}

/** A valid request for each operation that needs more than a path. */
const samples: Record<string, (world: World) => Sample> = {
  findSimilarPosts: ({ marker }) => ({ query: { title: `${marker} post` } }),
  createPost: ({ marker }) => ({ body: { title: `${marker} new` } }),
  updatePost: ({ marker }) => ({ body: { title: `${marker} edited` } }),
  deletePost: () => ({}),
  upsertPost: ({ marker }) => ({ body: { title: `${marker} upserted` } }),
  mergePost: ({ ids, looseId }) => ({ id: looseId, body: { intoId: ids.post[0] } }),
  unmergePost: ({ mergedId }) => ({ id: mergedId }),
  createComment: ({ marker }) => ({ body: { content: `${marker} new` } }),
  upsertComments: ({ marker }) => ({
    body: { comments: [{ externalId: `${marker}-new`, content: `${marker} new` }] },
  }),
  upsertComment: ({ marker }) => ({ body: { content: `${marker} upserted` } }),
  deleteCommentByExternalId: () => ({}),
  updateComment: ({ marker }) => ({ body: { content: `${marker} edited` } }),
  deleteComment: () => ({}),
  addVote: ({ marker }) => ({ body: { userEmail: `${marker}.voter@example.com` } }),
  addVotes: ({ marker }) => ({ body: { voters: [{ email: `${marker}.voter@example.com` }] } }),
  removeVote: ({ email }) => ({ body: { userEmail: email } }),
  addFollower: ({ marker }) => ({ body: { userEmail: `${marker}.follower@example.com` } }),
  addFollowers: ({ marker }) => ({ body: { users: [{ email: `${marker}.follower@example.com` }] } }),
  removeFollower: ({ email }) => ({ body: { userEmail: email } }),
  updateMailSettings: () => ({ body: { replies: false } }),
  upsertUser: ({ marker }) => ({ body: { email: `${marker}.new@example.com` } }),
  updateUser: ({ marker }) => ({ body: { name: `${marker} edited` } }),
  deleteUser: () => ({}),
  endUserSessions: () => ({}),
  createIdentitySecret: () => ({ body: { mode: 'live' } }),
  createVisitorToken: ({ marker }) => ({ body: { externalId: `${marker}.visitor` } }),
  runBatch: ({ marker }) => ({
    body: { operations: [{ method: 'POST', path: '/posts', body: { title: `${marker} batched` } }] },
  }),
  createChangelog: ({ marker }) => ({ body: { title: `${marker} new` } }),
  updateChangelog: ({ marker }) => ({ body: { title: `${marker} edited` } }),
  deleteChangelog: () => ({}),
  publishChangelog: () => ({ body: {} }),
  createStatus: ({ marker }) => ({ body: { name: `${marker} new`, category: 'active' } }),
  reorderStatuses: ({ ids }) => ({ body: { ids: ids.status } }),
  updateStatus: ({ marker }) => ({ body: { name: `${marker} edited` } }),
  deleteStatus: ({ spareStatusId }) => ({ id: spareStatusId }),
  createPostType: ({ marker }) => ({ body: { name: `${marker} new` } }),
  reorderPostTypes: ({ ids }) => ({ body: { ids: ids.postType } }),
  updatePostType: ({ marker }) => ({ body: { name: `${marker} edited` } }),
  deletePostType: ({ sparePostTypeId }) => ({ id: sparePostTypeId }),
  createWebhook: () => ({ body: { url: 'https://example.com/new' } }),
  updateWebhook: ({ marker }) => ({ body: { description: `${marker} edited` } }),
  deleteWebhook: () => ({}),
  rotateWebhookSecret: () => ({}),
  testWebhook: () => ({}),
  replayWebhook: () => ({ body: { since: '2026-01-31T00:00:00Z' } }),
  redeliver: () => ({}),
  createExport: () => ({ body: {} }),
  deleteExport: () => ({}),
  createImport: () => ({ body: { source: 'csv' } }),
  startImport: () => ({ body: {} }),
  undoImport: () => ({}),
  cancelImport: () => ({}),
  deleteImport: () => ({}),
  setSiteLogo: () => ({ body: {} }),
  deleteSiteLogo: () => ({}),
  updateSite: ({ marker }) => ({ body: { name: `${marker} edited` } }),
  approveSubmission: ({ submissionIds }) => ({ id: submissionIds[1] ?? '' }),
  rejectSubmission: ({ submissionIds, marker }) => ({
    id: submissionIds[2] ?? '',
    body: { reason: `${marker} edited` },
  }),
  mergeSubmission: ({ submissionIds, ids }) => ({
    id: submissionIds[3] ?? '',
    body: { postId: ids.post[0] },
  }),
  deleteReport: () => ({}),
  banUser: ({ marker }) => ({ body: { reason: `${marker} edited` } }),
  unbanUser: ({ bannedId }) => ({ id: bannedId }),
  createSuppression: ({ marker }) => ({
    body: { email: `${marker}.bounced@example.com`, reason: 'bounce' },
  }),
  deleteSuppression: () => ({}),
  createTag: ({ marker }) => ({ body: { name: `${marker} new` } }),
  createView: ({ marker }) => ({ body: { name: `${marker} new`, filters: 'merged:false' } }),
  updateView: ({ marker }) => ({ body: { name: `${marker} edited` } }),
  updateTag: ({ marker }) => ({ body: { name: `${marker} edited` } }),
  deleteTag: () => ({}),
  deleteView: () => ({}),
};

function sampleOf(operation: Operation, world: World): Sample {
  // Under an external id, an operation takes the same request.
  const sample = (samples[operation.id] ?? samples[operation.id.replace(/By(Post)?ExternalId$/, '')])?.(
    world,
  );
  if (sample !== undefined) return sample;
  const isBare = operation.parameters.every(
    (parameter) => parameter.in === 'path' || parameter.required !== true,
  );
  if (!isWrite(operation) && isBare) return {};
  throw new Error(
    `There is no sample of ${operation.id}: add a valid request to "samples" in matrix/world.ts.`,
  );
}

/** The value that references an object of the world in an operation's path. */
export const pathValueOf = (operation: Operation, world: World, name: string): string => {
  const { id } = sampleOf(operation, world);
  if (name === 'deliveryId') return world.ids.delivery[0] ?? '';
  if (name !== 'externalId') return id ?? world.ids[kindOfPath(operation)][0] ?? '';
  if (id === world.mergedId) return `${world.externalId}-merged`;
  return id === world.looseId ? `${world.externalId}-loose` : world.externalId;
};

export interface Asked extends CallOptions {
  method: string;
  path: string;
}

/** The operation's sample with a value at a path. `asForm` adds a file. */
export function requestOf(
  operation: Operation,
  world: World,
  { place, value = '', asForm = false }: { place?: Place; value?: string; asForm?: boolean } = {},
): Asked {
  const sample = sampleOf(operation, world);
  const [name = ''] = place?.names ?? [];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(
      place?.in === 'path' && parameter === name ? value : pathValueOf(operation, world, parameter),
    ),
  );
  const query = new URLSearchParams({
    ...sample.query,
    ...(place?.in === 'query' && { [name]: value }),
    ...(place?.in === 'filter' && { filters: `${name}:${value}` }),
  }).toString();
  const namesPerson = place !== undefined && person.test(name);
  const before = namesPerson ? withoutPerson(sample.body) : sample.body;
  const body = place?.in === 'json' || place?.in === 'form' ? withValue(before ?? {}, place, value) : before;
  const takesOnlyForms = operation.form !== undefined && operation.json === undefined;
  const hasFile = asForm || takesOnlyForms;
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    ...(hasFile || place?.in === 'form'
      ? { form: formOf(body ?? {}, hasFile ? world.marker : undefined) }
      : body !== undefined && { body }),
  };
}

const person = /^(?:author|user|voters)/;

/** A person may be listed only once. */
const withoutPerson = (body: Fields | undefined): Fields | undefined =>
  body && Object.fromEntries(Object.entries(body).filter(([name]) => !person.test(name)));

function withValue(body: Fields, { names, isList }: Place, value: string): Fields {
  const [first = '', ...rest] = names;
  const before = body[first];
  if (first === 'voters' || first === 'users') return { ...body, [first]: [nested(rest, value)] };
  if (first === 'comments' && Array.isArray(before))
    return { ...body, comments: before.map((entry) => ({ ...entry, ...nested(rest, value) })) };
  if (rest.length > 0) return { ...body, [first]: nested(rest, value) };
  // An order must list all objects: the value replaces the first.
  if (isList) return { ...body, [first]: [value, ...(Array.isArray(before) ? before.slice(1) : [])] };
  return { ...body, [first]: value };
}

const nested = ([first = '', ...rest]: string[], value: string): Fields => ({
  [first]: rest.length === 0 ? value : nested(rest, value),
});
