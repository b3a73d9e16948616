// Bulk bodies, which may be larger than others. They are limited in memory: one per key and a few per process are
// received at a time. And they are read in steps, because decoding one in one go would block the event loop.

import { createHash } from 'node:crypto';
import { finished } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { grouped } from '../../domain/kernel/count.ts';
import { Failure, TransientFailure } from '../../domain/kernel/failure.ts';
import { JsonSize } from '../../domain/kernel/json-size.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The digest of a large body; undefined for others. */
    bodyDigest: string | undefined;
  }
}

/** The limit of all other JSON bodies. */
export const maxJsonBytes = 1024 * 1024;

/** Of all JSON bodies, since they are parsed in one go. */
export const maxJsonSize = 75_000;

export const tooManyValues = (): Failure =>
  new Failure('PAYLOAD_TOO_LARGE', `The body has more than ${grouped(maxJsonSize)} names and values.`);

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

const stepBytes = 512 * 1024;

/**
 * Decodes a body and hashes it on the way: serializing it again for its idempotency key would take too long. Rejects a
 * body with too many values.
 */
export async function readInSteps(bytes: Buffer): Promise<{ text: string; digest: string }> {
  const decoder = new TextDecoder();
  const hash = createHash('sha256');
  const size = new JsonSize(maxJsonSize);
  let text = '';
  for (let start = 0; start < bytes.length; start += stepBytes) {
    const step = bytes.subarray(start, start + stepBytes);
    const piece = decoder.decode(step, { stream: true });
    if (size.add(piece) > maxJsonSize) throw tooManyValues();
    text += piece;
    hash.update(step);
    await setImmediate();
  }
  return { text: text + decoder.decode(), digest: hash.digest('hex') };
}
