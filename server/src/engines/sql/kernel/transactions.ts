// Runs transactions: fair queuing, a time limit, retries, and abort when the client disconnects.

import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '../../../domain/count.ts';
import { Failure } from '../../../domain/failure.ts';
import type { Scope, Store, Writer } from '../../../ports/store.ts';
import type { Dialect, EndableConnection } from './dialect.ts';
import type { Db } from './tables.ts';
import { clientDisconnected, Turns } from './turns.ts';

/** Attempts after serialization failures, and the base of the random backoff. */
const maxAttempts = 5;
const backoffMs = 20;

export interface TransactionLimits {
  /** Limit for a request's transaction, from begin to commit. */
  transactionMs: number;
  /** Limits for waiting: time, and queue length per workspace. */
  waitMs: number;
  maxWaitingPerWorkspace: number;
}

export const defaultLimits: TransactionLimits = {
  transactionMs: 30_000,
  waitMs: 10_000,
  maxWaitingPerWorkspace: 500,
};

type Work<T> = (write: Writer) => Promise<T>;

export function transactions(
  dialect: Dialect,
  writerOn: (db: Db) => Writer,
  { transactionMs, waitMs, maxWaitingPerWorkspace }: TransactionLimits,
): Pick<Store, 'transaction' | 'dryRun'> & { waiting(): number } {
  const { writes, width } = dialect;
  const turns = new Turns({
    maxRunning: width.writes,
    maxPerLane: 1,
    maxWaitingPerLane: maxWaitingPerWorkspace,
    waitMs,
  });

  /** Work without a workspace gets its own lane each time. */
  const inQueue = <T>(scope: Scope | undefined, work: () => Promise<T>): Promise<T> =>
    turns.run(scope?.workspaceId ?? Symbol('no workspace'), () => withRetries(work), scope?.signal);

  /** Exponential backoff with jitter, so that the same transactions do not collide again. */
  const withRetries = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === maxAttempts || dialect.classify(error) !== 'again') throw error;
        await pause(Math.random() * backoffMs * 2 ** attempt);
      }
    }
  };

  /** Aborts only before the commit: an aborted commit would have an unknown outcome. */
  const within = async <T>(db: Db, scope: Scope | undefined, work: Work<T>): Promise<T> => {
    if (scope === undefined) return work(writerOn(db));
    const connection = await connectionOf(db);
    let ended: Failure | undefined;
    const end = (reason: Failure) => {
      ended ??= reason;
      connection.end(ended);
    };
    const onDisconnect = () => end(clientDisconnected());
    const deadline = setTimeout(() => end(tookTooLong(transactionMs)), transactionMs);
    const { signal } = scope;
    signal?.addEventListener('abort', onDisconnect, { once: true });
    if (signal?.aborted) onDisconnect();
    try {
      return await work(writerOn(db)).finally(() => {
        // Replaces whatever error the work threw because of it.
        if (ended !== undefined) throw ended;
      });
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onDisconnect);
    }
  };

  const rolledBack = async <T>(scope: Scope | undefined, work: Work<T>): Promise<T> => {
    const transaction = await writes.startTransaction().execute();
    try {
      return await within(transaction, scope, work);
    } finally {
      await transaction.rollback().execute();
    }
  };

  return {
    transaction: (work, scope) =>
      inQueue(scope, () => writes.transaction().execute((db) => within(db, scope, work))),
    dryRun: (work, scope) => inQueue(scope, () => rolledBack(scope, work)),
    waiting: () => turns.waiting,
  };
}

/** The transaction's connection. */
const connectionOf = (db: Db): Promise<EndableConnection> =>
  db.getExecutor().provideConnection(async (connection) => connection as EndableConnection);

const tookTooLong = (afterMs: number): Failure =>
  new Failure(
    'UNAVAILABLE',
    `The write took longer than ${counted(afterMs / 1000, 'second')} and was rolled back. Split it into smaller ones.`,
  );
