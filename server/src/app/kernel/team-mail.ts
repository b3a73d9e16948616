// Queues mail for members who are mentioned, or who get a post from another member. What happens within ten minutes is one
// mail, however many posts were handed over at a time. Whether it is sent, and what it says, is decided then.

import type { Change, Deps } from './change.ts';
import { queueMail } from './mail-queue.ts';

const windowMs = 10 * 60_000;

export async function mailMembers(
  deps: Pick<Deps, 'clock' | 'mintId' | 'mail'>,
  write: Change,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  if (deps.mail === undefined) return;
  const { actor } = write;
  const others = accountIds.filter((id) => actor.type !== 'person' || actor.id !== id);
  if (others.length === 0) return;
  const from = Math.floor(deps.clock.now() / windowMs) * windowMs;
  const dueAt = from + windowMs;
  const accounts = await write.accounts.accountsOf(others);
  for (const { id: accountId, email: address, provenAt } of accounts.values())
    if (provenAt !== null)
      await queueMail(deps, write, workspaceId, {
        ...{ kind: 'inbox', address, dueAt, key: `inbox:${accountId}:${from}` },
        payload: { accountId, from, to: dueAt },
      });
}
