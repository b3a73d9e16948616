// Detects when a client disconnects.

import type { FastifyReply } from 'fastify';

/** Aborts if the connection closes before the response was sent. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
