import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../src/domain/events/event.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { arrive, visitorAt } from '../../site/visitors.ts';
import { accountId, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const origin = 'https://acme.test';

let program: TestProgram;
/** The whole feed after the first changes. */
let feed: Event[];

interface Event {
  id: string;
  sequence: number;
  type: string;
  createdAt: string;
  // biome-ignore lint/suspicious/noExplicitAny: objects of every kind.
  data: { object: any; changes?: { field: string; from: unknown; to: unknown }[] };
  actor: { type: string; id: string };
  requestId: string | null;
}

const read = (query = '') => program.live.get(`/events${query}`);
const dataOf = async (query = ''): Promise<{ events: Event[]; next: number; hasMore: boolean }> =>
  (await read(query)).body.data;
const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);
const sequencesOf = (events: readonly Event[]) => events.map(({ sequence }) => sequence);

beforeAll(async () => {
  program = await startProgram({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' }, publicUrl: origin });
  const { live, delivering, importing } = program;
  const make = async (path: string, body: object) => (await live.post(path, body)).body.data;
  const ada = { authorEmail: 'ada@example.com', authorName: 'Ada' };
  const post = await make('/posts', { title: 'Dark mode', ...ada });
  await live.patch(`/posts/${post.id}`, { title: 'Darker mode' });
  const comment = await make(`/posts/${post.id}/comments`, { content: 'Yes', ...ada });
  await live.patch(`/comments/${comment.id}`, { content: 'Yes!' });
  await live.delete(`/comments/${comment.id}`);
  await live.patch('/site', { visibility: 'public' });
  for (const visibility of ['public', 'internal']) await live.patch(`/posts/${post.id}`, { visibility });
  await live.patch(`/posts/${post.id}`, { ownerId: await accountId(await ownerOf(program)) });
  await visitorsSend(program);
  const { statuses } = (await live.get('/statuses')).body.data;
  await live.patch(`/posts/${post.id}`, { statusId: statuses[2].id });
  // Nothing listens there.
  const when = { metric: 'votesCount', atLeast: 2 };
  const webhook = await make('/webhooks', { url: 'http://127.0.0.1:1025/', when });
  await make(`/posts/${post.id}/votes`, { userEmail: 'carol@example.com' });
  await make(`/webhooks/${webhook.id}/test`, {});
  // It appends what webhooks wait for.
  delivering.start();
  await delivering.idle();
  await delivering.stop();
  await live.delete(`/posts/${post.id}/votes`, { userEmail: 'ada@example.com' });
  // A change that is no event, and takes a number.
  await make('/tags', { name: 'ui' });
  const twin = await make('/posts', { title: 'Dark theme', voteAsAuthor: false });
  await make(`/posts/${twin.id}/merge`, { intoId: post.id });
  await make(`/posts/${twin.id}/unmerge`, {});
  await live.delete(`/posts/${twin.id}`);
  await make('/changelogs', { title: 'Dark mode is here', content: 'Yes', state: 'published' });
  await live.patch(`/users/${post.author.id}`, { name: 'Ada King' });
  const form = new FormData();
  form.append('source', 'csv');
  form.append('file', new Blob(['title\nFrom elsewhere\n']), 'posts.csv');
  const imported = (await live.call('POST', '/imports', { form })).body.data;
  importing.start();
  await importing.idle();
  await make(`/imports/${imported.id}/undo`, {});
  await importing.idle();
  await importing.stop();
  const bob = await make('/users', { email: 'bob@example.com' });
  await live.delete(`/users/${bob.id}`);
  feed = (await dataOf('?limit=100')).events;
});
afterAll(() => program.close());

/** What visitors send is submitted, approved or rejected, and one of them is banned for a while. */
async function visitorsSend({ live }: TestProgram): Promise<void> {
  await live.patch('/site', { moderation: 'all' });
  const shown = (await live.post('/posts', { title: 'Shown', visibility: 'public' })).body.data;
  const visitor = visitorAt(program, origin);
  await arrive(visitor, program, { externalId: 'visitor' });
  for (const text of ['One', 'Two']) {
    await visitor.send('/posts', { title: text, text });
    await visitor.send(`/posts/${shown.id}/comments`, { text });
  }
  const { submissions } = (await live.get('/submissions')).body.data;
  for (const [index, { id }] of submissions.entries())
    await live.post(`/submissions/${id}/${index < 2 ? 'approve' : 'reject'}`, {});
  const [{ userId }] = submissions;
  await live.call('PUT', `/users/${userId}/ban`, { body: {} });
  await live.delete(`/users/${userId}/ban`);
}

describe('GET /events', () => {
  it('200: every type of the catalog comes in commit order, whole', async () => {
    const { status, body, headers } = await read('?limit=100');
    expect(status).toBe(200);
    expect(new Set(typesOf(feed))).toEqual(new Set(eventTypes));
    expect(sequencesOf(feed)).toEqual(sequencesOf(feed).toSorted((one, other) => one - other));
    const created = feed.find(({ type }) => type === 'post.created');
    expect(created).toEqual({
      id: expect.stringMatching(/^evt_/),
      sequence: expect.any(Number),
      type: 'post.created',
      createdAt: '2026-01-31T09:15:02.123Z',
      data: { object: expect.objectContaining({ title: 'Dark mode', version: 1 }) },
      actor: { type: 'key', id: expect.stringMatching(/^key_/) },
      requestId: expect.any(String),
    });
    const updated = feed.find(({ type }) => type === 'post.updated');
    expect(updated?.data.changes).toEqual([{ field: 'title', from: 'Dark mode', to: 'Darker mode' }]);
    const last = feed.at(-1)?.sequence;
    expect(body.data).toEqual({ events: feed, next: last, hasMore: false });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers.etag).toBeUndefined();
    expect((await program.test.get('/events?limit=100')).body).toEqual({ ...body, test: true });
  });

  it('200: leaves out changes that are no events, and continues after them', async () => {
    const audit = (await program.live.get('/audit-log?limit=100')).body.data.entries.map(
      ({ action }: { action: string }) => action,
    );
    expect(audit).toEqual(expect.arrayContaining(['workspace.created', 'key.created', 'tag.created']));
    expect(feed.length).toBeLessThan(audit.length);
    expect(feed.at(-1)?.sequence).toBe(audit.length);
  });

  it.each(['limit=1', 'limit=3', 'limit=100', 'limit=2&types=post.*', 'limit=1&types=vote.created,user.*'])(
    '200: walks everything exactly once with %s',
    async (query) => {
      const walked: Event[] = [];
      let position = '';
      for (let hasMore = true; hasMore; ) {
        const page = await dataOf(`?${query}${position}`);
        expect(page.events.length).toBeGreaterThan(0);
        walked.push(...page.events);
        position = `&after=${page.next}`;
        hasMore = page.hasMore;
      }
      const types = new URLSearchParams(query).get('types');
      const whole = await dataOf(`?limit=100${types === null ? '' : `&types=${types}`}`);
      expect(walked).toEqual(whole.events);
      expect(await dataOf(`?${query}${position}`)).toEqual({ ...whole, events: [] });
    },
  );

  it.each([
    ['types=post.created', ['post.created']],
    ['types=post.created,vote.deleted', ['post.created', 'vote.deleted']],
    ['types=vote.created&types=vote.deleted', ['vote.created', 'vote.deleted']],
    ['types=comment.*', ['comment.created', 'comment.updated', 'comment.deleted']],
    [
      'types=comment.*;vote.*',
      ['comment.created', 'comment.updated', 'comment.deleted', 'vote.created', 'vote.deleted'],
    ],
    ['types=%20changelog.published%20,', ['changelog.published']],
    ['types=*', [...eventTypes]],
    ['types=', [...eventTypes]],
  ])('200: filters by %s', async (query, types) => {
    const { events, next } = await dataOf(`?limit=100&${query}`);
    expect(events).toEqual(feed.filter(({ type }) => types.includes(type)));
    expect(new Set(typesOf(events))).toEqual(new Set(types));
    expect(next).toBe(feed.at(-1)?.sequence);
  });

  it('200: starts at an event, at the beginning or at the end', async () => {
    const [first, second] = feed;
    const after = async (position: unknown) => (await dataOf(`?limit=1&after=${position}`)).events;
    expect(await after(first?.sequence)).toEqual([second]);
    for (const position of ['0', 'oldest', '']) expect(await after(position)).toEqual([first]);
    expect(await after('latest')).toEqual([]);
    expect((await dataOf('?after=latest')).next).toBe(feed.at(-1)?.sequence);
  });

  it('200: an unknown parameter or value that is no number is ignored and named', async () => {
    const { status, headers } = await read('?limit=x&wait=soon&page=2');
    expect(status).toBe(200);
    expect(headers['earshot-ignored']).toBe('limit, wait, page');
  });

  it('200: shows nothing of a test key, of another workspace, or about keys', async () => {
    const before = await dataOf('?limit=100');
    expect((await program.test.post('/posts', { title: 'Rehearsed' })).status).toBe(201);
    expect((await program.stranger.post('/posts', { title: 'Theirs' })).status).toBe(201);
    expect(await dataOf('?limit=100')).toEqual(before);
    const theirs: Event[] = (await program.stranger.get('/events')).body.data.events;
    expect(typesOf(theirs)).toEqual(['post.created']);
    expect(theirs[0]?.data.object.title).toBe('Theirs');
    expect(JSON.stringify(feed)).not.toContain('sk_');
  });

  it('200: an erased person is gone from earlier events', async () => {
    const person = { email: 'grace@example.com', name: 'Grace Hopper' };
    const { id } = (await program.live.post('/users', person)).body.data;
    const { next } = await dataOf('?after=latest');
    await program.live.patch(`/users/${id}`, { name: 'Rear Admiral Hopper' });
    await program.live.delete(`/users/${id}`);
    const { text } = await read('?limit=100');
    expect(text).not.toMatch(/hopper|grace@/i);
    expect(typesOf((await dataOf(`?after=${next}`)).events)).toEqual(['user.updated', 'user.deleted']);
  });

  it('200: works in a batch, without waiting', async () => {
    const operations = [{ method: 'GET', path: '/events?after=latest&wait=30' }];
    const { body } = await program.live.post('/batch', { operations });
    expect(body.data.results).toMatchObject([
      { status: 200, body: { data: { events: [], hasMore: false } } },
    ]);
  });

  it('200: a page is limited by size as well', async () => {
    const { next } = await dataOf('?after=latest');
    const content = 'x'.repeat(90_000);
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1)
      ids.push(
        (await program.live.post('/posts', { title: `Long ${count}`, description: content })).body.data.id,
      );
    const pages: Event[][] = [];
    for (let [position, hasMore] = [next, true]; hasMore; ) {
      const page = await dataOf(`?limit=100&after=${position}`);
      pages.push(page.events);
      [position, hasMore] = [page.next, page.hasMore];
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat().map(({ data }) => data.object.id)).toEqual(ids);
  });

  it.each([
    ['after=-1', 'after'],
    ['after=1.5', 'after'],
    ['after=evt_01jz3k8n5yegs9t2w6qv4m7r8c', 'after'],
    ['after=99999999999999999999', 'after'],
    ['after=1000000', 'after'],
    ['after=9007199254740991', 'after'],
    ['types=post.exploded', 'types'],
    ['types=post.created,tag.created', 'types'],
    ['types=tag.*', 'types'],
    ['types=post*', 'types'],
  ])('400: rejects %s', async (query, field) => {
    for (const client of [program.live, program.test]) {
      const { status, body } = await client.get(`/events?${query}`);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'BAD_REQUEST', details: [{ field }] });
    }
  });

  it('401 without a key, 405 for a write', async () => {
    expect((await program.app.inject('/v1/events')).statusCode).toBe(401);
    expect((await program.live.post('/events', {})).status).toBe(405);
  });
});

