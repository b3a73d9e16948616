// Ownership of an email address: every order in which an impostor's password, invites, the OIDC provider and the
// operator can meet at one address. ADR 0035 has the table.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { argon2Passwords } from '../../../src/engines/passwords/argon2.ts';
import { accountId, type Browser, browser, ownerOf, password } from '../../support/console.ts';
import { startProvider, type TestProvider } from '../../support/network/oidc.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const publicUrl = 'http://localhost:3000';
const victim = 'victim@corp.example';
const impostorPassword = 'chosen by the impostor';
const victimPassword = 'chosen by the victim';

let provider: TestProvider;
let program: TestProgram;
/** The owner of workspace A (`default`), and the malicious owner of workspace B (`elsewhere`). */
let ownerA: Browser;
let ownerB: Browser;

beforeAll(async () => {
  provider = await startProvider(() => `${publicUrl}${api}/oidc/callback`);
});
afterAll(() => provider.close());
beforeEach(async () => {
  program = await startProgram({
    publicUrl,
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_ALLOWED_DOMAINS: 'allowed.example',
    },
  });
  ownerA = await ownerOf(program);
  ownerB = await ownerOfElsewhere('mallory@evil.example');
});
afterEach(() => program.close());

const operator = () => operatorOf(program.engines.store, program.clock);
const fresh = () => browser(program.app);

async function ownerOfElsewhere(email: string, given = password, page = fresh()): Promise<Browser> {
  const { id } = await operator().getBySlug('elsewhere');
  const token = await operator().setupToken(id);
  await page.data('POST', `${api}/setup/${token}`, { name: 'Mallory', email, password: given });
  return page;
}

const invite = async (page: Browser, email = victim, role = 'member'): Promise<string> => {
  const { url } = await page.data('POST', `${api}/invites`, { email, role });
  return `${api}/invitations/${String(url).split('/').at(-1)}`;
};

/** Accepts the invite with a new password; returns the signed-in browser. */
async function accept(link: string, given: string, name = 'Someone'): Promise<Browser> {
  const page = fresh();
  await page.data('POST', link, { name, password: given });
  return page;
}

/** The impostor accepts an invite to his own workspace that is addressed to the victim. */
const impersonate = async (role = 'member'): Promise<Browser> =>
  accept(await invite(ownerB, victim, role), impostorPassword, 'Impostor');

const signIn = (given: string, email = victim) => fresh().post(`${api}/session`, { email, password: given });

/** The slugs of the workspaces that the password gives access to, if any. */
const reach = async (given: string, email = victim): Promise<string[]> => {
  const { status, body } = await signIn(given, email);
  expect([200, 401]).toContain(status);
  return status === 200 ? slugs(body.data) : [];
};
const slugs = ({ workspaces }: { workspaces: { slug: string }[] }) =>
  workspaces.map(({ slug }) => slug).sort();
const reachOf = async (page: Browser): Promise<string[]> => {
  const { status, body } = await page.get(`${api}/session`);
  return status === 200 ? slugs(body.data) : [];
};

const sentTo = (page: Browser, path: string) =>
  page.call('GET', path, { headers: { 'x-earshot-console': undefined, 'sec-fetch-site': 'cross-site' } });

async function throughProvider(email = victim, name: string | undefined = 'The Victim'): Promise<Browser> {
  const page = fresh();
  provider.person = { sub: email, email, email_verified: true, ...(name !== undefined && { name }) };
  const { headers } = await sentTo(page, `${api}/oidc/start`);
  const back = await provider.visit(headers.location ?? '');
  expect((await sentTo(page, back.slice(publicUrl.length))).headers.location).not.toContain('error');
  return page;
}

/** The operator resets the password of an address; returns the new password. */
async function resetByOperator(email = victim): Promise<string> {
  const given = 'printed for the operator';
  await operator().resetPassword(email, await argon2Passwords().hash(given));
  return given;
}

