import { describe, expect, it } from 'vitest';
import { change } from '../../src/app/kernel/change.ts';
import { queueMail, queueMailAlone } from '../../src/app/kernel/mail-queue.ts';
import { openEngines } from '../../src/compose/engines.ts';
import { readConfig } from '../../src/config.ts';
import { addressHash } from '../../src/domain/mail/suppression.ts';
import { memoryLimiter } from '../../src/engines/limiter/memory.ts';
import { type MailPace, mailPace } from '../../src/workers/mail/mail-pace.ts';
import { mailSender, sendDueMail } from '../../src/workers/mail/mail-sender.ts';
import { tellDue } from '../../src/workers/mail/notify.ts';
import { refusal } from '../support/network/mail-server.ts';
import { mailFixture } from './mailing.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const { started, deps, mailDeps, send, makeMember, queue, read } = mailFixture();

const onePerRound: MailPace = {
  take: async () => ({ count: 1, waitMs: 0, giveBack: async () => undefined }),
};

/** What the server does with every recipient. */
const refuse = (status: number, text: string) =>
  started().server.behave({
    onRecipient() {
      throw refusal(status, text);
    },
  });

describe('a queued mail', () => {
  it('is sent once, in the words and the look that it has then, and keeps what the server said', async () => {
    const { server, program } = started();
    const { id: accountId } = await makeMember();
    const id = await queue(accountId);
    await program.live.patch('/site', { name: 'Acme <Ideas>', language: 'de' });
    expect([await send(), await send()]).toEqual([1, 0]);
    const [received] = server.received;
    expect(received?.to).toEqual(['ada@example.com']);
    expect(received?.mail).toMatchObject({
      from: { name: 'Acme <Ideas>', address: 'ideas@acme.example' },
      to: [{ name: 'Ada Löwe', address: 'ada@example.com' }],
      subject: 'Ein Test von Acme <Ideas>',
      messageId: `<${id}@acme.example>`,
    });
    expect(received?.mail.html).toContain('Acme &lt;Ideas&gt;');
    expect(received?.mail.text).toContain('E-Mail funktioniert.');
    expect(await read(id)).toMatchObject({
      ...{ state: 'sent', answer: expect.stringMatching(/^250/), attempts: 0, dueAt: null },
    });
  });

  it('is not sent before it is due', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const dueAt = program.clock.now() + minute;
    const mail = { kind: 'test' as const, payload: { accountId }, address: 'ada@example.com', key: 'later' };
    await queueMailAlone(deps(), program.workspaceId, { ...mail, dueAt });
    program.clock.advance(minute - 1);
    expect(await send()).toBe(0);
    program.clock.advance(1);
    expect(await send()).toBe(1);
    expect(server.received).toHaveLength(1);
  });

  it('is dropped if no one may get it any more', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const id = await queue(accountId);
    await program.engines.store.transaction((write) =>
      write.memberships.remove(program.workspaceId, accountId),
    );
    expect(await send()).toBe(1);
    expect(server.received).toEqual([]);
    expect(await read(id)).toMatchObject({ state: 'dropped', answer: 'The member has left.' });
  });

  it('exists only if the change that it is about is committed', async () => {
    const { program } = started();
    const { id: accountId } = await makeMember();
    const { workspaceId } = program;
    const actor = { type: 'system' as const, id: 'system' };
    const queueIn = (isFailing: boolean) =>
      change(deps(), { workspaceId, actor, requestId: null }, async (write) => {
        const mail = { kind: 'test' as const, payload: { accountId }, address: 'a@b.example', key: 'once' };
        const isQueued = await queueMail(deps(), write, workspaceId, mail);
        write.record('workspace.updated', workspaceId);
        if (isFailing) throw new Error('broken');
        return isQueued;
      });
    await expect(queueIn(true)).rejects.toThrow('broken');
    expect(await send()).toBe(0);
    expect([await queueIn(false), await queueIn(false)]).toEqual([true, false]);
    expect(await send()).toBe(1);
  });

  it('is not queued while mail is not set up', async () => {
    const { program } = started();
    const { mail: _, ...without } = deps();
    const mail = { kind: 'test' as const, payload: {}, address: 'ada@example.com', key: 'off' };
    const rows = program.dump();
    expect(await queueMailAlone(without, program.workspaceId, mail)).toBe(false);
    expect(
      await program.engines.store.transaction((write) =>
        queueMail(without, write, program.workspaceId, mail),
      ),
    ).toBe(false);
    expect(program.dump()).toBe(rows);
  });

  it('is removed with the person', async () => {
    const { program } = started();
    const user = (await program.live.post('/users', { email: 'Bob@example.com' })).body.data;
    const id = await queue('acct_1', 'bob@example.com');
    await program.live.delete(`/users/${user.id}`);
    expect(await read(id)).toBeUndefined();
  });

  it('that is being sent is removed with the person, and its bounce brings no address back', async () => {
    const { program, server } = started();
    const post = (await program.live.post('/posts', { title: 'Dark mode', visibility: 'public' })).body.data;
    const follower = { userEmail: 'bob@example.com' };
    const { userId } = (await program.live.post(`/posts/${post.id}/followers`, follower)).body.data;
    const entry = { title: 'Here it is', linkedPostIds: [post.id], state: 'published', notify: true };
    await program.live.post('/changelogs', entry);
    const notice = async () => (await program.live.get(`/posts/${post.id}/notices`)).body.data.notices;
    let wasUnderway = false;
    server.behave({
      async onRecipient() {
        wasUnderway = (await program.database.rows('select claim from mails'))[0]?.claim != null;
        await program.live.delete(`/users/${userId}`);
        throw refusal(550, '5.1.1 No such user: bob@example.com');
      },
    });
    expect(await send()).toBe(1);
    expect([wasUnderway, await notice(), server.received]).toEqual([true, [], []]);
    expect(program.dump()).not.toContain('bob@example.com');
    expect(await program.database.rows('select reason, address from suppressions')).toEqual([
      { reason: 'bounce', address: null },
    ]);
  });
});

