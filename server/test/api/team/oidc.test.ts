import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, type Browser, browser, ownerOf, password } from '../../support/console.ts';
import { startProvider, type TestProvider } from '../../support/network/oidc.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const publicUrl = 'http://localhost:3000';

let provider: TestProvider;
let program: TestProgram;
let owner: Browser;
beforeAll(async () => {
  provider = await startProvider(() => `${publicUrl}${api}/oidc/callback`);
  program = await startProgram({
    publicUrl,
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_LABEL: 'Acme',
      OIDC_ALLOWED_DOMAINS: 'acme.example, Other.Example',
    },
  });
  owner = await ownerOf(program);
});
afterAll(async () => {
  await program.close();
  await provider.close();
});

/** A cross-site navigation of the browser, without the header that the console's pages send. */
const sentTo = (page: Browser, path: string) =>
  page.call('GET', path, { headers: { 'x-earshot-console': undefined, 'sec-fetch-site': 'cross-site' } });

const begin = async (page: Browser, to = '/feedback?x=1') => {
  const { status, headers } = await sentTo(page, `${api}/oidc/start?to=${encodeURIComponent(to)}`);
  expect(status).toBe(302);
  return headers.location ?? '';
};

/** The whole round trip through the provider; returns the final location. */
async function signIn(page: Browser, person: TestProvider['person'], to?: string): Promise<string> {
  provider.person = person;
  const back = await provider.visit(await begin(page, to));
  const { status, headers } = await sentTo(page, back.slice(publicUrl.length));
  expect(status).toBe(302);
  return headers.location ?? '';
}

const verified = (email: string) => ({ sub: email, email, email_verified: true, name: 'Grace' });
const isSignedIn = async (page: Browser) => (await page.get(`${api}/session`)).status === 200;

describe('signing in through an OIDC provider', () => {
  let page: Browser;
  beforeEach(() => {
    page = browser(program.app);
  });

  it('is offered with its label', async () => {
    expect((await page.data('GET', `${api}/sign-in-methods`)).oidc).toEqual({ label: 'Acme' });
  });

  it('sends PKCE, state and nonce, and keeps its state in a short-lived cookie', async () => {
    const { headers } = await sentTo(page, `${api}/oidc/start`);
    const query = new URL(headers.location ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      client_id: provider.clientId,
      redirect_uri: `${publicUrl}${api}/oidc/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers['set-cookie']).toMatch(
      /^__Host-earshot-oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('matches the account by email, case-insensitively, and redirects to the requested page', async () => {
    expect(await signIn(page, verified('ADA@example.com'))).toBe(`${publicUrl}/feedback?x=1`);
    expect(await accountId(page)).toBe(await accountId(owner));
    expect([...page.cookies.keys()]).toEqual(['__Host-earshot']);
  });

  it("creates an account for an invited user with the invite's role, and consumes the invite", async () => {
    const { url } = await owner.data('POST', `${api}/invites`, { email: 'grace@example.com', role: 'admin' });
    await signIn(page, verified('Grace@example.com'));
    expect(await page.data('GET', `${api}/session`)).toMatchObject({
      account: { name: 'Grace', email: 'Grace@example.com' },
      workspace: { slug: 'default', role: 'admin' },
    });
    expect((await browser(program.app).get(`${api}/invitations/${url.split('/').at(-1)}`)).status).toBe(404);
    // The account has no password.
    const guess = { email: 'grace@example.com', password };
    expect((await browser(program.app).post(`${api}/session`, guess)).status).toBe(401);
  });

  it('adds a user with an email in an allowed domain as a member, once', async () => {
    for (const email of ['alan@acme.example', 'kurt@OTHER.example']) {
      const other = browser(program.app);
      await signIn(other, verified(email));
      expect((await other.data('GET', `${api}/session`)).workspace).toMatchObject({
        slug: 'default',
        role: 'member',
      });
    }
    await signIn(page, verified('alan@acme.example'));
    const { members } = await owner.data('GET', `${api}/members`);
    expect(members.filter(({ email }: { email: string }) => email === 'alan@acme.example')).toHaveLength(1);
  });

  it.each([
    ['a user without an invite', verified('eve@example.com'), 'oidc_not_invited'],
    ['a domain that ends like an allowed one', verified('eve@evilacme.example'), 'oidc_not_invited'],
    ['an unverified email', { ...verified('ada@example.com'), email_verified: false }, 'oidc_not_invited'],
    ['a missing email', { sub: 'anonymous' }, 'oidc_failed'],
  ])('rejects %s', async (_who, person, reason) => {
    expect(await signIn(page, person)).toBe(`${publicUrl}/sign-in?error=${reason}`);
    expect(await isSignedIn(page)).toBe(false);
  });

  it('never redirects to another site', async () => {
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a\nb',
    ])
      expect(await signIn(browser(program.app), verified('ada@example.com'), to)).toBe(`${publicUrl}/`);
  });

  it('fails if the callback reaches another browser, is replayed or is modified', async () => {
    provider.person = verified('ada@example.com');
    const failed = `${publicUrl}/sign-in?error=oidc_failed`;
    const back = (await provider.visit(await begin(page))).slice(publicUrl.length);
    const thief = browser(program.app);
    expect((await sentTo(thief, back)).headers.location).toBe(failed);
    const confused = browser(program.app);
    await begin(confused);
    expect((await sentTo(confused, back)).headers.location).toBe(failed);
    const state = new URLSearchParams(back.split('?')[1]).get('state') ?? '';
    for (const changed of [
      `${api}/oidc/callback`,
      `${api}/oidc/callback?error=access_denied&state=${state}`,
    ]) {
      const other = browser(program.app);
      for (const [name, value] of page.cookies) other.cookies.set(name, value);
      expect((await sentTo(other, changed)).headers.location).toBe(failed);
      expect(await isSignedIn(other)).toBe(false);
    }
    for (const one of [thief, confused]) expect(await isSignedIn(one)).toBe(false);
    for (const value of ['', 'nonsense', Buffer.from('{"state":1}').toString('base64url')]) {
      const other = browser(program.app);
      other.cookies.set('__Host-earshot-oidc', value);
      expect((await sentTo(other, back)).headers.location).toBe(failed);
    }
  });
});

describe('without a reachable OIDC provider', () => {
  it('returns 404 if none is configured, and redirects to the sign-in page if it is down', async () => {
    const plain = await startProgram({ publicUrl });
    expect((await browser(plain.app).get(`${api}/oidc/start`)).status).toBe(404);
    expect((await browser(plain.app).get(`${api}/oidc/callback?code=x&state=y`)).status).toBe(404);
    await plain.close();
    const gone = await startProvider(() => publicUrl);
    await gone.close();
    const environment = { OIDC_ISSUER: gone.issuer, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
    const lost = await startProgram({ publicUrl, environment });
    const { headers } = await sentTo(browser(lost.app), `${api}/oidc/start`);
    expect(headers.location).toBe(`${publicUrl}/sign-in?error=oidc_unavailable`);
    await lost.close();
  });
});
