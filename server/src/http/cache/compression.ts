// Sends API responses compressed if the client accepts it and it pays (docs/adr: compression).

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chosenEncoding, type Encoding } from '../kernel/encodings.ts';
import type { Compressor } from './compressor.ts';

/** Shorter responses fit into one packet either way. */
const minCompressedBytes = 1024;

/** Runs `compress`, or returns what it gave before for the same response. */
export type KeepEncoded = (
  request: FastifyRequest,
  reply: FastifyReply,
  encoding: Encoding,
  compress: () => Promise<Buffer | undefined>,
) => Promise<Buffer | undefined>;

/** Runs when the response is complete, after its ETag is known. */
export const compressing =
  (compressor: Compressor, keepEncoded: KeepEncoded) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    // Also if it is not compressed: with another Accept-Encoding it could be.
    addVary(reply);
    // Ranges count the bytes of the stored file.
    if (reply.hasHeader('content-encoding') || reply.hasHeader('accept-ranges')) return payload;
    const { encoding, mayBeIdentity } = chosenEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return payload;
    if (payload instanceof Readable) return sendThrough(compressor, request, reply, payload, encoding);
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (body.length === 0 || (body.length < minCompressedBytes && mayBeIdentity)) return payload;
    const compressed = await keepEncoded(request, reply, encoding, () => compressor.compress(body, encoding));
    if (compressed === undefined) return payload;
    markEncoded(reply, encoding);
    return compressed;
  };

function sendThrough(
  compressor: Compressor,
  { method }: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  encoding: Encoding,
): Readable {
  // The framework reads the body of a HEAD response and drops it.
  const compressed = method === 'HEAD' ? payload : compressor.through(payload, encoding);
  if (compressed === undefined) return payload;
  markEncoded(reply, encoding);
  return compressed;
}

/** A strong ETag names exact bytes, so the compressed form has the weak one. Both are accepted everywhere. */
export function markEncoded(reply: FastifyReply, encoding: Encoding): void {
  reply.header('content-encoding', encoding);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`);
}

const acceptEncoding = 'accept-encoding';

function addVary(reply: FastifyReply): void {
  const known = reply.getHeader('vary');
  if (known === undefined) return void reply.header('vary', acceptEncoding);
  const varies = [known].flat().join(', ');
  if (varies.includes(acceptEncoding) || varies === '*') return;
  reply.header('vary', `${varies}, ${acceptEncoding}`);
}