describe('a password set by an invite link', () => {
  it('gives access to the workspace of the invite only', async () => {
    await impersonate();
    expect(await reach(impostorPassword)).toEqual(['elsewhere']);
  });

  it('stops working, with its sessions, once the provider has verified the address', async () => {
    const impostor = await impersonate('admin');
    await invite(ownerA, victim, 'admin');
    const person = await throughProvider();
    expect(await reachOf(person)).toEqual(['default', 'elsewhere']);
    expect(await reach(impostorPassword)).toEqual([]);
    expect(await reachOf(impostor)).toEqual([]);
    // The impostor also chose the name, so it is replaced. The user lands in the workspace that invited them.
    const { account, workspace } = await person.data('GET', `${api}/session`);
    expect([account.name, workspace.slug, workspace.role]).toEqual(['The Victim', 'default', 'admin']);
  });

  it('gives no access to another workspace that invites the address: that invite sets its own password', async () => {
    const impostor = await impersonate();
    const person = await accept(await invite(ownerA), victimPassword, 'The Victim');
    expect(await reachOf(person)).toEqual(['default']);
    expect(await reach(victimPassword)).toEqual(['default']);
    expect(await reach(impostorPassword)).toEqual(['elsewhere']);
    expect(await reachOf(impostor)).toEqual(['elsewhere']);
    expect(await accountId(person)).not.toBe(await accountId(impostor));
  });

  it('gives no access to another workspace, even when used to accept its invite', async () => {
    await impersonate();
    const link = await invite(ownerA);
    // Without a name this is not a new account, and the existing one cannot join.
    expect((await fresh().post(link, { password: impostorPassword })).status).toBe(400);
    const person = await accept(link, impostorPassword);
    expect(await reachOf(person)).toEqual(['default']);
    const { status } = await person.call('GET', `${api}/session`, {
      headers: { 'x-earshot-workspace': (await operator().getBySlug('elsewhere')).id },
    });
    expect(status).toBe(404);
  });

  it('gives no access to another workspace through a session that opens its invite', async () => {
    const impostor = await impersonate();
    const link = await invite(ownerA);
    expect((await impostor.data('GET', link)).joinsAs).toBeNull();
    expect((await impostor.post(link, {})).status).toBe(400);
    expect(await reachOf(impostor)).toEqual(['elsewhere']);
  });

  it('stays unverified when changed, and stops working once the address is verified', async () => {
    const impostor = await impersonate();
    const next = 'another one of the impostor';
    await impostor.data('PATCH', `${api}/account`, { password: { current: impostorPassword, next } });
    expect([await reach(impostorPassword), await reach(next)]).toEqual([[], ['elsewhere']]);
    await invite(ownerA);
    await throughProvider();
    expect([await reach(next), await reachOf(impostor)]).toEqual([[], []]);
    const late = await impostor.patch(`${api}/account`, {
      password: { current: next, next: impostorPassword },
    });
    expect(late.status).toBe(401);
  });

  it('cannot lock a user out of a workspace that allows their domain', async () => {
    const email = 'somebody@allowed.example';
    await accept(await invite(ownerB, email), impostorPassword);
    expect(await reachOf(await throughProvider(email))).toEqual(['default', 'elsewhere']);
    expect(await reach(impostorPassword, email)).toEqual([]);
  });

  it('creates a separate account if the address is already verified, until the next sign-in merges them', async () => {
    await invite(ownerA);
    const person = await throughProvider();
    const impostor = await impersonate();
    expect([await reachOf(person), await reachOf(impostor)]).toEqual([['default'], ['elsewhere']]);
    expect(await reachOf(await throughProvider())).toEqual(['default', 'elsewhere']);
    expect([await reachOf(impostor), await reach(impostorPassword)]).toEqual([[], []]);
    // The workspace lists both accounts as one member.
    const { members } = await ownerB.data('GET', `${api}/members`);
    expect(members.map(({ email }: { email: string }) => email)).toEqual(['mallory@evil.example', victim]);
  });

  it('is replaced when a removed member is invited again', async () => {
    const first = await accept(await invite(ownerA), victimPassword);
    const id = await accountId(first);
    await ownerA.data('DELETE', `${api}/members/${id}`);
    const again = await accept(await invite(ownerA), 'a later password');
    expect(await accountId(again)).toBe(id);
    expect([await reach(victimPassword), await reach('a later password')]).toEqual([[], ['default']]);
    expect(await reachOf(first)).toEqual([]);
  });
});

