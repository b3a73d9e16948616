// The deliveries of one workspace: makes them from what was committed, and sends those that are due. Each webhook sends
// on its own, so that a slow one delays no other.

import { fanOut } from '../../app/events/fan-out.ts';
import { reachThresholds } from '../../app/feedback/thresholds.ts';
import type { ActiveWebhook } from '../../domain/events/webhook.ts';
import { type DeliveryTools, sendBatch } from './delivery-batch.ts';

/** How soon after a commit to work, so that what is committed together is taken together. */
const gatherMs = 20;
/** The least time between two rounds, so that a busy workspace does the work of a round for many events. */
const roundMs = 250;
/** How long to wait after a fault. */
const retryMs = 1_000;
/** The longest time without looking. */
const maxSleepMs = 30_000;

export interface WorkspaceDelivery {
  /** Works now, and once more if it is working already. */
  wake(): void;
  /** Works soon, to take what is committed until then together. */
  gather(): void;
  /** Works if the workspace's revision has changed since it was last told. */
  compare(revision: number | undefined): void;
  /** What is being done. */
  jobs(): Promise<void>[];
  /** How many webhooks had due deliveries, and were not sending, when it last looked. */
  dueWebhooks(): number;
  /** Forgets when to work next. */
  close(): void;
}

export interface WorkspaceDeliveryOptions {
  tools: DeliveryTools;
  workspaceId: string;
  onFault(error: unknown): void;
  /** Called when there is no enabled webhook and nothing to do. */
  onEmpty(): void;
}

/** Makes the deliveries of what was committed; returns whether there may be more. */
export const fanOutOnce = ({ deps }: DeliveryTools, workspaceId: string): Promise<boolean> =>
  fanOut(deps, (...asked) => reachThresholds(deps, ...asked), workspaceId);

export const isDue = ({ dueAt }: ActiveWebhook, now: number): boolean => dueAt !== null && dueAt <= now;

export function workspaceDelivery({
  tools,
  workspaceId,
  onFault,
  onEmpty,
}: WorkspaceDeliveryOptions): WorkspaceDelivery {
  const { store, clock } = tools.deps;
  /** The webhooks that are sending. */
  const lanes = new Map<string, Promise<void>>();
  let active: ActiveWebhook[] = [];
  let revision: number | undefined;
  let isStale = false;
  /** When the last round began, in elapsed time. */
  let workedAt = Number.NEGATIVE_INFINITY;
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** A wake-up is scheduled. Don't postpone it: under constant writes it would never run. */
  let isGathering = false;

  const wake = (): void => {
    isGathering = false;
    isStale = !tools.isStopping();
    if (isStale) working ??= work();
  };

  const wakeIn = (ms: number): void => {
    clearTimeout(timer);
    isGathering = false;
    timer = setTimeout(wake, ms).unref();
  };

  const gather = (): void => {
    if (isGathering || tools.isStopping()) return;
    wakeIn(Math.max(gatherMs, workedAt + roundMs - clock.elapsed()));
    isGathering = true;
  };

  /** The enabled webhooks that are not sending. A webhook that is wakes the workspace when it is done. */
  const resting = (): ActiveWebhook[] => active.filter(({ webhook }) => !lanes.has(webhook.id));

  const work = async (): Promise<void> => {
    try {
      while (isStale && !tools.isStopping()) {
        isStale = false;
        workedAt = clock.elapsed();
        const isBehind = await fanOutOnce(tools, workspaceId);
        isStale ||= isBehind;
        active = await store.read.webhooks.activeOf(workspaceId);
        for (const each of resting()) if (isDue(each, clock.now())) startLane(each);
        // If something has changed meanwhile, it may have a webhook by now.
        if (active.length === 0 && lanes.size === 0 && !isStale && !isGathering) {
          clearTimeout(timer);
          onEmpty();
        }
        sleepUntilDue();
      }
    } catch (error) {
      onFault(error);
      wakeIn(retryMs);
    } finally {
      working = undefined;
    }
  };

  const sleepUntilDue = (): void => {
    // It works again before long in any case.
    if (isGathering) return;
    const dueAt = Math.min(...resting().flatMap((each) => each.dueAt ?? []));
    if (dueAt < Number.POSITIVE_INFINITY)
      wakeIn(Math.max(gatherMs, Math.min(dueAt - clock.now(), maxSleepMs)));
  };

  /** Sends one batch; then the workspace decides what is next, with the webhook as it is by then. */
  const startLane = (each: ActiveWebhook): void => {
    const { id } = each.webhook;
    const sending = sendBatch(tools, each).then(
      ({ mayHaveMore }) => {
        lanes.delete(id);
        // A webhook that fails would keep the workspace working, a few deliveries at a time.
        if (mayHaveMore && each.failingSince === null) wake();
        else gather();
      },
      (error: unknown) => {
        lanes.delete(id);
        onFault(error);
        // Not immediately: while the database takes no writes, it would fail again and again.
        wakeIn(retryMs);
      },
    );
    lanes.set(id, sending);
  };

  return {
    wake,
    gather,
    compare(current) {
      if (current !== revision) wake();
      revision = current;
    },
    jobs: () => [...(working === undefined ? [] : [working]), ...lanes.values()],
    dueWebhooks: () => resting().filter((each) => isDue(each, clock.now())).length,
    close: () => clearTimeout(timer),
  };
}
