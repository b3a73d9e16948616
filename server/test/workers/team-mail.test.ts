// The mail that members get about their inbox: what concerns them within ten minutes, and digests.

import { describe, expect, it } from 'vitest';
import { queueDigests } from '../../src/app/mail/digests.ts';
import type { Account } from '../../src/domain/team/account.ts';
import { defaultTeamMail, nextDigestAt, type TeamMail } from '../../src/domain/team/team-mail.ts';
import { mailFixture } from './mailing.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const { started, deps, send, makeMember } = mailFixture();

/** Without `isProven`, an account that merely claims its address. */
async function member(
  email: string,
  { isProven = true, ...edit }: Partial<Account> & { isProven?: boolean } = {},
) {
  const { program } = started();
  const account = { ...(await makeMember(email)), ...edit, provenAt: isProven ? program.clock.now() : null };
  await program.engines.store.transaction((write) => write.accounts.update(account));
  program.clock.advance(1000);
  return account.id;
}

const choose = async (accountId: string, edit: Partial<TeamMail>): Promise<void> => {
  const { program } = started();
  const mail = { ...defaultTeamMail, ...edit };
  await program.engines.store.transaction((write) =>
    write.inboxes.setMail(program.workspaceId, accountId, mail, nextDigestAt(mail, program.clock.now())),
  );
};

const create = async (title: string, fields: object = {}): Promise<string> =>
  (await started().program.live.post('/posts', { title, ...fields })).body.data.id;
const received = () => started().server.received.map(({ to, mail }) => [to[0], mail.subject]);
const answers = () =>
  started()
    .program.database.rows('select answer from mails order by id')
    .map(({ answer }) => answer);
const pass = (ms: number) => started().program.clock.advance(ms);

describe('a mail about what was handed over', () => {
  it('names all posts of ten minutes, to a proven address, and leads to the inbox and out of such mails', async () => {
    const { program, server } = started();
    const ada = await member('ada@example.com', { locale: 'de' });
    await member('bea@example.com', { isProven: false }).then((ownerId) =>
      create('Not for Bea', { ownerId }),
    );
    await create('One', { ownerId: ada });
    const second = await create('Two');
    await program.live.patch(`/posts/${second}`, { ownerId: ada });
    await program.test.post('/posts', { title: 'Of a test', ownerId: ada });
    expect(await send()).toBe(0);
    pass(10 * minute);
    expect(await send()).toBe(1);
    expect(received()).toEqual([['ada@example.com', '2 Beiträge warten auf Sie']]);
    const text = server.received[0]?.mail.text ?? '';
    expect(text).toContain('„Two“ wurde Ihnen zugewiesen.\n\n„One“ wurde Ihnen zugewiesen.');
    expect(text).toContain('http://earshot.test/inbox');
    const way = /http:\/\/earshot\.test(\/m\/\S+)/.exec(text)?.[1] ?? '';
    const page = await program.app.inject({ method: 'GET', url: way });
    expect(page.payload).toContain('Get no more mail about your inbox');
    expect((await program.app.inject({ method: 'POST', url: way })).statusCode).toBe(200);
    await create('Three', { ownerId: ada });
    pass(10 * minute);
    await send();
    expect([received().length, answers().at(-1)]).toEqual([1, 'They turned these mails off.']);
  });

  it('names notes that mention a member, unless they turned that off', async () => {
    const { program } = started();
    const ada = await member('ada@example.com');
    const bea = await member('bea@example.com');
    await choose(bea, { mentions: false });
    const post = await create('Talked about');
    const content = [ada, bea].map((memberId) => ({ type: 'mention', attrs: { memberId, label: '' } }));
    await program.live.post(`/posts/${post}/comments`, {
      ...{ content: { type: 'doc', content: [{ type: 'paragraph', content }] }, isPrivate: true },
    });
    pass(10 * minute);
    await send();
    expect(received()).toEqual([['ada@example.com', 'A post is waiting for you']]);
    expect(started().server.received[0]?.mail.text).toContain('You were mentioned in “Talked about”.');
  });

  it('is not sent about what is done or gone, to those who left or turned it off, or about one’s own doing', async () => {
    const { program } = started();
    const { workspaceId, engines } = program;
    const ada = await member('ada@example.com');
    const left = await member('left@example.com');
    const off = await member('off@example.com');
    await choose(off, { handOvers: false, mentions: false });
    const post = await create('Done', { ownerId: ada });
    const deleted = await create('Deleted', { ownerId: ada });
    await create('Left', { ownerId: left });
    await create('Off', { ownerId: off });
    await program.live.delete(`/posts/${deleted}`);
    await engines.store.transaction(async (write) => {
      const seenTo = await write.ledger.lastSequence(workspaceId);
      await write.inboxes.mark(
        workspaceId,
        ada,
        [{ postId: post, seenTo, until: null }],
        program.clock.now(),
      );
      await write.memberships.remove(workspaceId, left);
    });
    pass(10 * minute);
    await send();
    expect(received()).toEqual([]);
    expect(answers()).toEqual([
      'Nothing of it waits in the inbox any more.',
      'The member has left.',
      'They turned these mails off.',
    ]);
  });
});

describe('a digest', () => {
  it('comes in the morning if something came since the last one, and says what waits', async () => {
    const { program, server } = started();
    const ada = await member('ada@example.com');
    const unproven = await member('bea@example.com', { isProven: false });
    for (const accountId of [ada, unproven]) await choose(accountId, { digest: 'daily' });
    for (let index = 1; index <= 12; index += 1) await create(`Post ${index}`);
    const mail = { digest: 'daily', timeZone: 'UTC' } as const;
    pass((nextDigestAt(mail, program.clock.now()) ?? 0) - program.clock.now());
    expect(await send()).toBe(1);
    expect(received()).toEqual([['ada@example.com', '12 posts are waiting for you']]);
    expect(server.received[0]?.mail.text).toMatch(/New: “Post 12”\.[\s\S]*New: “Post 3”\.\n\nAnd 2 more\./);
    pass(day);
    await send();
    expect([received().length, answers().at(-1)]).toEqual([1, 'Nothing new is in the inbox.']);
    await create('Another');
    pass(day);
    await send();
    expect(received().at(-1)).toEqual(['ada@example.com', '13 posts are waiting for you']);
  });

  it('is queued once, whoever looks', async () => {
    const { program } = started();
    const ada = await member('ada@example.com');
    await choose(ada, { digest: 'weekly' });
    await create('One');
    pass(8 * day);
    const fail = (error: unknown) => {
      throw error;
    };
    await Promise.all([queueDigests(deps(), fail), queueDigests(deps(), fail)]);
    expect(program.database.rows('select key from mails')).toHaveLength(1);
    expect(await queueDigests(deps(), fail)).toMatchObject({ count: 0 });
  });
});
