// What visitors set about mail to themselves: on their own page, and on the changelog.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveToken } from '../../src/domain/mail/leaving.ts';
import { newMailKey } from '../../src/domain/mail/suppression.ts';
import { unreachableMail } from '../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { arrive, type Visitor, visitorAt } from './visitors.ts';
import { open, visit } from './world.ts';

const origin = 'https://acme.test';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram({ publicUrl: origin, environment: unreachableMail });
  await open(program, { name: 'Acme' });
});
afterAll(() => program.close());

let people = 0;
async function person(fields: object = {}): Promise<{ browser: Visitor; id: string }> {
  people += 1;
  const [externalId, email] = [`person-${people}`, `person-${people}@example.com`];
  const browser = visitorAt(program, origin);
  await arrive(browser, program, { externalId, name: `Person ${people}`, email, ...fields });
  const found = await program.live.get(`/users?filters=externalId:${externalId}`);
  return { browser, id: found.body.data.users[0].id };
}
const settingsOf = async ({ id }: { id: string }) => (await program.live.get(`/users/${id}/mail`)).body.data;
const section = (text: string): string =>
  /<section class="mine" id="mail">[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';
const ticked = (text: string): string[] =>
  [...section(text).matchAll(/name="(\w+)" value="1" checked>/g)].map(([, name = '']) => name);

describe('the mail settings on a visitor’s own page', () => {
  it('show what is set, and set what the form says', async () => {
    const ann = await person();
    const page = await ann.browser.get('/mine');
    expect(ticked(page.text)).toEqual(['statusChanges', 'answers', 'replies', 'changelog']);
    const saved = await ann.browser.send('/mine/mail', { answers: '1', allEntries: '1', language: 'zh' });
    expect([saved.status, saved.to]).toEqual([303, '/mine#mail']);
    expect(await settingsOf(ann)).toEqual({
      ...{ userId: ann.id, statusChanges: false, answers: true, replies: false, changelog: false },
      ...{ allEntries: true, language: 'zh' },
    });
    const after = (await ann.browser.get('/mine')).text;
    expect(ticked(after)).toEqual(['answers', 'allEntries']);
    expect(section(after)).toContain('<option value="zh" lang="zh-Hans" selected>');
    await ann.browser.send('/mine/mail', { language: 'klingon' });
    expect(await settingsOf(ann)).toMatchObject({ answers: false, language: null });
    const { entries } = (await program.live.get(`/audit-log?filters=objectId:${ann.id}`)).body.data;
    expect(entries[0]).toMatchObject({
      action: 'user.mail_settings_updated',
      actor: { type: 'visitor', id: ann.id },
    });
  });

  it('are theirs alone, and are not there where no mail can come', async () => {
    const [ann, nameless] = [await person(), await person({ email: null })];
    const before = program.dump();
    const stranger = visitorAt(program, origin);
    for (const [path, back] of [
      ['/mine/mail', '/mine'],
      ['/mine/mail/resume', '/mine'],
      ['/mine/subscribe', '/changelog'],
    ] as const) {
      const sent = await stranger.send(path, { answers: '1' });
      expect([sent.status, sent.to]).toEqual([303, `/sign-in?returnTo=${encodeURIComponent(back)}`]);
      expect((await nameless.browser.send(path, { answers: '1' })).status).toBe(404);
      expect((await ann.browser.send(path, {}, { origin: 'https://evil.test' })).status).toBe(403);
      expect((await ann.browser.get(path)).status).toBe(404);
    }
    expect(section((await nameless.browser.get('/mine')).text)).toBe('');
    expect(program.dump()).toBe(before);
  });

  it('work in a rehearsal, and store nothing (threats 13)', async () => {
    const tester = visitorAt(program, origin);
    await arrive(tester, program, { externalId: 'made-up', name: 'Made Up' }, 'test');
    const before = program.dump();
    expect(ticked((await tester.get('/mine')).text)).toHaveLength(4);
    expect((await tester.send('/mine/mail', {})).status).toBe(303);
    expect((await tester.send('/mine/subscribe', { subscribe: '1' })).status).toBe(303);
    expect((await tester.send('/mine/mail/resume')).status).toBe(303);
    expect(program.dump()).toBe(before);
  });
});

describe('mails that someone has stopped', () => {
  const leave = async ({ id }: { id: string }) => {
    const { store } = program.engines;
    const key = await store.transaction((write) =>
      write.suppressions.ensureKey(program.workspaceId, newMailKey()),
    );
    const token = leaveToken(key, { workspaceId: program.workspaceId, who: id, scope: 'notices' });
    expect((await visit(program, `/m/${token}`, {}, 'POST')).status).toBe(200);
  };
  const suppressed = async () => (await program.database.rows('select id from suppressions')).length;

  it('start again only by themselves, signed in, with a proven address (threat 31)', async () => {
    const [ann, bob] = [await person({ emailVerified: true }), await person()];
    const before = await suppressed();
    await leave(ann);
    const { text } = await ann.browser.get('/mine');
    expect(section(text)).toContain('You stopped these mails.');
    expect(ticked(text)).toEqual([]);
    await bob.browser.send('/mine/mail/resume');
    await visitorAt(program, origin).send('/mine/mail/resume');
    expect(await suppressed()).toBe(before + 2);
    const done = await ann.browser.send('/mine/mail/resume');
    expect([done.status, done.to]).toEqual([303, '/mine#mail']);
    expect(await suppressed()).toBe(before);
    expect(ticked((await ann.browser.get('/mine')).text)).toHaveLength(4);
  });

  it('stay stopped for who merely claims the address: its owner may have stopped them', async () => {
    const claimant = await person();
    await leave(claimant);
    const stopped = await suppressed();
    const { text } = await claimant.browser.get('/mine');
    expect(section(text)).toContain('sign in with a link that is mailed to your address');
    expect(text).not.toContain('/mine/mail/resume');
    expect((await claimant.browser.send('/mine/mail/resume')).status).toBe(403);
    expect(await suppressed()).toBe(stopped);
  });
});

describe('subscribing to the changelog', () => {
  it('takes one button, and ends with the next', async () => {
    const ann = await person();
    const stranger = visitorAt(program, origin);
    const before = (await stranger.get('/changelog')).text;
    expect(before).toContain(
      'href="/p/default/sign-in?returnTo=%2Fchangelog" rel="nofollow">Get new entries by mail</a>',
    );
    expect((await ann.browser.get('/changelog')).text).toContain('>Get new entries by mail</button>');
    const done = await ann.browser.send('/mine/subscribe', { subscribe: '1', returnTo: '/changelog' });
    expect([done.status, done.to]).toEqual([303, '/changelog']);
    expect(await settingsOf(ann)).toMatchObject({ allEntries: true, changelog: true, language: null });
    expect((await ann.browser.get('/changelog')).text).toContain('You get new entries by mail.');
    expect((await stranger.get('/changelog')).text).toBe(before);
    await ann.browser.send('/mine/subscribe', { subscribe: '0' });
    expect(await settingsOf(ann)).toMatchObject({ allEntries: false });
  });
});
