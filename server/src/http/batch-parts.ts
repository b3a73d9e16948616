// Runs the operations of a batch through the routes, one after the other, and collects their answers. Memory and
// time are bounded: answers up to one total size, the event loop in between, nothing after the size is reached.

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isKeptCode } from '../app/kernel/idempotency.ts';
import { conflict, Failure } from '../domain/failure.ts';
import { codeOf, errorBody, statusOf } from './failures.ts';
import { toJson } from './json.ts';

/** Of all answers together: they are held in memory. */
export const maxAnswerBytes = 1024 * 1024;

export interface Part {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

export interface Result {
  status: number;
  body: object;
}

export interface Results {
  results: Result[];
  /** Whether a repeat would give the same: false after a failure that may pass by itself. */
  isFinal: boolean;
}

export interface PartOptions {
  /** Make each request count as admitted. */
  headers: Record<string, string>;
  /** The idempotency key of the batch, when each part commits on its own. */
  key: string | undefined;
  /** All or nothing: the first failure throws `BatchFailed`. */
  atomic: boolean;
}

/** Carries the results out of a transaction that must not commit. */
export class BatchFailed extends Error {
  readonly outcome: Results;

  constructor(outcome: Results) {
    super('An operation of an atomic batch failed.');
    this.outcome = outcome;
  }
}

/** One after the other, since a later one may build on an earlier one. */
export async function runParts(
  app: FastifyInstance,
  parts: readonly Part[],
  options: PartOptions,
): Promise<Results> {
  const results: Result[] = [];
  let isFinal = true;
  let room = maxAnswerBytes;
  for (const [index, part] of parts.entries()) {
    // With an embedded store nothing else in here lets others have their turn.
    await setImmediate();
    const answer = await send(app, part, index, room, options);
    room -= answer.size;
    isFinal &&= !answer.isPassing;
    const isOver = room < 0;
    results.push(isOver ? withoutBody(answer, options.atomic) : answer);
    if (options.atomic && (isOver || answer.status >= 400)) {
      throw new BatchFailed({ results: notCarriedOut(parts.length, results), isFinal });
    }
    if (isOver) break;
  }
  const rest = parts.slice(results.length).map(() => resultOf(notRun()));
  return { results: [...results, ...rest].map(({ status, body }) => ({ status, body })), isFinal };
}

interface Answered extends Result {
  size: number;
  isRead: boolean;
  /** It says nothing of the operation itself, and a repeat may be answered otherwise. */
  isPassing: boolean;
}

async function send(
  app: FastifyInstance,
  { method, path, body }: Part,
  index: number,
  room: number,
  { headers, key, atomic }: PartOptions,
): Promise<Answered> {
  const response = await app.inject({
    method,
    url: `/v1${path}`,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && !atomic && { 'idempotency-key': keyOfPart(key, index) }),
    },
    ...(body !== undefined && { payload: toJson(body) }),
    payloadAsStream: true,
  });
  const isRead = method === 'GET';
  // The answer to a write is short, and must be known whole: it tells what was done.
  const text = await textUpTo(response.stream(), isRead ? room : Number.POSITIVE_INFINITY);
  // Whoever still writes a longer answer is told that nobody reads it.
  if (text === undefined) response.raw.res.destroy();
  const code = codeOf(response.statusCode);
  return {
    status: response.statusCode,
    body: text === undefined ? {} : (JSON.parse(text) as object),
    size: text === undefined ? room + 1 : Buffer.byteLength(text),
    isRead,
    isPassing: response.headers['retry-after'] !== undefined || (code !== null && !isKeptCode(code)),
  };
}

/** Undefined when there is more; nothing past that is read. */
async function textUpTo(stream: Readable, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Each part that commits on its own keeps its own answer: a repeat of a batch that was not finished finds what was
 * done, and carries out the rest.
 */
const keyOfPart = (key: string, index: number): string =>
  `batch:${createHash('sha256').update(key).digest('base64url')}:${index}`;

const resultOf = (failure: Failure): Result => ({
  status: statusOf[failure.code],
  body: errorBody(failure),
});

/** A write that was carried out says so, whatever room is left: only its id remains of what it answered. */
function withoutBody({ status, body, isRead }: Answered, isUndone: boolean): Result {
  if (isRead || isUndone || status >= 400) return resultOf(tooLarge());
  const { data, ...envelope } = body as { data?: { id?: unknown } };
  return { status, body: { ...envelope, data: { id: data?.id }, truncated: true } };
}

const tooLarge = (): Failure =>
  new Failure(
    'PAYLOAD_TOO_LARGE',
    'The answers of this batch are larger than 1 MB together. Send this operation alone.',
  );

const notRun = (): Failure =>
  new Failure(
    'PAYLOAD_TOO_LARGE',
    'Not run: the answers of earlier operations in this batch are larger than 1 MB together. Send it again.',
  );

/** Nothing of a failed atomic batch happened: the failed operation says what was wrong, the others refer to it. */
function notCarriedOut(count: number, results: readonly Result[]): Result[] {
  const failedAt = results.length - 1;
  const other = resultOf(conflict(`Not carried out: operation ${failedAt} of the batch failed.`));
  const failed = results[failedAt] ?? other;
  return Array.from({ length: count }, (_, index) => {
    const { status, body } = index === failedAt ? failed : other;
    return { status, body };
  });
}
