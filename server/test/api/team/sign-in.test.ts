import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { type Browser, browser, invitedBy, ownerOf, password } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const minute = 60_000;
const day = 24 * 60 * minute;

let program: TestProgram;
const fresh = () => browser(program.app);
const signIn = (page: Browser, email = 'ada@example.com', given = password) =>
  page.post(`${api}/session`, { email, password: given });
const start = async (publicUrl = 'http://localhost:3000') => {
  program = await startProgram({ publicUrl });
};

describe('setup', () => {
  beforeAll(() => start());
  afterAll(() => program.close());
  const newToken = () =>
    operatorOf(program.engines.store, program.clock).setupToken(program.workspaceId) as Promise<string>;
  const ada = { name: 'Ada', email: ' Ada@Example.com ', password };

  it('is required until the first account exists', async () => {
    expect((await fresh().get(`${api}/sign-in-methods`)).body.data).toEqual({
      password: true,
      oidc: null,
      needsSetup: true,
    });
  });

  it.each([['nothing'], ['x'.repeat(43)], ['%00'], ['a'.repeat(5000)]])(
    'rejects an invalid token: %s',
    async (token) => {
      expect((await fresh().get(`${api}/setup/${token}`)).status).toBe(404);
      expect((await fresh().post(`${api}/setup/${token}`, ada)).status).toBe(404);
    },
  );

  it('shows the workspace and names every invalid field, without consuming the token', async () => {
    const token = await newToken();
    expect((await fresh().get(`${api}/setup/${token}`)).body.data).toEqual({
      workspace: { name: 'Default workspace' },
    });
    const missing = await fresh().post(`${api}/setup/${token}`, {});
    expect(missing.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'email',
      'password',
    ]);
    const wrong: [object, string][] = [
      [{ ...ada, name: ' ' }, 'name'],
      [{ ...ada, email: 'nobody' }, 'email'],
      [{ ...ada, password: 'too short' }, 'password'],
      [{ ...ada, password: 'x'.repeat(201) }, 'password'],
      [{ ...ada, password: 'Password1234' }, 'password'],
      [{ ...ada, password: 'aaaaaaaaaaaa' }, 'password'],
      [{ ...ada, password: 'ADA@example.com' }, 'password'],
    ];
    for (const [body, field] of wrong) {
      const answer = await fresh().post(`${api}/setup/${token}`, body);
      expect([answer.status, answer.body.error.details?.[0]?.field], answer.text).toEqual([400, field]);
    }
    expect((await fresh().get(`${api}/setup/${token}`)).status).toBe(200);
  });

  it('creates one owner for concurrent uses of any links, and then invalidates all links', async () => {
    const tokens = [await newToken(), await newToken()];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        fresh().post(`${api}/setup/${tokens[index % 2]}`, { ...ada, email: `ada${index}@example.com` }),
      ),
    );
    const [made, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    expect(made?.body.data).toMatchObject({
      account: { id: expect.stringMatching(/^acct_/), name: 'Ada', locale: null },
      workspace: { id: program.workspaceId, slug: 'default', name: 'Default workspace', role: 'owner' },
      workspaces: [{ id: program.workspaceId, role: 'owner' }],
    });
    for (const token of tokens) expect((await fresh().get(`${api}/setup/${token}`)).status).toBe(404);
    expect(await newToken()).toBeUndefined();
    expect((await fresh().get(`${api}/sign-in-methods`)).body.data.needsSetup).toBe(false);
  });

  it('accepts an existing account only with its password, for another workspace too', async () => {
    const [account] = program.database.rows('select email from accounts') as { email: string }[];
    const operator = operatorOf(program.engines.store, program.clock);
    const { id } = await operator.create('third', 'Third');
    const token = await operator.setupToken(id);
    const owner = { name: 'Someone', email: account?.email ?? '', password: 'not their password' };
    expect((await fresh().post(`${api}/setup/${token}`, owner)).status).toBe(401);
    const answer = await fresh().post(`${api}/setup/${token}`, { ...owner, password });
    expect(answer.body.data.workspace).toMatchObject({ slug: 'third', role: 'owner' });
    expect(answer.body.data.workspaces).toHaveLength(2);
  });

  it('expires after seven days', async () => {
    const operator = operatorOf(program.engines.store, program.clock);
    const { id } = await operator.create('late', 'Late');
    const token = await operator.setupToken(id);
    program.clock.advance(7 * day);
    expect((await fresh().get(`${api}/setup/${token}`)).status).toBe(404);
  });
});

