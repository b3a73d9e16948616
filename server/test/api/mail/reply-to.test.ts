// Where replies to news go: to an address that the team named and that someone there has confirmed.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveToken } from '../../../src/domain/mail/leaving.ts';
import { replyToScope } from '../../../src/domain/mail/reply-to.ts';
import { addressHash } from '../../../src/domain/mail/suppression.ts';
import { type Browser, ownerOf } from '../../support/console.ts';
import { type MailServer, startMailServer } from '../../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api/mail';

let server: MailServer;
let program: TestProgram;
let ada: Browser;
beforeEach(async () => {
  server = await startMailServer();
  program = await startProgram({
    publicUrl: 'https://earshot.test',
    environment: {
      SMTP_URL: server.url,
      MAIL_FROM: 'ideas@acme.example',
      MAIL_REPLY_TO: 'operator@acme.example',
    },
  });
  ada = await ownerOf(program, 'ada@example.com');
  await program.live.patch('/site', { visibility: 'public', name: 'Acme Ideas' });
});
afterEach(async () => {
  await program.close();
  await server.close();
});

const send = async (): Promise<void> => {
  program.mailing?.start();
  program.mailing?.wake();
  await program.mailing?.idle();
};
const ask = (email: string) => ada.post(`${api}/reply-to`, { email });
const clear = () => ada.data('DELETE', `${api}/reply-to`);
const replyTo = async () => (await ada.data('GET', api)).replyTo;
const open = (url: string, method: 'GET' | 'POST') => program.app.inject({ method, url });
const page = async (url: string, method: 'GET' | 'POST') => {
  const { statusCode, body } = await open(url, method);
  return [statusCode, body];
};
/** The path of the link in the newest mail to the address. */
const linkTo = async (email: string): Promise<string> => {
  await send();
  return /\/m\/\S+/.exec(server.to(email).at(-1)?.mail.text ?? '')?.[0] ?? '';
};
const confirm = async (email: string): Promise<string> => {
  expect((await ask(email)).status).toBe(200);
  const link = await linkTo(email);
  expect((await open(link, 'POST')).statusCode).toBe(200);
  return link;
};
/** Publishes an entry to someone, and returns where their reply would go. */
let published = 0;
async function repliesTo(): Promise<string[] | undefined> {
  published += 1;
  const email = `reader${published}@example.com`;
  const { id } = (await program.live.post('/users', { email })).body.data;
  await program.live.patch(`/users/${id}/mail`, { allEntries: true });
  const entry = (await program.live.post('/changelogs', { title: `News ${published}` })).body.data;
  await program.live.post(`/changelogs/${entry.id}/publish`, { notify: true });
  await send();
  return server.to(email)[0]?.mail.replyTo?.map(({ address }) => address ?? '');
}
const actions = async (): Promise<string[]> => {
  const { body } = await program.live.get(`/audit-log?filters=objectId:${program.workspaceId}`);
  return body.data.entries
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.includes('reply_to'));
};

