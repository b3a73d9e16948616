// Signing in with a token that the host application signed: what it must say, and what is refused (threat 12).

import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toIso } from '../../src/domain/kernel/clock.ts';
import { readAudit } from '../support/database.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { fieldsIn, type VisitorBrowser, visitorBrowser } from './visitor.ts';
import { open } from './world.ts';

let program: TestProgram;
let secret: string;
let ada: VisitorBrowser;
const site = '/p/default';
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'https://earshot.test' });
  await open(program, { visibility: 'signed_in' });
  secret = await newSecret('live');
});
afterAll(() => program.close());
beforeEach(() => {
  ada = visitorBrowser(program);
  program.clock.advance(1000);
});

const newSecret = async (mode: 'live' | 'test'): Promise<string> => {
  const answer = await program.live.post('/site/identity-secret', { mode });
  expect(answer.status).toBe(201);
  return answer.body.data.secret;
};

const now = () => Math.floor(program.clock.now() / 1000);
let serial = 0;
const claims = (given: object = {}) => {
  serial += 1;
  const times = { iat: now(), exp: now() + 300 };
  return { aud: 'default', sub: `crm-${serial}`, jti: `jti-${serial}`, name: 'Ada', ...times, ...given };
};
const signed = (given: object = {}, by = secret, header: object = {}) =>
  new SignJWT(claims(given))
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(new TextEncoder().encode(by));
const send = (token: string, browser = ada, more = {}) => browser.post(`${site}/sign-in`, { token, ...more });
const isSignedIn = async (browser = ada) => (await browser.get(`${site}/feedback.json`)).status === 200;

