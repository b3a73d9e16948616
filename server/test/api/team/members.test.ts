import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { accountId, type Browser, browser, invitedBy, ownerOf, password } from '../../support/console.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const day = 86_400_000;

let program: TestProgram;
let owner: Browser;
let admin: Browser;
let member: Browser;
/** The owner of another workspace. */
let stranger: Browser;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  owner = await ownerOf(program);
  admin = await invitedBy(program, owner, 'admin');
  member = await invitedBy(program, owner, 'member');
  const operator = operatorOf(program.engines.store, program.clock);
  const { id } = await operator.getBySlug('elsewhere');
  stranger = browser(program.app);
  const eve = { name: 'Eve', email: 'eve@example.com', password };
  await stranger.data('POST', `${api}/setup/${await operator.setupToken(id)}`, eve);
});
afterAll(() => program.close());

const tokenIn = (url: string) => String(url).split('/').at(-1) ?? '';
const invite = (page: Browser, email: string, role = 'member') =>
  page.post(`${api}/invites`, { email, role });

describe('members', () => {
  it('can list each other, oldest first, with the time they were last seen', async () => {
    for (const page of [owner, admin, member]) {
      const { members } = await page.data('GET', `${api}/members`);
      expect(members.map(({ email, role }: { email: string; role: string }) => [email, role])).toEqual([
        ['ada@example.com', 'owner'],
        ['admin@example.com', 'admin'],
        ['member@example.com', 'member'],
      ]);
      expect(members[0]).toEqual({
        id: await accountId(owner),
        name: 'Ada',
        email: 'ada@example.com',
        role: 'owner',
        createdAt: expect.stringMatching(/Z$/),
        lastSeenAt: expect.stringMatching(/Z$/),
      });
    }
    const theirs = (await stranger.data('GET', `${api}/members`)).members;
    expect(theirs).toMatchObject([{ email: 'eve@example.com' }]);
  });

  it('cannot manage the workspace below admin, or change an owner below owner', async () => {
    const ids = {
      owner: await accountId(owner),
      admin: await accountId(admin),
      member: await accountId(member),
    };
    const refused: [Browser, string, string, unknown][] = [
      [member, 'PATCH', `/members/${ids.member}`, { role: 'admin' }],
      [member, 'DELETE', `/members/${ids.admin}`, undefined],
      [member, 'POST', '/invites', { email: 'x@example.com', role: 'member' }],
      [member, 'DELETE', '/invites/inv_1', undefined],
      [member, 'PATCH', '/workspace', { name: 'Mine' }],
      [member, 'POST', '/keys', { name: 'Mine', mode: 'live' }],
      [admin, 'PATCH', `/members/${ids.owner}`, { role: 'member' }],
      [admin, 'PATCH', `/members/${ids.admin}`, { role: 'owner' }],
      [admin, 'DELETE', `/members/${ids.owner}`, undefined],
      [admin, 'POST', '/invites', { email: 'x@example.com', role: 'owner' }],
    ];
    const before = program.dump();
    for (const [page, method, path, body] of refused) {
      const answer = await page.call(method, api + path, body === undefined ? {} : { body });
      expect([answer.status, answer.body.error.code], `${method} ${path}`).toEqual([403, 'FORBIDDEN']);
    }
    expect(program.dump()).toBe(before);
  });

  it('can be given another role or removed, which the audit log records', async () => {
    const page = await invitedBy(program, owner, 'member', 'moving@example.com');
    const id = await accountId(page);
    expect((await admin.data('PATCH', `${api}/members/${id}`, { role: 'admin' })).role).toBe('admin');
    expect((await page.data('GET', `${api}/session`)).workspace.role).toBe('admin');
    expect(await admin.data('DELETE', `${api}/members/${id}`)).toEqual({ id, deleted: true, keysRevoked: 0 });
    expect((await page.get(`${api}/session`)).status).toBe(401);
    const again = await browser(program.app).post(`${api}/session`, {
      email: 'moving@example.com',
      password,
    });
    expect(again.status).toBe(401);
    const actions = readAudit(program).flatMap(({ action, objectId }) => (objectId === id ? [action] : []));
    expect(actions).toEqual(['member.added', 'member.updated', 'member.removed']);
    expect((await admin.delete(`${api}/members/${id}`)).status).toBe(404);
    const wrong = await owner.patch(`${api}/members/${await accountId(member)}`, { role: 'king' });
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([400, 'role']);
  });

  it('return 404 to another workspace', async () => {
    const theirs = await accountId(stranger);
    for (const [method, body] of [
      ['PATCH', { role: 'member' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await owner.call(method, `${api}/members/${theirs}`, body === undefined ? {} : { body });
      expect(answer.status).toBe(404);
      const back = await stranger.call(method, `${api}/members/${await accountId(owner)}`, {
        body: { role: 'member' },
      });
      expect(back.status).toBe(404);
    }
  });

  it('always include an owner, even if two owners are demoted concurrently', async () => {
    const id = await accountId(owner);
    for (const answer of [
      await owner.patch(`${api}/members/${id}`, { role: 'admin' }),
      await owner.delete(`${api}/members/${id}`),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);

    for (let round = 0; round < 3; round += 1) {
      const second = await invitedBy(program, owner, 'owner', `second${round}@example.com`);
      const other = await accountId(second);
      const answers = await Promise.all([
        owner.patch(`${api}/members/${other}`, { role: 'member' }),
        second.patch(`${api}/members/${id}`, { role: 'member' }),
      ]);
      const { members } = await owner.data('GET', `${api}/members`);
      const owners = members.filter(({ role }: { role: string }) => role === 'owner');
      expect(owners).toHaveLength(1);
      expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
      // If the second owner won, it makes the first one an owner again.
      if (owners[0].id === other) await second.data('PATCH', `${api}/members/${id}`, { role: 'owner' });
      await owner.data('DELETE', `${api}/members/${other}`);
    }
  });
});

describe('an invite', () => {
  it('is a link that is shown once, works once, and expires after a week', async () => {
    const made = await invite(admin, ' Grace@Example.com ');
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^inv_/),
        email: 'Grace@Example.com',
        role: 'member',
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
        isMailed: false,
        url: expect.stringMatching(/^http:\/\/localhost:3000\/invite\/[A-Za-z0-9_-]{43}$/),
      },
    ]);
    const { url, ...shown } = made.body.data;
    expect((await owner.data('GET', `${api}/members`)).invites).toContainEqual(shown);
    expect(program.dump()).not.toContain(tokenIn(url));
    expect(JSON.stringify(program.logged())).not.toContain(tokenIn(url));
    const page = browser(program.app);
    expect(await page.data('GET', `${api}/invitations/${tokenIn(url)}`)).toEqual({
      email: 'Grace@Example.com',
      workspace: { name: 'Default workspace' },
      joinsAs: null,
    });
    const accept = (name: string | undefined, given = password) =>
      browser(program.app).post(`${api}/invitations/${tokenIn(url)}`, { name, password: given });
    expect((await accept(undefined)).body.error.details[0].field).toBe('name');
    expect((await accept('Grace', 'short')).status).toBe(400);
    const answers = await Promise.all([accept('Grace'), accept('Grace'), accept('Grace')]);
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.body.data.account).toMatchObject({ name: 'Grace', email: 'Grace@Example.com' });
    expect(JSON.stringify(program.logged())).not.toContain(tokenIn(url));
    expect((await page.get(`${api}/invitations/${tokenIn(url)}`)).status).toBe(404);
    expect((await invite(owner, 'GRACE@example.com')).status).toBe(409);
  });

  it('replaces an earlier one to the same email, can be withdrawn, and expires', async () => {
    const links = [await invite(owner, 'late@example.com'), await invite(owner, 'LATE@example.com', 'admin')];
    const [old, current] = links.map(({ body }) => body.data);
    const look = (of: { url: string }) => browser(program.app).get(`${api}/invitations/${tokenIn(of.url)}`);
    expect([(await look(old)).status, (await look(current)).status]).toEqual([404, 200]);
    expect((await stranger.delete(`${api}/invites/${current.id}`)).status).toBe(404);
    expect(await admin.data('DELETE', `${api}/invites/${current.id}`)).toEqual({
      id: current.id,
      deleted: true,
    });
    expect((await look(current)).status).toBe(404);
    const third = (await invite(owner, 'late@example.com')).body.data;
    program.clock.advance(7 * day);
    expect((await look(third)).status).toBe(404);
    expect((await owner.data('GET', `${api}/members`)).invites).toEqual([]);
  });

  it('can be accepted with the password of an existing account, or while signed in', async () => {
    const { url } = (await invite(stranger, 'ada@example.com', 'admin')).body.data;
    const path = `${api}/invitations/${tokenIn(url)}`;
    const page = browser(program.app);
    expect(await page.data('GET', path)).toMatchObject({ joinsAs: null });
    expect(await owner.data('GET', path)).toMatchObject({ joinsAs: 'Ada' });
    expect((await page.post(path, { password: 'a password of a thief' })).status).toBe(400);
    const session = await page.data('POST', path, { password });
    expect(session.workspace).toMatchObject({ slug: 'elsewhere', role: 'admin' });
    expect(session.workspaces).toHaveLength(2);
  });

  it.each([
    [{ email: 'nobody', role: 'member' }, 'email'],
    [{ email: 'a@b.example', role: 'boss' }, 'role'],
    [{ role: 'member' }, 'email'],
  ])('is rejected when created with %j', async (body, field) => {
    const answer = await owner.post(`${api}/invites`, body);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
  });
});

