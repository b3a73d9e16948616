// Signing in to a site by a link of the host application: whom it signs in, what it takes, and what ends it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerClient } from '../support/caller.ts';
import { ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { fieldsIn, fromSite, linkFor, type VisitorBrowser, visitorBrowser } from './visitor.ts';
import { anotherNode, created, open, publish, visit } from './world.ts';

let program: TestProgram;
let ada: VisitorBrowser;
const site = '/p/default';
beforeEach(async () => {
  program = await startProgram({ publicUrl: 'https://earshot.test' });
  ada = visitorBrowser(program);
  await open(program, { visibility: 'signed_in' });
});
afterEach(() => program.close());

const cookieName = () => `__Host-earshot-v-${program.workspaceId}`;
const isSignedIn = async (browser: VisitorBrowser) =>
  (await browser.get(`${site}/feedback.json`)).status === 200;
const rows = (sql: string) => program.database.rows(sql);

describe('a link', () => {
  it('signs in by a form alone, once, for 30 days from then on, and its page leaves no trace (threats 5, 9, 14)', async () => {
    const link = await linkFor(program.live, {
      externalId: 'ada',
      name: 'Ada',
      returnTo: '/roadmap?lang=de',
    });
    expect(link).toMatch(/^https:\/\/earshot\.test\/p\/default\/sign-in\/[\w-]{43}$/);
    const { pathname } = new URL(link);
    for (let opened = 0; opened < 3; opened += 1) {
      const page = await ada.get(pathname);
      expect(page.status).toBe(200);
      expect(page.text).toContain('Continue as Ada');
      expect(page.text).toContain('data-now');
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
      });
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(page.headers['content-security-policy']).toContain(
        'script-src https://earshot.test/p/default/sign-in.js;',
      );
      expect(page.headers['set-cookie']).toBeUndefined();
    }
    const [one, two] = await Promise.all([ada.come(link), visitorBrowser(program).come(link)]);
    expect([one.status, two.status].sort()).toEqual([303, 401]);
    const done = one.status === 303 ? one : two;
    expect(done.headers.location).toBe('/p/default/roadmap?lang=de');
    expect(done.headers['cache-control']).toBe('no-store');
    expect(done.headers['set-cookie']).toMatch(
      new RegExp(`^${cookieName()}=[\\w-]{43}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    );
    const [session] = await rows('select hash, came_by, user_id from visitor_sessions');
    const { text } = await ada.get(pathname);
    expect(text).toContain('This sign-in no longer works.');
    expect(JSON.stringify(program.logged())).not.toContain(pathname.split('/').at(-1));
    expect(session).toMatchObject({ came_by: 'link', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const browser = one.status === 303 ? ada : undefined;
    if (browser !== undefined) {
      program.clock.advance(30 * 86_400_000 - 1000);
      expect(await isSignedIn(browser)).toBe(true);
      program.clock.advance(1000);
      expect(await isSignedIn(browser)).toBe(false);
    }
  });

  it('is refused after a minute, in another workspace, and once the site was off', async () => {
    await program.stranger.patch('/site', { visibility: 'public' });
    const link = await linkFor(program.live);
    const elsewhere = link.replace('/p/default/', '/p/elsewhere/');
    expect((await ada.come(elsewhere)).status).toBe(401);
    program.clock.advance(60_000);
    expect((await ada.come(link)).status).toBe(401);
    const early = await linkFor(program.live);
    await program.live.patch('/site', { visibility: 'off' });
    program.clock.advance(1);
    await open(program, { visibility: 'signed_in' });
    expect((await ada.come(early)).status).toBe(401);
    expect((await ada.come(await linkFor(program.live))).status).toBe(303);
  });

  it('asks before it signs in over someone else, and ends the session the browser came with (threat 9)', async () => {
    await ada.come(await linkFor(program.live));
    const before = ada.cookies.get(cookieName());
    const link = await linkFor(program.live, { externalId: 'bob', name: 'Bob' });
    const { pathname } = new URL(link);
    const page = await ada.get(pathname);
    expect(page.text).toContain('You are signed in as Ada.');
    expect(page.text).not.toContain('data-now');
    const { confirm, ...unasked } = fieldsIn(page.text) ?? {};
    expect(confirm).toBe('yes');
    const asked = await ada.post(`${site}/sign-in`, unasked);
    expect([asked.status, asked.text.includes('Continue as Bob')]).toEqual([200, true]);
    expect(ada.cookies.get(cookieName())).toBe(before);
    expect((await ada.post(`${site}/sign-in`, fieldsIn(asked.text))).status).toBe(303);
    expect(await rows('select user_id from visitor_sessions')).toHaveLength(1);
    const again = await ada.get(new URL(await linkFor(program.live, { externalId: 'bob' })).pathname);
    expect(again.text).toContain('data-now');
  });

  it('sent by a page of another site is asked about on a page of ours, which knows who is signed in', async () => {
    const token = new URL(await linkFor(program.live)).pathname.split('/').at(-1) ?? '';
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }]) {
      const answer = await ada.post(`${site}/sign-in`, { token, confirm: 'yes' }, headers);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
      expect(answer.text).toContain('data-now');
    }
    const ours = await ada.post(`${site}/sign-in`, { token }, { origin: 'https://earshot.test' });
    expect(ours.status).toBe(303);
  });

  it.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    '/../../console',
    '/%2e%2e/x',
    '/a\nb',
    'x',
    `/${'x'.repeat(600)}`,
  ])('never leads to %j (threat 22)', async (returnTo) => {
    const given = await program.live.post('/visitor-tokens', { externalId: 'ada', returnTo });
    expect([given.status, given.body.error.details[0].field]).toEqual([400, 'returnTo']);
    const { text } = await ada.get(`${site}/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    expect(fieldsIn(text)).toMatchObject({ returnTo: '/' });
  });

  it('is not kept with its Idempotency-Key, also in a batch (threat 15)', async () => {
    const call = (path: string, body: unknown) =>
      program.live.call('POST', path, { body, headers: { 'idempotency-key': path } });
    const first = await call('/visitor-tokens', { externalId: 'ada' });
    const replay = await call('/visitor-tokens', { externalId: 'ada' });
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.body.data).toEqual({ expiresAt: first.body.data.expiresAt });
    const operations = [{ method: 'POST', path: '/visitor-tokens', body: { externalId: 'ada' } }];
    const batch = await call('/batch', { atomic: true, operations });
    const { url } = batch.body.data.results[0].body.data;
    expect((await call('/batch', { atomic: true, operations })).text).not.toContain('sign-in/');
    expect(JSON.stringify(await rows('select body from idempotency_keys'))).not.toContain('sign-in/');
    expect((await ada.come(url)).status).toBe(303);
  });
});

