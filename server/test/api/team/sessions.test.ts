import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { accountId, type Browser, browser, invitedBy, ownerOf, password } from '../../support/console.ts';
import { readEvents } from '../../support/database.ts';
import { checkAgainstOpenapi } from '../../support/documents/openapi.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const cookie = '__Host-earshot';
const minute = 60_000;
const day = 24 * 60 * minute;

let program: TestProgram;
let owner: Browser;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  owner = await ownerOf(program);
});
afterAll(() => program.close());

const tokenOf = (page: Browser) => page.cookies.get(cookie) ?? '';
const withToken = (token: string): Browser => {
  const page = browser(program.app);
  page.cookies.set(cookie, token);
  return page;
};
const again = async (email = 'ada@example.com', given = password): Promise<Browser> => {
  const page = browser(program.app);
  await page.data('POST', `${api}/session`, { email, password: given });
  return page;
};

describe('a session', () => {
  const signedInOnly: [string, string][] = [
    ['GET', '/session'],
    ['DELETE', '/session'],
    ['PATCH', '/account'],
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['DELETE', '/sessions/sess_1'],
    ['GET', '/workspace'],
    ['PATCH', '/workspace'],
    ['GET', '/members'],
    ['PATCH', '/members/acct_1'],
    ['DELETE', '/members/acct_1'],
    ['POST', '/invites'],
    ['DELETE', '/invites/inv_1'],
    ['GET', '/keys'],
    ['POST', '/keys'],
    ['POST', '/keys/key_1/roll'],
    ['DELETE', '/keys/key_1'],
    ['GET', '/requests'],
    ['GET', '/insights'],
  ];

  it.each(signedInOnly)('is required for %s %s, before any other check', async (method, path) => {
    const answer = await browser(program.app).call(method, api + path, {
      body: method === 'GET' ? undefined : [],
    });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    const byKey = await browser(program.app).call(method, api + path, {
      headers: { authorization: `Bearer ${program.secrets.live}` },
    });
    expect(byKey.status).toBe(401);
  });

  it('is rejected without the console header, from another site, or if tampered with', async () => {
    const token = tokenOf(owner);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const forged: [string, Record<string, string | undefined>][] = [
      [token, { 'x-earshot-console': undefined }],
      [token, { 'x-earshot-console': 'true' }],
      [token, { 'sec-fetch-site': 'cross-site' }],
      [token, { 'sec-fetch-site': 'none' }],
      [token, { origin: 'https://evil.example' }],
      [token.slice(0, -1) + last, {}],
      [token.slice(1), {}],
      [`${token}x`, {}],
      ['', {}],
      [encodeURIComponent('💥'), {}],
    ];
    for (const [value, headers] of forged) {
      for (const path of [`${api}/session`, '/v1/posts']) {
        const answer = await withToken(value).call('GET', path, { headers });
        expect([answer.status, path], JSON.stringify([value.length, headers])).toEqual([401, path]);
      }
      const write = await withToken(value).call('POST', '/v1/posts', { body: { title: 'Forged' }, headers });
      expect(write.status).toBe(401);
    }
    expect((await owner.get('/v1/posts')).body.data.posts).toEqual([]);
  });

  it('is not an API key, and an API key takes precedence over it', async () => {
    const bearer = { authorization: `Bearer ${tokenOf(owner)}` };
    expect((await browser(program.app).call('GET', '/v1/posts', { headers: bearer })).status).toBe(401);
    const wrong = { authorization: 'Bearer sk_live_wrong' };
    expect((await owner.call('GET', '/v1/posts', { headers: wrong })).status).toBe(401);
    const test = await owner.call('GET', '/v1/posts', { headers: { 'x-api-key': program.secrets.test } });
    expect([test.status, test.body.test]).toEqual([200, true]);
  });

  it('ends immediately when revoked, and only its own user can revoke it', async () => {
    const [one, two] = [await again(), await again()];
    const stranger = await invitedBy(program, owner, 'member', 'stranger@example.com');
    const { sessions } = await one.data('GET', `${api}/sessions`);
    const mine = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(mine).toEqual({
      id: expect.stringMatching(/^sess_/),
      createdAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
      userAgent: 'A browser',
      address: '127.0.0.1',
      isCurrent: true,
    });
    expect((await stranger.delete(`${api}/sessions/${mine.id}`)).status).toBe(404);
    expect((await one.get(`${api}/session`)).status).toBe(200);
    expect(await two.data('DELETE', `${api}/sessions/${mine.id}`)).toEqual({ ended: 1 });
    expect((await one.get(`${api}/session`)).status).toBe(401);
    expect((await one.get('/v1/posts')).status).toBe(401);
    expect((await two.delete(`${api}/sessions/${mine.id}`)).status).toBe(404);
    expect((await two.delete(`${api}/sessions/x%20y`)).status).toBe(400);
  });

  it('ends on sign-out, and the cookie is cleared', async () => {
    const page = await again();
    const token = tokenOf(page);
    const answer = await page.delete(`${api}/session`);
    // The device cookie stays; it grants no access.
    expect([answer.body.data, [...page.cookies.keys()]]).toEqual([
      { signedOut: true },
      ['__Host-earshot-device'],
    ]);
    expect((await withToken(token).get(`${api}/session`)).status).toBe(401);
  });

  it('can end all other sessions of the user, and none of another user', async () => {
    const stranger = await invitedBy(program, owner, 'member', 'other@example.com');
    const kept = await again();
    const others = [await again(), await again()];
    const ended = (await kept.data('DELETE', `${api}/sessions`)).ended;
    expect(ended).toBeGreaterThanOrEqual(2);
    for (const page of others) expect((await page.get(`${api}/session`)).status).toBe(401);
    expect((await stranger.get(`${api}/session`)).status).toBe(200);
    owner = kept;
  });

  it('lasts 30 days from its last use, which is written at most once a minute', async () => {
    const page = await again();
    const seen = () =>
      program.database.rows('select last_seen_at, expires_at from sessions order by id desc limit 1')[0];
    const first = seen();
    program.clock.advance(minute - 1);
    await page.get('/v1/posts');
    await program.idle();
    expect(seen()).toEqual(first);
    program.clock.advance(1);
    await Promise.all([page.get('/v1/posts'), page.get(`${api}/session`), page.get('/v1/tags')]);
    await program.idle();
    expect(Number(seen()?.last_seen_at)).toBe(program.clock.now());
    expect(Number(seen()?.expires_at)).toBe(program.clock.now() + 30 * day);
    program.clock.advance(30 * day - 1);
    expect((await page.get('/v1/posts')).status).toBe(200);
    await program.idle();
    program.clock.advance(30 * day);
    expect((await page.get('/v1/posts')).status).toBe(401);
    owner = await again();
  });

  it('stores at most 200 characters of the user agent', async () => {
    const page = browser(program.app);
    const body = { email: 'ada@example.com', password };
    await page.call('POST', `${api}/session`, { body, headers: { 'user-agent': 'x'.repeat(5000) } });
    const { sessions } = await page.data('GET', `${api}/sessions`);
    expect(sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).userAgent).toBe(
      'x'.repeat(200),
    );
  });
});

