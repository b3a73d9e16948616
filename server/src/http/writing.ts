// The answer to a write: its envelope and status, the version it left, and under an Idempotency-Key the
// answer that the first such request got.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../app/kernel/change.ts';
import { type Answer, isKept } from '../app/kernel/idempotency.ts';
import type { Failure } from '../domain/failure.ts';
import { envelope } from './envelope.ts';
import { errorBody, statusOf } from './failures.ts';
import { toJson } from './json.ts';

export interface Written {
  data: unknown;
  status?: 200 | 201;
  /** Of the thing that was written, for the next If-Match. */
  version?: number;
  /** False when a repeat under the same key should run again what failed for the moment. */
  isFinal?: boolean;
}

export async function answerWrite<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (caller: Caller) => Promise<T>,
  present: (result: T) => Written,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) {
    const { data, status = 200, version } = present(await run(request.caller));
    await discardUpload(request);
    request.version = version;
    reply.code(status);
    return envelope(request, data);
  }
  const { status, body, isReplay } = await request.wiring.idempotency.once(request.caller, {
    key: String(key),
    fingerprint: fingerprintOf(request),
    run,
    answerOf: (result) => {
      const { data, status: code = 200, isFinal = true } = present(result);
      return { status: code, body: toJson(envelope(request, data)), isFinal };
    },
    answerOfFailure,
  });
  await discardUpload(request);
  return sendKept(reply, { status, body, isReplay });
}

/** Removes files that nothing names. When that fails, the answer stands, and the sweeper removes them later. */
export async function discardUpload(request: FastifyRequest): Promise<void> {
  try {
    await request.upload?.discard();
  } catch (error) {
    request.log.error({ err: error }, 'staged files could not be removed');
  }
}

export function sendKept(
  reply: FastifyReply,
  { status, body, isReplay }: Answer & { isReplay: boolean },
): FastifyReply {
  if (isReplay) reply.header('idempotent-replayed', 'true');
  reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(body);
}

/**
 * A refusal from before the handler, under an Idempotency-Key: kept like any other answer, or replaced by the one
 * that the key has already. Undefined when there is nothing to keep.
 */
export async function keepRefusal(
  request: FastifyRequest,
  failure: Failure,
): Promise<(Answer & { isReplay: boolean }) | undefined> {
  const key = request.headers['idempotency-key'];
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  // Only the API keeps answers: the console's own endpoints admit people without a wiring.
  const isAdmitted = request.caller !== undefined && request.wiring !== undefined;
  // Of a body that was not read to its end nothing can be told apart.
  const isWhole = request.raw.complete || request.raw.readableEnded;
  if (key === undefined || !isWrite || !isAdmitted || !isWhole || !isKept(failure)) return undefined;
  return request.wiring.idempotency.once(request.caller, {
    key: String(key),
    fingerprint: fingerprintOf(request),
    run: async () => {
      throw failure;
    },
    answerOf: () => answerOfFailure(failure),
    answerOfFailure,
  });
}

const answerOfFailure = (failure: Failure): Answer => ({
  status: statusOf[failure.code],
  body: JSON.stringify(errorBody(failure)),
});

/** The same for the same request, forms included, whatever the boundaries between their parts. */
function fingerprintOf({ method, url, body, upload }: FastifyRequest): string {
  const files = upload?.files.map(({ fileName, sha256 }) => [fileName, sha256]) ?? [];
  return createHash('sha256')
    .update(toJson([method, url, body ?? null, files]))
    .digest('hex');
}
