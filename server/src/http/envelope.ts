// The shape of every success: `data`, and `test` beside it under a test key (spec §1).

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../domain/page.ts';
import type { Versioned } from '../domain/version.ts';
import { Listed } from '../shapes/listed.ts';
import { jsonPieces } from './json-pieces.ts';
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
  ({
    [name]: new Listed(items, present),
    cursor,
    hasMore,
    next: encodeNext(order, next),
  }) as Record<Name, Listed<T>> & {
    cursor: number;
    hasMore: boolean;
    next: string | null;
  };

const jsonType = 'application/json; charset=utf-8';

/** A longer answer is written in pieces, and others get their turn in between. */
const charactersAtOnce = 128 * 1024;
/** A longer answer is sent while it is made. What can be kept to be sent again is shorter. */
const firstCharacters = 1024 * 1024;
/** What follows in smaller pieces: a slow reader has two of them waiting. */
const nextCharacters = 64 * 1024;

/** Writes an answer of any length. A short one is left to be sent, a long one is sent in pieces. */
export async function writeJson(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<string | FastifyReply> {
  const pieces = jsonPieces(answer);
  const begun = upTo(pieces, charactersAtOnce);
  if (begun.isWhole) {
    reply.type(jsonType);
    return begun.text;
  }
  return sendPieces(request, reply, inTurns(begun.text, pieces));
}

/** The next pieces as one text, about so long. */
function upTo(pieces: Iterator<string>, characters: number): { text: string; isWhole: boolean } {
  let text = '';
  while (text.length < characters) {
    const next = pieces.next();
    if (next.done === true) return { text, isWhole: true };
    text += next.value;
  }
  return { text, isWhole: false };
}

async function* inTurns(begun: string, pieces: Iterator<string>): AsyncGenerator<string> {
  yield begun;
  for (let isWhole = false; !isWhole; ) {
    await setImmediate();
    const next = upTo(pieces, charactersAtOnce);
    isWhole = next.isWhole;
    yield next.text;
  }
}

/** Sends an envelope whose data is read while it is written. */
export const sendStreamed = (
  request: FastifyRequest,
  reply: FastifyReply,
  data: AsyncIterable<string>,
): Promise<FastifyReply> => sendPieces(request, reply, enveloped(request, data));

async function* enveloped({ caller }: FastifyRequest, data: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"data":';
  yield* data;
  yield caller.mode === 'test' ? ',"test":true}' : '}';
}

/** The first chunk is made before anything is sent, so that an early fault is still a clean error. */
async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): Promise<FastifyReply> {
  const chunks = inChunks(pieces);
  const { id } = request.caller.actor;
  const { first, second, close } = await inTurn(id, async () => {
    const beginning = { first: (await chunks.next()).value ?? '', second: (await chunks.next()).value };
    return { ...beginning, close: beginning.second === undefined ? undefined : openAnswer(id) };
  });
  reply.type(jsonType);
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
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
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
  yield chunk;
}
