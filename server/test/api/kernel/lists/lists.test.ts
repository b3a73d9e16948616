// Every filter, sort and include of the OpenAPI document has an effect: a filter keeps one of two objects and excludes
// the other, a sort puts them in its order, an include adds its field. A new one fails here until it is in the tables
// below.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorOf } from '../../../../src/compose/operator.ts';
import type { Post } from '../../../../src/domain/feedback/post.ts';
import { idMinter } from '../../../../src/domain/kernel/id.ts';
import { type ApiDocument, documentOf } from '../../../guards/document.ts';
import { type CallerClient, callerClient } from '../../../support/caller.ts';
import { plant } from '../../../support/plant.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

interface Thing {
  id: string;
}

/** Half of the workspace. The second half is made an hour after the first, by another key. */
type Side = Awaited<ReturnType<typeof makeSide>>;
type Hub = Awaited<ReturnType<typeof makeHub>>;

let program: TestProgram;
let hub: Hub;
let one: Side;
let two: Side;

const hour = 3_600_000;

beforeAll(async () => {
  program = await startProgram();
  hub = await makeHub(program.live);
  one = await makeSide('one', 'active');
  program.clock.advance(hour);
  two = await makeSide('two', 'completed');
  await settle(two.delivery);
  await voteOnSite();
});
afterAll(() => program.close());

/** The objects whose own lists are read. */
async function makeHub(client: CallerClient) {
  const author = { email: 'hub@example.com' };
  const make = makingWith(client);
  const post = await make('/posts', { title: 'Hub', externalId: 'hub', voteAsAuthor: false, author });
  const webhook = await make('/webhooks', { url: 'https://hub.example.com' });
  const createdAt = new Date(program.clock.now() - 48 * hour).toISOString();
  const untouched = await make('/posts', { title: 'Untouched', createdAt });
  return { post, untouched, webhook, user: post.author as Thing, author };
}

const makingWith = (client: CallerClient) => async (path: string, body: object) => {
  const { status, body: answer } = await client.post(path, body);
  expect([path, status, answer]).toEqual([path, 201, expect.anything()]);
  return answer.data;
};

async function makeSide(name: 'one' | 'two', category: string) {
  const { clock, workspaceId, engines } = program;
  const isFirst = name === 'one';
  const { secret, key } = await operatorOf(engines.store, clock).createKey(workspaceId, {
    mode: 'live',
    name,
  });
  const client = callerClient(program.app, secret);
  const make = makingWith(client);
  const [at, externalId, email] = [new Date(clock.now()).toISOString(), `${name}-id`, `${name}@example.com`];
  const author = { email, externalId, name: `${name} person` };
  const tag = await make('/tags', { name: `${name} tag` });
  const status = await make('/statuses', { name: `${name} status`, category });
  const type = await make('/post-types', { name: `${name} type` });
  const visibility = isFirst ? 'internal' : 'public';
  const choice = { tags: [tag.id], postTypeId: type.id, visibility };
  const post = await make('/posts', { title: `${name} post`, externalId, author, ...choice });
  const merged = await make('/posts', { title: `${name} merged`, ...choice });
  await client.post(`/posts/${merged.id}/merge`, { intoId: post.id });
  const posted = await make('/posts', { title: `${name} of the hub`, author: hub.author });
  const comment = await make(`/posts/${post.id}/comments`, { content: name, author, externalId });
  const ofHub = { content: name, author: hub.author };
  const note = await make(`/posts/${hub.post.id}/comments`, { ...ofHub, isPrivate: true });
  const hubComment = await make(`/posts/${hub.post.id}/comments`, ofHub);
  await make(`/posts/${post.id}/votes`, { user: hub.author });
  await make(`/posts/${hub.post.id}/votes`, { user: author });
  // The first post has more votes.
  if (isFirst) await make(`/posts/${post.id}/votes`, { userEmail: 'more@example.com' });
  const statusChange = async ({ id }: Thing): Promise<Thing> => {
    await client.patch(`/posts/${id}`, { statusId: status.id });
    return (await client.get(`/posts/${id}/status-changes?limit=1`)).body.data.statusChanges[0];
  };
  const [change, hubChange] = [await statusChange(post), await statusChange(hub.post)];
  // The first entry will be published after the second.
  const publishedAt = isFirst ? new Date(clock.now() + 9 * hour).toISOString() : at;
  const state = isFirst ? 'scheduled' : 'published';
  const changelog = await make('/changelogs', { title: `${name} entry`, labels: [name], state, publishedAt });
  const webhook = await make('/webhooks', { url: `https://${name}.example.com` });
  const delivery = (await client.post(`/webhooks/${hub.webhook.id}/test`)).body.data as Thing;
  const reason = isFirst ? 'bounce' : 'complaint';
  const suppression = await make('/suppressions', { email, reason });
  const spares = isFirst ? '/tags' : '/post-types';
  const spare = await make(spares, { name: 'spare' });
  await client.delete(`${spares}/${spare.id}`);
  const by = { userId: (post.author as Thing).id, postId: post.id, at: clock.now() };
  const role = isFirst ? ('member' as const) : ('admin' as const);
  const planted = await plant(engines.store, workspaceId, name, { ...by, role });
  await client.patch(`/posts/${post.id}`, { ownerId: planted.member.id });
  const view = await make('/views', { name: `${name} view`, filters: `search:${name}` });
  const texts = { name, at, externalId, email, category, keyId: key.id };
  const things = { tag, status, type, post, merged, posted, comment, note, hubComment, change, hubChange };
  return {
    ...texts,
    ...things,
    changelog,
    webhook,
    delivery,
    suppression,
    spare,
    planted,
    view,
    user: post.author as Thing,
  };
}

