// Invites by mail: what is sent, who sees the link, and what accepting one proves (threat 28). ADR 0035 has the rules.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { type Browser, browser, ownerOf, password } from '../../support/console.ts';
import { type MailServer, refusal, startMailServer } from '../../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const email = 'grace@example.com';
const impostorPassword = 'chosen by the impostor';
const ownPassword = 'chosen by the owner of it';

let mail: MailServer;
let program: TestProgram;
let ada: Browser;
/** The owner of another workspace. */
let mallory: Browser;
beforeEach(async () => {
  mail = await startMailServer();
  program = await startProgram({
    publicUrl: 'https://earshot.test',
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'team@acme.example' },
  });
  ada = await ownerOf(program);
  mallory = await setUp('elsewhere', 'mallory@evil.example');
});
afterEach(async () => {
  await program.close();
  await mail.close();
});

const rows = (sql: string) => program.database.rows(sql);
const operator = () => operatorOf(program.engines.store, program.clock);

/** A browser of someone whom a setup link has made the owner of a workspace of their own. */
async function setUpAnother(given: string): Promise<Browser> {
  await operator().create('another', 'Another');
  return setUp('another', email, given);
}
async function setUp(slug: string, address: string, given = password): Promise<Browser> {
  const token = await operator().setupToken((await operator().getBySlug(slug)).id);
  const page = browser(program.app);
  await page.data('POST', `${api}/setup/${token}`, { name: 'Mallory', email: address, password: given });
  return page;
}

const invite = (page: Browser, given: object = {}) =>
  page.data('POST', `${api}/invites`, { email, role: 'member', ...given });
const pathOf = (url: string | undefined) => `${api}/invitations/${String(url).split('/').at(-1)}`;
/** The path of the link in the last mail, once so many have come. */
async function mailed(count = 1): Promise<string> {
  program.mailing?.start();
  const text = (await mail.until(email, count)).at(-1)?.mail.text;
  return pathOf(/https:\/\/earshot\.test\/invite\/[\w-]{43}/.exec(text ?? '')?.[0]);
}
async function accept(path: string, given = ownPassword): Promise<Browser> {
  const page = browser(program.app);
  await page.data('POST', path, { name: 'Grace', password: given });
  return page;
}
const slugsIn = ({ workspaces }: { workspaces: { slug: string }[] }) =>
  workspaces.map(({ slug }) => slug).sort();
/** The workspaces that the password opens. */
async function reach(given: string): Promise<string[]> {
  const answer = await browser(program.app).post(`${api}/session`, { email, password: given });
  return answer.status === 200 ? slugsIn(answer.body.data) : [];
}
const accounts = () =>
  rows(`select confined_to, proven_at from accounts where email = '${email}' order by created_at, id`);

it('an invite goes to the address, and its link to no one else', async () => {
  const made = await invite(ada);
  expect(made).toMatchObject({ email, isMailed: true, url: null });
  const { url: _url, ...shown } = made;
  expect((await ada.data('GET', `${api}/members`)).invites).toEqual([shown]);
  const path = await mailed();
  const [{ mail: read, raw } = { mail: undefined, raw: '' }] = mail.to(email);
  expect(read?.subject).toBe('Join Default workspace');
  expect(read?.text).toContain('Ada invites you to join Default workspace on Earshot.');
  expect(raw).not.toContain('List-Unsubscribe');
  const token = path.split('/').at(-1) ?? '';
  expect(program.dump()).not.toContain(token);
  expect(JSON.stringify(program.logged())).not.toContain(token);
  expect(await browser(program.app).data('GET', path)).toMatchObject({ email, joinsAs: null });
  expect(slugsIn(await (await accept(path)).data('GET', `${api}/session`))).toEqual(['default']);
  expect(await reach(ownPassword)).toEqual(['default']);
  expect((await browser(program.app).get(path)).status).toBe(404);
});

it('an inviter who asks for the link gets another one: the mail’s ends, and this one proves nothing', async () => {
  await invite(ada);
  const path = await mailed();
  const { url, isMailed } = await invite(ada, { asLink: true });
  expect([isMailed, url]).toEqual([
    false,
    expect.stringMatching(/^https:\/\/earshot\.test\/invite\/[\w-]{43}$/),
  ]);
  expect((await browser(program.app).get(path)).status).toBe(404);
  await accept(pathOf(url));
  const [account] = await accounts();
  expect(account?.proven_at).toBeNull();
  expect(account?.confined_to).not.toBeNull();
  expect(mail.to(email)).toHaveLength(1);
});

