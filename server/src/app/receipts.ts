// Writes that are safe to repeat: the first answer under an idempotency key is kept with the write itself,
// and a repeat gets that answer instead of a second write (contract §7).

import { Failure, type FailureCode, PassingFailure } from '../domain/failure.ts';
import { idempotencyKey, type Receipt, receiptsKeptMs } from '../domain/receipt.ts';
import type { Caller, Deps } from './deps.ts';

export interface Answer {
  status: number;
  body: string;
}

export interface OnceRequest<T> {
  key: string;
  fingerprint: string;
  run(caller: Caller): Promise<T>;
  answerOf(result: T): Answer;
  answerOfFailure(failure: Failure): Answer;
}

export interface Receipts {
  once<T>(caller: Caller, request: OnceRequest<T>): Promise<Answer & { isReplay: boolean }>;
}

/** Answers that say nothing of the request itself: a repeat deserves another try. */
const neverKept = new Set<FailureCode>([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]);

export const isKept = (failure: Failure): boolean =>
  !neverKept.has(failure.code) && !(failure instanceof PassingFailure);

const inFlightForMs = 1_000;

const stillInFlight = (): Failure =>
  new PassingFailure(
    'CONFLICT',
    'A request with this Idempotency-Key is still being answered.',
    inFlightForMs,
  );

/**
 * How long a repeat is told to wait for a process that died. A process at work keeps its claim for longer. Should it
 * lose the claim all the same, of two receipts under one key only one can be kept, and its write with it.
 */
const claimedForMs = 5_000;

export function receipts({ store, clock }: Deps): Receipts {
  /** Where there was no transaction of its own to keep it in: a refusal, or a batch of several. */
  const keep = ({ workspaceId }: Caller, receipt: Receipt): Promise<void> =>
    store.transaction((write) => write.receipts.insert(workspaceId, receipt), { workspaceId });

  const isOver = ({ createdAt }: Receipt): boolean => createdAt <= clock.now() - receiptsKeptMs;
  const replay = (known: Receipt, fingerprint: string) => {
    if (known.fingerprint !== fingerprint)
      throw new Failure('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.');
    return { ...known, isReplay: true };
  };

  return {
    async once(caller, request) {
      const key = `${caller.actor.id}:${idempotencyKey(request.key)}`;
      const { fingerprint } = request;
      const claim = await store.claims.take(caller.workspaceId, key, claimedForMs);
      if (claim === undefined) {
        // Whoever has it may have died after its commit: then there is nothing left to wait for.
        const known = await store.read.receipts.find(caller.workspaceId, key);
        if (known === undefined || isOver(known)) throw stillInFlight();
        return replay(known, fingerprint);
      }
      const receiptFor = (answer: Answer): Receipt => ({
        key,
        fingerprint,
        ...answer,
        createdAt: clock.now(),
      });
      let hasReceipt = false;
      try {
        const known = await store.read.receipts.find(caller.workspaceId, key);
        if (known !== undefined && !isOver(known)) return replay(known, fingerprint);
        if (known !== undefined) {
          const { workspaceId } = caller;
          await store.transaction((write) => write.receipts.remove(workspaceId, key), { workspaceId });
        }
        const result = await request.run({
          ...caller,
          receiptOf: (made) => {
            hasReceipt = true;
            // What a use case makes of its transaction is what it returns: `change` passes it on unchanged.
            return receiptFor(request.answerOf(made as Awaited<ReturnType<typeof request.run>>));
          },
        });
        const answer = request.answerOf(result);
        if (!hasReceipt) await keep(caller, receiptFor(answer));
        return { ...answer, isReplay: false };
      } catch (error) {
        if (!(error instanceof Failure) || !isKept(error)) throw error;
        const answer = request.answerOfFailure(error);
        await keep(caller, receiptFor(answer));
        return { ...answer, isReplay: false };
      } finally {
        // The answer stands whether or not this works: a claim that is not released ends by itself.
        await claim.release().catch(() => undefined);
      }
    },
  };
}