describe('the API with a session', () => {
  const status = { name: 'Mine', category: 'active' };
  let member: Browser;
  beforeAll(async () => {
    member = await invitedBy(program, owner, 'member');
  });

  /** Like `browser.call`, under /v1, with the response checked against the OpenAPI document. */
  const call = async (page: Browser, method: string, path: string, body?: unknown) => {
    const answer = await page.call(method, `/v1${path}`, body === undefined ? {} : { body });
    checkAgainstOpenapi(program.app, method, path, answer);
    return answer;
  };

  it('lets a member manage feedback, and records the member in the audit log and events', async () => {
    const made = await call(member, 'POST', '/posts', { title: 'By a member', tags: ['new'] });
    expect([made.status, made.body.test]).toEqual([201, undefined]);
    const { id } = made.body.data;
    expect((await call(member, 'PATCH', `/posts/${id}`, { title: 'By a member, again' })).status).toBe(200);
    expect((await call(member, 'POST', `/posts/${id}/comments`, { content: 'Yes.' })).status).toBe(201);
    expect((await call(member, 'POST', '/tags', { name: 'more' })).status).toBe(201);
    const actor = { type: 'person', id: await accountId(member) };
    const log = await call(owner, 'GET', `/audit-log?filters=objectId:${id}`);
    expect(log.body.data.entries.map((entry: { actor: object }) => entry.actor)).toEqual([actor, actor]);
    expect(readEvents(program).find(({ object }) => object.id === id)?.actorId).toBe(actor.id);
    const byActor = await call(owner, 'GET', `/audit-log?filters=actorId:${actor.id}`);
    expect(byActor.body.data.entries.length).toBeGreaterThanOrEqual(4);
  });

  it('denies settings to a member, and allows them to an admin', async () => {
    const admin = await invitedBy(program, owner, 'admin');
    const before = (await call(member, 'GET', '/statuses')).body.data.statuses;
    const [first] = before;
    const writes: [string, string, unknown][] = [
      ['POST', '/statuses', status],
      ['PATCH', `/statuses/${first.id}`, { name: 'Mine' }],
      ['PUT', '/statuses/order', { ids: before.map(({ id }: { id: string }) => id) }],
      ['DELETE', `/statuses/${first.id}`, undefined],
      ['POST', '/post-types', { name: 'Mine' }],
      ['DELETE', '/post-types/type_1', undefined],
    ];
    for (const [method, path, body] of writes) {
      const answer = await call(member, method, path, body);
      expect([answer.status, answer.body.error], `${method} ${path}`).toEqual([
        403,
        {
          code: 'FORBIDDEN',
          message: 'Only an owner or an admin of the workspace can do this.',
          status: 403,
        },
      ]);
    }
    expect((await call(member, 'GET', '/statuses')).body.data.statuses).toEqual(before);
    const batch = await call(member, 'POST', '/batch', {
      operations: [{ method: 'POST', path: '/statuses', body: status }],
    });
    expect(batch.body.data.results[0].status).toBe(403);
    expect((await call(admin, 'POST', '/statuses', { ...status, name: 'Theirs' })).status).toBe(201);
    expect((await call(owner, 'POST', '/post-types', { name: 'Ours' })).status).toBe(201);
    expect((await program.live.post('/statuses', { ...status, name: 'A key’s' })).status).toBe(201);
  });

  it('has its own rate limits, and accepts a batch of 100', async () => {
    const read = await call(member, 'GET', '/posts');
    expect(read.headers['x-ratelimit-limit']).toBe('1200');
    const operations = Array.from({ length: 100 }, (_, index) => ({
      method: 'POST',
      path: '/posts',
      body: { title: `One of many ${index}` },
    }));
    const batch = await call(member, 'POST', '/batch', { operations });
    expect([batch.status, batch.headers['x-ratelimit-limit']]).toEqual([200, '600']);
    expect(Number(batch.headers['x-ratelimit-remaining'])).toBeLessThanOrEqual(595);
  });

  it('replays the response for a repeated Idempotency-Key to the same user only', async () => {
    const headers = { 'idempotency-key': 'once' };
    const write = (page: Browser) => page.call('POST', '/v1/posts', { body: { title: 'Once' }, headers });
    const first = await write(member);
    const second = await write(member);
    expect([second.headers['idempotent-replayed'], second.text]).toEqual(['true', first.text]);
    expect((await write(owner)).body.data.id).not.toBe(first.body.data.id);
    const refused = { body: status, headers: { 'idempotency-key': 'refused' } };
    expect((await member.call('POST', '/v1/statuses', refused)).status).toBe(403);
    // A 403 is not stored: the user may become an admin before the retry.
    expect(
      (await member.call('POST', '/v1/statuses', refused)).headers['idempotent-replayed'],
    ).toBeUndefined();
  });

  it("returns the workspace's own user, which cannot be erased", async () => {
    const { author } = (await call(member, 'POST', '/posts', { title: 'By no one in particular' })).body.data;
    const { workspace } = await member.data('GET', `${api}/session`);
    expect(workspace.ownUserId).toBe(author.id);
    expect((await call(owner, 'DELETE', `/users/${author.id}`)).status).toBe(409);
  });

  it('returns the public URL and the upload limits', async () => {
    const { publicUrl, uploads } = await member.data('GET', `${api}/session`);
    expect(URL.canParse(publicUrl)).toBe(true);
    expect(uploads).toEqual({ maxFiles: 10, maxImageBytes: 10_485_760, maxVideoBytes: 104_857_600 });
  });

  it('returns 403 for GET /me, as there is no key', async () => {
    expect((await call(owner, 'GET', '/me')).status).toBe(403);
  });
});