it('an invite to an address that bounces gives the inviter the link', async () => {
  mail.behave({
    onRecipient() {
      throw refusal(550, '5.1.1 No such user');
    },
  });
  await invite(ada);
  program.mailing?.start();
  await expect.poll(async () => (await rows('select state from mails'))[0]?.state).toBe('failed');
  const { url, isMailed } = await invite(ada);
  expect([isMailed, url]).toEqual([
    false,
    expect.stringMatching(/^https:\/\/earshot\.test\/invite\/[\w-]{43}$/),
  ]);
  expect(await rows('select id from mails')).toHaveLength(1);
  expect((await (await accept(pathOf(url))).get(`${api}/session`)).status).toBe(200);
});

it.each([
  ['is withdrawn', async (id: string) => ada.data('DELETE', `${api}/invites/${id}`)],
  ['has expired', async () => program.clock.advance(7 * 86_400_000)],
])('an invite that %s is not sent anymore', async (_name, end) => {
  const { id } = await invite(ada);
  await end(id);
  program.mailing?.start();
  const sent = async () =>
    (await rows(`select state, answer from mails`)).map(({ state, answer }) => [state, answer]);
  await expect.poll(sent).toEqual([['dropped', 'The invite has ended.']]);
  expect(mail.received).toEqual([]);
});

it('a mail that is sent again has a link that works', async () => {
  let refused = 0;
  mail.behave({
    onRecipient() {
      refused += 1;
      if (refused === 1) throw refusal(451, '4.7.1 Please try again later');
    },
  });
  await invite(ada);
  program.mailing?.start();
  await expect.poll(async () => (await rows('select attempts from mails'))[0]?.attempts).toBe('1');
  program.clock.advance(10_000);
  program.mailing?.wake();
  expect((await browser(program.app).get(await mailed())).status).toBe(200);
});

describe('accepting an invite that only its mail has shown proves the address (threat 28)', () => {
  it('makes an open account of one that no one has', async () => {
    await invite(ada);
    await accept(await mailed());
    expect(await accounts()).toEqual([{ confined_to: null, proven_at: expect.stringMatching(/^\d+$/) }]);
    // From now on, other workspaces reach the same account.
    const { url } = await invite(mallory, { asLink: true });
    const again = browser(program.app);
    await again.data('POST', pathOf(url), { password: ownPassword });
    expect(await reach(ownPassword)).toEqual(['default', 'elsewhere']);
  });

  it('ends the password and the sessions of an impostor, and takes their membership over', async () => {
    const { url } = await invite(mallory, { asLink: true, role: 'admin' });
    const impostor = await accept(pathOf(url), impostorPassword);
    await invite(ada);
    const person = await accept(await mailed());
    expect(await reach(impostorPassword)).toEqual([]);
    expect((await impostor.get(`${api}/session`)).status).toBe(401);
    expect(slugsIn(await person.data('GET', `${api}/session`))).toEqual(['default', 'elsewhere']);
    expect(await reach(ownPassword)).toEqual(['default', 'elsewhere']);
    expect((await accounts()).filter(({ confined_to: confined }) => confined === null)).toHaveLength(1);
  });

  it('replaces the password that a setup link has set, which proves no address', async () => {
    const squatter = await setUpAnother(impostorPassword);
    await invite(ada);
    await accept(await mailed());
    expect(await reach(impostorPassword)).toEqual([]);
    expect((await squatter.get(`${api}/session`)).status).toBe(401);
    expect(await reach(ownPassword)).toEqual(['another', 'default']);
  });

  it('keeps the password that its owner gives again', async () => {
    await setUpAnother(ownPassword);
    await invite(ada);
    const page = browser(program.app);
    await page.data('POST', await mailed(), { password: ownPassword });
    expect(await reach(ownPassword)).toEqual(['another', 'default']);
    expect((await accounts())[0]?.proven_at).not.toBeNull();
  });

  it('changes nothing for an address that was proven before: its password stays', async () => {
    await invite(ada);
    await accept(await mailed());
    await invite(mallory);
    await accept(await mailed(2), 'another password of hers');
    expect(await reach(ownPassword)).toEqual(['default']);
    expect(await reach('another password of hers')).toEqual(['elsewhere']);
  });

  it('proves nothing for someone who joins by the session that they have', async () => {
    const page = await setUpAnother(ownPassword);
    await invite(ada);
    const path = await mailed();
    expect(await page.data('GET', path)).toMatchObject({ joinsAs: 'Mallory' });
    await page.data('POST', path, {});
    expect((await accounts()).map(({ proven_at: at }) => at)).toEqual([null]);
    expect(await reach(ownPassword)).toEqual(['another', 'default']);
  });
});