/** As if its receiver had accepted it. */
async function settle({ id }: Thing): Promise<void> {
  const { engines, workspaceId, clock } = program;
  const found = await engines.store.read.deliveries.find(workspaceId, hub.webhook.id, id);
  const outcome = { claim: '', attempt: undefined, state: 'succeeded', nextAttemptAt: null } as const;
  const outcomes = [{ ...outcome, sequence: found?.sequence ?? 0 }];
  await engines.store.transaction((write) =>
    write.deliveries.settle(workspaceId, hub.webhook.id, outcomes, clock.now()),
  );
}

/** As a visitor. */
async function voteOnSite(): Promise<void> {
  const vote = { postId: hub.post.id, userId: hub.user.id, votedAt: program.clock.now() };
  await program.engines.store.transaction((write) =>
    write.votes.add(program.workspaceId, { ...vote, source: 'visitor' }),
  );
}

const voteOf = (post: Thing, user: Thing) => `${post.id} ${user.id}`;

/** For each list, the object of a side in it. */
const items: Record<string, (side: Side) => string> = {
  listPosts: ({ post }) => post.id,
  listComments: ({ hubComment }) => hubComment.id,
  listAllComments: ({ comment }) => comment.id,
  listVotes: ({ user }) => voteOf(hub.post, user),
  listAllVotes: ({ post, user }) => voteOf(post, user),
  listUsers: ({ user }) => user.id,
  listPostsOfUser: ({ posted }) => posted.id,
  listCommentsOfUser: ({ hubComment }) => hubComment.id,
  listVotesOfUser: ({ post }) => voteOf(post, hub.user),
  listWebhooks: ({ webhook }) => webhook.id,
  listDeliveries: ({ delivery }) => delivery.id,
  listAuditLog: (side) => (side === one ? side.tag.id : side.post.id),
  listDeletions: ({ spare }) => spare.id,
  listChangelogs: ({ changelog }) => changelog.id,
  listStatuses: ({ status }) => status.id,
  listStatusChanges: ({ change }) => change.id,
  listStatusChangesOfPost: ({ hubChange }) => hubChange.id,
  listPostTypes: ({ type }) => type.id,
  listTags: ({ tag }) => tag.id,
  listSubmissions: ({ name, planted }) =>
    name === 'one' ? (planted.submissionIds[0] ?? '') : planted.rejectedId,
  listReports: ({ planted }) => planted.reportId,
  listBans: ({ planted }) => planted.bannedId,
  listSuppressions: ({ suppression }) => suppression.id,
  listMembers: ({ planted }) => planted.member.id,
  listViews: ({ view }) => view.id,
};

