// The use cases for the deliveries of a webhook.

import type { Attempt, Delivery, DeliveryQuery, NewDelivery } from '../../domain/events/delivery.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { type Caller, type Change, change, type Deps, needsRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import type { StoredEvent } from './feed.ts';

export type DeliveryListQuery = Omit<DeliveryQuery, 'slice'> & { page: PageRequest };

/** A delivery with its log. The event is missing if it is past its retention. */
export interface DeliveryView extends Delivery {
  log: Attempt[];
  event: StoredEvent | undefined;
}

export interface Deliveries {
  /** Newest event first. */
  page(caller: Caller, webhookId: string, query: DeliveryListQuery): Promise<Page<Delivery>>;
  get(caller: Caller, webhookId: string, eventId: string): Promise<DeliveryView>;
  /** Makes it due now, with all its retries; CONFLICT if the event is past its retention. */
  redeliver(caller: Caller, webhookId: string, eventId: string): Promise<Delivery>;
}

export function deliveries(deps: Deps): Deliveries {
  const { read } = deps.store;
  const requireWebhook = async (workspaceId: string, id: string): Promise<void> => {
    if ((await read.webhooks.find(workspaceId, id)) === undefined) throw notFound('Webhook');
  };
  return {
    async page(caller, webhookId, asked) {
      const { workspaceId } = caller;
      await requireWebhook(workspaceId, webhookId);
      return readPage(
        asked,
        (query) => read.deliveries.page(workspaceId, webhookId, query),
        ({ sequence }) => [sequence],
      );
    },
    async get({ workspaceId }, webhookId, eventId) {
      await requireWebhook(workspaceId, webhookId);
      const delivery = await read.deliveries.find(workspaceId, webhookId, eventId);
      if (delivery === undefined) throw notFound('Delivery');
      const [event] = await read.ledger.eventsAt(workspaceId, [delivery.sequence]);
      const log = await read.deliveries.attempts(workspaceId, webhookId, delivery.sequence);
      return { ...delivery, log, event: isKept(event) ? event : undefined };
    },
    async redeliver(caller, webhookId, eventId) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const webhook = await write.webhooks.find(workspaceId, webhookId);
        if (webhook === undefined) throw notFound('Webhook');
        const delivery = await write.deliveries.find(workspaceId, webhookId, eventId);
        if (delivery === undefined) throw notFound('Delivery');
        const [event] = await write.ledger.eventsAt(workspaceId, [delivery.sequence]);
        if (event !== undefined && !isKept(event))
          throw conflict('The event is older than events are kept, so it cannot be delivered again.');
        write.record('webhook.redelivered', webhookId);
        return queuedDelivery(write, workspaceId, webhookId, delivery, deps.clock.now());
      });
    },
  };
}

const isKept = (event: { payload: string | null } | undefined): event is StoredEvent =>
  event !== undefined && event.payload !== null;

/** Queues a delivery and returns it as stored. */
export async function queuedDelivery(
  write: Change,
  workspaceId: string,
  webhookId: string,
  delivery: NewDelivery,
  at: Instant,
): Promise<Delivery> {
  await write.deliveries.enqueue(workspaceId, webhookId, [delivery], at);
  const queued = await write.deliveries.find(workspaceId, webhookId, delivery.eventId);
  if (queued === undefined) throw notFound('Delivery');
  return queued;
}
