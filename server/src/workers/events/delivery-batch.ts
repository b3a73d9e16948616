// Sends a batch of one webhook's due deliveries: claims them, sends a few at a time, and records what came of each.

import { randomUUID } from 'node:crypto';
import { disableWebhook } from '../../app/events/disabling.ts';
import type { StoredEvent } from '../../app/events/feed.ts';
import type { Deps } from '../../app/kernel/change.ts';
import { together } from '../../app/kernel/together.ts';
import {
  type Attempt,
  type Delivery,
  disabledAfterMs,
  isGone,
  isSuccess,
  type Outcome,
} from '../../domain/events/delivery.ts';
import type { FeedEntry } from '../../domain/events/ledger.ts';
import type { ActiveWebhook } from '../../domain/events/webhook.ts';
import { leaseMs, retryDelayMs, startWithinMs } from '../../domain/kernel/attempts.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { Sender, SenderAnswer } from '../../ports/events/sender.ts';
import type { Batched } from '../batched.ts';
import type { Slots } from '../slots.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import { deliveryRequest } from './delivery-request.ts';

export interface DeliveryTools {
  deps: Deps;
  sender: Sender;
  publicUrl(): string;
  /** In [0, 1), for the jitter of retries. */
  random(): number;
  /** Limits the requests that are under way in this process, and of each workspace. */
  slots: Slots;
  /** Resolves when the next request may be sent. */
  pace(): Promise<void>;
  /** Records outcomes; calls of many webhooks share a transaction. */
  settle: Batched<Settlement>;
  /** Counts what was recorded. */
  record: DeliveryRecord;
  /** Nothing more is to be sent. */
  isStopping(): boolean;
  /** Ends what is being sent. */
  stopping: AbortSignal;
}

export interface Settlement {
  workspaceId: string;
  /** As it was when the deliveries were sent. */
  webhook: ActiveWebhook['webhook'];
  outcomes: Outcome[];
}

/** Claimed together, and sent together. A webhook that fails gets less, since each of its requests may hang. */
const healthy = { claimed: 64, sent: 8 };
const failing = { claimed: 4, sent: 1 };

export interface SentBatch {
  claimed: number;
  /** It took as many as it may in one batch. */
  mayHaveMore: boolean;
}

export async function sendBatch(tools: DeliveryTools, active: ActiveWebhook): Promise<SentBatch> {
  const { store, clock } = tools.deps;
  const { workspaceId, webhook, failingSince } = active;
  const size = failingSince === null ? healthy : failing;
  const claim = randomUUID();
  const at = clock.now();
  const startedAt = clock.elapsed();
  const request = { at, until: at + leaseMs, claim, take: size.claimed };
  const claimed = await store.transaction((write) =>
    write.deliveries.claim(workspaceId, webhook.id, request),
  );
  const isLate = () => clock.elapsed() - startedAt > startWithinMs || tools.isStopping();
  // Others may edit or delete it meanwhile, and the receiver may have asked not to be called again.
  const hasChanged = async () =>
    (await store.read.webhooks.find(workspaceId, webhook.id))?.version !== webhook.version;
  for (let start = 0; start < claimed.length; start += size.sent) {
    const some = claimed.slice(start, start + size.sent);
    const outcomes =
      isLate() || (start > 0 && (await hasChanged()))
        ? some.map(({ sequence }) => released(sequence, claim, clock.now()))
        : await sendSome(tools, active, some, claim, isLate);
    await tools.settle.add({ workspaceId, webhook, outcomes });
  }
  return { claimed: claimed.length, mayHaveMore: claimed.length === size.claimed };
}

async function sendSome(
  tools: DeliveryTools,
  { workspaceId, webhook }: ActiveWebhook,
  deliveries: readonly Delivery[],
  claim: string,
  isLate: () => boolean,
): Promise<Outcome[]> {
  const { store, clock } = tools.deps;
  const sequences = deliveries.map(({ sequence }) => sequence);
  const events = await store.read.ledger.eventsAt(workspaceId, sequences);
  const eventOf = new Map(events.map((event) => [event.sequence, event]));
  return Promise.all(
    deliveries.map((delivery) =>
      tools.slots.within(workspaceId, async () => {
        await tools.pace();
        // It may have waited for its place.
        return isLate()
          ? released(delivery.sequence, claim, clock.now())
          : sendOne(tools, webhook, delivery, eventOf.get(delivery.sequence), claim);
      }),
    ),
  );
}