describe('GET /events?wait=', () => {
  const settled = (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => true), setImmediate(false)]);

  it('200: answers immediately if there is something', async () => {
    const { events } = await dataOf('?limit=1&wait=30');
    expect(events).toEqual(feed.slice(0, 1));
  });

  it('200: answers when something is committed, and to those who asked for its type', async () => {
    const waiting = program.live.get('/events?after=latest&wait=30');
    const rehearsing = program.test.get('/events?after=latest&wait=30&types=post.*');
    const elsewhere = program.stranger.get('/events?after=latest&wait=30');
    const otherType = program.live.get('/events?after=latest&wait=30&types=changelog.*');
    await program.live.get('/events');
    await program.test.post('/posts', { title: 'Rehearsed' });
    await program.live.post('/tags', { name: 'waited for' });
    expect(await settled(Promise.race([waiting, rehearsing, elsewhere, otherType]))).toBe(false);
    const { id } = (await program.live.post('/posts', { title: 'Waited for' })).body.data;
    for (const { body } of await Promise.all([waiting, rehearsing])) {
      expect(body.data).toMatchObject({
        events: [{ type: 'post.created', data: { object: { id } } }],
        hasMore: false,
      });
    }
    expect(await settled(Promise.race([elsewhere, otherType]))).toBe(false);
    await program.stranger.post('/posts', { title: 'Theirs' });
    expect((await elsewhere).body.data.events).toMatchObject([{ type: 'post.created' }]);
    await program.live.post('/changelogs', { title: 'Waited for', content: 'Yes', state: 'published' });
    expect((await otherType).body.data.events).toMatchObject([{ type: 'changelog.published' }]);
  });

  it.each([true, false])(
    '200: wakes up once for a batch, with all its events (atomic: %s)',
    async (atomic) => {
      const waiting = program.live.get('/events?after=latest&wait=30&types=post.created');
      await program.live.get('/events');
      const operations = ['One', 'Other'].map((title) => ({
        method: 'POST',
        path: '/posts',
        body: { title },
      }));
      await program.live.post('/batch', { operations, atomic });
      const { events } = (await waiting).body.data;
      expect(events.map(({ data }: Event) => data.object.title)).toEqual(['One', 'Other']);
    },
  );

  it('200: answers an empty page in the end, and its wait counts as no processing time', async () => {
    const waiting = read('?after=latest&wait=1');
    const ended = waiting.then(() => true);
    const passed = async () => {
      program.clock.advance(60_000);
      await setImmediate();
      return false;
    };
    while (!(await Promise.race([ended, passed()])));
    const { status, body, headers } = await waiting;
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ events: [], hasMore: false });
    const line = program.logged().find(({ requestId }) => requestId === headers['x-request-id']);
    expect(line).toMatchObject({ msg: 'answered', ms: 0, waitedMs: expect.any(Number) });
  });

  it.each([
    [429, 'RATE_LIMITED', { perWorkspace: 1, total: 2 }],
    [503, 'UNAVAILABLE', { perWorkspace: 2, total: 1 }],
  ])(
    '%i: if too many requests wait; the others are answered at shutdown',
    async (status, code, waitLimits) => {
      const other = await startProgram({ environment: { RATE_LIMIT_READ: '100' }, waitLimits });
      const wait = () => other.live.get('/events?after=latest&wait=30');
      const both = [wait(), wait()];
      // The other one waits.
      const refused = await Promise.race(both);
      expect(refused.status).toBe(status);
      expect(refused.body.error.code).toBe(code);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      const left = Number((await other.live.get('/me')).headers['x-ratelimit-remaining']);
      expect((await wait()).status).toBe(status);
      // A 429 doesn't count against the limit.
      const cost = status === 429 ? 1 : 2;
      expect((await other.live.get('/me')).headers['x-ratelimit-remaining']).toBe(String(left - cost));
      expect((await other.live.get('/events?after=latest')).status).toBe(200);
      await other.close();
      const statuses = (await Promise.all(both)).map((answer) => answer.status);
      expect(statuses.toSorted()).toEqual([200, status]);
    },
  );
});

describe('GET /events past the retention', () => {
  it('409: names the oldest position if an event is gone; oldest starts there', async () => {
    const { live, engines, clock } = program;
    const { next: cut } = await dataOf('?after=latest');
    clock.advance(40 * 86_400_000);
    await live.post('/posts', { title: 'Kept' });
    await sweep({ ...engines, clock, payloadsKeptMs: 30 * 86_400_000 });
    for (const client of [live, program.test])
      for (const query of ['after=0', `after=${cut - 1}`, 'after=0&types=post.created']) {
        const { status, body } = await client.get(`/events?${query}`);
        expect(status).toBe(409);
        expect(body.error.message).toContain(`"after=${cut}"`);
      }
    const kept = await dataOf(`?after=${cut}`);
    expect(kept.events).toMatchObject([{ type: 'post.created', data: { object: { title: 'Kept' } } }]);
    expect(await dataOf()).toEqual(kept);
    expect(await dataOf('?after=oldest&types=post.created')).toEqual(kept);
    // What a reader did not ask for is not missed.
    expect((await read(`?after=${cut - 1}&types=changelog.*`)).status).toBe(200);
  });
});
