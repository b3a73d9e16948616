// Sends events of the feed to a URL, one after the other, exactly as a webhook would: the same body, headers and
// limits. Only retries are missing, since a developer is watching.

import { httpSender } from '../../compose/engines.ts';
import { exchangeMs, maxAnswerBytes } from '../../domain/events/delivery.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { deliveryHeaders } from '../../workers/events/delivery-request.ts';
import { type FeedEvent, type FeedSource, type FeedWatch, feedStream } from './feed-stream.ts';

export interface Forwarding {
  source: FeedSource;
  /** Where events are sent. */
  forward: string;
  secret: string;
  clock: Clock;
  /** Ends it. */
  signal: AbortSignal;
  print(line: string): void;
  sleep?: FeedWatch['sleep'];
}

/** Resolves when the signal is aborted; fails if the server refuses. */
export async function forwardEvents(forwarding: Forwarding): Promise<void> {
  const { source, forward, secret, clock, signal, print, sleep } = forwarding;
  const sender = httpSender({ allowPrivate: true, exchangeMs, maxAnswerBytes });
  const watch: FeedWatch = {
    signal,
    onStart: () => print('Waiting for events. Press Ctrl+C to stop.'),
    onOutage: (reason) => print(`The server can't be reached (${reason}). Trying again.`),
    onBack: () => print('The server is back.'),
    ...(sleep && { sleep }),
  };
  const send = async (event: FeedEvent): Promise<void> => {
    const body = JSON.stringify(event);
    const headers = deliveryHeaders([secret], event.id, clock.now(), body);
    const startedAt = clock.elapsed();
    const answered = await sender.send({ url: forward, headers, body }, signal);
    if (answered === undefined) return;
    const { status, error } = answered;
    const ms = Math.round(clock.elapsed() - startedAt);
    print(`${event.sequence} ${event.type} ${event.id} -> ${status ?? error} (${ms} ms)`);
  };
  try {
    for await (const event of feedStream(source, watch)) await send(event);
  } finally {
    sender.close();
  }
}
