// Turns what is due to be told into mails, some people of each telling at a time, so that sending goes on in between.

import type { Deps } from '../../app/kernel/change.ts';
import { tellSome } from '../../app/mail/telling.ts';

/** How many tellings have a turn. */
const atOnce = 20;

/**
 * How many had one, and how long until the next is due. One that fails stops neither the others nor any mail, and is
 * tried again with the next run.
 */
export async function tellDue(
  deps: Deps,
  onFault: (error: unknown) => void,
): Promise<{ count: number; waitMs: number }> {
  const { store, clock } = deps;
  const now = clock.now();
  const due = await store.read.tellings.due(now, atOnce);
  let count = 0;
  for (const each of due)
    try {
      if (await tellSome(deps, each)) count += 1;
    } catch (error) {
      onFault(error);
    }
  const nextDueAt = await store.read.tellings.nextDueAt(now);
  return { count, waitMs: nextDueAt === undefined ? Number.POSITIVE_INFINITY : nextDueAt - now };
}