async function sendOne(
  { deps: { clock }, sender, publicUrl, random, stopping }: DeliveryTools,
  webhook: ActiveWebhook['webhook'],
  { sequence, attempts, tries }: Delivery,
  event: FeedEntry | undefined,
  claim: string,
): Promise<Outcome> {
  const at = clock.now();
  const startedAt = clock.elapsed();
  const answered = isKept(event)
    ? await sender.send(deliveryRequest(webhook, event, at, publicUrl()), stopping)
    : expired;
  if (answered === undefined) return released(sequence, claim, clock.now());
  const { status, error, answer } = answered;
  const durationMs = Math.round(clock.elapsed() - startedAt);
  const attempt: Attempt = { at, durationMs, status, error, answer };
  const result = resultOf(answered, tries + 1, random(), clock.now(), isKept(event));
  return { sequence, claim, attempt: { ...attempt, number: attempts + 1 }, ...result };
}

const isKept = (event: FeedEntry | undefined): event is StoredEvent =>
  event !== undefined && event.payload !== null;

const expired: SenderAnswer = {
  status: null,
  error: 'The event is older than events are kept.',
  answer: '',
  retryAfter: undefined,
};

/** Due again immediately, for this worker or another. */
const released = (sequence: number, claim: string, at: Instant): Outcome => ({
  sequence,
  claim,
  attempt: undefined,
  state: 'pending',
  nextAttemptAt: at,
});

function resultOf(
  { status, retryAfter }: SenderAnswer,
  tries: number,
  random: number,
  now: Instant,
  canRetry: boolean,
): Pick<Outcome, 'state' | 'nextAttemptAt'> {
  if (isSuccess(status)) return { state: 'succeeded', nextAttemptAt: null };
  const delayMs =
    canRetry && !isGone(status) ? retryDelayMs(tries, random, retryAfterMs(retryAfter, now)) : undefined;
  if (delayMs === undefined) return { state: 'failed', nextAttemptAt: null };
  return { state: 'pending', nextAttemptAt: now + delayMs };
}

const timeOfDay = /\d\d:\d\d:\d\d/;

/** Seconds or a date (RFC 9110). `Date.parse` would take `5 minutes` for a date. */
export function retryAfterMs(value: string | undefined, now: Instant): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = timeOfDay.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Records outcomes of any number of webhooks, then disables those that should not be called any more. */
export async function settleAll(deps: Deps, settlements: readonly Settlement[]): Promise<void> {
  const at = deps.clock.now();
  const ordered = inLockOrder(settlements);
  const failingSince = await deps.store.transaction(async (write) => {
    await together(
      ...ordered.map(({ workspaceId, webhook, outcomes }) =>
        write.deliveries.settle(workspaceId, webhook.id, outcomes, at),
      ),
    );
    // Afterward, since each of them takes a different number of statements: these lock the webhooks, in this order.
    return together<(Instant | null)[]>(
      ...ordered.map(async ({ workspaceId, webhook, outcomes }) => {
        const statuses = outcomes.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt.status]));
        if (statuses.length === 0) return null;
        return write.webhooks.noteHealth(workspaceId, webhook.id, statuses.some(isSuccess), at);
      }),
    );
  });
  for (const [index, { workspaceId, webhook, outcomes }] of ordered.entries()) {
    const since = failingSince[index] ?? null;
    const isGoneNow = outcomes.some(({ attempt }) => isGone(attempt?.status ?? null));
    if (isGoneNow) await disableWebhook(deps, workspaceId, webhook, 'gone', at);
    else if (since !== null && at - since >= disabledAfterMs && outcomes.some(isRetried))
      await disableWebhook(deps, workspaceId, webhook, 'failing', at);
  }
}

/** After a quiet week, the first failure of an event alone says little: it may be a restart of the receiver. */
const isRetried = ({ attempt }: Outcome): boolean => attempt !== undefined && attempt.number > 1;

/** The same order in every process, so that two of them can't wait for each other. */
const inLockOrder = (settlements: readonly Settlement[]): Settlement[] =>
  [...settlements].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const keyOf = ({ workspaceId, webhook }: Settlement): string => `${workspaceId} ${webhook.id}`;