// biome-ignore lint/suspicious/noExplicitAny: an item of any list.
const keyOf = (item: any): string => {
  if (item.reason !== undefined) return item.id ?? item.userId;
  if (item.user !== undefined || item.votedAt !== undefined) return `${item.postId} ${item.userId}`;
  return item.objectId ?? item.id;
};

const states: Record<string, Record<'one' | 'two', string>> = {
  listDeliveries: { one: 'pending', two: 'succeeded' },
  listChangelogs: { one: 'scheduled', two: 'published' },
  listSubmissions: { one: 'waiting', two: 'rejected' },
};

/** The value of a filter that keeps a side's object; undefined if it can only keep the other side's. */
const values: Record<string, (side: Side, operationId: string) => string | undefined> = {
  typeId: ({ type }) => type.id,
  statusId: ({ status }) => status.id,
  postId: ({ post }) => post.id,
  search: ({ name }) => name,
  text: ({ name }) => name,
  tag: ({ tag }) => tag.name,
  label: ({ name }) => name,
  externalId: ({ externalId }) => externalId,
  email: ({ email, planted }, operationId) => (operationId === 'listMembers' ? planted.member.email : email),
  role: ({ planted }) => planted.member.role,
  ...Object.fromEntries(['authorId', 'userId', 'voterId'].map((id) => [id, ({ user }: Side) => user.id])),
  ...Object.fromEntries(
    ['authorEmail', 'userEmail', 'voterEmail'].map((key) => [key, ({ email }: Side) => email]),
  ),
  ...Object.fromEntries(
    ['updatedSince', 'createdSince', 'since'].map((key) => [
      key,
      (side: Side) => (side === two ? two.at : undefined),
    ]),
  ),
  createdBefore: (side) => (side === one ? two.at : undefined),
  category: ({ category }) => category,
  state: (side, operationId) => states[operationId]?.[side.name] ?? states.listChangelogs?.[side.name],
  kind: ({ name }, operationId) =>
    (operationId === 'listSubmissions' ? { one: 'post', two: 'comment' } : { one: 'tag', two: 'postType' })[
      name
    ],
  action: ({ name }) => ({ one: 'tag.created', two: 'post.created' })[name],
  ownerId: ({ planted }) => planted.member.id,
  viewId: ({ view }) => view.id,
  reason: ({ name }) => ({ one: 'bounce', two: 'complaint' })[name],
  objectId: (side) => items.listAuditLog?.(side),
  actorId: ({ keyId }) => keyId,
};

interface Trial {
  value: string;
  keeps: string;
  excludes: string;
}

/** Filters that tell other objects apart. */
const trials: Record<string, (item: (side: Side) => string) => Trial[]> = {
  merged: (item) => [
    { value: 'true', keeps: two.merged.id, excludes: item(one) },
    { value: 'false', keeps: item(one), excludes: two.merged.id },
  ],
  visibility: () => [
    { value: 'public', keeps: two.post.id, excludes: one.post.id },
    { value: 'internal', keeps: one.post.id, excludes: two.post.id },
  ],
  hasComments: (item) => [
    { value: 'true', keeps: item(one), excludes: one.merged.id },
    { value: 'false', keeps: one.merged.id, excludes: item(one) },
  ],
  unansweredDays: () => [
    { value: '0', keeps: two.post.id, excludes: '' },
    { value: '1', keeps: hub.untouched.id, excludes: one.post.id },
  ],
  source: (item) => [
    { value: 'visitor', keeps: voteOf(hub.post, hub.user), excludes: item(one) },
    { value: 'api', keeps: item(one), excludes: voteOf(hub.post, hub.user) },
  ],
  mergedIntoId: () => [{ value: two.post.id, keeps: two.merged.id, excludes: one.merged.id }],
  private: (item) => [
    { value: 'true', keeps: two.note.id, excludes: item(one) },
    { value: 'false', keeps: item(one), excludes: two.note.id },
  ],
};

