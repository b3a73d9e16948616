// A member sends themselves the mail about a changelog entry, against a real mail server.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, browser, ownerOf, password } from '../../support/console.ts';
import { type MailServer, startMailServer } from '../../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const me = 'ada@example.com';

let server: MailServer;
let program: TestProgram;
let ada: Browser;
beforeEach(async () => {
  server = await startMailServer();
  program = await startProgram({
    publicUrl: 'https://earshot.test',
    environment: { SMTP_URL: server.url, MAIL_FROM: 'ideas@acme.example' },
  });
  await program.live.patch('/site', { visibility: 'public', name: 'Acme Ideas' });
  ada = await ownerOf(program, me);
});
afterEach(async () => {
  await program.close();
  await server.close();
});

const newPost = async (title: string, visibility = 'public'): Promise<string> =>
  (await program.live.post('/posts', { title, visibility })).body.data.id;
const newEntry = async (given: object = {}): Promise<string> => {
  const entry = { title: 'Dark mode is here', content: 'Switch it on.', ...given };
  return (await program.live.post('/changelogs', entry)).body.data.id;
};
const test = (id: string, page = ada) => page.post(`/console/api/changelogs/${id}/test`);
const sendAll = async () => {
  program.mailing?.start();
  program.mailing?.wake();
  await program.mailing?.idle();
};
const tested = async (id: string) => {
  const sent = await test(id);
  expect([sent.status, sent.body.data]).toEqual([200, { email: me }]);
  await sendAll();
  return server.to(me).at(-1);
};
const textOf = async (id: string) => (await tested(id))?.mail.text?.replaceAll(/\s+/g, ' ');
/** A browser of a member who proves their address, or not. */
async function memberAt(email: string, isProven: boolean): Promise<Browser> {
  const invite = await ada.data('POST', '/console/api/invites', {
    ...{ email, role: 'member', asLink: !isProven },
  });
  await sendAll();
  const link = invite.url ?? /https:\S+\/invite\/[\w-]+/.exec(server.to(email)[0]?.mail.text ?? '')?.[0];
  const page = browser(program.app);
  const path = `/console/api/invitations/${String(link).split('/').at(-1)}`;
  await page.data('POST', path, { name: 'Mel', password });
  return page;
}

