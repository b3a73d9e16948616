// The response to a write: envelope, status and new version; with an Idempotency-Key, the stored response of the
// first request.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../app/kernel/change.ts';
import { type Answer, isKept } from '../../app/kernel/idempotency.ts';
import type { Failure } from '../../domain/kernel/failure.ts';
import { refundUnchanged } from '../access/request-cost.ts';
import { codeOf, errorBody, statusOf } from '../kernel/failures.ts';
import { helpOf } from '../kernel/help-links.ts';
import { toJson } from '../kernel/json.ts';
import { isRead } from '../kernel/reading.ts';
import { envelope } from './envelope.ts';

export interface Written {
  data: unknown;
  status?: 200 | 201 | 202;
  /** The new version, for the next If-Match. */
  version?: number;
  /** What a retry with the same key gets, if it differs: secrets are shown once. */
  kept?: unknown;
  /** False if a retry with the same key should rerun what failed transiently. */
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
    await refundUnchanged(request);
    request.version = version;
    reply.code(status);
    return envelope(request, data);
  }
  const { status, body, isReplay } = await request.wiring.idempotency.once(request.caller, {
    key: String(key),
    fingerprint: fingerprintOf(request),
    run,
    answerOf: (result) => {
      const { data, status: code = 200, kept, isFinal = true } = present(result);
      const bodyOf = (shown: unknown) => toJson(envelope(request, shown));
      return {
        status: code,
        body: bodyOf(data),
        keptBody: kept === undefined ? undefined : bodyOf(kept),
        isFinal,
      };
    },
    answerOfFailure,
  });
  await discardUpload(request);
  // A failure counts in full, as it does without the key.
  if (status < 400) await refundUnchanged(request);
  return sendKept(reply, { status, body, isReplay });
}

/** Removes unreferenced files. If that fails, the response stands and the sweeper removes them later. */
export async function discardUpload(request: FastifyRequest): Promise<void> {
  try {
    await request.upload?.discard();
  } catch (error) {
    request.log.error({ requestId: request.id, err: error }, 'staged files could not be removed');
  }
}

export function sendKept(
  reply: FastifyReply,
  { status, body, isReplay }: Answer & { isReplay: boolean },
): FastifyReply {
  if (isReplay) reply.header('idempotent-replayed', 'true');
  const failed = codeOf(status);
  if (failed !== null) reply.header('link', helpOf(failed));
  reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(body);
}

/**
 * With an Idempotency-Key, stores a failure raised before the handler like any other response, or returns the one
 * already stored. Undefined if there is nothing to store.
 */
export async function keepRefusal(
  request: FastifyRequest,
  failure: Failure,
): Promise<(Answer & { isReplay: boolean }) | undefined> {
  const key = request.headers['idempotency-key'];
  // Only the API stores responses: the console's own endpoints have no wiring.
  const isAdmitted = request.caller !== undefined && request.wiring !== undefined;
  // Without the complete body, requests cannot be told apart.
  const isComplete = request.raw.complete || request.raw.readableEnded;
  if (key === undefined || isRead(request) || !isAdmitted || !isComplete || !isKept(failure))
    return undefined;
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

/** Identifies a request, forms included, whatever their boundary. */
function fingerprintOf({ method, url, body, bodyDigest, upload }: FastifyRequest): string {
  const files = upload?.files.map(({ fileName, sha256 }) => [fileName, sha256]) ?? [];
  return createHash('sha256')
    .update(toJson([method, url, bodyDigest ?? body ?? null, files]))
    .digest('hex');
}
