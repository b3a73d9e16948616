// One program with a mail server of its own, and what sends its mail.

import { afterEach, beforeEach } from 'vitest';
import { queueMailAlone } from '../../src/app/kernel/mail-queue.ts';
import { smtpMailer } from '../../src/engines/mail/smtp.ts';
import type { Mailer } from '../../src/ports/mail/mailer.ts';
import type { Store } from '../../src/ports/store.ts';
import { siteAddresses } from '../../src/shapes/site/addresses.ts';
import type { MailPace } from '../../src/workers/mail/mail-pace.ts';
import { type MailDeps, sendDueMail } from '../../src/workers/mail/mail-sender.ts';
import { newAccount } from '../contracts/store/world.ts';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';

const unlimited: MailPace = {
  take: async (most) => ({ count: most, waitMs: 0, giveBack: async () => undefined }),
};

/** Registers the hooks of a test file. */
export function mailFixture() {
  let program: TestProgram;
  let server: MailServer;
  let mailer: Mailer;
  let depsOn: ReturnType<typeof workerDeps>;
  let keys = 0;

  beforeEach(async () => {
    server = await startMailServer();
    const environment = { SMTP_URL: server.url, MAIL_FROM: 'ideas@acme.example' };
    program = await startProgram({ environment });
    mailer = smtpMailer({ host: '127.0.0.1', port: server.port, tls: 'off', credentials: undefined });
    depsOn = workerDeps(program);
  });
  afterEach(async () => {
    mailer.close();
    await program.close();
    await server.close();
  });

  const outlet = { publicUrl: () => 'http://earshot.test', onQueued: () => program.mailing?.wake() };
  const deps = (store?: Store) => ({ ...depsOn(store), mail: outlet });

  /** Retries come exactly after the delays of the table: half of the jitter's range is its middle. */
  const mailDeps = (given: Partial<MailDeps> = {}): MailDeps => ({
    ...{ deps: deps(), mailer, from: { name: '', address: 'ideas@acme.example' }, replyTo: undefined },
    siteAddresses: siteAddresses(() => 'http://earshot.test', new Map()),
    publicUrl: () => 'http://earshot.test',
    pace: unlimited,
    maxUnderway: 5,
    random: () => 0.5,
    onFault(error) {
      throw error;
    },
    ...given,
  });

  /** A member of the workspace, to whom tests are sent. */
  const makeMember = async (email = 'ada@example.com', locale: string | null = null) => {
    const account = newAccount({ email, locale, name: 'Ada Löwe' });
    const { workspaceId, clock, engines } = program;
    await engines.store.transaction(async (write) => {
      await write.accounts.insert(account);
      await write.memberships.insert({
        ...{ workspaceId, accountId: account.id, role: 'owner', createdAt: clock.now() },
      });
    });
    return account;
  };
  /** Returns the ID of the mail. */
  const queue = async (accountId: string, address = 'ada@example.com') => {
    keys += 1;
    const key = `test:${keys}`;
    await queueMailAlone(deps(), program.workspaceId, { kind: 'test', payload: { accountId }, address, key });
    const rows = program.database.rows(`select id from mails where key = '${key}'`);
    return String(rows[0]?.id);
  };
  const read = (id: string) => program.engines.store.read.mails.find(program.workspaceId, id);

  return {
    started: () => ({ program, server, mailer }),
    deps,
    mailDeps,
    send: (given?: Partial<MailDeps>) => sendDueMail(mailDeps(given)),
    makeMember,
    queue,
    read,
  };
}