describe('a test of a changelog entry', () => {
  it('is the mail that followers would get, of a draft without any, to the own address', async () => {
    const linkedPostIds = [await newPost('Dark mode'), await newPost('Secret', 'internal')];
    const id = await newEntry({ linkedPostIds });
    const { mail, raw } = (await tested(id)) ?? {};
    expect(mail).toMatchObject({
      subject: '[Test] Dark mode is here',
      from: { name: 'Acme Ideas', address: 'ideas@acme.example' },
      to: [{ name: 'Ada', address: me }],
    });
    const text = mail?.text ?? '';
    expect(text).toContain('News from Acme Ideas about “Dark mode”:');
    expect(text).toContain('> Switch it on.');
    expect(text).toMatch(/https:\/\/earshot\.test\/p\/default\/changelog\/dark-mode-is-here\b/);
    expect(text).toContain('You asked for this test.');
    expect(text).toContain('Its button works once the entry is published.');
    for (const label of ['Stop mails about the changelog:', 'Stop all news by mail:'])
      expect(text).toContain(label);
    for (const part of [text, mail?.html]) expect(part).not.toContain('Secret');
    expect(raw).toContain('Auto-Submitted: auto-generated');
    expect(server.received).toHaveLength(1);
    expect((await program.live.get(`/changelogs/${id}`)).body.data).toMatchObject({ state: 'draft' });
  });

  it('says the same as the notice of the published entry, and counts as none', async () => {
    const postId = await newPost('Dark mode');
    await program.live.post(`/posts/${postId}/followers`, { userEmail: me });
    const id = await newEntry({ linkedPostIds: [postId] });
    await tested(id);
    const told = await program.live.post(`/changelogs/${id}/publish`, { notify: true, dryRun: true });
    expect(told.body.data.wouldNotify.count).toBe(1);
    expect((await program.live.get(`/changelogs/${id}/notices`)).body.data.notices).toEqual([]);
    await program.live.post(`/changelogs/${id}/publish`, { notify: true });
    await sendAll();
    const after = await tested(id);
    const [, notice] = server.to(me);
    expect([notice?.mail.subject, after?.mail.subject]).toEqual([
      'Dark mode is here',
      '[Test] Dark mode is here',
    ]);
    const body = (text = '') => text.slice(0, text.indexOf('-- '));
    expect(body(after?.mail.text)).toBe(body(notice?.mail.text));
    expect(after?.mail.text).not.toContain('once the entry is published');
    expect((await program.live.get(`/changelogs/${id}/notices`)).body.data.notices).toHaveLength(1);
    expect((await program.live.get(`/posts/${postId}/notices`)).body.data.notices).toHaveLength(1);
  });

  it('has what is stored when it is sent, also of a scheduled entry, in the language of the member', async () => {
    const publishedAt = new Date(program.clock.now() + 3_600_000).toISOString();
    const id = await newEntry({ state: 'scheduled', publishedAt });
    await ada.patch('/console/api/account', { locale: 'de-AT' });
    await test(id);
    await program.live.patch(`/changelogs/${id}`, { title: 'Darker' });
    await sendAll();
    expect(server.received[0]?.mail.subject).toBe('[Test] Darker');
    expect(server.received[0]?.mail.text).toContain('Neuigkeiten von Acme Ideas:');
    await ada.patch('/console/api/account', { locale: 'zh' });
    expect((await tested(id))?.mail.subject).toBe('[测试] Darker');
    await test(id);
    await program.live.delete(`/changelogs/${id}`);
    await sendAll();
    expect(server.received).toHaveLength(2);
    const dropped = `select answer from mails where state = 'dropped'`;
    expect(await program.database.rows(dropped)).toEqual([{ answer: 'The entry is gone.' }]);
  });

  it('has links that end nothing, and say so', async () => {
    const postId = await newPost('Dark mode');
    const { userId } = (await program.live.post(`/posts/${postId}/followers`, { userEmail: me })).body.data;
    await program.live.patch(`/users/${userId}/mail`, { allEntries: true });
    const received = await tested(await newEntry({ linkedPostIds: [postId] }));
    const unsubscribe = /^List-Unsubscribe:\s+<https:\/\/earshot\.test([^>]+)>/m.exec(received?.raw ?? '');
    const links = received?.mail.text?.match(/\/m\/\S+/g) ?? [];
    expect(new Set([...links, unsubscribe?.[1]]).size).toBe(1);
    const rows = program.dump();
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await program.app.inject({ method, url: links[0] ?? '' });
      expect([statusCode, body.includes('This link is from a test, so it stops nothing.')]).toEqual([
        200,
        true,
      ]);
      expect(body).not.toContain('<form');
    }
    expect(program.dump()).toBe(rows);
  });

  it('has no button while the site is off', async () => {
    const id = await newEntry();
    await program.live.patch('/site', { visibility: 'off' });
    const text = await textOf(id);
    for (const part of ['/changelog/', 'Its button']) expect(text).not.toContain(part);
  });
});

describe('POST /console/api/changelogs/{id}/test', () => {
  it('shares its limit with the tests of the settings', async () => {
    const id = await newEntry();
    for (let count = 0; count < 4; count += 1) expect((await test(id)).status).toBe(200);
    expect((await ada.post('/console/api/mail/test')).status).toBe(200);
    const refused = await test(id);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await ada.post('/console/api/mail/test')).status).toBe(429);
    program.clock.advance(3_600_000);
    expect((await test(id)).status).toBe(200);
  });

  it('is for every member whose address is proven', async () => {
    const id = await newEntry();
    const mel = await memberAt('mel@example.com', true);
    expect((await test(id, mel)).body.data).toEqual({ email: 'mel@example.com' });
    const eve = await memberAt('eve@example.com', false);
    const refused = await test(id, eve);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Only someone whose address is proven can do this.',
    ]);
    await sendAll();
    expect(server.to('mel@example.com').map(({ mail }) => mail.subject)).toContain(
      '[Test] Dark mode is here',
    );
    expect(server.to('eve@example.com')).toEqual([]);
  });

  it('404 for an entry that is unknown or of another workspace; 400 for a malformed id', async () => {
    const elsewhere = (await program.stranger.post('/changelogs', { title: 'Theirs' })).body.data.id;
    for (const id of ['clog_unknown', elsewhere]) expect((await test(id)).status).toBe(404);
    expect((await test('a.b')).status).toBe(400);
    expect(await program.database.rows('select id from mails')).toEqual([]);
  });

  it('409 if the own address gets no mail, or mail is not set up', async () => {
    const id = await newEntry();
    await program.live.post('/suppressions', { email: me, reason: 'bounce' });
    expect((await test(id)).status).toBe(409);
    const without = await startProgram();
    try {
      const owner = await ownerOf(without, me);
      const entry = (await without.live.post('/changelogs', { title: 'New' })).body.data;
      expect((await test(entry.id, owner)).status).toBe(409);
    } finally {
      await without.close();
    }
  });
});