describe('a person (threat 10)', () => {
  const cameAs = async (person: object) => {
    const browser = visitorBrowser(program);
    await browser.come(await linkFor(program.live, person));
    const [{ user_id: id } = { user_id: '' }] = await rows(
      'select user_id from visitor_sessions order by created_at desc, id desc limit 1',
    );
    program.clock.advance(1);
    return (await program.live.get(`/users/${id}`)).body.data;
  };

  it('is found by external id alone, and joined by an address only if that is proven and no one else’s', async () => {
    const email = 'ada@example.com';
    const known = (await program.live.post('/users', { email, name: 'Ada' })).body.data;
    const claimed = await cameAs({ externalId: 'mallory', email, emailVerified: false });
    expect(claimed).toMatchObject({ externalId: 'mallory', email: null });
    const joined = await cameAs({ externalId: 'ada', email: 'ADA@example.com', emailVerified: true });
    expect(joined).toEqual({ ...known, externalId: 'ada' });
    const other = await cameAs({ externalId: 'eve', email, emailVerified: true, name: 'Eve' });
    expect(other).toMatchObject({ externalId: 'eve', email: null, name: 'Eve' });
    expect((await cameAs({ user: { externalId: 'ada', name: 'Other' } })).id).toBe(known.id);
    expect((await program.live.get(`/users/${known.id}`)).body.data.name).toBe('Ada');
    const proven = await rows(`select id, email_proven from users where email_proven = 1`);
    expect(proven.map(({ id }) => id)).toEqual([known.id]);
    await program.live.patch(`/users/${known.id}`, { email: 'new@example.com' });
    expect(await rows(`select id from users where email_proven = 1`)).toEqual([]);
  });

  it('that is the workspace itself is never signed in, nor joined', async () => {
    const [{ user_id: own } = { user_id: '' }] = await rows(
      `select user_id from workspaces where slug = 'default'`,
    );
    await program.live.patch(`/users/${own}`, { externalId: 'team', email: 'team@example.com' });
    const refused = await program.live.post('/visitor-tokens', { externalId: 'team' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    await program.live.patch(`/users/${own}`, { externalId: null });
    const other = await cameAs({ externalId: 'x', email: 'team@example.com', emailVerified: true });
    expect(other.id).not.toBe(own);
    expect(other.email).toBeNull();
  });
});

describe('a session', () => {
  it('ends with the person’s deletion, by the API, by signing out, and with the site (threat 14)', async () => {
    const signedIn = async (externalId: string) => {
      const browser = visitorBrowser(program);
      await browser.come(await linkFor(program.live, { externalId, name: externalId }));
      expect(await isSignedIn(browser)).toBe(true);
      const users = (await program.live.get(`/users?filters=externalId:${externalId}`)).body.data.users;
      return { browser, id: users[0].id as string };
    };
    const [first, second, third, fourth] = [
      await signedIn('one'),
      await signedIn('two'),
      await signedIn('three'),
      await signedIn('four'),
    ];
    const unused = await linkFor(program.live, { externalId: 'two' });
    const before = program.dump();
    expect((await program.test.delete(`/users/${second.id}/sessions`)).body.data.ended).toBe(1);
    expect(program.dump()).toBe(before);
    const ended = await program.live.delete(`/users/${second.id}/sessions`);
    expect(ended.body.data).toEqual({ userId: second.id, ended: 1 });
    expect((await second.browser.come(unused)).status).toBe(401);
    expect((await program.stranger.delete(`/users/${first.id}/sessions`)).status).toBe(404);
    await program.live.delete(`/users/${first.id}`);
    const out = await third.browser.post(`${site}/sign-out`);
    expect([out.status, out.headers.location, third.browser.cookies.size]).toEqual([303, site, 0]);
    for (const { browser } of [first, second, third]) expect(await isSignedIn(browser)).toBe(false);
    expect(await isSignedIn(fourth.browser)).toBe(true);
    expect(await rows('select id from visitor_sessions')).toHaveLength(1);
    await program.live.patch('/site', { visibility: 'off' });
    expect((await fourth.browser.get(site)).status).toBe(404);
    program.clock.advance(1);
    await open(program, { visibility: 'signed_in' });
    expect(await isSignedIn(fourth.browser)).toBe(false);
  });

  it('is worth nothing in another workspace, whatever its cookie is called (threat 5)', async () => {
    await program.stranger.patch('/site', { visibility: 'signed_in' });
    await ada.come(await linkFor(program.live));
    const token = ada.cookies.get(cookieName()) ?? '';
    const [{ id: elsewhere } = { id: '' }] = await rows(`select id from workspaces where slug = 'elsewhere'`);
    ada.cookies.set(`__Host-earshot-v-${elsewhere}`, token);
    expect((await ada.get('/p/elsewhere/feedback.json')).status).toBe(401);
  });

  it('counts on the host that its site had, and ends once that is no longer bound (threat 2)', async () => {
    const bound = await anotherNode(program, 'https://earshot.test', { PUBLIC_HOSTS: 'ideas.test=default' });
    try {
      const there = visitorBrowser({ app: bound }, 'ideas.test');
      await there.come(await linkFor(callerClient(bound, program.secrets.live)));
      const onHost = async () => (await there.get('/feedback.json')).status;
      expect(await onHost()).toBe(200);
      // Whoever owns the host next is sent its cookies.
      for (const [name, value] of there.cookies) ada.cookies.set(name, value);
      expect(await isSignedIn(ada)).toBe(false);
      expect(await onHost()).toBe(200);
      expect((await there.post('/sign-out')).status).toBe(303);
      expect(await rows('select id from visitor_sessions')).toEqual([]);
    } finally {
      await bound.close();
    }
  });

  it('gets pages of its own, which no cache keeps, and leaves the shared ones alone (threat 7)', async () => {
    await open(program);
    await publish(program, await created(program, '/posts', { title: 'Dark mode' }));
    const shared = await visit(program, site);
    await ada.come(await linkFor(program.live));
    const own = await ada.get(site, { 'if-none-match': shared.headers.etag ?? '' });
    expect([own.status, own.headers['cache-control'], own.headers.etag]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    expect((await visit(program, site)).headers).toEqual(shared.headers);
    const [style] = /\/p\/default\/style\.css\?v=\w+/.exec(own.text) ?? [];
    expect((await ada.get(style ?? '')).headers['cache-control']).toContain('immutable');
  });
});

describe('a form', () => {
  it('needs the origin of its site; a page of another site, or of no one, is refused (threat 4)', async () => {
    await ada.come(await linkFor(program.live));
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.test' },
      { origin: 'https://earshot.test', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { referer: 'https://earshot.test/p/default' },
    ] as Record<string, string>[]) {
      const answer = await ada.post(`${site}/sign-out`, {}, headers);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
    }
    expect(await isSignedIn(ada)).toBe(true);
    expect((await ada.post(`${site}/sign-out`, {}, { origin: 'https://earshot.test' })).status).toBe(303);
  });

  it('is read below a public site only, and is small', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...fromSite };
    const headers = { ...form, authorization: `Bearer ${program.secrets.live}` };
    const api = await program.app.inject({ method: 'POST', url: '/v1/posts', headers, payload: 'title=x' });
    expect(api.statusCode).toBe(415);
    const large = await ada.post(`${site}/sign-in`, { token: 'x'.repeat(140_000) });
    expect(large.status).toBe(413);
  });

  it('is answered like a page that is not there while the site is off (threat 6)', async () => {
    await program.live.patch('/site', { visibility: 'off' });
    const answers = [
      await ada.post(`${site}/sign-in`, { token: 'x' }),
      await ada.post(`${site}/sign-out`),
      await ada.post('/p/unknown/sign-in', { token: 'x' }),
      await ada.post(`${site}/nowhere`),
      await ada.get(`${site}/sign-in`),
      await ada.get(`${site}/sign-in.js`),
    ];
    const [first] = answers;
    for (const { status, text } of answers) expect([status, text]).toEqual([404, first?.text]);
  });
});

