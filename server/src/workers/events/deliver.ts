// Delivers events to webhooks. Each workspace with enabled webhooks is worked on when something was committed, when a
// delivery comes due, and at intervals in any case.

import { sendBatch } from './delivery-batch.ts';
import type { AttemptResult } from './delivery-record.ts';
import { type DeliveryDeps, toolsOf } from './delivery-tools.ts';
import { fanOutOnce, isDue, type WorkspaceDelivery, workspaceDelivery } from './workspace-delivery.ts';

/** How often to look for commits of other processes. */
const pollEveryMs = 1_000;
/** How often to look for work that another process left. */
const scanEveryMs = 30_000;
/** How long requests that are under way may take when the process stops; most are answered sooner. */
const defaultGraceMs = 2_000;

/** Delivers everything that is due now; returns how many attempts were made. For tests and tools. */
export async function deliverDue(delivery: DeliveryDeps): Promise<number> {
  const tools = toolsOf(delivery, () => false, new AbortController().signal);
  const { store, clock } = delivery.deps;
  let sent = 0;
  for (const workspaceId of await store.read.webhooks.activeWorkspaces()) {
    let isWorking = true;
    while (isWorking) {
      const hasMoved = await fanOutOnce(tools, workspaceId);
      const active = await store.read.webhooks.activeOf(workspaceId);
      const due = active.filter((each) => isDue(each, clock.now()));
      const batches = await Promise.all(due.map((each) => sendBatch(tools, each)));
      const claimed = batches.reduce((sum, batch) => sum + batch.claimed, 0);
      sent += claimed;
      isWorking = hasMoved || claimed > 0;
    }
  }
  return sent;
}

export interface DeliveryMetrics {
  /** Attempts since startup, by what came of them. */
  attempts: Readonly<Record<AttemptResult, number>>;
  /** Requests that are being sent, and those that wait because too many are. */
  underway: number;
  waiting: number;
  /** Webhooks that had due deliveries, and were not sending, when they were last looked at. */
  dueWebhooks: number;
}

export interface Deliverer {
  start(): void;
  /** This process has committed something in the workspace. */
  committed(workspaceId: string): void;
  /** Webhooks of the workspace have changed, so it may have its first one. */
  changed(workspaceId: string): void;
  /** What this process does, from memory. */
  metrics(): DeliveryMetrics;
  /** Resolves when nothing is being done. */
  idle(): Promise<void>;
  /** Requests that are not answered soon are ended; they are repeated by another process, or after the next start. */
  stop(): Promise<void>;
}

export function deliverer(delivery: DeliveryDeps, onFault: (error: unknown) => void): Deliverer {
  const { store, clock } = delivery.deps;
  const stopping = new AbortController();
  let isRunning = false;
  const tools = toolsOf(delivery, () => !isRunning, stopping.signal);
  /** One for each workspace that has, or had, enabled webhooks. */
  const workspaces = new Map<string, WorkspaceDelivery>();
  const timers: NodeJS.Timeout[] = [];
  let scanning: Promise<void> | undefined;
  let polling: Promise<void> | undefined;

  const deliveryOf = (workspaceId: string): WorkspaceDelivery => {
    const known = workspaces.get(workspaceId);
    if (known !== undefined) return known;
    const delivery: WorkspaceDelivery = workspaceDelivery({
      tools,
      workspaceId,
      onFault,
      // By then there may be another one: a timer can wake one that was forgotten.
      onEmpty: () => void (workspaces.get(workspaceId) === delivery && workspaces.delete(workspaceId)),
    });
    workspaces.set(workspaceId, delivery);
    return delivery;
  };

  let isFirstScan = delivery.isAlone === true;
  const scan = async (): Promise<void> => {
    try {
      for (const id of await store.read.webhooks.activeWorkspaces()) {
        if (isFirstScan) await store.transaction((write) => write.deliveries.releaseClaims(id, clock.now()));
        deliveryOf(id).wake();
      }
      isFirstScan = false;
    } catch (error) {
      onFault(error);
    }
  };

  const poll = async (): Promise<void> => {
    try {
      const revisions = await store.read.workspaces.revisionsOf([...workspaces.keys()]);
      for (const [id, delivery] of workspaces) delivery.compare(revisions.get(id));
    } catch (error) {
      onFault(error);
    }
  };

  // Reset by the promise, not by the function: one that ends immediately would reset it before it is set.
  const startScan = (): void => {
    scanning ??= scan().finally(() => {
      scanning = undefined;
    });
  };
  const startPoll = (): void => {
    if (workspaces.size === 0) return;
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  };

  const idle = async (): Promise<void> => {
    const underway = () => [
      ...[scanning, polling].flatMap((job) => job ?? []),
      ...[...workspaces.values()].flatMap((delivery) => delivery.jobs()),
    ];
    for (let jobs = underway(); jobs.length > 0; jobs = underway()) await Promise.all(jobs);
  };

  return {
    start() {
      isRunning = true;
      startScan();
      timers.push(setInterval(startScan, scanEveryMs).unref());
      timers.push(setInterval(startPoll, pollEveryMs).unref());
    },
    committed: (workspaceId) => workspaces.get(workspaceId)?.gather(),
    changed(workspaceId) {
      if (isRunning) deliveryOf(workspaceId).gather();
    },
    metrics: () => ({
      attempts: tools.record.attempts(),
      underway: tools.slots.underway(),
      waiting: tools.slots.waiting(),
      dueWebhooks: [...workspaces.values()].reduce((sum, delivery) => sum + delivery.dueWebhooks(), 0),
    }),
    idle,
    async stop() {
      isRunning = false;
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const delivery of workspaces.values()) delivery.close();
      const grace = setTimeout(() => stopping.abort(), delivery.graceMs ?? defaultGraceMs);
      await idle();
      clearTimeout(grace);
    },
  };
}
