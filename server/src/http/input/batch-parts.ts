// Runs the operations of a batch through the routes, one by one, and collects their responses. The total response
// size is bounded, and it yields to the event loop between operations; in a transaction only when it must.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isKeptCode } from '../../app/kernel/idempotency.ts';
import { conflict, Failure } from '../../domain/kernel/failure.ts';
import { codeOf, errorBody, statusOf } from '../kernel/failures.ts';
import { toJson } from '../kernel/json.ts';
import { batchReferences, type Part, type ResolvedPart, type Result } from './batch-references.ts';

/** Total for a batch: all responses are held in memory. */
export const maxAnswerBytes = 1024 * 1024;

export interface Results {
  results: Result[];
  /** Whether a retry would give the same results: false after a transient failure. */
  isFinal: boolean;
}

export interface PartOptions {
  /** Mark each request as already admitted. */
  headers: Record<string, string>;
  /** The idempotency key of the batch, when each part commits on its own. */
  key: string | undefined;
  /** All or nothing: the first failure throws `BatchFailed`. */
  atomic: boolean;
  /** Fails if references changed an operation into one that was not checked and charged. */
  check(given: Part, resolved: ResolvedPart): void;
}

/** Carries the results out of a transaction that must not commit. */
export class BatchFailed extends Error {
  readonly outcome: Results;

  constructor(outcome: Results) {
    super('An operation of an atomic batch failed.');
    this.outcome = outcome;
  }
}

/** How long an atomic batch works before it yields: others wait for its transaction, and each turn may be long. */
const atomicTurnMs = 10;

function yielding(isAtomic: boolean): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (isAtomic && performance.now() - since < atomicTurnMs) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Sequential, since an operation may build on an earlier one. */
export async function runParts(
  app: FastifyInstance,
  parts: readonly Part[],
  options: PartOptions,
): Promise<Results> {
  const results: Result[] = [];
  let isFinal = true;
  let room = maxAnswerBytes;
  const references = batchReferences();
  const yieldTurn = yielding(options.atomic);
  for (const [index, part] of parts.entries()) {
    // With SQLite, nothing else here yields to the event loop. A body can be large: it is read for references, then
    // sent.
    await yieldTurn();
    const resolved = resolvedOr(() => {
      const named = references.resolve(part, index, results);
      options.check(part, named);
      return named;
    });
    await yieldTurn();
    const answer =
      resolved instanceof Failure ? refusedPart(resolved) : await send(app, resolved, index, room, options);
    room -= answer.size;
    isFinal &&= !answer.isTransient;
    const isTooLarge = room < 0;
    results.push(isTooLarge ? withoutBody(answer, options.atomic) : answer);
    if (options.atomic && (isTooLarge || answer.status >= 400)) {
      throw new BatchFailed({ results: rolledBack(parts.length, results), isFinal });
    }
    if (isTooLarge) break;
  }
  const rest = parts.slice(results.length).map(() => resultOf(notRun()));
  return { results: [...results, ...rest].map(({ status, body }) => ({ status, body })), isFinal };
}

interface PartResponse extends Result {
  size: number;
  isRead: boolean;
  /** A retry may have another outcome. */
  isTransient: boolean;
}

/** The operation with its references replaced, or why that is impossible. */
function resolvedOr(resolve: () => ResolvedPart): ResolvedPart | Failure {
  try {
    return resolve();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function refusedPart(failure: Failure): PartResponse {
  const result = resultOf(failure);
  return { ...result, size: Buffer.byteLength(toJson(result.body)), isRead: false, isTransient: false };
}

async function send(
  app: FastifyInstance,
  { method, path, payload }: ResolvedPart,
  index: number,
  room: number,
  { headers, key, atomic }: PartOptions,
): Promise<PartResponse> {
  const response = await app.inject({
    method,
    url: `/v1${path}`,
    headers: {
      ...headers,
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
      ...(key !== undefined && !atomic && { 'idempotency-key': keyOfPart(key, index) }),
    },
    ...(payload !== undefined && { payload: inOneTurn(payload) }),
    payloadAsStream: true,
  });
  const isRead = method === 'GET';
  // Write responses are short and must be complete: they say what was done.
  const text = await textUpTo(response.stream(), isRead ? room : Number.POSITIVE_INFINITY);
  // Stop producing the rest.
  if (text === undefined) response.raw.res.destroy();
  const code = codeOf(response.statusCode);
  return {
    status: response.statusCode,
    body: text === undefined ? {} : (JSON.parse(text) as object),
    size: text === undefined ? room + 1 : Buffer.byteLength(text),
    isRead,
    isTransient: response.headers['retry-after'] !== undefined || (code !== null && !isKeptCode(code)),
  };
}

/** What is no stream is sent in a turn of the event loop of its own, and others wait for an open transaction. */
const inOneTurn = (payload: string): Readable =>
  new Readable({
    read() {
      this.push(payload);
      this.push(null);
    },
  });

/** Undefined, without reading on, if the text is longer. */
async function textUpTo(stream: Readable, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Each part of a non-atomic batch stores its own response: retrying an unfinished batch replays what was done and
 * runs the rest.
 */
const keyOfPart = (key: string, index: number): string =>
  `batch:${createHash('sha256').update(key).digest('base64url')}:${index}`;

const resultOf = (failure: Failure): Result => ({
  status: statusOf[failure.code],
  body: errorBody(failure),
});

/** A successful write is reported even when there is no room: only its id is kept. */
function withoutBody({ status, body, isRead }: PartResponse, isRolledBack: boolean): Result {
  if (isRead || isRolledBack || status >= 400) return resultOf(tooLarge());
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

/** A failed atomic batch is rolled back: the failed operation reports its error, the others refer to it. */
function rolledBack(count: number, results: readonly Result[]): Result[] {
  const failedAt = results.length - 1;
  const other = resultOf(conflict(`Not carried out: operation ${failedAt} of the batch failed.`));
  const failed = results[failedAt] ?? other;
  return Array.from({ length: count }, (_, index) => {
    const { status, body } = index === failedAt ? failed : other;
    return { status, body };
  });
}