function trialsOf(operationId: string, filter: string, item: (side: Side) => string): Trial[] {
  const special = trials[filter]?.(item);
  if (special !== undefined) return special;
  return [one, two].flatMap((side) => {
    const value = values[filter]?.(side, operationId);
    if (value === undefined) return [];
    return [{ value, keeps: item(side), excludes: item(side === one ? two : one) }];
  });
}

/** The sides in each order. */
const orders: Record<string, () => Side[]> = {
  recent: () => [two, one],
  oldest: () => [one, two],
  votes: () => [one, two],
  published: () => [one, two],
};

/** What an include adds, if it is not a field of its name. */
const added: Record<string, string> = { details: 'version', 'comments.replies': 'replies' };

interface Read {
  operationId: string;
  path: string;
  filters: string[];
  sorts: string[];
  includes: string[];
}

function readsOf(document: ApiDocument): Read[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters ?? [];
    const schemaOf = (name: string): Record<string, unknown> =>
      ({ ...parameters.find((parameter) => parameter.name === name)?.schema }) as Record<string, unknown>;
    const read = {
      operationId: get?.operationId ?? '',
      path: concrete(path),
      filters: Object.keys(schemaOf('filters')['x-filters'] ?? {}),
      sorts: (schemaOf('sortBy').enum ?? []) as string[],
      includes: (schemaOf('include')['x-includes'] ?? []) as string[],
    };
    return read.filters.length + read.sorts.length + read.includes.length > 0 ? [read] : [];
  });
}

const concrete = (path: string): string => {
  const ids: Record<string, Thing> = {
    posts: hub.post,
    users: hub.user,
    webhooks: hub.webhook,
    changelogs: two.changelog,
  };
  const id = ids[path.split('/')[1] ?? '']?.id ?? '';
  return path.replace('{id}', id).replace('{externalId}', 'hub');
};

const itemOf = ({ operationId }: Read): ((side: Side) => string) => {
  const item = items[operationId.replace(/By(?:Post)?ExternalId$/, '')];
  if (item === undefined) throw new Error(`${operationId} is unknown here: say what is in it, in "items".`);
  return item;
};

async function dataOf(path: string, query: Record<string, string>) {
  const { status, body } = await program.live.get(
    `${path}?${new URLSearchParams({ limit: '100', ...query })}`,
  );
  expect([path, query, status]).toEqual([path, query, 200]);
  return body.data;
}

async function keysOf(path: string, query: Record<string, string>): Promise<string[]> {
  const data = await dataOf(path, query);
  const list = Array.isArray(data) ? data : (Object.values(data).find(Array.isArray) ?? []);
  return list.map(keyOf);
}

