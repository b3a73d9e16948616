// What admins see of outgoing mail, and what they do with it, against a real mail server.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewMail } from '../../../src/domain/mail/mail.ts';
import { type Browser, ownerOf } from '../../support/console.ts';
import { type MailServer, refusal, startMailServer } from '../../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api/mail';

let server: MailServer;
let program: TestProgram;
let ada: Browser;
beforeEach(async () => {
  server = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
  });
  program = await startProgram({
    environment: {
      SMTP_URL: `smtp://user:secret@127.0.0.1:${server.port}`,
      MAIL_FROM: 'Acme <ideas@acme.example>',
      MAIL_REPLY_TO: 'team@acme.example',
    },
  });
  ada = await ownerOf(program, 'ada@example.com');
});
afterEach(async () => {
  await program.close();
  await server.close();
});

const view = () => ada.data('GET', api);
const until = (judge: (data: Awaited<ReturnType<typeof view>>) => boolean) =>
  expect.poll(async () => judge(await view()), { timeout: 10_000 }).toBe(true);

/** Puts notices that cannot be told apart from real ones into the queue. */
async function queueNotices(count: number): Promise<void> {
  const { engines, workspaceId, clock } = program;
  const [account] = await program.database.rows(`select id from accounts where email = 'ada@example.com'`);
  const mails = Array.from(
    { length: count },
    (_, index): NewMail => ({
      ...{ id: `mail_${index}`, kind: 'test', key: `notice:${index}`, urgency: 'notice' },
      ...{
        address: 'ada@example.com',
        userId: null,
        about: null,
        payload: { accountId: String(account?.id) },
        locale: null,
      },
      ...{ dueAt: clock.now(), createdAt: clock.now() },
    }),
  );
  await engines.store.transaction(async (write) => {
    await write.suppressions.ensureKey(workspaceId, 'key');
    await write.mails.hold(workspaceId, 'imported', clock.now());
    await write.mails.enqueue(workspaceId, 'http://earshot.test', mails);
  });
}
const statesOf = () =>
  program.database.rows('select state, answer, count(*) as count from mails group by state, answer');
const actions = async (): Promise<string[]> => {
  const { body } = await program.live.get(`/audit-log?filters=objectId:${program.workspaceId}`);
  return body.data.entries.map(({ action }: { action: string }) => action);
};

describe('the state of outgoing mail', () => {
  it('says how mail is set up, without a secret', async () => {
    expect(await view()).toEqual({
      setup: {
        ...{ from: 'ideas@acme.example', replyTo: 'team@acme.example' },
        server: `127.0.0.1:${server.port}`,
      },
      ...{ blocked: null, waiting: 0, held: null, failures: [] },
      replyTo: { address: null, asked: null },
    });
  });

  it('says that it is not set up, and nothing can be sent', async () => {
    const without = await startProgram();
    try {
      const owner = await ownerOf(without, 'ada@example.com');
      expect((await owner.data('GET', api)).setup).toBeNull();
      for (const path of ['release', 'discard', 'test'])
        expect((await owner.post(`${api}/${path}`)).status).toBe(409);
    } finally {
      await without.close();
    }
  });

  it('shows what failed, to whom, and what the server said', async () => {
    program.mailing?.start();
    server.behave({
      onRecipient() {
        throw refusal(550, '5.2.1 Mailbox disabled');
      },
    });
    expect((await ada.post(`${api}/test`)).status).toBe(200);
    await until(({ failures }) => failures.length > 0);
    const { failures, waiting } = await view();
    expect([waiting, failures]).toMatchObject([
      0,
      [{ kind: 'test', email: 'ada@example.com', answer: expect.stringContaining('Mailbox disabled') }],
    ]);
  });

  it('says what the server says if it refuses us', async () => {
    program.mailing?.start();
    server.behave({
      onRecipient() {
        throw refusal(554, '5.7.1 You are on a list');
      },
    });
    await ada.post(`${api}/test`);
    await until(({ blocked }) => blocked !== null);
    expect(await view()).toMatchObject({
      ...{ blocked: expect.stringContaining('You are on a list'), waiting: 1, failures: [] },
    });
  });
});