describe('after a member leaves', () => {
  let leaving: Browser;
  let id: string;
  let round = 0;
  const newKey = async (page: Browser, mode = 'live') =>
    (await page.data('POST', `${api}/keys`, { name: `Of ${mode}`, mode })) as {
      key: { id: string };
      secret: string;
    };
  const works = async (secret: string) =>
    (await program.app.inject({ url: '/v1/me', headers: { 'x-api-key': secret } })).statusCode === 200;
  const opens = async (url: string) =>
    (await browser(program.app).get(`${api}/invitations/${tokenIn(url)}`)).status === 200;
  const opened = async (url: string) =>
    (await browser(program.app).post(`${api}/invitations/${tokenIn(url)}`, { name: 'X', password })).status;

  beforeEach(async () => {
    round += 1;
    leaving = await invitedBy(program, owner, 'owner', `leaving${round}@example.com`);
    id = await accountId(leaving);
  });

  it('their invites end with the membership, and stay invalid if they rejoin', async () => {
    const { url } = (await invite(leaving, `by-removed${round}@example.com`)).body.data;
    expect(await opens(url)).toBe(true);
    await owner.data('DELETE', `${api}/members/${id}`);
    expect([await opens(url), await opened(url)]).toEqual([false, 404]);
    expect((await owner.data('GET', `${api}/members`)).invites).toEqual([]);
    await invitedBy(program, owner, 'owner', `leaving${round}@example.com`);
    expect(await opens(url)).toBe(false);
  });

  it("their invites end if they grant more than the member's new role allows", async () => {
    const links: Record<string, string> = {};
    for (const role of ['member', 'admin', 'owner'])
      links[role] = (await invite(leaving, `${role}-${round}@example.com`, role)).body.data.url;
    const open = async () => Promise.all(Object.values(links).map(opens));
    expect(await open()).toEqual([true, true, true]);
    await owner.data('PATCH', `${api}/members/${id}`, { role: 'admin' });
    expect(await open()).toEqual([true, true, false]);
    await owner.data('PATCH', `${api}/members/${id}`, { role: 'member' });
    expect(await open()).toEqual([false, false, false]);
    for (const url of Object.values(links)) expect(await opened(url)).toBe(404);
    const ended = readAudit(program).filter(({ action }) => action === 'invite.deleted');
    expect(ended.length).toBeGreaterThanOrEqual(3);
  });

  it('their invites are invalid even if written after the member was removed', async () => {
    const { url, id: inviteId } = (await invite(leaving, `raced${round}@example.com`)).body.data;
    const { store } = program.engines;
    const [row] = (await store.read.invites.list(program.workspaceId)).filter((one) => one.id === inviteId);
    await owner.data('DELETE', `${api}/members/${id}`);
    await store.transaction(async (write) => {
      if (row !== undefined) await write.invites.insert(row);
    });
    expect([await opens(url), await opened(url)]).toEqual([false, 404]);
    expect((await owner.data('GET', `${api}/members`)).invites).toEqual([]);
  });

  it('their API keys keep working, and show who created them', async () => {
    const { key, secret } = await newKey(leaving);
    const shown = async () =>
      (await owner.data('GET', `${api}/keys`)).keys.find((one: { id: string }) => one.id === key.id);
    expect(await shown()).toMatchObject({ createdById: id, createdBy: 'owner', creatorHasLeft: false });
    await owner.data('DELETE', `${api}/members/${id}?revokeKeys=false`);
    expect(await works(secret)).toBe(true);
    expect(await shown()).toMatchObject({ createdById: id, creatorHasLeft: true, revokedAt: null });
  });

  it('their API keys are revoked in the same transaction on request, and no other keys', async () => {
    const made = [await newKey(leaving), await newKey(leaving, 'test'), await newKey(owner)];
    const revoked = await newKey(leaving);
    await owner.data('DELETE', `${api}/keys/${revoked.key.id}`);
    expect(await admin.delete(`${api}/members/${id}?revokeKeys=true`)).toMatchObject({ status: 403 });
    expect(await Promise.all(made.map(({ secret }) => works(secret)))).toEqual([true, true, true]);
    expect(await owner.data('DELETE', `${api}/members/${id}?revokeKeys=true`)).toEqual({
      id,
      deleted: true,
      keysRevoked: 2,
    });
    expect(await Promise.all(made.map(({ secret }) => works(secret)))).toEqual([false, false, true]);
    const actions = readAudit(program).slice(-3);
    expect(actions.map(({ action }) => action)).toEqual(['member.removed', 'key.revoked', 'key.revoked']);
  });
});