describe('several workspaces', () => {
  let elsewhere: string;
  beforeEach(async () => {
    const operator = operatorOf(program.engines.store, program.clock);
    elsewhere = (await operator.getBySlug('elsewhere')).id;
  });

  it('are selected by a header, and the last one used becomes the default', async () => {
    const operator = operatorOf(program.engines.store, program.clock);
    const token = await operator.setupToken(elsewhere);
    const ada = { name: 'Ada', email: 'ada@example.com', password };
    await browser(program.app).data('POST', `${api}/setup/${token}`, ada);
    const page = await again();
    const inWorkspace = (id: string, path: string) =>
      page.call('GET', path, { headers: { 'x-earshot-workspace': id } });
    await program.stranger.post('/posts', { title: 'Over there' });
    expect((await inWorkspace(elsewhere, '/v1/posts')).body.data.posts).toMatchObject([
      { title: 'Over there' },
    ]);
    const titles = (await inWorkspace(program.workspaceId, '/v1/posts')).text;
    expect(titles).not.toContain('Over there');
    expect((await inWorkspace(program.workspaceId, `${api}/session`)).body.data.workspace.slug).toBe(
      'default',
    );
    expect((await page.get(`${api}/session`)).body.data.workspace.slug).toBe('default');
    expect((await inWorkspace(elsewhere, `${api}/session`)).body.data.workspace.slug).toBe('elsewhere');
    expect((await page.get(`${api}/session`)).body.data).toMatchObject({
      workspace: { slug: 'elsewhere' },
      workspaces: [{ slug: 'default' }, { slug: 'elsewhere' }],
    });
    expect((await (await again()).get(`${api}/session`)).body.data.workspace.slug).toBe('elsewhere');
  });

  it('return 404 to users who are not members', async () => {
    const member = await again('member@example.com');
    for (const id of [elsewhere, 'ws_none', '', '%']) {
      const headers = { 'x-earshot-workspace': id };
      for (const path of ['/v1/posts', `${api}/keys`])
        expect((await member.call('GET', path, { headers })).status, id).toBe(404);
    }
  });
});

