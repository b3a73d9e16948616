// Publishes scheduled changelogs when their time comes, each exactly once: also those that came due while no
// process ran, and with any number of processes at the same store.

import { publishScheduled } from '../app/changelog/changelog-publishing.ts';
import type { Deps } from '../app/kernel/change.ts';
import type { Instant } from '../domain/clock.ts';
import { counted } from '../domain/count.ts';
import type { DueChangelog } from '../ports/changelog-store.ts';

const publishedAtOnce = 100;
/** Other processes schedule too, and the clock may be set: no wait is longer than this. */
const longestWaitMs = 30_000;

/** Publishes everything that is due; answers how many this call published. One that fails holds up no other. */
export async function publishDue(deps: Deps): Promise<number> {
  let published = 0;
  const faults: unknown[] = [];
  let last: DueChangelog | undefined;
  do {
    const due = await deps.store.read.changelogs.due(deps.clock.now(), publishedAtOnce, last);
    for (const { workspaceId, id } of due) {
      try {
        if (await publishScheduled(deps, workspaceId, id)) published += 1;
      } catch (error) {
        faults.push(error);
      }
    }
    last = due.length < publishedAtOnce ? undefined : due.at(-1);
  } while (last !== undefined);
  if (faults.length > 0)
    throw new AggregateError(faults, `${counted(faults.length, 'changelog')} could not be published.`);
  return published;
}

export interface Publisher {
  start(): void;
  /** Something was scheduled, perhaps for sooner than what is waited for. */
  wake(): void;
  /** How many changelogs were due at the last look and could not be published. */
  overdue(): number;
  /** Resolves when it has looked and published, and waits for the next time. */
  idle(): Promise<void>;
  /** Resolves when nothing is being published any more. */
  stop(): Promise<void>;
}

export interface PublisherWatch {
  onPublished(count: number): void;
  onFault(error: unknown): void;
}

/** Publishes what is due at its start, and from then on whatever comes due. */
export function publisher(deps: Deps, { onPublished, onFault }: PublisherWatch): Publisher {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let asked = false;
  let working: Promise<void> | undefined;
  let overdue = 0;

  const look = async (): Promise<void> => {
    const lookedAt = deps.clock.now();
    let waitMs = longestWaitMs;
    try {
      const published = await publishDue(deps);
      overdue = 0;
      if (published > 0) onPublished(published);
    } catch (error) {
      if (error instanceof AggregateError) overdue = error.errors.length;
      onFault(error);
    }
    // One that cannot be published is tried again after the longest wait, and keeps no other waiting.
    await untilNextDue(deps, lookedAt).then((untilDueMs) => {
      waitMs = untilDueMs;
    }, onFault);
    if (running) timer = setTimeout(wake, waitMs).unref();
  };

  /** Again when asked meanwhile: the look under way may have been over before the thing was scheduled. */
  const work = async (): Promise<void> => {
    while (asked && running) {
      asked = false;
      clearTimeout(timer);
      await look();
    }
    working = undefined;
  };

  const wake = (): void => {
    asked = running;
    if (asked) working ??= work();
  };

  return {
    start() {
      running = true;
      wake();
    },
    wake,
    overdue: () => overdue,
    async idle() {
      await working;
    },
    async stop() {
      running = false;
      await working;
      clearTimeout(timer);
    },
  };
}

async function untilNextDue({ store, clock }: Deps, after: Instant): Promise<number> {
  const dueAt = await store.read.changelogs.nextDueAt(after);
  if (dueAt === undefined) return longestWaitMs;
  return Math.min(longestWaitMs, Math.max(0, dueAt - clock.now()));
}
