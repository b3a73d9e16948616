// The shape of every success: `data`, and `test` beside it under a test key (spec §1).

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../domain/page.ts';
import type { Versioned } from '../domain/version.ts';
import { maxAnswerBytes } from './answer-cache.ts';
import { encodeNext } from './vocabulary.ts';

export interface Envelope<T> {
  data: T;
  test?: true;
}

export const envelope = <T>({ caller }: FastifyRequest, data: T): Envelope<T> =>
  caller.mode === 'test' ? { data, test: true } : { data };

/** A single thing, whose version becomes part of its tag. */
export function single<T>(request: FastifyRequest, { version }: Versioned, data: T): Envelope<T> {
  request.version = version;
  return envelope(request, data);
}

/** A page under the plural name of its things. */
export const pageBody = <Name extends string, T, U>(
  name: Name,
  { items, cursor, hasMore, next }: Page<T>,
  order: string,
  present: (item: T) => U,
) =>
  ({ [name]: items.map(present), cursor, hasMore, next: encodeNext(order, next) }) as Record<Name, U[]> & {
    cursor: number;
    hasMore: boolean;
    next: string | null;
  };

/** What is short enough to be kept is sent in one piece, and so can be. */
const chunkCharacters = maxAnswerBytes;

/**
 * Sends an envelope whose data is written piece by piece, for answers too large or too deep to serialise at
 * once. The first chunk is made before anything is sent, so that an early fault is still a clean error.
 */
export async function sendStreamed(
  request: FastifyRequest,
  reply: FastifyReply,
  data: AsyncIterable<string>,
): Promise<FastifyReply> {
  const end = request.caller.mode === 'test' ? ',"test":true}' : '}';
  const chunks = inChunks(data, '{"data":', end);
  const first = await chunks.next();
  reply.type('application/json; charset=utf-8');
  const second = await chunks.next();
  if (second.done === true) return reply.send(first.value ?? '');
  async function* all() {
    yield first.value;
    yield second.value;
    yield* chunks;
  }
  return reply.send(Readable.from(all(), { objectMode: false }));
}

async function* inChunks(
  pieces: AsyncIterable<string>,
  start: string,
  end: string,
): AsyncGenerator<string, void> {
  let chunk = start;
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length >= chunkCharacters) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk + end;
}
