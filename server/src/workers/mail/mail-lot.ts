// Sends a lot of one workspace's due mails: claims them, writes each by what is true now, hands it to the mail server,
// and records what that said.

import { randomUUID } from 'node:crypto';
import type { Deps } from '../../app/kernel/change.ts';
import { isSuppressed } from '../../app/kernel/mail-queue.ts';
import { renderers } from '../../app/mail/renderers.ts';
import { leaseMs, retryDelayMs, startWithinMs } from '../../domain/kernel/attempts.ts';
import type { MailAddress } from '../../domain/mail/address.ts';
import type { Dropped, MailContent } from '../../domain/mail/content.ts';
import { leaveToken } from '../../domain/mail/leaving.ts';
import { isTooLate, type Mail, type MailOutcome } from '../../domain/mail/mail.ts';
import { isAnsweredByTeam } from '../../domain/mail/reply-to.ts';
import { addressHash, type Suppression } from '../../domain/mail/suppression.ts';
import type { Site, SiteAddresses } from '../../domain/site/site.ts';
import type { MailAnswer, Mailer } from '../../ports/mail/mailer.ts';
import { letter } from '../../shapes/mail/letter.ts';
import type { Batched } from '../batched.ts';
import type { Slots } from '../slots.ts';
import type { MailPause } from './mail-pause.ts';

export interface MailTools {
  deps: Deps;
  mailer: Mailer;
  from: MailAddress;
  replyTo: MailAddress | undefined;
  siteAddresses: SiteAddresses;
  publicUrl(): string;
  /** In [0, 1), for the jitter of retries. */
  random(): number;
  /** As many as the mailer has connections. */
  slots: Slots;
  /** Records outcomes as they come; they share a transaction. */
  settle: Batched<MailSettlement>;
  pause: MailPause;
  isStopping(): boolean;
  onFault(error: unknown): void;
}

export interface MailSettlement {
  workspaceId: string;
  outcome: MailOutcome;
  /** Who gets no more mail because of it. */
  suppression: Suppression | undefined;
}

/** How often a claim is renewed: once may fail. A server may take longer to answer than a claim holds. */
const renewEveryMs = leaseMs / 3;

/** Returns how many it claimed. */
export async function sendLot(tools: MailTools, workspaceId: string, take: number): Promise<number> {
  const { store, clock } = tools.deps;
  const claim = randomUUID();
  const at = clock.now();
  const startedAt = clock.elapsed();
  const mails = await store.transaction((write) =>
    write.mails.claim(workspaceId, { at, until: at + leaseMs, claim, take }),
  );
  if (mails.length === 0) return 0;
  const site = await store.read.sites.find(workspaceId);
  const key = await store.read.suppressions.keyOf(workspaceId);
  const { address: replyTo } = await store.read.mails.replyTo(workspaceId);
  const renewing = setInterval(() => {
    store
      .transaction((write) => write.mails.renewClaim(workspaceId, claim, clock.now() + leaseMs))
      // Then others may take the mails that are not sent yet, and a mail may arrive twice.
      .catch(() => undefined);
  }, renewEveryMs).unref();
  try {
    await Promise.all(
      mails.map((mail) =>
        tools.slots.within(workspaceId, async () => {
          const isLate = clock.elapsed() - startedAt > startWithinMs;
          const mayStart =
            !isLate && !tools.isStopping() && !tools.pause.isOn() && site !== undefined && key !== undefined;
          const { suppression, ...outcome } = mayStart
            ? await sendOne(tools, { site, key, replyTo }, mail)
            : released(clock.now());
          await tools.settle.add({ workspaceId, outcome: { id: mail.id, claim, ...outcome }, suppression });
        }),
      ),
    );
  } finally {
    clearInterval(renewing);
  }
  return mails.length;
}

type Result = Omit<MailOutcome, 'id' | 'claim'> & { suppression?: Suppression };

/** Due again immediately, for this process or another. */
const released = (at: number): Result => ({
  state: 'waiting',
  dueAt: at,
  isAttempt: false,
  answer: undefined,
});