it('every filter keeps one object and excludes another', async () => {
  const wrong: string[] = [];
  for (const read of readsOf(documentOf(program.app))) {
    const { operationId, path, filters } = read;
    for (const filter of filters) {
      const tried = trialsOf(operationId, filter, itemOf(read));
      if (tried.length === 0) wrong.push(`${operationId} ${filter}: add values for it, in "values"`);
      for (const { value, keeps, excludes } of tried) {
        const keys = await keysOf(path, { filters: `${filter}:${value}` });
        if (!keys.includes(keeps))
          wrong.push(`${operationId} ${filter}:${value} excludes what it should keep`);
        if (keys.includes(excludes)) wrong.push(`${operationId} ${filter}:${value} excludes nothing`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

it('every sort has its order', async () => {
  const wrong: string[] = [];
  for (const read of readsOf(documentOf(program.app))) {
    for (const sort of read.sorts) {
      const expected = orders[sort]?.().map(itemOf(read));
      const keys = await keysOf(read.path, { sortBy: sort });
      const found = keys.filter((key) => expected?.includes(key));
      if (expected?.join() !== found.join()) wrong.push(`${read.operationId} ${sort}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('every include adds its field', async () => {
  const wrong: string[] = [];
  const has = (data: unknown, field: string) => JSON.stringify(data).includes(`"${field}":`);
  for (const { operationId, path, includes } of readsOf(documentOf(program.app))) {
    for (const include of includes) {
      const field = added[include] ?? include;
      if (has(await dataOf(path, {}), field)) wrong.push(`${operationId} has ${field} anyway`);
      if (!has(await dataOf(path, { include }), field)) wrong.push(`${operationId} ${include} adds nothing`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Reads pages of one item, so that there are more to count. */
const countOn = async (path: string, query: Record<string, string>) => {
  const { total, next } = await dataOf(path, { ...query, include: 'total', limit: '1' });
  return { total, next: next ?? '' };
};

it('every paged list counts its items, by cursor, by after and with filters', async () => {
  const wrong: string[] = [];
  for (const { operationId, path, includes, filters } of readsOf(documentOf(program.app))) {
    if (!includes.includes('total')) continue;
    const [filter] = filters.filter((key) => ['updatedSince', 'since'].includes(key));
    const restriction = filter === undefined ? {} : { filters: `${filter}:${two.at}` };
    const [all, some] = [(await keysOf(path, {})).length, (await keysOf(path, restriction)).length];
    const first = await countOn(path, {});
    const counts = [
      first.total,
      (await countOn(path, { after: first.next })).total,
      (await countOn(path, { cursor: '2' })).total,
      (await countOn(path, { cursor: '1000' })).total,
    ];
    const restricted = (await countOn(path, restriction)).total;
    if (counts.some((count) => count !== all)) wrong.push(`${operationId}: ${counts} instead of ${all}`);
    if (restricted !== some) wrong.push(`${operationId} filtered: ${restricted} instead of ${some}`);
  }
  expect(wrong).toEqual([]);
});

it('a total is exact up to 10,000, for live and test keys', async () => {
  const { store } = program.engines;
  const { id: workspaceId } = await operatorOf(store, program.clock).getBySlug('elsewhere');
  await program.stranger.post('/posts', { title: 'Counted one' });
  const [one] = await store.read.posts.page(workspaceId, {
    sort: 'recent',
    slice: { take: 1, skip: 0, after: undefined },
  });
  const mintId = idMinter(program.clock, 'live');
  const many = Array.from({ length: 9_999 }, (_, index) => {
    const createdAt = program.clock.now() - index;
    return { ...one, id: mintId('post'), createdAt } as Post;
  });
  await store.transaction((write) => write.posts.insertMany(workspaceId, many));
  const totalOf = async (query: string) => {
    const { total, totalIsMore } = (await program.stranger.get(`/posts?include=total,tags&${query}`)).body
      .data;
    return [total, totalIsMore];
  };
  const queries = ['limit=5', 'sortBy=votes', 'filters=search:count', 'cursor=100&limit=100'];
  for (const query of queries) expect([query, await totalOf(query)]).toEqual([query, [10_000, undefined]]);
  await program.stranger.post('/posts', { title: 'Counted two' });
  for (const query of queries) expect([query, await totalOf(query)]).toEqual([query, [10_000, true]]);
  expect((await program.test.get('/posts?include=total&limit=1')).body).toMatchObject({
    data: { total: expect.any(Number) },
    test: true,
  });
});

it('a value can contain a semicolon, and includes can be separated by commas', async () => {
  const externalId = 'a;b%3B';
  await program.live.post('/users', { externalId });
  const path = `/users?filters=${encodeURIComponent('externalId:a%3bb%253B')}&include=total,x`;
  const { body, headers } = await program.live.get(path);
  expect(body.data).toMatchObject({ users: [{ externalId }], total: 1 });
  expect(headers['earshot-ignored']).toBe('include.x');
});
