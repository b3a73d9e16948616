// What the console shows about webhooks besides the API: how their deliveries went, and what was sent.

import type { DeliveryOutcome } from '../../domain/events/delivery.ts';
import type { Webhook, WebhookHealth } from '../../domain/events/webhook.ts';
import type { Clock, Instant } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/failure.ts';
import type { Store } from '../../ports/store.ts';
import type { Caller } from '../kernel/change.ts';
import type { StoredEvent } from './feed.ts';
import { seenBy } from './webhooks.ts';

/** Of the plot: the last day by hours, or the last 30 days by days. */
export const healthRanges = ['day', 'month'] as const;
export type HealthRange = (typeof healthRanges)[number];

export interface DeliveryPeriod extends Record<DeliveryOutcome, number> {
  from: Instant;
}

export interface WebhooksHealth {
  /** Every webhook of the workspace, oldest first. */
  list(caller: Caller): Promise<{ webhook: Webhook; health: WebhookHealth }[]>;
  /** Deliveries by the time they were made, oldest period first, without gaps. */
  periods(caller: Caller, webhookId: string, range: HealthRange): Promise<DeliveryPeriod[]>;
  /** The event of a delivery, with the webhook; the event is undefined if it is past its retention. */
  sent(
    caller: Caller,
    webhookId: string,
    eventId: string,
  ): Promise<{ webhook: Webhook; event: StoredEvent | undefined }>;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const plots: Record<HealthRange, { periodMs: number; periods: number }> = {
  day: { periodMs: hourMs, periods: 24 },
  month: { periodMs: dayMs, periods: 30 },
};
/** A plot needs no more, and counting has to end. */
const maxCounted = 100_000;

const healthy: WebhookHealth = { failingSince: null, lastSuccessAt: null, lastFailureAt: null };

export function webhooksHealth({ store, clock }: { store: Store; clock: Clock }): WebhooksHealth {
  const { read } = store;

  const found = async (workspaceId: string, id: string): Promise<Webhook> => {
    const webhook = await read.webhooks.find(workspaceId, id);
    if (webhook === undefined) throw notFound('Webhook');
    return webhook;
  };

  return {
    async list(caller) {
      const { workspaceId } = caller;
      const healthOf = await read.webhooks.healthOf(workspaceId);
      const all = await read.webhooks.list(workspaceId);
      return all.map((webhook) => ({
        webhook: seenBy(caller, webhook),
        health: healthOf.get(webhook.id) ?? healthy,
      }));
    },

    async periods({ workspaceId }, webhookId, range) {
      await found(workspaceId, webhookId);
      const { periodMs, periods } = plots[range];
      const last = Math.floor(clock.now() / periodMs);
      const shown = Array.from({ length: periods }, (_, index) => ({
        from: (last - periods + 1 + index) * periodMs,
        pending: 0,
        retrying: 0,
        succeeded: 0,
        failed: 0,
      }));
      const after = await read.ledger.positionAt(workspaceId, (last - periods + 1) * periodMs);
      const wanted = { after, periodMs, take: maxCounted };
      const periodOf = new Map(shown.map((period) => [period.from, period]));
      for (const { from, outcome, count } of await read.deliveries.counts(workspaceId, webhookId, wanted)) {
        const period = periodOf.get(from);
        // Another process's clock may be ahead.
        if (period !== undefined) period[outcome] = count;
      }
      return shown;
    },

    async sent(caller, webhookId, eventId) {
      const { workspaceId } = caller;
      // Some formats repeat a part of the URL in the body.
      const webhook = seenBy(caller, await found(workspaceId, webhookId));
      const delivery = await read.deliveries.find(workspaceId, webhookId, eventId);
      if (delivery === undefined) throw notFound('Delivery');
      const [event] = await read.ledger.eventsAt(workspaceId, [delivery.sequence]);
      const { payload = null } = event ?? {};
      return { webhook, event: event === undefined || payload === null ? undefined : { ...event, payload } };
    },
  };
}
