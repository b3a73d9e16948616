import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { callerClient } from '../../support/caller.ts';
import { type Browser, browser, ownerOf, password } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const hour = 3_600_000;
const day = 24 * hour;

interface Shown {
  requestId: string;
  keyName: string | null;
  account: { id: string; name: string | null } | null;
  method: string;
  path: string;
  status: number;
  errorCode: string | null;
}

let program: TestProgram;
let owner: Browser;
const requests = async (query = '', page = owner) => {
  await program.recording.flush();
  return (await page.data('GET', `${api}/requests${query}`)) as { requests: Shown[]; next: string | null };
};

describe('the request log', () => {
  beforeAll(async () => {
    program = await startProgram({
      publicUrl: 'http://localhost:3000',
      environment: { RATE_LIMIT_READ: '3', RATE_LIMIT_WRITE: '50' },
    });
    owner = await ownerOf(program);
  });
  afterAll(() => program.close());
  beforeEach(() => program.clock.advance(61_000));

  it('lists requests with their outcome, newest first, and finds them by id', async () => {
    await program.live.get('/posts?filters=search:secret-word', { 'x-request-id': 'my-own.id' });
    await program.live.get('/posts/nothing');
    await program.live.get('/nowhere/at/all');
    await program.live.get('/posts');
    await program.live.post('/posts', { title: 'A secret title' });
    const { requests: shown } = await requests();
    expect(shown.map(({ path, status, errorCode }) => [path, status, errorCode])).toEqual([
      ['/v1/posts', 201, null],
      ['/v1/posts', 429, 'RATE_LIMITED'],
      ['/v1/nowhere/at/all', 404, 'NOT_FOUND'],
      ['/v1/posts/nothing', 404, 'NOT_FOUND'],
      ['/v1/posts', 200, null],
    ]);
    const [found, ...others] = (await requests('?requestId=my-own.id')).requests;
    expect(others).toEqual([]);
    expect(found).toEqual({
      requestId: 'my-own.id',
      at: new Date(program.clock.now()).toISOString(),
      keyId: expect.stringMatching(/^key_/),
      keyName: 'live key',
      account: null,
      method: 'GET',
      path: '/v1/posts',
      status: 200,
      durationMs: expect.any(Number),
      errorCode: null,
    });
  });

  it('can be filtered by key and outcome, and paged', async () => {
    await program.test.get('/tags');
    const all = (await requests('?limit=100')).requests;
    const keyed = (await requests()).requests.find(({ keyName }) => keyName === 'test key') as Shown & {
      keyId: string;
    };
    const ids = async (query: string) => (await requests(query)).requests.map(({ requestId }) => requestId);
    const those = (fits: (one: Shown) => boolean) => all.filter(fits).map(({ requestId }) => requestId);
    expect(await ids(`?keyId=${keyed.keyId}`)).toEqual(those(({ keyName }) => keyName === 'test key'));
    expect(await ids('?status=limited')).toEqual(those(({ status }) => status === 429));
    expect(await ids('?status=error')).toEqual(those(({ status }) => status === 404));
    expect(await ids('?status=ok')).toEqual(those(({ status }) => status < 400));
    const walked: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: { requests: Shown[]; next: string | null } = await requests(`?limit=2&after=${next}`);
      walked.push(...page.requests.map(({ requestId }) => requestId));
      next = page.next;
    }
    expect(walked).toEqual(all.map(({ requestId }) => requestId));
    expect((await owner.get(`${api}/requests?status=fine`)).status).toBe(400);
    expect((await owner.get(`${api}/requests?after=nonsense`)).status).toBe(400);
  });

  it('contains no query, body, secret or external id, and neither does the server log', async () => {
    const { live } = program.secrets;
    await callerClient(program.app, live).get(`/posts/${live}`);
    await program.live.call('PUT', '/posts/by-external-id/ada%40example.com', { body: { title: 'Private' } });
    await requests();
    const kept = JSON.stringify(program.database.rows('select * from request_log'));
    for (const text of ['secret-word', 'A secret title', 'Private', live, 'example.com', '?'])
      expect(kept, text).not.toContain(text);
    const logged = JSON.stringify(program.logged());
    for (const text of ['A secret title', 'Private', live, 'example.com'])
      expect(logged, text).not.toContain(text);
    expect((await requests()).requests[0]?.path).toBe('/v1/posts/by-external-id/:externalId');
  });

  it('contains console requests that write or fail, but does not count them', async () => {
    const figures = async () => (await owner.data('GET', `${api}/insights?days=7`)).byKey;
    await requests();
    const before = await figures();
    const post = await owner.post('/v1/posts', { title: 'From the console' });
    await owner.get('/v1/posts');
    await owner.get('/v1/posts/nothing');
    await owner.post('/v1/batch', {
      operations: [{ method: 'PATCH', path: `/posts/${post.body.data.id}`, body: { title: 'Renamed' } }],
    });
    await owner.patch(`${api}/workspace`, { name: 'Renamed' });
    const { requests: shown } = await requests('?limit=4');
    expect(shown.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['PATCH', `${api}/workspace`, 200],
      ['POST', '/v1/batch', 200],
      ['GET', '/v1/posts/nothing', 404],
      ['POST', '/v1/posts', 201],
    ]);
    const { account } = await owner.data('GET', `${api}/session`);
    for (const one of shown) {
      expect(one).toMatchObject({
        keyId: null,
        keyName: null,
        account: { id: account.id, name: account.name },
      });
    }
    const ofPerson = (await requests(`?keyId=${account.id}&limit=100`)).requests;
    expect(ofPerson.slice(0, 4)).toEqual(shown);
    expect(await figures()).toEqual(before);
  });

  it('has the request of every audit log entry, made by a key or in the console', async () => {
    const made = await program.live.post('/posts', { title: 'By a key' });
    await owner.post('/v1/batch', {
      operations: [{ method: 'PATCH', path: `/posts/${made.body.data.id}`, body: { title: 'By a person' } }],
    });
    await owner.patch(`${api}/workspace`, { name: 'Once more' });
    const { entries } = (await owner.get('/v1/audit-log?limit=3')).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'workspace.updated',
      'post.updated',
      'post.created',
    ]);
    for (const { requestId } of entries) {
      expect((await requests(`?requestId=${requestId}`)).requests).toHaveLength(1);
    }
  });

  it('has one entry per batch, and none for unauthenticated requests', async () => {
    const before = (await requests('?limit=100')).requests.length;
    await callerClient(program.app).get('/posts');
    await callerClient(program.app, `sk_live_es_${'x'.repeat(38)}`).get('/posts');
    const operations = [
      { method: 'GET', path: '/posts' },
      { method: 'GET', path: '/tags' },
    ];
    await program.live.post('/batch', { operations });
    const after = (await requests('?limit=100')).requests;
    expect(after).toHaveLength(before + 1);
    expect(after[0]?.path).toBe('/v1/batch');
  });

  it('shows no requests of another workspace', async () => {
    const operator = operatorOf(program.engines.store, program.clock);
    const { id } = await operator.getBySlug('elsewhere');
    const stranger = browser(program.app);
    const eve = { name: 'Eve', email: 'eve@example.com', password };
    await stranger.data('POST', `${api}/setup/${await operator.setupToken(id)}`, eve);
    expect((await requests('', stranger)).requests).toEqual([]);
    expect((await requests('?requestId=my-own.id', stranger)).requests).toEqual([]);
    await program.stranger.get('/posts');
    expect((await requests('', stranger)).requests).toHaveLength(1);
  });

  it('is summarized per key and hour', async () => {
    program.clock.advance(day);
    program.clock.advance(hour - (program.clock.now() % hour));
    for (let round = 0; round < 4; round += 1) await program.live.get('/posts');
    program.clock.advance(hour);
    await program.live.get('/posts/nothing');
    await program.recording.flush();
    const { keys } = await owner.data('GET', `${api}/keys`);
    expect(keys[0].requests24h).toEqual([...Array.from({ length: 22 }, () => 0), 4, 1]);
    expect([keys[0].errors24h, keys[0].limited24h]).toEqual([1, 1]);
    expect(keys[1].requests24h.every((count: number) => count === 0)).toBe(true);
  });

  it('is kept for a week, and its counts for 90 days', async () => {
    const rows = (table: string) => program.database.rows(`select * from ${table}`).length;
    const sweepAll = () => sweep({ ...program.engines, clock: program.clock, payloadsKeptMs: 30 * day });
    await program.recording.flush();
    program.clock.advance(6 * day);
    await sweepAll();
    expect(rows('request_log')).toBeGreaterThan(0);
    program.clock.advance(day + 2 * hour);
    await sweepAll();
    expect(rows('request_log')).toBe(0);
    expect(rows('request_counts')).toBeGreaterThan(0);
    program.clock.advance(90 * day);
    await sweepAll();
    expect(rows('request_counts')).toBe(0);
  });
});