describe('a token', () => {
  it('signs in the person that it names, once, also if it is sent twice at the same time', async () => {
    const token = await signed({ sub: 'crm-ada', email: 'ada@example.com', email_verified: true });
    const browsers = [ada, visitorBrowser(program), visitorBrowser(program)];
    const answers = await Promise.all(
      browsers.map((browser) => send(token, browser, { returnTo: '/roadmap' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    const done = answers.find(({ status }) => status === 303);
    expect(done?.headers.location).toBe(`${site}/roadmap`);
    const users = (await program.live.get('/users?filters=externalId:crm-ada')).body.data.users;
    expect(users).toMatchObject([{ externalId: 'crm-ada', name: 'Ada', email: 'ada@example.com' }]);
    expect(program.events().at(-1)).toMatchObject({ type: 'user.created' });
    const [used] = await program.database.rows('select digest, expires_at from used_tokens');
    expect(used).toEqual({
      digest: expect.stringMatching(/^[0-9a-f]{40,64}$/),
      expires_at: String((now() + 360) * 1000),
    });
    expect((await send(token)).status).toBe(401);
  });

  it('that comes in the fragment is sent by the page’s script, which asks if someone is signed in', async () => {
    const page = await ada.get(`${site}/sign-in`);
    expect(page.text).toContain('id="sign-in" hidden');
    expect(fieldsIn(page.text)).toEqual({ token: '', returnTo: '/' });
    const script = (await ada.get(/\/p\/default\/sign-in\.js\?v=\w+/.exec(page.text)?.[0] ?? '')).text;
    expect(script.indexOf('history.replaceState')).toBeLessThan(script.indexOf('form.submit()'));
    await send(await signed());
    expect(fieldsIn((await ada.get(`${site}/sign-in`)).text)).toMatchObject({ confirm: 'yes' });
    const asked = await send(await signed({ name: 'Bob' }));
    expect([asked.status, asked.text.includes('Continue as Bob')]).toEqual([200, true]);
    expect((await send(fieldsIn(asked.text)?.token ?? '', ada, { confirm: 'yes' })).status).toBe(303);
  });

  const wrong: [string, () => object, object?][] = [
    ['for another workspace', () => ({ aud: 'elsewhere' })],
    ['for several', () => ({ aud: ['default'] })],
    ['for no one', () => ({ sub: undefined })],
    ['with an empty subject', () => ({ sub: '' })],
    ['with a subject that is no text', () => ({ sub: 7 })],
    ['without an id', () => ({ jti: undefined })],
    ['without an end', () => ({ exp: undefined })],
    ['without a beginning', () => ({ iat: undefined })],
    ['that is over', () => ({ iat: now() - 300, exp: now() - 61 })],
    ['from the future', () => ({ iat: now() + 62, exp: now() + 100 })],
    ['not valid yet', () => ({ nbf: now() + 62 })],
    ['valid for too long', () => ({ exp: now() + 3601 })],
    ['that ends before it begins', () => ({ iat: now() + 30, exp: now() + 20 })],
    ['with an invalid address', () => ({ email: 'nobody' })],
    ['with a name that is no text', () => ({ name: { first: 'Ada' } })],
    ['that brings the address of its keys', () => ({}), { jku: 'https://evil.test/keys' }],
    ['that brings the address of a certificate', () => ({}), { x5u: 'https://evil.test/cert' }],
    ['that brings its key', () => ({}), { jwk: { kty: 'oct', k: 'AAAA' } }],
  ];
  it.each(wrong)('%s is refused, in one sentence', async (_, given, header) => {
    const { status, text } = await send(await signed(given(), secret, header));
    expect([status, text.includes('This sign-in no longer works.')]).toEqual([401, true]);
    expect(await isSignedIn()).toBe(false);
  });

  it('is taken a minute early or late', async () => {
    const early = { iat: now() + 59, exp: now() + 120 };
    const late = { iat: now() - 300, exp: now() - 59 };
    for (const given of [early, late])
      expect((await send(await signed(given), visitorBrowser(program))).status).toBe(303);
  });

  it('that no one signed, or someone else, or that was changed, is refused', async () => {
    const good = await signed();
    const [header, , signature] = good.split('.');
    const other = Buffer.from(JSON.stringify(claims({ sub: 'admin' }))).toString('base64url');
    const { privateKey } = await generateKeyPair('RS256');
    for (const bad of [
      new UnsecuredJWT(claims()).encode(),
      await signed({}, 'another secret of the same length'),
      await signed({}, ''.padEnd(32, 'x')),
      `${header}.${other}.${signature}`,
      `${good}x`,
      'a.b.c',
      good.replace(/\.[^.]*$/, '.'),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
      await signed({ sub: 'x'.repeat(5000) }),
    ])
      expect((await send(bad)).status, bad.slice(0, 80)).toBe(401);
    const crit = { crit: ['b64'], b64: true };
    const critical = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', ...crit });
    expect(
      (await send(await critical.sign(new TextEncoder().encode(secret), { crit: { b64: true } }))).status,
    ).toBe(401);
  });

  it('cannot sign in the workspace itself', async () => {
    const [{ user_id: own } = { user_id: '' }] = await program.database.rows(
      `select user_id from workspaces where slug = 'default'`,
    );
    await program.live.patch(`/users/${own}`, { externalId: 'team' });
    expect((await send(await signed({ sub: 'team' }))).status).toBe(401);
  });
});

describe('a secret', () => {
  it('works for 24 hours after the next one, is shown once, and is recorded without a word of it', async () => {
    const before = program.dump();
    const tried = await program.test.post('/site/identity-secret', { mode: 'live' });
    expect([tried.status, program.dump()]).toEqual([201, before]);
    const first = secret;
    const again = () =>
      program.live.call('POST', '/site/identity-secret', {
        body: { mode: 'live' },
        headers: { 'idempotency-key': 'next' },
      });
    const next = (await again()).body.data;
    secret = next.secret;
    expect(next).toEqual({
      secret: expect.stringMatching(/^idsec_live_[\w-]{43}$/),
      mode: 'live',
      previousExpiresAt: toIso(program.clock.now() + 86_400_000),
    });
    expect((await again()).body.data.secret).toBeUndefined();
    expect((await send(await signed({}, first))).status).toBe(303);
    expect((await send(await signed(), visitorBrowser(program))).status).toBe(303);
    const [entry] = readAudit(program).slice(-1);
    expect(JSON.stringify(program.events())).not.toContain(next.secret);
    expect(JSON.stringify(entry)).not.toContain(next.secret);
    program.clock.advance(86_400_000);
    expect((await send(await signed({}, first), visitorBrowser(program))).status).toBe(401);
    expect((await program.stranger.post('/site/identity-secret', { mode: 'other' })).status).toBe(400);
  });

  it('of the test mode rehearses: nothing is stored, and no closed site opens (threat 13)', async () => {
    const rehearsing = await newSecret('test');
    await program.idle();
    const before = program.dump();
    const token = await signed({ sub: 'nobody' }, rehearsing);
    expect((await send(token)).headers['set-cookie']).toContain('Max-Age=3600;');
    expect((await ada.get(`${site}/sign-in`)).text).toContain('You are signed in as Ada.');
    expect(await isSignedIn()).toBe(false);
    expect(program.dump()).toBe(before);
    await newSecret('test');
    program.clock.advance(3_599_000);
    expect((await ada.get(`${site}/sign-in`)).text).toContain('You are signed in as Ada.');
  });

  it('of a rehearsal ends the session that the browser came with (threat 9)', async () => {
    const browser = visitorBrowser(program);
    expect((await send(await signed({ sub: 'crm-came' }), browser)).status).toBe(303);
    const sessions = () => program.database.rows('select id from visitor_sessions');
    const before = (await sessions()).length;
    const token = await signed({ sub: 'nobody' }, await newSecret('test'));
    expect((await send(token, browser, { confirm: 'yes' })).status).toBe(303);
    expect(await sessions()).toHaveLength(before - 1);
  });
});

it('a public key signs nothing unless its issuer is named and its set is ours, and never with HS256', async () => {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one' };
  await program.live.patch('/site', {
    identityJwksUrl: 'https://keys.test/keys.json',
    identityIssuer: 'https://acme.test',
  });
  const asSecret = await signed({ iss: 'https://acme.test' }, JSON.stringify(jwk), { kid: 'one' });
  expect((await send(asSecret)).status).toBe(401);
});
