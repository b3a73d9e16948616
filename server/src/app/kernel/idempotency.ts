// Writes that are safe to repeat: the first answer under an idempotency key is kept with the write itself,
// and a repeat gets that answer instead of a second write (contract §7).

import { Failure, type FailureCode, TransientFailure } from '../../domain/failure.ts';
import { type IdempotencyRecord, idempotencyKeptMs, idempotencyKey } from '../../domain/idempotency.ts';
import type { Caller, Deps } from './change.ts';

export interface Answer {
  status: number;
  body: string;
}

export interface OnceRequest<T> {
  key: string;
  fingerprint: string;
  run(caller: Caller): Promise<T>;
  /** Not final: some of it failed for the moment, so a repeat runs again instead of getting this answer. */
  answerOf(result: T): Answer & { isFinal?: boolean };
  answerOfFailure(failure: Failure): Answer;
}

export interface Idempotency {
  once<T>(caller: Caller, request: OnceRequest<T>): Promise<Answer & { isReplay: boolean }>;
}

/** Answers that say nothing about the request itself: a repeat gets another try. */
const neverKept = new Set<FailureCode>([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]);

export const isKeptCode = (code: FailureCode): boolean => !neverKept.has(code);

export const isKept = (failure: Failure): boolean =>
  isKeptCode(failure.code) && !(failure instanceof TransientFailure);

/**
 * Kept in place of an answer that was not final: the key stays bound to its request, which may be repeated. No
 * answer with such a status is ever kept, so the status marks it.
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
 * How long a repeat waits for a process that died. A process at work renews its claim. Should it lose the claim all
 * the same, only one record can be kept under a key, together with its write.
 */
const claimedForMs = 5_000;

export function idempotency({ store, clock }: Deps): Idempotency {
  /** Where there was no transaction of its own to keep it in: a refusal, or a batch of several. */
  const keep = ({ workspaceId }: Caller, record: IdempotencyRecord): Promise<void> =>
    store.transaction((write) => write.idempotency.insert(workspaceId, record), { workspaceId });

  const isExpired = ({ createdAt }: IdempotencyRecord): boolean =>
    createdAt <= clock.now() - idempotencyKeptMs;

  /** What is under the key, if it is of this request; another request's is refused. */
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
        // The holder may have died after its commit: then there is nothing left to wait for.
        const known = await find(caller, key, fingerprint);
        if (!isReplayable(known)) throw stillInFlight();
        return { ...known, isReplay: true };
      }
      const recordFor = ({ status, body }: Answer): IdempotencyRecord => ({
        key,
        fingerprint,
        status,
        body,
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
            // What a use case makes of its transaction is what it returns: `change` passes it on unchanged.
            return recordFor(request.answerOf(made as Awaited<ReturnType<typeof request.run>>));
          },
        });
        const { isFinal = true, ...answer } = request.answerOf(result);
        // A transaction that was tried again, and then failed, kept nothing of its first try.
        if (keptWith !== result) await keep(caller, recordFor(isFinal ? answer : unfinished));
        return { ...answer, isReplay: false };
      } catch (error) {
        if (!(error instanceof Failure) || !isKept(error)) throw error;
        const answer = request.answerOfFailure(error);
        await keep(caller, recordFor(answer));
        return { ...answer, isReplay: false };
      } finally {
        // The answer stands whether or not this works: a claim that is not released ends by itself.
        await claim.release().catch(() => undefined);
      }
    },
  };
}
