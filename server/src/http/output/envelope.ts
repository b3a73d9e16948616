// The envelope of every success: `data`, plus `test` under a test key (spec §1). Long responses are written in
// chunks.

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../domain/kernel/page.ts';
import type { Versioned } from '../../domain/kernel/version.ts';
import { JsonText } from '../../shapes/kernel/json-text.ts';
import { encodeNext } from '../input/vocabulary.ts';
import { jsonPieces } from './json-pieces.ts';
import { openAnswer, withSlot } from './large-responses.ts';

export interface Envelope<T> {
  data: T;
  test?: true;
}

export const envelope = <T>({ caller }: FastifyRequest, data: T): Envelope<T> =>
  caller.mode === 'test' ? { data, test: true } : { data };

/** A single object; its version becomes part of its ETag. */
export function single<T>(request: FastifyRequest, { version }: Versioned, data: T): Envelope<T> {
  request.version = version;
  return envelope(request, data);
}

/** A response that is written already, as far as it was read as text. */
export class JsonPieces {
  readonly pieces: Iterator<string>;

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces[Symbol.iterator]();
  }
}

/** A single object that is JSON text already; its version becomes part of its ETag. */
export function singleText(request: FastifyRequest, { version }: Versioned, data: string): JsonPieces {
  request.version = version;
  return new JsonPieces([`{"data":${data}`, endOf(request)]);
}

/** A page of items under their plural name. `present` may return JSON text. Items are presented one by one. */
export const pageOf = <T>(
  request: FastifyRequest,
  name: string,
  page: Page<T>,
  order: string,
  present: (item: T) => object | JsonText,
): JsonPieces => new JsonPieces(pagePieces(request, name, page, order, present));

/** The levels of JSON within an item that may be long lists. */
const itemLevels = 2;

function* pagePieces<T>(
  request: FastifyRequest,
  name: string,
  { items, cursor, hasMore, total, next }: Page<T>,
  order: string,
  present: (item: T) => object | JsonText,
): Generator<string> {
  let before = `{"data":{${JSON.stringify(name)}:[`;
  for (const item of items) {
    const shown = present(item);
    if (shown instanceof JsonText) {
      yield before + shown.text;
    } else {
      yield before;
      yield* jsonPieces(shown, itemLevels);
    }
    before = ',';
  }
  const start = items.length === 0 ? before : '';
  const counted = total === undefined ? '' : `"total":${total.count},`;
  const isMore = total?.isMore === true ? '"totalIsMore":true,' : '';
  const rest = `"cursor":${cursor},"hasMore":${hasMore},${counted}${isMore}"next":`;
  yield `${start}],${rest}${JSON.stringify(encodeNext(order, next))}}${endOf(request)}`;
}

const endOf = ({ caller }: FastifyRequest): string => (caller.mode === 'test' ? ',"test":true}' : '}');

const jsonType = 'application/json; charset=utf-8';

/** Longer responses yield to the event loop while they are written. */
const charactersPerTurn = 128 * 1024;
/** Longer responses are sent while they are written; shorter ones can be cached. */
const firstCharacters = 1024 * 1024;
/** Later chunks are smaller: a slow reader keeps two of them in memory. */
const nextCharacters = 64 * 1024;

/** Serializes a response. Returns a short one; sends a long one in chunks. */
export async function writeJson(
  request: FastifyRequest,
  reply: FastifyReply,
  response: unknown,
): Promise<string | FastifyReply> {
  const pieces = response instanceof JsonPieces ? response.pieces : jsonPieces(response);
  const start = upTo(pieces, charactersPerTurn);
  if (start.isComplete) {
    reply.type(jsonType);
    return start.text;
  }
  return sendPieces(request, reply, yieldingBetween(start.text, pieces));
}

/** Joins the next pieces to a text of about this length. */
function upTo(pieces: Iterator<string>, characters: number): { text: string; isComplete: boolean } {
  let text = '';
  while (text.length < characters) {
    const next = pieces.next();
    if (next.done === true) return { text, isComplete: true };
    text += next.value;
  }
  return { text, isComplete: false };
}

async function* yieldingBetween(start: string, pieces: Iterator<string>): AsyncGenerator<string> {
  yield start;
  for (let isComplete = false; !isComplete; ) {
    await setImmediate();
    const next = upTo(pieces, charactersPerTurn);
    isComplete = next.isComplete;
    yield next.text;
  }
}

/** Streams an envelope while its data is read. */
export const sendStreamed = (
  request: FastifyRequest,
  reply: FastifyReply,
  data: AsyncIterable<string>,
): Promise<FastifyReply> => sendPieces(request, reply, enveloped(request, data));

async function* enveloped(request: FastifyRequest, data: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"data":';
  yield* data;
  yield endOf(request);
}

/** Produces the first chunk before sending, so that an early failure is still a clean error. */
async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): Promise<FastifyReply> {
  const chunks = inChunks(pieces);
  const { id } = request.caller.actor;
  const { first, second, close } = await withSlot(id, async () => {
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

/** Slices of a string are not copies, so cutting a long piece is cheap. */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
  let maxLength = firstCharacters;
  for await (const piece of pieces) {
    chunk += piece;
    while (chunk.length >= maxLength) {
      // Never split a surrogate pair: each chunk is encoded separately.
      const end = isHighSurrogate(chunk.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength;
      yield chunk.slice(0, end);
      chunk = chunk.slice(end);
      maxLength = nextCharacters;
    }
  }
  yield chunk;
}
