// Webhooks and their deliveries. Use `verifyWebhook` to check what a receiver gets.

import { type Call, callOf } from '../../answer.ts';
import type { Filters } from '../../generated/lists.ts';
import { acting, creating, editing, listing, listingOf, reading } from '../../operations.ts';
import type { CallOptions, EditOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { DataOf } from '../../types.ts';

export type WebhookFilters = Filters['listWebhooks'];
export type DeliveryFilters = Filters['listDeliveries'];

export const webhooks = (send: Send) => ({
  /** Oldest first. */
  list: listing(send, 'listWebhooks'),
  get: reading(send, 'getWebhook'),
  /** Creates a webhook. The answer has its secret, which is shown only then. */
  create: creating(send, 'createWebhook'),
  update: editing(send, 'updateWebhook'),
  /** Deletes a webhook and its deliveries. */
  delete: acting(send, 'deleteWebhook'),
  /** Answers with a new secret. For 24 hours, deliveries are signed with both. */
  rotateSecret: acting(send, 'rotateWebhookSecret'),
  /** Sends a `webhook.test` event to it. */
  test: acting(send, 'testWebhook'),
  /** Delivers everything since a time again. */
  replay: editing(send, 'replayWebhook'),
  /** Newest event first. */
  deliveries: listingOf(send, 'listDeliveries'),
  /** One delivery, with its event and every attempt. Its id is the id of the event. */
  delivery: (id: string, deliveryId: string, options?: CallOptions): Call<DataOf<'getDelivery'>> =>
    callOf(send('getDelivery', { path: { id, deliveryId } }, options)),
  /** Sends an event again, now. */
  redeliver: (id: string, deliveryId: string, options?: EditOptions): Call<DataOf<'redeliver'>> =>
    callOf(send('redeliver', { path: { id, deliveryId } }, options)),
});

export type Webhooks = ReturnType<typeof webhooks>;
