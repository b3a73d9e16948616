// The body of a delivery, in the webhook's format.

import type { FeedEntry } from '../../domain/events/ledger.ts';
import type { Webhook } from '../../domain/events/webhook.ts';
import { presentEvent } from './event.ts';
import { messageRequest } from './messages.ts';

/** Where the event is sent, and what is sent. */
export function deliveryBody(
  { format, url }: Pick<Webhook, 'format' | 'url'>,
  event: FeedEntry & { payload: string },
  publicUrl: string,
): { url: string; body: string } {
  const shown = presentEvent(event);
  if (format === 'standard') return { url, body: JSON.stringify(shown) };
  return messageRequest(format, url, shown, publicUrl);
}