describe('an address for replies', () => {
  it('counts once it is confirmed there; the link only asks until its form is sent', async () => {
    expect((await ask(' help@acme.example ')).status).toBe(200);
    expect(await replyTo()).toEqual({ address: null, asked: 'help@acme.example' });
    const link = await linkTo('help@acme.example');
    const [asking] = server.to('help@acme.example');
    expect(asking?.mail.subject).toBe('Get replies to mail from Acme Ideas?');
    expect(asking?.mail.replyTo?.[0]?.address).toBe('operator@acme.example');
    expect(asking?.raw).not.toContain('List-Unsubscribe');
    expect(await page(link, 'GET')).toEqual([200, expect.stringContaining('Yes, send them here')]);
    expect(await repliesTo()).toEqual(['operator@acme.example']);
    expect(await page(link, 'POST')).toEqual([200, expect.stringContaining('come to this address')]);
    expect(await replyTo()).toEqual({ address: 'help@acme.example', asked: null });
    expect(await repliesTo()).toEqual(['help@acme.example']);
    // Again, it changes nothing.
    expect((await open(link, 'POST')).statusCode).toBe(200);
    expect(await actions()).toEqual(['workspace.reply_to_confirmed', 'workspace.reply_to_asked']);
  });

  it('is the Reply-To of all news and of tests, but not of sign-in links and invites', async () => {
    await confirm('help@acme.example');
    const post = (await program.live.post('/posts', { title: 'Dark mode', visibility: 'public' })).body.data;
    await program.live.post(`/posts/${post.id}/followers`, { userEmail: 'fay@example.com' });
    await program.live.patch(`/posts/${post.id}`, { statusId: 'planned', notify: true });
    program.clock.advance(10 * 60_000);
    await send();
    await ada.post(`${api}/test`);
    await ada.post('/console/api/invites', { email: 'new@example.com', role: 'member' });
    await send();
    const to = (email: string) => server.to(email).map(({ mail }) => mail.replyTo?.[0]?.address);
    expect(to('fay@example.com')).toEqual(['help@acme.example']);
    expect(to('ada@example.com')).toEqual(['help@acme.example']);
    expect(to('new@example.com')).toEqual(['operator@acme.example']);
  });

  it('stays until another one is confirmed, and is removed immediately', async () => {
    await confirm('help@acme.example');
    await ask('other@acme.example');
    expect(await replyTo()).toEqual({ address: 'help@acme.example', asked: 'other@acme.example' });
    expect(await repliesTo()).toEqual(['help@acme.example']);
    // The confirmed one needs no mail; the other is no longer asked.
    const other = await linkTo('other@acme.example');
    await ask('help@acme.example');
    expect(await replyTo()).toEqual({ address: 'help@acme.example', asked: null });
    expect(server.to('help@acme.example')).toHaveLength(1);
    expect((await open(other, 'POST')).statusCode).toBe(404);
    await clear();
    expect(await replyTo()).toEqual({ address: null, asked: null });
    expect(await repliesTo()).toEqual(['operator@acme.example']);
    await clear();
    expect((await actions()).filter((action) => action.endsWith('cleared'))).toHaveLength(1);
  });

  it('is one plain address', async () => {
    for (const email of [
      ...['', 'help', 'help@acme.example, evil@example.com', 'Help <help@acme.example>'],
      ...['help@acme.example\r\nBcc: evil@example.com', 'help\u202e@acme.example', 'help\u0000@acme.example'],
      ...['help@acme.example\u2066', 'he lp@acme.example'],
    ]) {
      const { status, body } = await ask(email);
      expect([email, status, body.error?.details?.[0]?.field]).toEqual([email, 400, 'email']);
    }
    expect(await program.database.rows('select id from mails')).toEqual([]);
  });

  it('is asked five times an hour, and not at all if it gets no mail', async () => {
    await program.live.post('/suppressions', { email: 'gone@acme.example', reason: 'bounce' });
    expect((await ask('gone@acme.example')).status).toBe(409);
    expect(await replyTo()).toEqual({ address: null, asked: null });
    for (let number = 1; number < 5; number += 1)
      expect((await ask(`help${number}@acme.example`)).status).toBe(200);
    const refused = await ask('help5@acme.example');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    program.clock.advance(3_600_000);
    expect((await ask('help5@acme.example')).status).toBe(200);
  });
});

describe('a link that confirms', () => {
  const notFound = async (link: string) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await open(link, method)).statusCode, method).toBe(404);
  };

  it('means nothing once another address was asked for, or none', async () => {
    await ask('help@acme.example');
    const first = await linkTo('help@acme.example');
    program.clock.advance(1);
    await ask('other@acme.example');
    await notFound(first);
    const second = await linkTo('other@acme.example');
    await clear();
    await notFound(second);
    // Also if the same one is asked for again.
    program.clock.advance(1);
    await ask('help@acme.example');
    await notFound(first);
    expect(await replyTo()).toEqual({ address: null, asked: 'help@acme.example' });
    expect((await open(await linkTo('help@acme.example'), 'POST')).statusCode).toBe(200);
    await clear();
    await notFound(await linkTo('help@acme.example'));
    expect(await replyTo()).toEqual({ address: null, asked: null });
  });

  it('is of one workspace and one address', async () => {
    await ask('help@acme.example');
    const link = await linkTo('help@acme.example');
    const [workspaceId = '', who = '', scope = '', mac = ''] = link.slice('/m/'.length).split('.');
    const { workspace } = (await program.stranger.get('/me')).body.data;
    const forged = [
      [workspace.id, who, scope, mac],
      [workspaceId, 'A'.repeat(who.length), scope, mac],
      [workspaceId, who, `${scope}0`, mac],
      [workspaceId, who, scope, 'A'.repeat(mac.length)],
    ];
    for (const parts of forged) await notFound(`/m/${parts.join('.')}`);
    // Signed by us, for another address or another time.
    const key = (await program.engines.store.read.suppressions.keyOf(workspaceId)) ?? '';
    const other = addressHash(key, 'evil@example.com');
    const signed = [
      { workspaceId, who: other, scope },
      { workspaceId, who, scope: replyToScope(program.clock.now() + 1) },
    ];
    for (const each of signed) await notFound(`/m/${leaveToken(key, each)}`);
    expect(await replyTo()).toEqual({ address: null, asked: 'help@acme.example' });
  });

  it('is not sent for an address that was replaced meanwhile', async () => {
    await ask('help@acme.example');
    program.clock.advance(1);
    await ask('other@acme.example');
    await send();
    expect(server.received.map(({ to }) => to)).toEqual([['other@acme.example']]);
  });
});

it('without mail, 409, and removing still works', async () => {
  const without = await startProgram();
  try {
    const owner = await ownerOf(without, 'ada@example.com');
    expect((await owner.post(`${api}/reply-to`, { email: 'help@acme.example' })).status).toBe(409);
    expect(await owner.data('DELETE', `${api}/reply-to`)).toEqual({ cleared: true });
  } finally {
    await without.close();
  }
});