/** What the server said last says more than we do. */
const tooLate = ({ answer }: Mail): Result =>
  answer === null
    ? dropped('It waited too long.')
    : { state: 'failed', dueAt: null, isAttempt: false, answer: undefined };

const dropped = (answer: string): Result => ({ state: 'dropped', dueAt: null, isAttempt: false, answer });

/** What the workspace says about its mails. */
interface Sending {
  site: Site;
  key: string;
  /** Confirmed. */
  replyTo: string | null;
}

async function sendOne(tools: MailTools, sending: Sending, mail: Mail): Promise<Result> {
  if (isTooLate(mail, tools.deps.clock.now())) return tooLate(mail);
  let content: MailContent | Dropped;
  try {
    content = await contentOf(tools, sending, mail);
  } catch (error) {
    tools.onFault(error);
    return resultOf(tools, mail, unwritten);
  }
  if ('dropped' in content) return dropped(content.dropped);
  const { address } = content.to;
  const answer = await tools.mailer.send(outgoing(tools, sending, mail, content));
  const result = resultOf(tools, mail, answer);
  if (!answer.isBounce) return result;
  const { clock, mintId } = tools.deps;
  const suppression: Suppression = {
    ...{ id: mintId('suppression'), hash: addressHash(sending.key, address), address },
    ...{ scope: 'all', reason: 'bounce', isImported: false, createdAt: clock.now() },
  };
  return { ...result, suppression };
}

/** Our own fault, perhaps a passing one. */
const unwritten: MailAnswer = {
  outcome: 'deferred',
  isBounce: false,
  answer: 'The mail could not be written.',
};

async function contentOf(
  tools: MailTools,
  { site, key }: Sending,
  mail: Mail,
): Promise<MailContent | Dropped> {
  const { read } = tools.deps.store;
  const who = mail.userId ?? addressHash(key, mail.address ?? '');
  const content = await renderers[mail.kind](
    {
      read,
      transaction: tools.deps.store.transaction,
      site,
      siteAddresses: tools.siteAddresses,
      publicUrl: tools.publicUrl(),
      now: tools.deps.clock.now(),
      linkUrl: (scope) => `${tools.publicUrl()}/m/${leaveToken(key, { workspaceId: site.id, who, scope })}`,
    },
    mail,
  );
  if ('dropped' in content) return content;
  const recipient = { kind: mail.kind, userId: mail.userId, address: content.to.address };
  const isLeft = await isSuppressed(read.suppressions, key, site.id, recipient);
  return isLeft ? { dropped: 'The recipient gets no such mail.' } : content;
}

const outgoing = (
  { from, replyTo }: MailTools,
  { replyTo: ofTeam }: Sending,
  { id, kind }: Mail,
  content: MailContent,
) => ({
  id,
  from: { name: content.sender, address: from.address },
  replyTo: ofTeam !== null && isAnsweredByTeam[kind] ? { name: '', address: ofTeam } : replyTo,
  to: content.to,
  subject: content.subject,
  ...letter(content),
  unsubscribeUrl: content.leave?.url,
});

function resultOf(
  { deps: { clock }, pause, random }: MailTools,
  { attempts }: Mail,
  { outcome, answer }: MailAnswer,
): Result {
  const now = clock.now();
  switch (outcome) {
    case 'accepted':
      pause.end();
      return { state: 'sent', dueAt: null, isAttempt: false, answer };
    case 'refused':
      return { state: 'failed', dueAt: null, isAttempt: true, answer };
    case 'deferred': {
      const delayMs = retryDelayMs(attempts + 1, random(), undefined);
      if (delayMs === undefined) return { state: 'failed', dueAt: null, isAttempt: true, answer };
      return { state: 'waiting', dueAt: now + delayMs, isAttempt: true, answer };
    }
    case 'blocked':
      // Not this mail's fault, so it costs no attempt. One that is always blocked ends when it is too late for it.
      return { state: 'waiting', dueAt: pause.begin(answer), isAttempt: false, answer };
  }
}