describe('an account', () => {
  it('can change its name and language', async () => {
    const page = await again();
    const session = await page.data('PATCH', `${api}/account`, { name: ' Ada L. ', locale: 'de-AT' });
    expect(session.account).toMatchObject({ name: 'Ada L.', locale: 'de-AT' });
    expect((await page.data('PATCH', `${api}/account`, { locale: null })).account.locale).toBeNull();
    for (const body of [{ name: '' }, { locale: 'not a language' }, { locale: 7 }])
      expect((await page.patch(`${api}/account`, body)).status).toBe(400);
  });

  it('can change its password given the current one, which ends all other sessions', async () => {
    const [page, other] = [await again(), await again()];
    const next = 'another long passphrase';
    const change = (current: string, to: string) =>
      page.patch(`${api}/account`, { password: { current, next: to } });
    const wrong = await change('not the old one', next);
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([400, 'password.current']);
    const weak = await change(password, 'short');
    expect([weak.status, weak.body.error.details[0].field]).toEqual([400, 'password.next']);
    expect((await other.get(`${api}/session`)).status).toBe(200);
    expect((await change(password, next)).status).toBe(200);
    expect((await page.get(`${api}/session`)).status).toBe(200);
    expect((await other.get(`${api}/session`)).status).toBe(401);
    const signIn = (given: string) =>
      browser(program.app).post(`${api}/session`, { email: 'ada@example.com', password: given });
    expect([(await signIn(password)).status, (await signIn(next)).status]).toEqual([401, 200]);
  });
});