describe('a site for those who have signed in (threat 11)', () => {
  it('shows others its name and logo, and nothing else in any format', async () => {
    const id = await created(program, '/posts', { title: 'A secret plan' });
    await publish(program, id);
    await open(program, {
      visibility: 'signed_in',
      name: 'Acme',
      description: 'Hush.',
      signInUrl: 'https://app.acme.test/in',
    });
    for (const path of ['', '/roadmap', '/changelog', `/posts/${id}`, '/posts/post_1', '/changelog/x']) {
      const answer = await visit(program, site + path);
      expect(answer.status, path).toBe(302);
      const returnTo = encodeURIComponent(path === '' ? '/' : path);
      expect(answer.headers.location).toBe(`${site}/sign-in?returnTo=${returnTo}`);
    }
    for (const path of [
      '/feedback.json',
      '/feedback.md',
      '/roadmap.json',
      '/changelog.md',
      `/posts/${id}.json`,
      '/posts/post_1.json',
      '/feed.xml',
      '/feed.json',
      '/changelog/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/files/att_1/a.png',
    ])
      expect((await visit(program, site + path)).status, path).toBe(401);
    const { status, text } = await visit(program, `${site}/sign-in?returnTo=/roadmap`);
    expect(status).toBe(200);
    expect(text).toContain('Acme');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain('https://app.acme.test/in?returnTo=%2Froadmap');
    expect(text).not.toMatch(/secret|Hush|feed\.xml/);
    await ada.come(await linkFor(program.live));
    expect((await ada.get(`${site}/posts/${id}`)).text).toContain('A secret plan');
    expect((await ada.get(`${site}/sign-in`)).text).toContain('You are signed in as Ada.');
  });

  it('is not opened by a rehearsal (threat 13)', async () => {
    expect((await ada.come(await linkFor(program.test))).status).toBe(303);
    expect((await ada.get(`${site}/feedback.json`)).status).toBe(401);
    expect((await ada.get(`${site}/sign-in`)).text).toContain('You are signed in as Ada.');
  });
});

