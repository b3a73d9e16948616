// Whether the client still waits for its answer.

import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes before the answer was sent. */
export function departureOf({ raw }: FastifyReply): AbortSignal {
  const departure = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) departure.abort();
  });
  return departure.signal;
}