describe('a user with one unverified account in each of two workspaces', () => {
  it('has a single account with both roles once the address is verified', async () => {
    const inA = await accept(await invite(ownerA, victim, 'admin'), victimPassword);
    await impersonate('owner');
    const person = await throughProvider();
    const { workspaces } = await person.data('GET', `${api}/session`);
    expect(workspaces.map(({ slug, role }: { slug: string; role: string }) => [slug, role]).sort()).toEqual([
      ['default', 'admin'],
      ['elsewhere', 'owner'],
    ]);
    expect([await reach(victimPassword), await reach(impostorPassword), await reachOf(inA)]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('a setup link', () => {
  it('does not verify the address: its password stops working on the first verification', async () => {
    const { id } = await operator().create('third', 'Third');
    const token = await operator().setupToken(id);
    const impostor = fresh();
    const claim = { name: 'Impostor', email: victim, password: impostorPassword };
    await impostor.data('POST', `${api}/setup/${token}`, claim);
    await invite(ownerA);
    expect(await reachOf(await throughProvider())).toEqual(['default', 'third']);
    expect([await reach(impostorPassword), await reachOf(impostor)]).toEqual([[], []]);
  });

  it('gives its account no access to another workspace that invites the same address', async () => {
    const { id } = await operator().create('third', 'Third');
    const claim = { name: 'Impostor', email: victim, password: impostorPassword };
    await fresh().data('POST', `${api}/setup/${await operator().setupToken(id)}`, claim);
    const person = await accept(await invite(ownerA), victimPassword);
    expect(await reachOf(person)).toEqual(['default']);
    expect(await reach(impostorPassword)).toEqual(['third']);
  });

  it('verifies the address of the very first account, which keeps its password and sessions', async () => {
    await throughProvider('ada@example.com', 'Ada elsewhere');
    expect(await reach(password, 'ada@example.com')).toEqual(['default']);
    expect((await ownerA.data('GET', `${api}/session`)).account.name).toBe('Ada');
  });

  it('does not take over an unverified account with the same address', async () => {
    await impersonate();
    const { id } = await operator().create('third', 'Third');
    const person = fresh();
    const owner = { name: 'The Victim', email: victim, password: victimPassword };
    await person.data('POST', `${api}/setup/${await operator().setupToken(id)}`, owner);
    expect([await reachOf(person), await reach(victimPassword)]).toEqual([['third'], ['third']]);
    expect(await reach(impostorPassword)).toEqual(['elsewhere']);
  });
});

describe('a password reset by the operator', () => {
  it('verifies the address, and invalidates all earlier passwords and sessions', async () => {
    const impostor = await impersonate();
    const inA = await accept(await invite(ownerA), victimPassword);
    const given = await resetByOperator();
    expect(await reach(given)).toEqual(['default', 'elsewhere']);
    for (const old of [impostorPassword, victimPassword]) expect(await reach(old)).toEqual([]);
    for (const page of [impostor, inA]) expect(await reachOf(page)).toEqual([]);
  });

  it('allows joining other workspaces through their invites, and survives a sign-in through the provider', async () => {
    await accept(await invite(ownerA), victimPassword);
    const given = await resetByOperator();
    const person = fresh();
    await person.data('POST', await invite(ownerB), { password: given });
    expect(await reachOf(person)).toEqual(['default', 'elsewhere']);
    await throughProvider();
    expect([await reach(given), await reachOf(person)]).toEqual([
      ['default', 'elsewhere'],
      ['default', 'elsewhere'],
    ]);
  });

  it('allows joining without a password while signed in', async () => {
    await accept(await invite(ownerA), victimPassword);
    const person = fresh();
    await person.data('POST', `${api}/session`, { email: victim, password: await resetByOperator() });
    const link = await invite(ownerB, ` ${victim.toUpperCase()}`);
    expect((await person.data('GET', link)).joinsAs).toBe('Someone');
    expect((await ownerA.data('GET', link)).joinsAs).toBeNull();
    expect((await ownerA.post(link, {})).status).toBe(400);
    await person.data('POST', link, {});
    expect(await reachOf(person)).toEqual(['default', 'elsewhere']);
  });

  it('fails for an address without an account', async () => {
    await expect(resetByOperator('nobody@example.com')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an invite response', () => {
  it('does not reveal whether the address has an account, when viewed or accepted', async () => {
    await throughProviderOf('known@corp.example');
    const answers = [];
    for (const email of ['known@corp.example', 'new@corp.example']) {
      const link = await invite(ownerB, email);
      const looked = await fresh().get(link);
      const wrong = await fresh().post(link, { password: 'a guess of mallory' });
      const made = await fresh().post(link, { name: 'X', password: 'a guess of mallory' });
      answers.push([
        looked.status,
        Object.keys(looked.body.data),
        wrong.status,
        wrong.body.error.message,
        made.status,
        slugs(made.body.data),
      ]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([
      200,
      ['email', 'workspace', 'joinsAs'],
      400,
      '"name" is required.',
      201,
      ['elsewhere'],
    ]);
  });

  const throughProviderOf = async (email: string) => {
    await invite(ownerA, email);
    await throughProvider(email);
  };
});