describe('a rehearsal (threat 13)', () => {
  it('works like the rest for an hour, stores nothing, and ends with its key', async () => {
    await open(program);
    await program.idle();
    const before = program.dump();
    const link = await linkFor(program.test, { externalId: 'ada', name: 'Ada', returnTo: '/roadmap' });
    expect(link).toMatch(/\/sign-in\/test\./);
    const done = await ada.come(link);
    expect([done.status, done.headers.location]).toEqual([303, `${site}/roadmap`]);
    expect(done.headers['set-cookie']).toContain('Max-Age=3600;');
    expect(program.dump()).toBe(before);
    const isKnown = async () => (await ada.get(`${site}/sign-in`)).text.includes('signed in as Ada');
    expect(await isKnown()).toBe(true);
    program.clock.advance(3_599_999);
    expect(await isKnown()).toBe(true);
    program.clock.advance(1);
    expect(await isKnown()).toBe(false);

    await ada.come(await linkFor(program.test));
    const owner = await ownerOf(program);
    const { keys } = await owner.data('GET', '/console/api/keys');
    const key = keys.find(({ mode }: { mode: string }) => mode === 'test');
    await owner.data('DELETE', `/console/api/keys/${key.id}`);
    expect(await isKnown()).toBe(false);
  });

  it('cannot be forged, moved to another workspace, or turned from a link into a session', async () => {
    await open(program);
    await program.stranger.patch('/site', { visibility: 'public' });
    const link = await linkFor(program.test);
    const token = link.split('/').at(-1) ?? '';
    expect((await ada.come(link.replace('/p/default/', '/p/elsewhere/'))).status).toBe(401);
    ada.cookies.set(cookieName(), token);
    expect((await ada.get(`${site}/sign-in`)).text).not.toContain('signed in as');
    const [, payload = '', mac = ''] = token.split('.');
    const other = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...other, name: 'Eve' })).toString('base64url');
    for (const bad of [`test.${forged}.${mac}`, `test.${payload}.${'A'.repeat(43)}`, 'test.x.y', 'test.'])
      expect((await ada.post(`${site}/sign-in`, { token: bad })).status, bad).toBe(401);
  });
});

