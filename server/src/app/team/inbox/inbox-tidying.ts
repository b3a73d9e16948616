// Forgets marks that an inbox no longer needs: what is done moves into the one number that says how far its member has
// come.

import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Store } from '../../../ports/store.ts';
import { readInbox, seenToOf } from './inbox-reading.ts';

/** A member who works in it may want to undo what they did. */
const restsMs = 3_600_000;

/** Returns how many inboxes were tidied. Those in use have another turn later. */
export async function tidyInboxes(store: Store, workspaceId: string, now: Instant): Promise<number> {
  const { read } = store;
  let tidied = 0;
  for (const membership of await read.memberships.list(workspaceId)) {
    const { accountId } = membership;
    const lastAt = await read.inboxes.lastDoneAt(workspaceId, accountId);
    if (lastAt === undefined || lastAt > now - restsMs) continue;
    const most = Number.MAX_SAFE_INTEGER;
    const { upTo, oldest } = await readInbox(read, membership, { now, most });
    const seenTo = Math.max(oldest === undefined ? upTo : oldest - 1, await seenToOf(read, membership));
    await store.transaction(async (write) => {
      await write.inboxes.setSeenTo(workspaceId, accountId, seenTo);
      await write.inboxes.unmarkSeen(workspaceId, accountId, seenTo);
    });
    tidied += 1;
  }
  return tidied;
}
