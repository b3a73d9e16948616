// What admins see of the mail that leaves their workspace, and what they do with it: let notices go that are held, or throw
// them away, and send a test to themselves. Any member may send themselves a test of a changelog entry.

import type { Instant } from '../../domain/kernel/clock.ts';
import { conflict, forbidden, notFound, TransientFailure } from '../../domain/kernel/failure.ts';
import type { MailAddress } from '../../domain/mail/address.ts';
import type { HeldFor, Mail, MailPayload } from '../../domain/mail/mail.ts';
import type { ReplyTo } from '../../domain/mail/reply-to.ts';
import type { Account } from '../../domain/team/account.ts';
import type { Limiter } from '../../ports/kernel/limiter.ts';
import { type Caller, change, type Deps, needsRole } from '../kernel/change.ts';
import { queueMail } from '../kernel/mail-queue.ts';
import { type ReplyToChoice, replyToChoice } from './reply-to.ts';

/** How the operator set mail up, without a secret. */
export interface MailSetup {
  from: MailAddress;
  replyTo: MailAddress | undefined;
  /** The host and port of the mail server. */
  server: string;
}

export interface FailedMail extends Pick<Mail, 'id' | 'kind' | 'answer' | 'createdAt'> {
  /** Null if the person has none any more. */
  address: string | null;
}

export interface OutboxView {
  /** Undefined if mail is not set up: then the rest says nothing. */
  setup: MailSetup | undefined;
  /** What the server said if it refuses us. */
  blocked: string | undefined;
  /** Counted up to a limit. */
  waiting: number;
  heldFor: HeldFor | null;
  heldAt: Instant | null;
  replyTo: ReplyTo;
  /** Newest first. */
  failures: FailedMail[];
}

export interface Outbox extends ReplyToChoice {
  view(caller: Caller): Promise<OutboxView>;
  /** CONFLICT if mail is not set up. */
  release(caller: Caller): Promise<void>;
  /** Throws away the notices that wait, and holds no more. Returns how many it threw away. */
  discard(caller: Caller): Promise<number>;
  /** Returns the address. CONFLICT if it gets no mail. */
  sendTest(caller: Caller): Promise<string>;
  /** The same, with what the entry says when the mail is sent. FORBIDDEN if the address isn't proven. */
  sendTestOf(caller: Caller, changelogId: string): Promise<string>;
}

export interface OutboxTools {
  setup: MailSetup | undefined;
  blocked(): string | undefined;
  limiter: Limiter;
}

export const maxWaitingCounted = 10_000;
const failuresShown = 20;
const testsPerHour = 5;
const hourMs = 3_600_000;

const discarded = 'Discarded by the team.';

export function outbox(deps: Deps, { setup, blocked, limiter }: OutboxTools): Outbox {
  const { store, clock, mintId, mail: outlet } = deps;

  const anOutlet = () => {
    if (outlet === undefined) throw conflict('Mail is not set up.');
    return outlet;
  };
  const outletFor = (caller: Caller) => {
    needsRole(caller, 'admin');
    return anOutlet();
  };
  const accountOf = async ({ actor }: Caller): Promise<Account> => {
    const account = await store.read.accounts.find(actor.id);
    if (account === undefined) throw notFound('Account');
    return account;
  };
  const send = async (caller: Caller, account: Account, about: MailPayload = {}): Promise<string> => {
    const { workspaceId } = caller;
    const { id: accountId, email: address } = account;
    const bucket = `test-mail:${workspaceId}:${accountId}`;
    const { allowed, resetInMs } = await limiter.take(bucket, testsPerHour, hourMs);
    if (!allowed)
      throw new TransientFailure('RATE_LIMITED', `You can send ${testsPerHour} tests an hour.`, resetInMs);
    const payload = { accountId, ...about };
    const mail = { kind: 'test', address, payload, key: `test:${mintId('mail')}` } as const;
    await change(deps, caller, async (write) => {
      if (!(await queueMail(deps, write, workspaceId, mail)))
        throw conflict('Your address gets no mail: it is on the list of suppressed addresses.');
      write.record('workspace.mail_tested', workspaceId);
    });
    return address;
  };
  const withAddresses = async (workspaceId: string, mails: readonly Mail[]): Promise<FailedMail[]> => {
    const userIds = mails.flatMap(({ userId }) => userId ?? []);
    const users = await store.read.users.usersOf(workspaceId, userIds);
    return mails.map(({ id, kind, answer, createdAt, address, userId }) => ({
      ...{ id, kind, answer, createdAt },
      address: address ?? users.get(userId ?? '')?.email ?? null,
    }));
  };

  return {
    ...replyToChoice(deps, limiter),

    async view(caller) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const { mails } = store.read;
      const queue = await mails.queue(workspaceId);
      return {
        setup,
        blocked: blocked(),
        waiting: await mails.countWaiting(workspaceId, maxWaitingCounted),
        heldFor: queue?.heldFor ?? null,
        heldAt: queue?.heldAt ?? null,
        replyTo: await mails.replyTo(workspaceId),
        failures: await withAddresses(workspaceId, await mails.failed(workspaceId, failuresShown)),
      };
    },

    async release(caller) {
      const { publicUrl, onQueued } = outletFor(caller);
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        if (((await write.mails.queue(workspaceId))?.heldFor ?? null) === null) return;
        await write.mails.release(workspaceId, publicUrl());
        write.record('workspace.mail_released', workspaceId);
        write.afterCommit(onQueued);
      });
    },

    async discard(caller) {
      const { publicUrl } = outletFor(caller);
      const { workspaceId } = caller;
      // What is still to become notices, so that no others come.
      await store.transaction((write) => write.tellings.removeAll(workspaceId));
      // In steps: there may be more than one transaction should change.
      const dropSome = () =>
        store.transaction((write) => write.mails.dropNotices(workspaceId, discarded, clock.now()));
      let total = 0;
      for (let dropped = await dropSome(); dropped > 0; dropped = await dropSome()) total += dropped;
      await change(deps, caller, async (write) => {
        await write.mails.release(workspaceId, publicUrl());
        write.record('workspace.mail_discarded', workspaceId);
      });
      return total;
    },

    async sendTest(caller) {
      outletFor(caller);
      return send(caller, await accountOf(caller));
    },

    async sendTestOf(caller, changelogId) {
      if ((await store.read.changelogs.find(caller.workspaceId, changelogId)) === undefined)
        throw notFound('Changelog');
      anOutlet();
      const account = await accountOf(caller);
      // It says whatever the member wrote, and must not reach anyone else.
      if (account.provenAt === null) throw forbidden('Only someone whose address is proven can do this.');
      return send(caller, account, { changelogId });
    },
  };
}