it('wrong tokens count against the limit of failed attempts (threat 12)', async () => {
  const limited = await startProgram({ environment: { AUTH_FAILURE_LIMIT: '2' } });
  try {
    await open(limited);
    const guess = () => visitorBrowser(limited).post(`${site}/sign-in`, { token: 'A'.repeat(43) });
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429]);
  } finally {
    await limited.close();
  }
});

it('names are shown if the team wants that, of those who have signed in themselves, until they go', async () => {
  await open(program, { showNames: true });
  const by = (externalId: string) => ({ author: { externalId } });
  const id = await created(program, '/posts', { title: 'Dark mode', ...by('ada') });
  const bobs = await created(program, '/posts', { title: 'Export', ...by('bob') });
  for (const one of [id, bobs]) await publish(program, one);
  const say = (externalId: string, name: string) =>
    program.live.post(`/posts/${id}/comments`, { content: 'Please.', author: { externalId, name } });
  await say('ada', 'Ada Signed');
  await say('bob', 'Bob Unseen');
  const page = async (format = '', postId = id) =>
    (await visit(program, `${site}/posts/${postId}${format}`)).text;
  const formats = ['', '.json', '.md'];
  for (const format of formats)
    expect((await page(format)) + (await page(format, bobs))).not.toMatch(/Ada Signed|Bob Unseen/);
  await ada.come(await linkFor(program.live, { externalId: 'ada' }));
  for (const format of formats) {
    // At the comment and at the post.
    expect((await page(format)).match(/Ada Signed/g)).toHaveLength(2);
    expect((await page(format)) + (await page(format, bobs))).not.toContain('Bob Unseen');
  }
  expect(JSON.parse(await page('.json')).post.authorName).toBe('Ada Signed');
  // Coming again changes nothing that visitors see.
  const revision = () => program.engines.store.read.workspaces.publicRevision(program.workspaceId);
  const before = await revision();
  await visitorBrowser(program).come(await linkFor(program.live, { externalId: 'ada' }));
  expect(await revision()).toBe(before);
  // Someone else's post, and back.
  const reassigned = async (externalId: string) =>
    program.live.patch(`/posts/${id}`, { authorExternalId: externalId });
  await reassigned('bob');
  expect((await page()).match(/Ada Signed/g)).toHaveLength(1);
  await reassigned('ada');
  expect((await page()).match(/Ada Signed/g)).toHaveLength(2);
  const users = (await program.live.get('/users?filters=externalId:ada')).body.data.users;
  await program.live.patch(`/users/${users[0].id}`, { name: 'Ada Renamed' });
  expect(await page()).toContain('Ada Renamed');
  await program.live.patch('/site', { showNames: false });
  expect(await page()).not.toContain('Ada Renamed');
  await program.live.patch('/site', { showNames: true });
  await program.live.delete(`/users/${users[0].id}`);
  expect(await page()).not.toContain('Ada Renamed');
});
