// The shape of every success: `data`, and `test` beside it under a test key (spec §1).

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../domain/page.ts';
import type { Versioned } from '../domain/version.ts';
import { maxAnswerBytes } from './answer-cache.ts';
import { inTurn, openAnswer } from './large-answers.ts';
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
const firstCharacters = maxAnswerBytes;
/** What follows in smaller pieces: a slow reader has two of them waiting. */
const nextCharacters = 64 * 1024;

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
  const { id } = request.caller.actor;
  const { first, second, close } = await inTurn(id, async () => {
    const beginning = { first: (await chunks.next()).value ?? '', second: (await chunks.next()).value };
    return { ...beginning, close: beginning.second === undefined ? undefined : openAnswer(id) };
  });
  reply.type('application/json; charset=utf-8');
  if (second === undefined || close === undefined) return reply.send(first);
  const waiting = [first, second];
  async function* all() {
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) yield chunk;
    yield* chunks;
  }
  const stream = Readable.from(all(), { objectMode: false, highWaterMark: 1 });
  return reply.send(stream.once('close', close));
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** A piece may be long; what is left of it waits as text, of which a slice is no copy. */
async function* inChunks(
  pieces: AsyncIterable<string>,
  start: string,
  closing: string,
): AsyncGenerator<string, void> {
  let chunk = start;
  let most = firstCharacters;
  for await (const piece of pieces) {
    chunk += piece;
    while (chunk.length >= most) {
      // Never between the two halves of a character: each chunk becomes bytes on its own.
      const end = isHighSurrogate(chunk.charCodeAt(most - 1)) ? most - 1 : most;
      yield chunk.slice(0, end);
      chunk = chunk.slice(end);
      most = nextCharacters;
    }
  }
  yield chunk + closing;
}
