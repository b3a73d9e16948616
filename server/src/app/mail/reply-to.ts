// The address that replies go to: an admin asks for it, a mail to it has a link, and whoever has that mail confirms it.

import { conflict, TransientFailure } from '../../domain/kernel/failure.ts';
import type { LeaveLink } from '../../domain/mail/leaving.ts';
import { noReplyTo, type ReplyTo, replyAddress, replyToScope } from '../../domain/mail/reply-to.ts';
import { addressHash } from '../../domain/mail/suppression.ts';
import type { Limiter } from '../../ports/kernel/limiter.ts';
import type { Reader } from '../../ports/store.ts';
import { asSystem, type Caller, change, type Deps, needsRole } from '../kernel/change.ts';
import { queueMail } from '../kernel/mail-queue.ts';

const mailsPerHour = 5;
const hourMs = 3_600_000;

export interface ReplyToChoice {
  /** Sends a mail to the address, unless it is the confirmed one. CONFLICT if it gets no mail. */
  askReplyTo(caller: Caller, text: string): Promise<void>;
  clearReplyTo(caller: Caller): Promise<void>;
}

export const replyToChoice = (deps: Deps, limiter: Limiter): ReplyToChoice => ({
  async askReplyTo(caller, text) {
    needsRole(caller, 'admin');
    if (deps.mail === undefined) throw conflict('Mail is not set up.');
    const { workspaceId } = caller;
    const address = replyAddress(text);
    if ((await deps.store.read.mails.replyTo(workspaceId)).address !== address)
      await admit(limiter, workspaceId);
    await change(deps, caller, async (write) => {
      const before = await write.mails.replyTo(workspaceId);
      if (before.address === address) {
        if (before.asked === null) return;
        await write.mails.setReplyTo(workspaceId, { ...before, asked: null });
        return write.record('workspace.reply_to_asked', workspaceId);
      }
      const askedAt = deps.clock.now();
      const key = `reply-to:${deps.mintId('mail')}`;
      if (
        !(await queueMail(deps, write, workspaceId, { kind: 'reply-to', address, payload: { askedAt }, key }))
      )
        throw conflict('This address gets no mail: it is on the list of suppressed addresses.');
      await write.mails.setReplyTo(workspaceId, { ...before, asked: address, askedAt });
      write.record('workspace.reply_to_asked', workspaceId);
    });
  },

  async clearReplyTo(caller) {
    needsRole(caller, 'admin');
    const { workspaceId } = caller;
    await change(deps, caller, async (write) => {
      const { address, asked } = await write.mails.replyTo(workspaceId);
      if (address === null && asked === null) return;
      await write.mails.setReplyTo(workspaceId, noReplyTo);
      write.record('workspace.reply_to_cleared', workspaceId);
    });
  },
});

async function admit(limiter: Limiter, workspaceId: string): Promise<void> {
  const { allowed, resetInMs } = await limiter.take(`reply-to:${workspaceId}`, mailsPerHour, hourMs);
  if (!allowed)
    throw new TransientFailure('RATE_LIMITED', `You can ask ${mailsPerHour} times an hour.`, resetInMs);
}

/** What the link confirms, or has confirmed; undefined if another address was asked for since, or none. */
export async function askedBy(
  { mails }: Pick<Reader, 'mails'>,
  { workspaceId, who, scope }: LeaveLink,
  key: string,
): Promise<ReplyTo | undefined> {
  const found = await mails.replyTo(workspaceId);
  const address = found.asked ?? found.address;
  if (address === null || found.askedAt === null) return undefined;
  return scope === replyToScope(found.askedAt) && who === addressHash(key, address) ? found : undefined;
}

const confirming = { type: 'system', id: 'mail' } as const;

export const confirmReplyTo = (deps: Deps, link: LeaveLink, key: string): Promise<void> =>
  change(deps, asSystem(link.workspaceId, confirming), async (write): Promise<void> => {
    const found = await askedBy(write, link, key);
    if (found === undefined || found.asked === null) return;
    await write.mails.setReplyTo(link.workspaceId, { ...found, address: found.asked, asked: null });
    write.record('workspace.reply_to_confirmed', link.workspaceId);
  });
