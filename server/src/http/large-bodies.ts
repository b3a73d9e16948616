// Limits bulk bodies in memory: one per key and a few per process are received at once. A body of ordinary size is
// never refused.

import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TransientFailure } from '../domain/failure.ts';

/** The limit of all other JSON bodies. */
export const maxJsonBytes = 1024 * 1024;

const maxAtOnce = 3;
const retryMs = 1_000;

const receiving = new Set<string>();

/** A route's onRequest hook. Runs before the body is read. */
export async function takeLargeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const isLarge = encoding !== undefined || Number(length ?? 0) > maxJsonBytes;
  // The parts of a batch were received with it.
  if (!isLarge || request.isPartOfBatch) return;
  const { id } = request.caller.actor;
  if (receiving.has(id)) {
    throw new TransientFailure(
      'RATE_LIMITED',
      'One body over 1 MB can be sent at a time with one key. Send the next one after the response.',
      retryMs,
    );
  }
  if (receiving.size >= maxAtOnce) {
    throw new TransientFailure('UNAVAILABLE', 'The service cannot answer right now.', retryMs);
  }
  receiving.add(id);
  finished(reply.raw, () => receiving.delete(id));
}
