// Turns what is due to be told into mails, some people of each telling at a time, so that sending goes on in between.

import type { Deps } from '../../app/kernel/change.ts';
import { tellSome, toldInOneStep } from '../../app/mail/telling.ts';

/** How many tellings have a turn. */
const atOnce = 20;

/** Between steps that tell many: others write meanwhile, and the mails leave more slowly in any case. */
const restMs = 500;

export interface Told {
  /** How many tellings had a turn. */
  count: number;
  /** So many people were told that the next step can wait. */
  isMany: boolean;
  /** How long until the next is due, or until the rest of many. */
  waitMs: number;
}

/** One that fails stops neither the others nor any mail, and is tried again with the next run. */
export async function tellDue(deps: Deps, onFault: (error: unknown) => void): Promise<Told> {
  const { store, clock } = deps;
  const now = clock.now();
  const due = await store.read.tellings.due(now, atOnce);
  let [count, people] = [0, 0];
  for (const each of due)
    try {
      const told = await tellSome(deps, each);
      if (told !== undefined) count += 1;
      people += told ?? 0;
    } catch (error) {
      onFault(error);
    }
  if (people >= toldInOneStep) return { count, isMany: true, waitMs: restMs };
  const nextDueAt = await store.read.tellings.nextDueAt(now);
  const waitMs = nextDueAt === undefined ? Number.POSITIVE_INFINITY : nextDueAt - now;
  return { count, isMany: false, waitMs };
}
