// The request that delivers an event: its body in the webhook's format, and its signature.

import type { StoredEvent } from '../../app/events/feed.ts';
import { signedHeaders } from '../../domain/events/signature.ts';
import { signingSecrets, type Webhook } from '../../domain/events/webhook.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { OutgoingRequest } from '../../ports/events/sender.ts';
import { deliveryBody } from '../../shapes/events/delivery-body.ts';

export function deliveryRequest(
  webhook: Webhook,
  event: StoredEvent,
  now: Instant,
  publicUrl: string,
): OutgoingRequest {
  const { url, body } = deliveryBody(webhook, event, publicUrl);
  const signed = deliveryHeaders(signingSecrets(webhook, now), event.id, now, body);
  return { url, headers: { ...webhook.headers, ...signed }, body };
}

/** The headers that every delivery has. */
export const deliveryHeaders = (
  secrets: readonly string[],
  id: string,
  now: Instant,
  body: string,
): Record<string, string> => ({
  'user-agent': 'Earshot-Webhooks',
  'content-type': 'application/json',
  ...signedHeaders(secrets, id, Math.floor(now / 1000), body),
});