describe('a queue', () => {
  it('is held when the installation is at another address; what was asked for still goes', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    await queue(accountId);
    const { store } = program.engines;
    const notice = { kind: 'test', key: 'notice', address: 'bob@example.com', userId: null } as const;
    const { clock, workspaceId } = program;
    const at = { dueAt: clock.now(), createdAt: clock.now() };
    await store.transaction((write) =>
      write.mails.enqueue(workspaceId, 'http://earshot.test', [
        {
          ...notice,
          ...at,
          id: 'mail_notice',
          urgency: 'notice',
          payload: { accountId },
          about: null,
          locale: null,
        },
      ]),
    );
    const moved = { publicUrl: () => 'http://copy.test' };
    expect(await send(moved)).toBe(1);
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']]);
    expect(await store.read.mails.queue(workspaceId)).toMatchObject({
      heldFor: 'moved',
      heldAt: clock.now(),
    });
    // Back at its old address, too, until an admin says so.
    expect(await send()).toBe(0);
    await store.transaction((write) => write.mails.release(workspaceId, 'http://copy.test'));
    expect(await send(moved)).toBe(1);
    expect(await read('mail_notice')).toMatchObject({ state: 'sent' });
  });
});

describe('a mail that the server does not take', () => {
  it('is tried again after the delays of webhooks, then fails', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const id = await queue(accountId);
    refuse(450, '4.2.0 Greylisted');
    for (const delayMs of [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour]) {
      expect(await send()).toBe(1);
      expect(await read(id)).toMatchObject({ state: 'waiting', answer: '450 4.2.0 Greylisted' });
      program.clock.advance(delayMs - 1);
      expect(await send()).toBe(0);
      program.clock.advance(1);
    }
    expect(await send()).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'failed', attempts: 8, dueAt: null });
    expect(server.received).toEqual([]);
  });

  it('arrives once it is taken, also after the connection was cut', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const id = await queue(accountId);
    server.behave({
      onData(cut) {
        cut();
        return new Promise(() => undefined);
      },
    });
    expect(await send()).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    server.behave({});
    program.clock.advance(5 * second);
    expect(await send()).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'sent', attempts: 1 });
    expect(server.received).toHaveLength(1);
  });

  it('fails immediately if the server will never take it', async () => {
    const { id: accountId } = await makeMember();
    const id = await queue(accountId);
    refuse(550, '5.1.1 No such user');
    expect([await send(), await send()]).toEqual([1, 0]);
    expect(await read(id)).toMatchObject({ state: 'failed', answer: '550 5.1.1 No such user', attempts: 1 });
  });

  it('is the last one to an address that does not exist, and to no other', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const waiting = await queue(accountId);
    refuse(550, '5.1.1 No such user');
    await sendDueMail(mailDeps({ maxUnderway: 1, pace: onePerRound }));
    server.behave({});
    const late = await program.engines.store.transaction((write) =>
      queueMail(deps(), write, program.workspaceId, {
        ...{ kind: 'test' as const, payload: { accountId }, address: 'ADA@example.com', key: 'again' },
      }),
    );
    expect(late).toBe(false);
    const slice = { take: 10, skip: 0, after: undefined };
    expect(await program.engines.store.read.suppressions.page(program.workspaceId, { slice })).toMatchObject([
      { reason: 'bounce', scope: 'all', address: 'ada@example.com' },
    ]);
    // By the address of someone who does exist, to the account that does not.
    const other = await queue(accountId, 'bob@example.com');
    await send();
    expect(await read(other)).toMatchObject({ state: 'dropped', answer: 'The recipient gets no such mail.' });
    expect(await read(waiting)).toMatchObject({ state: 'failed' });
    expect(server.received).toEqual([]);
  });

  it('ends mails to an address without the person, and stays when that is deleted', async () => {
    const { program } = started();
    const { id: accountId } = await makeMember('bob@example.com');
    const user = (await program.live.post('/users', { email: 'bob@example.com' })).body.data;
    await queue(accountId, 'bob@example.com');
    refuse(550, '5.1.1 No such user');
    await send();
    await program.live.delete(`/users/${user.id}`);
    const slice = { take: 10, skip: 0, after: undefined };
    const { suppressions } = program.engines.store.read;
    expect(await suppressions.page(program.workspaceId, { slice })).toEqual([]);
    const hash = addressHash((await suppressions.keyOf(program.workspaceId)) ?? '', 'bob@example.com');
    expect(await suppressions.findByHash(program.workspaceId, hash, 'all')).toMatchObject({
      ...{ reason: 'bounce', address: null },
    });
    const again = { kind: 'test' as const, payload: { accountId }, address: 'bob@example.com', key: 'again' };
    expect(await queueMailAlone(deps(), program.workspaceId, again)).toBe(false);
  });

  it('pauses all mail if the server refuses us, without an attempt, and goes on with one', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const asked: string[] = [];
    server.behave({
      onRecipient(address) {
        asked.push(address);
        throw refusal(550, '5.7.1 Not from you');
      },
    });
    const ids = [await queue(accountId)];
    expect(await send()).toBe(1);
    for (let count = 0; count < 6; count += 1) ids.push(await queue(accountId));
    const sender = mailSender(mailDeps());
    const wakeAfter = async (ms: number) => {
      program.clock.advance(ms);
      sender.wake();
      await sender.idle();
    };
    sender.start();
    await sender.idle();
    expect(sender.metrics().blocked).toBe('550 5.7.1 Not from you');
    const before = asked.length;
    // Five were under way when the first was refused.
    expect(before).toBeLessThanOrEqual(6);
    await wakeAfter(minute);
    expect(asked.length).toBe(before + 1);
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    server.behave({});
    await wakeAfter(5 * minute);
    await sender.stop();
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'sent' });
    expect(sender.metrics().blocked).toBeUndefined();
    expect(server.received).toHaveLength(7);
  });
});

