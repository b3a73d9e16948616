// Publishes scheduled changelogs exactly once, including those that came due while no process ran, with any number
// of processes.

import { publishScheduled } from '../app/changelog/changelog-publishing.ts';
import type { Deps } from '../app/kernel/change.ts';
import type { Instant } from '../domain/kernel/clock.ts';
import { counted } from '../domain/kernel/count.ts';
import type { DueChangelog } from '../ports/changelog/changelog-store.ts';
import { type DueLoop, dueLoop } from './due-loop.ts';

const batchSize = 100;
/** Upper bound, since other processes schedule too and the clock may change. */
const maxWaitMs = 30_000;

/** Publishes everything due; returns how many this call published. One failure does not stop the others. */
export async function publishDue(deps: Deps): Promise<number> {
  let published = 0;
  const errors: unknown[] = [];
  let last: DueChangelog | undefined;
  do {
    const due = await deps.store.read.changelogs.due(deps.clock.now(), batchSize, last);
    for (const { workspaceId, id } of due) {
      try {
        if (await publishScheduled(deps, workspaceId, id)) published += 1;
      } catch (error) {
        errors.push(error);
      }
    }
    last = due.length < batchSize ? undefined : due.at(-1);
  } while (last !== undefined);
  if (errors.length > 0)
    throw new AggregateError(errors, `${counted(errors.length, 'changelog')} could not be published.`);
  return published;
}

/** Is woken when something was scheduled, perhaps earlier than what it waits for. */
export interface Publisher extends DueLoop {
  /** Changelogs that were due at the last run but could not be published. */
  overdue(): number;
}

export interface PublisherWatch {
  onPublished(count: number): void;
  onFault(error: unknown): void;
}

/** Publishes what is due now, and then whatever comes due. */
export function publisher(deps: Deps, { onPublished, onFault }: PublisherWatch): Publisher {
  let overdue = 0;

  const run = async (): Promise<number> => {
    const startedAt = deps.clock.now();
    try {
      const published = await publishDue(deps);
      overdue = 0;
      if (published > 0) onPublished(published);
    } catch (error) {
      if (error instanceof AggregateError) overdue = error.errors.length;
      onFault(error);
    }
    // A failed one is retried after the maximum wait, without delaying others.
    return untilNextDue(deps, startedAt).catch((error: unknown) => {
      onFault(error);
      return maxWaitMs;
    });
  };

  return { ...dueLoop(run), overdue: () => overdue };
}

async function untilNextDue({ store, clock }: Deps, after: Instant): Promise<number> {
  const dueAt = await store.read.changelogs.nextDueAt(after);
  if (dueAt === undefined) return maxWaitMs;
  return Math.min(maxWaitMs, Math.max(0, dueAt - clock.now()));
}
