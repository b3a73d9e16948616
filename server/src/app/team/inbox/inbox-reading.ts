// What is in the inbox of a member: read from the ledger, the newest first, in short steps and only so far as asked for.

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../../domain/kernel/clock.ts';
import { type InboxItem, inboxCollector } from '../../../domain/team/inbox.ts';
import type { Membership } from '../../../domain/team/membership.ts';
import type { Reader } from '../../../ports/store.ts';

/** How many entries a statement reads, and how many statements an answer takes: an inbox reaches back no further. */
const entriesAStep = 500;
const maxSteps = 10;

export type InboxReading = Pick<Reader, 'inboxes' | 'ledger'>;

export interface InboxContents {
  /** Those that were put off first, then the newest. */
  items: InboxItem[];
  /** The last entry of the ledger that was looked at. */
  upTo: number;
  /** The oldest entry that keeps a post in the inbox, if all entries were looked at. */
  oldest: number | undefined;
}

/** What a member without a note of their own has dealt with: everything from before they joined. */
export async function seenToOf(
  read: InboxReading,
  { workspaceId, accountId, createdAt }: Membership,
): Promise<number> {
  const inbox = await read.inboxes.find(workspaceId, accountId);
  return inbox?.seenTo ?? (await read.ledger.positionAt(workspaceId, createdAt));
}

/** Ends as soon as it has found `most` items; it may return more than that. */
export async function readInbox(
  read: InboxReading,
  membership: Membership,
  { now, most }: { now: Instant; most: number },
): Promise<InboxContents> {
  const { workspaceId, accountId } = membership;
  const upTo = await read.ledger.lastSequence(workspaceId);
  const after = await seenToOf(read, membership);
  const due = await read.inboxes.due(workspaceId, accountId, now, Math.min(most, entriesAStep));
  const found = inboxCollector(accountId, now);
  let before = upTo + 1;
  for (let step = 0; step < maxSteps && due.length + found.items().length < most; step += 1) {
    if (step > 0) await setImmediate();
    const entries = await read.inboxes.entries(workspaceId, accountId, {
      ...{ after, before, take: entriesAStep },
    });
    for (const entry of entries) found.add(entry);
    before = entries.at(-1)?.sequence ?? 0;
    if (entries.length < entriesAStep) break;
  }
  const later = due.map(
    ({ postId, until }): InboxItem => ({
      ...{ postId, why: 'later', at: until, actor: null, commentId: null },
    }),
  );
  return { items: [...later, ...found.items()], upTo, oldest: found.oldest() };
}
