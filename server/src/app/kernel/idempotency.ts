// Makes writes safe to retry: the first response under an idempotency key is stored with the write itself, and a
// retry gets that response instead of writing again (contract §7).

import { Failure, type FailureCode, TransientFailure } from '../../domain/kernel/failure.ts';
import {
  type IdempotencyRecord,
  idempotencyKeptMs,
  idempotencyKey,
} from '../../domain/kernel/idempotency.ts';
import type { Caller, Deps } from './change.ts';

export interface Answer {
  status: number;
  body: string;
}

/** An answer to a first request. */
export interface FirstAnswer extends Answer {
  /** The body of replays, if it differs: secrets are shown once. */
  keptBody?: string | undefined;
  /** False marks a partial, temporary failure: a retry runs again instead of replaying this response. */
  isFinal?: boolean;
}

export interface OnceRequest<T> {
  key: string;
  fingerprint: string;
  run(caller: Caller): Promise<T>;
  answerOf(result: T): FirstAnswer;
  answerOfFailure(failure: Failure): Answer;
}

export interface Idempotency {
  once<T>(caller: Caller, request: OnceRequest<T>): Promise<Answer & { isReplay: boolean }>;
}

/**
 * Errors that don't depend on the request itself, so a retry runs again. A 412 is one: nothing was written, and the
 * client reads again and retries with another If-Match.
 */
const neverKept = new Set<FailureCode>([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PRECONDITION_FAILED',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]);

export const isKeptCode = (code: FailureCode): boolean => !neverKept.has(code);

export const isKept = (failure: Failure): boolean =>
  isKeptCode(failure.code) && !(failure instanceof TransientFailure);

/**
 * Stored in place of a response that was not final: the key stays bound to its request, but a retry runs again. No
 * real response with this status is ever stored, so the status works as a marker.
 */
const unfinished = { status: 503, body: '' };
const isUnfinished = ({ status }: IdempotencyRecord): boolean => status === unfinished.status;

const notKept = Symbol('no record yet');

const inFlightForMs = 1_000;

const stillInFlight = (): Failure =>
  new TransientFailure(
    'CONFLICT',
    'A request with this Idempotency-Key is still being answered.',
    inFlightForMs,
  );

/**
 * How long a retry is blocked after a process dies. A running process renews its claim. Even if it loses the claim,
 * only one record can be stored per key, in the same transaction as its write.
 */
const claimedForMs = 5_000;

export function idempotency({ store, clock }: Deps): Idempotency {
  /** For results without a single transaction to store them in: rejected requests and non-atomic batches. */
  const keep = ({ workspaceId }: Caller, record: IdempotencyRecord): Promise<void> =>
    store.transaction((write) => write.idempotency.insert(workspaceId, record), { workspaceId });

  const isExpired = ({ createdAt }: IdempotencyRecord): boolean =>
    createdAt <= clock.now() - idempotencyKeptMs;

  /** Returns the record under the key; throws if the key belongs to a different request. */
  const find = async ({ workspaceId }: Caller, key: string, fingerprint: string) => {
    const known = await store.read.idempotency.find(workspaceId, key);
    if (known !== undefined && !isExpired(known) && known.fingerprint !== fingerprint)
      throw new Failure('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.');
    return known;
  };
  const isReplayable = (known: IdempotencyRecord | undefined): known is IdempotencyRecord =>
    known !== undefined && !isExpired(known) && !isUnfinished(known);

  return {
    async once(caller, request) {
      const key = `${caller.actor.id}:${idempotencyKey(request.key)}`;
      const { fingerprint } = request;
      const claim = await store.claims.take(caller.workspaceId, key, claimedForMs);
      if (claim === undefined) {
        // The holder may have died after its commit, in which case the record can be replayed now.
        const known = await find(caller, key, fingerprint);
        if (!isReplayable(known)) throw stillInFlight();
        return { ...known, isReplay: true };
      }
      const recordFor = ({ status, body, keptBody = body }: FirstAnswer): IdempotencyRecord => ({
        key,
        fingerprint,
        status,
        body: keptBody,
        createdAt: clock.now(),
      });
      let keptWith: unknown = notKept;
      try {
        const known = await find(caller, key, fingerprint);
        if (isReplayable(known)) return { ...known, isReplay: true };
        if (known !== undefined) {
          const { workspaceId } = caller;
          await store.transaction((write) => write.idempotency.remove(workspaceId, key), { workspaceId });
        }
        const result = await request.run({
          ...caller,
          idempotencyRecordOf: (made) => {
            keptWith = made;
            // `change` returns the result of its transaction unchanged, so this is the use case's return value.
            return recordFor(request.answerOf(made as Awaited<ReturnType<typeof request.run>>));
          },
        });
        const { isFinal = true, ...answer } = request.answerOf(result);
        // If a transaction was retried and then failed, the record of its first attempt was rolled back.
        if (keptWith !== result) await keep(caller, recordFor(isFinal ? answer : unfinished));
        return { status: answer.status, body: answer.body, isReplay: false };
      } catch (error) {
        if (!(error instanceof Failure) || !isKept(error)) throw error;
        const answer = request.answerOfFailure(error);
        await keep(caller, recordFor(answer));
        return { ...answer, isReplay: false };
      } finally {
        // The response stands even if this fails: an unreleased claim expires.
        await claim.release().catch(() => undefined);
      }
    },
  };
}