describe('a write with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'once' };
  const refused: [string, number, () => Browser, string, string, unknown][] = [
    ['with an insufficient role', 403, () => member, 'POST', '/keys', { name: 'X', mode: 'live' }],
    ['with an invalid field', 400, () => owner, 'POST', '/invites', { email: 'nobody', role: 'member' }],
    ['with a missing field', 400, () => owner, 'PATCH', '/workspace', {}],
    ['to an unknown object', 404, () => owner, 'DELETE', '/members/acct_nobody', undefined],
    ['with a malformed id', 400, () => owner, 'DELETE', '/keys/a%20b', undefined],
    ['that conflicts', 409, () => owner, 'POST', '/invites', { email: 'ada@example.com', role: 'member' }],
    ['without a session', 401, () => browser(program.app), 'POST', '/keys', { name: 'X', mode: 'live' }],
    ['to an unknown path', 404, () => owner, 'POST', '/nothing', {}],
  ];
  it.each(refused)('%s is rejected with %i every time', async (_why, status, page, method, path, body) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await page().call(method, api + path, {
        headers,
        ...(body !== undefined && { body }),
      });
      expect([answer.status, answer.body.error.status]).toEqual([status, status]);
    }
  });

  it('from another origin, with another content type or with broken JSON is rejected as usual', async () => {
    const call = (more: Record<string, string>) =>
      owner.call('POST', `${api}/invites`, { body: {}, headers: { ...headers, ...more } });
    expect((await call({ origin: 'https://evil.example' })).status).toBe(401);
    expect((await call({ 'content-type': 'text/plain' })).status).toBe(415);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const broken = await program.app.inject({
      method: 'POST',
      url: `${api}/invites`,
      headers: { ...headers, cookie, 'x-earshot-console': '1', 'content-type': 'application/json' },
      payload: '{',
    });
    expect(broken.statusCode).toBe(400);
  });
});

describe('the workspace', () => {
  it('can be read and renamed, and the API shows the new name', async () => {
    const shown = await member.data('GET', `${api}/workspace`);
    expect(shown).toEqual({
      id: program.workspaceId,
      slug: 'default',
      name: 'Default workspace',
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await admin.patch(`${api}/workspace`, { name: '' })).status).toBe(400);
    expect(await admin.data('PATCH', `${api}/workspace`, { name: ' Acme ' })).toEqual({
      ...shown,
      name: 'Acme',
    });
    expect((await program.live.get('/me')).body.data.workspace.name).toBe('Acme');
    expect(readAudit(program).at(-1)).toEqual({ action: 'workspace.updated', objectId: program.workspaceId });
    const entries = readAudit(program).length;
    const { etag = '' } = (await program.live.get('/posts')).headers;
    expect((await admin.data('PATCH', `${api}/workspace`, { name: 'Acme' })).name).toBe('Acme');
    expect(readAudit(program)).toHaveLength(entries);
    expect((await program.live.get('/posts', { 'if-none-match': etag })).status).toBe(304);
  });
});
