// Queues the digests that are due. A digest that comes late, since no server ran, covers what the missed ones would have.

import { defaultTeamMail, digestCoversMs, nextDigestAt } from '../../domain/team/team-mail.ts';
import type { DueDigest } from '../../ports/team/inbox-store.ts';
import type { Deps } from '../kernel/change.ts';
import { queueMail } from '../kernel/mail-queue.ts';

const atOnce = 20;

/** How many were due, and how long until the next one is. */
export async function queueDigests(
  deps: Deps,
  onFault: (error: unknown) => void,
): Promise<{ count: number; waitMs: number }> {
  const { inboxes } = deps.store.read;
  const now = deps.clock.now();
  const due = await inboxes.digestsDue(now, atOnce);
  let count = 0;
  for (const each of due)
    try {
      await queueDigest(deps, each);
      count += 1;
    } catch (error) {
      onFault(error);
    }
  const next = await inboxes.nextDigestAt(now);
  return { count, waitMs: next === undefined ? Number.POSITIVE_INFINITY : next - now };
}

async function queueDigest(deps: Deps, due: DueDigest): Promise<void> {
  const { workspaceId, accountId, digestAt } = due;
  const account = await deps.store.read.accounts.find(accountId);
  await deps.store.transaction(async (write) => {
    const mail = (await write.inboxes.find(workspaceId, accountId))?.mail ?? defaultTeamMail;
    // Another process may have been faster.
    if (!(await write.inboxes.moveDigest(due, nextDigestAt(mail, deps.clock.now())))) return;
    if (account === undefined || account.provenAt === null || mail.digest === 'off') return;
    const since = digestAt - digestCoversMs(mail.digest);
    await queueMail(deps, write, workspaceId, {
      ...{ kind: 'digest', address: account.email, key: `digest:${accountId}:${digestAt}` },
      payload: { accountId, since },
    });
  });
}