describe('signing in', () => {
  beforeAll(async () => {
    await start();
    await ownerOf(program, 'Ada@Example.com');
  });
  afterAll(() => program.close());

  it('sets an HttpOnly, SameSite cookie and returns the account', async () => {
    const answer = await signIn(fresh(), ' aDA@example.com ');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-earshot=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-earshot-device=\d+\.[A-Za-z0-9_-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.data.account.email).toBe('Ada@Example.com');
  });

  it('stores neither the password nor the token in plain text', async () => {
    const page = fresh();
    await signIn(page);
    const token = page.cookies.get('__Host-earshot') ?? '';
    expect(token).toHaveLength(43);
    for (const text of [program.dump(), JSON.stringify(program.logged())]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(password);
    }
    const [row] = program.database.rows('select password_hash from accounts');
    expect(String(row?.password_hash)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('returns the same error for a wrong password and an unknown email', async () => {
    const answers = [
      await signIn(fresh(), 'ada@example.com', 'something else'),
      await signIn(fresh(), 'nobody@example.com'),
      await signIn(fresh(), '', ''),
      await signIn(fresh(), 'ada@example.com\0'),
    ];
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([
        401,
        {
          code: 'UNAUTHORIZED',
          message: 'Incorrect email or password.',
          status: 401,
        },
      ]);
  });

  it('ends the previous session of the same browser, and no other', async () => {
    const [page, other] = [fresh(), fresh()];
    await signIn(page);
    await signIn(other);
    const stolen = page.cookies.get('__Host-earshot') ?? '';
    await signIn(page);
    expect(page.cookies.get('__Host-earshot')).not.toBe(stolen);
    const thief = fresh();
    thief.cookies.set('__Host-earshot', stolen);
    expect((await thief.get(`${api}/session`)).status).toBe(401);
    expect((await other.get(`${api}/session`)).status).toBe(200);
  });

  it('is rejected from another origin', async () => {
    const body = { email: 'ada@example.com', password };
    const forged: Record<string, string | undefined>[] = [
      { 'x-earshot-console': undefined },
      { 'x-earshot-console': '2' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of forged) {
      const answer = await fresh().call('POST', `${api}/session`, { body, headers });
      expect([answer.status, answer.headers['set-cookie']], JSON.stringify(headers)).toEqual([
        403,
        undefined,
      ]);
    }
    for (const origin of ['http://localhost:3000', 'http://inside.example:8080']) {
      const headers = { origin, host: 'inside.example:8080' };
      expect((await fresh().call('POST', `${api}/session`, { body, headers })).status).toBe(200);
    }
  });

  it('does not answer CORS preflight requests', async () => {
    const { status, headers } = await fresh().call('OPTIONS', `${api}/session`, {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(404);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('password guessing', () => {
  beforeAll(async () => {
    await start();
    const owner = await ownerOf(program);
    await invitedBy(program, owner, 'member');
  });
  afterAll(() => program.close());

  it('is blocked after 10 wrong passwords for an email, even concurrently and with the right password', async () => {
    program.clock.advance(16 * minute);
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => signIn(fresh(), 'ada@example.com', 'something else')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toBe('900');
    expect(refused?.body.error.code).toBe('RATE_LIMITED');
    expect((await signIn(fresh(), 'ADA@example.com ')).status).toBe(429);
    expect((await signIn(fresh(), 'member@example.com')).status).toBe(200);
    program.clock.advance(15 * minute);
    expect((await signIn(fresh())).status).toBe(200);
  });

  it('gets no new attempts from a successful sign-in, which does not count as one', async () => {
    program.clock.advance(16 * minute);
    for (let round = 0; round < 9; round += 1)
      expect((await signIn(fresh(), 'ada@example.com', 'something else')).status).toBe(401);
    for (let round = 0; round < 3; round += 1) expect((await signIn(fresh())).status).toBe(200);
    expect((await signIn(fresh(), 'ada@example.com', 'something else')).status).toBe(401);
    expect((await signIn(fresh())).status).toBe(429);
  });

  it('is blocked after 50 wrong passwords from one address, across all emails', async () => {
    program.clock.advance(16 * minute);
    for (let round = 0; round < 50; round += 1)
      expect((await signIn(fresh(), `nobody${round}@example.com`)).status).toBe(401);
    expect((await signIn(fresh(), 'nobody@example.com')).status).toBe(429);
    expect((await signIn(fresh())).status).toBe(429);
  });
});

describe('password guessing from other addresses', () => {
  let known: Browser;
  const wrong = 'something else';
  const from = (page: Browser, address: string, given = password, email = 'ada@example.com') =>
    page.call('POST', `${api}/session`, {
      body: { email, password: given },
      headers: { 'x-forwarded-for': address },
    });
  /** Sends wrong passwords, each from its own address; returns the status codes. */
  const guesses = async (count: number, addressOf: (index: number) => string) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1)
      statuses.push((await from(fresh(), addressOf(index), wrong)).status);
    return statuses;
  };
  const apart = (index: number) => `198.51.${100 + Math.floor(index / 250)}.${index % 250}`;

  beforeEach(async () => {
    program = await startProgram({
      publicUrl: 'http://localhost:3000',
      environment: { TRUST_PROXY: 'true' },
    });
    known = await ownerOf(program);
    // The browser is signed out, but still a known device.
    await known.data('DELETE', `${api}/session`);
  });
  afterEach(() => program.close());

  it('does not block the right password from another address', async () => {
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      expect(await guesses(10, () => address)).toEqual(Array(10).fill(401));
      expect((await from(fresh(), address)).status).toBe(429);
    }
    expect((await from(fresh(), '203.0.113.9')).status).toBe(200);
  });

  it('does not block a known browser, even at the address of the attacker', async () => {
    await guesses(20, (index) => (index < 10 ? '203.0.113.1' : apart(index)));
    expect((await from(fresh(), '203.0.113.1')).status).toBe(429);
    expect((await from(known, '203.0.113.1')).status).toBe(200);
  });

  it('is throttled per email, across all addresses', async () => {
    const statuses = await guesses(60, apart);
    // 50 per 15 minutes, then 5 per minute.
    expect(statuses.filter((status) => status === 401)).toHaveLength(55);
    expect(statuses.lastIndexOf(401)).toBe(54);
    const right = await from(fresh(), '203.0.113.9');
    expect([right.status, Number(right.headers['retry-after'])]).toEqual([429, 60]);
    expect((await from(known, '203.0.113.9')).status).toBe(200);
    // Other emails are not throttled.
    const other = await from(fresh(), '203.0.113.9', wrong, 'other@example.com');
    expect(other.status).toBe(401);
    // The right password waits one minute, not 15.
    program.clock.advance(minute);
    expect((await from(fresh(), '203.0.113.9')).status).toBe(200);
  });

  it('from a known browser is blocked after 10 attempts, without affecting other browsers', async () => {
    for (let round = 0; round < 10; round += 1)
      expect((await from(known, apart(round), wrong)).status).toBe(401);
    expect((await from(known, apart(11))).status).toBe(429);
    expect((await from(fresh(), apart(12))).status).toBe(200);
    program.clock.advance(15 * minute);
    expect((await from(known, apart(13))).status).toBe(200);
  });

  it('is not exempted by a device cookie that is forged, of another user or older than the password', async () => {
    const owner = fresh();
    await signIn(owner);
    const other = await invitedBy(program, owner, 'member');
    const token = owner.cookies.get('__Host-earshot-device') ?? '';
    const next = 'an even longer passphrase';
    await owner.data('PATCH', `${api}/account`, { password: { current: password, next } });
    expect(owner.cookies.get('__Host-earshot-device')).not.toBe(token);
    await guesses(10, () => '203.0.113.1');
    const forged = [
      token,
      other.cookies.get('__Host-earshot-device') ?? '',
      `${token.split('.')[0]}.${'A'.repeat(43)}`,
      `1.${token.split('.')[1]}`,
      'nonsense',
    ];
    for (const value of forged) {
      const page = fresh();
      page.cookies.set('__Host-earshot-device', value);
      expect((await from(page, '203.0.113.1', next)).status, value).toBe(429);
    }
    owner.cookies.delete('__Host-earshot');
    expect((await from(owner, '203.0.113.1', next)).status).toBe(200);
    program.clock.advance(180 * day);
    await guesses(10, () => '203.0.113.1');
    expect((await from(owner, '203.0.113.1', next)).status).toBe(429);
  });

  it('counts all addresses of an IPv6 /64 as one', async () => {
    expect(await guesses(12, (index) => `2001:db8:1:2::${index}`)).toEqual([
      ...Array(10).fill(401),
      429,
      429,
    ]);
    expect((await from(fresh(), '2001:db8:1:3::1', wrong)).status).toBe(401);
    // An IPv4-mapped IPv6 address counts as its IPv4 address, not as one /64 for all of them.
    expect(await guesses(12, (index) => `::ffff:203.0.113.${index}`)).toEqual(Array(12).fill(401));
  });
});

describe('over plain HTTP on a public host', () => {
  beforeAll(() => start('http://feedback.example'));
  afterAll(() => program.close());

  it('the cookie has another name and is not marked Secure', async () => {
    const page = await ownerOf(program);
    expect([...page.cookies.keys()]).toEqual(['earshot', 'earshot-device']);
    const answer = await page.get(`${api}/session`);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([
      200,
      expect.stringMatching(/^earshot=.+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });
});