describe('a mail that has waited too long', () => {
  const lifeMs = 72 * hour;

  it('is dropped without asking the server', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const inTime = await queue(accountId);
    program.clock.advance(lifeMs);
    expect(await send()).toBe(1);
    const tooLate = await queue(accountId);
    program.clock.advance(lifeMs + 1);
    expect(await send()).toBe(1);
    expect(await read(inTime)).toMatchObject({ state: 'sent' });
    expect(await read(tooLate)).toMatchObject({
      state: 'dropped',
      answer: 'It waited too long.',
      attempts: 0,
    });
    expect(server.received).toHaveLength(1);
  });

  it('fails with what the server said last', async () => {
    const { program } = started();
    const { id: accountId } = await makeMember();
    const id = await queue(accountId);
    refuse(550, '5.7.1 Not from you');
    await send();
    program.clock.advance(lifeMs + 1);
    await send();
    expect(await read(id)).toMatchObject({ state: 'failed', answer: '550 5.7.1 Not from you', dueAt: null });
  });
});

describe('a telling that fails', () => {
  it('stops neither another one nor any mail', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const { workspaceId, engines, clock, live } = program;
    await live.patch('/site', { visibility: 'public' });
    const { id: postId } = (await live.post('/posts', { title: 'Dark mode', visibility: 'public' })).body
      .data;
    await live.post(`/posts/${postId}/followers`, { userEmail: 'fay@example.com' });
    const { id: changelogId } = (
      await live.post('/changelogs', { title: 'Here', state: 'published', linkedPostIds: [postId] })
    ).body.data;
    const newTelling = (id: string, given: object) => ({
      ...{ workspaceId, id, kind: 'changelog' as const, about: changelogId, key: id, place: null },
      ...{ payload: { changelogId, choice: 'followers' }, dueAt: clock.now(), createdAt: clock.now() },
      ...given,
    });
    await engines.store.transaction(async (write) => {
      // No list has a place like this.
      await write.tellings.insert(newTelling('tell_1', { place: { list: 0, after: [{}, {}] } }));
      await write.tellings.insert(newTelling('tell_2', {}));
    });
    await queue(accountId);
    const faults: unknown[] = [];
    await send({ onFault: (error) => void faults.push(error) });
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(['ada@example.com', 'fay@example.com']);
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('a telling for many people', () => {
  it('rests between its steps, and goes on by itself', async () => {
    const { program } = started();
    const { live, database } = program;
    const post = (await live.post('/posts', { title: 'Dark mode', visibility: 'public' })).body.data;
    const users = Array.from({ length: 450 }, (_, index) => ({ email: `p${index}@example.com` }));
    await live.call('PUT', `/posts/${post.id}/followers`, { body: { users } });
    const entry = { title: 'Here', state: 'published', linkedPostIds: [post.id], notify: true };
    await live.post('/changelogs', entry);
    const none = { count: 0, waitMs: hour, giveBack: async () => undefined };
    const mail = mailDeps({ pace: { take: async () => none } });
    const queued = () => database.rows('select id from mails').length;
    expect(await tellDue(mail.deps, mail.onFault)).toEqual({ count: 1, isMany: true, waitMs: 500 });
    expect(queued()).toBe(200);
    const sender = mailSender(mail);
    sender.start();
    await expect.poll(() => database.rows('select id from tellings'), { timeout: 20_000 }).toEqual([]);
    await sender.stop();
    expect(queued()).toBe(450);
  });
});

describe('sending mail', () => {
  it('keeps to the pace', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    for (let count = 0; count < 25; count += 1) await queue(accountId);
    const paced = mailDeps({ pace: mailPace(memoryLimiter(program.clock), 600) });
    expect(await sendDueMail(paced)).toBe(10);
    expect(await sendDueMail(paced)).toBe(0);
    program.clock.advance(second);
    expect(await sendDueMail(paced)).toBe(10);
    program.clock.advance(second);
    expect(await sendDueMail(paced)).toBe(5);
    expect(server.received).toHaveLength(25);
  });

  it('is shared by two processes: every mail arrives once', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    for (let count = 0; count < 60; count += 1) await queue(accountId);
    const other = await openEngines(readConfig(program.environment));
    try {
      const counts = await Promise.all([send(), send({ deps: deps(other.store) })]);
      expect(counts.reduce((sum, count) => sum + count)).toBe(60);
    } finally {
      await other.store.close();
    }
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(60);
    expect(server.received).toHaveLength(60);
  });

  it('begins as soon as mail is queued, and ends what is under way when it stops', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    program.mailing?.start();
    await program.mailing?.idle();
    await queue(accountId);
    expect(await server.until('ada@example.com', 1)).toHaveLength(1);
    await program.mailing?.stop();
    await queue(accountId);
    expect(server.received).toHaveLength(1);
    expect(program.mailing?.metrics()).toMatchObject({ outcomes: { sent: 1 }, underway: 0 });
  });

  it('takes over what a process left that died: immediately if it is alone, or within half a minute', async () => {
    const { program, server } = started();
    const { id: accountId } = await makeMember();
    const ids = [await queue(accountId), await queue(accountId)];
    const at = program.clock.now();
    const die = () =>
      program.engines.store.transaction((write) =>
        write.mails.claim(program.workspaceId, { at, until: at + 30 * second, claim: 'dead', take: 1 }),
      );
    await die();
    const alone = mailSender(mailDeps({ isAlone: true }));
    alone.start();
    await alone.idle();
    await alone.stop();
    expect(server.received).toHaveLength(2);
    expect(await read(ids[0] ?? '')).toMatchObject({ state: 'sent' });
    const last = await queue(accountId);
    await die();
    expect(await send()).toBe(0);
    program.clock.advance(30 * second);
    expect(await send()).toBe(1);
    expect(await read(last)).toMatchObject({ state: 'sent' });
  });

  it('does not wait for a server that hangs when it stops', async () => {
    const { server } = started();
    const { id: accountId } = await makeMember();
    const id = await queue(accountId);
    let release = (): void => undefined;
    const hanging = new Promise<void>((isAsked) => {
      server.behave({
        onRecipient: () =>
          new Promise((resolve) => {
            release = resolve;
            isAsked();
          }),
      });
    });
    const sender = mailSender(mailDeps({ graceMs: 1 }));
    sender.start();
    await hanging;
    await sender.stop();
    expect(await read(id)).toMatchObject({ state: 'waiting', isUnderway: true });
    release();
    await sender.idle();
    expect(await read(id)).toMatchObject({ state: 'sent' });
  });
});