describe('insights', () => {
  beforeAll(async () => {
    program = await startProgram({ publicUrl: 'http://localhost:3000' });
    owner = await ownerOf(program);
  });
  afterAll(() => program.close());
  const insights = async (days: number | string) => {
    await program.recording.flush();
    return owner.data('GET', `${api}/insights?days=${days}`);
  };

  it('count new objects and requests per day', async () => {
    const [first, second] = [
      (await program.live.post('/posts', { title: 'First', voteAsAuthor: false })).body.data,
      (await program.live.post('/posts', { title: 'Second', voteAsAuthor: false })).body.data,
    ];
    program.clock.advance(day);
    for (const name of ['ada', 'grace'])
      await program.live.post(`/posts/${second.id}/votes`, { userEmail: `${name}@example.com` });
    await program.live.post(`/posts/${first.id}/votes`, { userEmail: 'ada@example.com' });
    await program.live.post(`/posts/${first.id}/comments`, { content: 'Yes.' });
    await program.live.post(`/posts/${first.id}/comments`, { content: 'Between us.', isPrivate: true });
    await program.live.get('/posts/nothing');
    const seen = await insights(7);
    expect(seen.days).toHaveLength(7);
    expect(seen.days.slice(-3)).toEqual([
      { date: '2026-01-30', posts: 0, votes: 0, comments: 0, requests: 0, errors: 0, limited: 0 },
      { date: '2026-01-31', posts: 2, votes: 0, comments: 0, requests: 2, errors: 0, limited: 0 },
      { date: '2026-02-01', posts: 0, votes: 3, comments: 1, requests: 6, errors: 1, limited: 0 },
    ]);
    expect(seen.byStatus[0]).toEqual({
      id: expect.stringMatching(/^stat_/),
      name: 'Open',
      color: expect.stringMatching(/^#/),
      count: 2,
    });
    expect(seen.byType.map(({ count }: { count: number }) => count)).toEqual([2, 0, 0]);
    expect(seen.movers).toEqual([
      { post: { id: second.id, title: 'Second', votesCount: 2 }, votes7d: 2 },
      { post: { id: first.id, title: 'First', votesCount: 1 }, votes7d: 1 },
    ]);
    expect(seen.byKey).toEqual([
      { id: expect.stringMatching(/^key_/), name: 'live key', requests: 8, errors: 1, limited: 0 },
    ]);
  });

  it('follow every change, and the date', async () => {
    const before = await insights(30);
    await program.live.post('/posts', { title: 'Third' });
    const after = await insights(30);
    expect(after.days.at(-1).posts).toBe(before.days.at(-1).posts + 1);
    program.clock.advance(8 * day);
    const later = await insights(30);
    expect(later.days.at(-9)).toEqual(after.days.at(-1));
    expect(later.movers).toEqual([]);
    expect((await insights(90)).days).toHaveLength(90);
  });

  it.each([['8'], ['x'], ['-7'], ['7.5']])('reject a range of %s days', async (days) => {
    expect((await owner.get(`${api}/insights?days=${days}`)).status).toBe(400);
  });
});