it('the metrics say what came of mails, what waits, and what is held', async () => {
  await queueNotices(2);
  const metrics = async () => (await program.app.inject({ method: 'GET', url: '/metrics' })).payload;
  program.mailing?.start();
  await ada.post(`${api}/test`);
  await server.until('ada@example.com', 1);
  await expect.poll(metrics, { timeout: 10_000 }).toMatch(/^earshot_mails_total\{outcome="sent"\} 1$/m);
  expect(await metrics()).toMatch(/^earshot_mail_held_workspaces 1$/m);
  expect(await metrics()).toMatch(/^earshot_mail_blocked 0$/m);
  program.clock.advance(90_000);
  await ada.post(`${api}/release`);
  await expect.poll(metrics, { timeout: 10_000 }).toMatch(/^earshot_mails_total\{outcome="sent"\} 3$/m);
  server.behave({
    onRecipient() {
      throw refusal(554, '5.7.1 You are on a list');
    },
  });
  await ada.post(`${api}/test`);
  await expect.poll(metrics, { timeout: 10_000 }).toMatch(/^earshot_mail_blocked 1$/m);
  await expect.poll(metrics, { timeout: 10_000 }).toMatch(/^earshot_mails_underway 0$/m);
  expect(await metrics()).not.toContain('You are on a list');
});

describe('a test', () => {
  it('goes to the own address, five times an hour', async () => {
    program.mailing?.start();
    const sent = await ada.post(`${api}/test`);
    expect([sent.status, sent.body.data]).toEqual([200, { email: 'ada@example.com' }]);
    const [received] = await server.until('ada@example.com', 1);
    expect(received?.mail.from?.address).toBe('ideas@acme.example');
    expect(received?.mail.replyTo?.[0]?.address).toBe('team@acme.example');
    for (let count = 1; count < 5; count += 1) expect((await ada.post(`${api}/test`)).status).toBe(200);
    const refused = await ada.post(`${api}/test`);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await server.until('ada@example.com', 5)).length).toBe(5);
    program.clock.advance(3_600_000);
    expect((await ada.post(`${api}/test`)).status).toBe(200);
    expect((await actions())[0]).toBe('workspace.mail_tested');
  });

  it('does not go to an address that gets no mail', async () => {
    await program.live.post('/suppressions', { email: 'Ada@example.com', reason: 'bounce' });
    const { status, body } = await ada.post(`${api}/test`);
    expect([status, body.error.message]).toEqual([
      409,
      'Your address gets no mail: it is on the list of suppressed addresses.',
    ]);
    expect(await statesOf()).toEqual([]);
  });
});

describe('held notices', () => {
  it('wait until an admin releases them; what was asked for still goes', async () => {
    await queueNotices(3);
    program.mailing?.start();
    await ada.post(`${api}/test`);
    await server.until('ada@example.com', 1);
    await until(({ waiting }) => waiting === 3);
    expect(await view()).toMatchObject({
      held: { reason: 'imported', since: new Date(program.clock.now()).toISOString() },
    });
    expect((await ada.post(`${api}/release`)).status).toBe(200);
    expect(await server.until('ada@example.com', 4)).toHaveLength(4);
    expect((await view()).held).toBeNull();
    // Nothing to release: nothing happened.
    await ada.post(`${api}/release`);
    expect((await actions()).filter((action) => action === 'workspace.mail_released')).toHaveLength(1);
  });

  it('are thrown away, however many, and none is sent', async () => {
    await queueNotices(1_200);
    const { status, body } = await ada.post(`${api}/discard`);
    expect([status, body.data]).toEqual([200, { discarded: 1_200 }]);
    const states = (await statesOf()).map((row) => ({ ...row, count: Number(row.count) }));
    expect(states).toEqual([{ state: 'dropped', answer: 'Discarded by the team.', count: 1_200 }]);
    expect(await view()).toMatchObject({ held: null, waiting: 0 });
    expect((await actions())[0]).toBe('workspace.mail_discarded');
    expect(server.received).toEqual([]);
  });
});
