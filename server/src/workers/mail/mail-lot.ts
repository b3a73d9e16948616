// Sends a lot of one workspace's due mails: claims them, writes each by what is true now, hands it to the mail server,
// and records what that said.

import { randomUUID } from 'node:crypto';
import type { Deps } from '../../app/kernel/change.ts';
import { renderers } from '../../app/mail/renderers.ts';
import { leaseMs, retryDelayMs, startWithinMs } from '../../domain/kernel/attempts.ts';
import type { MailAddress } from '../../domain/mail/address.ts';
import type { Dropped, MailContent } from '../../domain/mail/content.ts';
import { type Mail, type MailOutcome, maxMailAgeMs } from '../../domain/mail/mail.ts';
import type { Site, SiteAddresses } from '../../domain/site/site.ts';
import type { MailAnswer, Mailer } from '../../ports/mail/mailer.ts';
import { letter } from '../../shapes/mail/letter.ts';
import type { Batched } from '../batched.ts';
import type { Slots } from '../delivery-slots.ts';
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
          const mayStart = !isLate && !tools.isStopping() && !tools.pause.isOn() && site !== undefined;
          const outcome = mayStart ? await sendOne(tools, site, mail) : released(clock.now());
          await tools.settle.add({ workspaceId, outcome: { id: mail.id, claim, ...outcome } });
        }),
      ),
    );
  } finally {
    clearInterval(renewing);
  }
  return mails.length;
}

type Result = Omit<MailOutcome, 'id' | 'claim'>;

/** Due again immediately, for this process or another. */
const released = (at: number): Result => ({
  state: 'waiting',
  dueAt: at,
  isAttempt: false,
  answer: undefined,
});

async function sendOne(tools: MailTools, site: Site, mail: Mail): Promise<Result> {
  let content: MailContent | Dropped;
  try {
    content = await contentOf(tools, site, mail);
  } catch (error) {
    tools.onFault(error);
    return resultOf(tools, mail, unwritten);
  }
  if ('dropped' in content)
    return { state: 'dropped', dueAt: null, isAttempt: false, answer: content.dropped };
  return resultOf(tools, mail, await tools.mailer.send(outgoing(tools, mail, content)));
}

/** Our own fault, perhaps a passing one. */
const unwritten: MailAnswer = {
  outcome: 'deferred',
  isBounce: false,
  answer: 'The mail could not be written.',
};

const contentOf = (tools: MailTools, site: Site, mail: Mail): Promise<MailContent | Dropped> =>
  renderers[mail.kind](
    {
      read: tools.deps.store.read,
      transaction: tools.deps.store.transaction,
      site,
      siteAddresses: tools.siteAddresses,
      publicUrl: tools.publicUrl(),
      now: tools.deps.clock.now(),
    },
    mail,
  );

const outgoing = ({ from, replyTo }: MailTools, { id }: Mail, content: MailContent) => ({
  id,
  from: { name: content.sender, address: from.address },
  replyTo,
  to: content.to,
  subject: content.subject,
  ...letter(content),
  unsubscribeUrl: content.leave?.url,
});

function resultOf(
  { deps: { clock }, pause, random }: MailTools,
  { attempts, createdAt }: Mail,
  { outcome, answer }: MailAnswer,
): Result {
  const now = clock.now();
  const isOld = now - createdAt > maxMailAgeMs;
  switch (outcome) {
    case 'accepted':
      pause.end();
      return { state: 'sent', dueAt: null, isAttempt: false, answer };
    case 'refused':
      return { state: 'failed', dueAt: null, isAttempt: true, answer };
    case 'deferred': {
      const delayMs = isOld ? undefined : retryDelayMs(attempts + 1, random(), undefined);
      if (delayMs === undefined) return { state: 'failed', dueAt: null, isAttempt: true, answer };
      return { state: 'waiting', dueAt: now + delayMs, isAttempt: true, answer };
    }
    case 'blocked': {
      // Not this mail's fault, so it costs no attempt; but one that is always blocked must end.
      if (isOld) return { state: 'failed', dueAt: null, isAttempt: true, answer };
      return { state: 'waiting', dueAt: pause.begin(answer), isAttempt: false, answer };
    }
  }
}
