// Runs transactions: fair queuing, a time limit, retries, and abort when the client disconnects.

import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '../../../domain/kernel/count.ts';
import { Failure } from '../../../domain/kernel/failure.ts';
import type { Scope, Store, Writer } from '../../../ports/store.ts';
import { type Dialect, RunAlone, type WriteConnection } from './dialect.ts';
import { clientDisconnected, Lanes } from './lanes.ts';
import { GaveWay, Precedence } from './precedence.ts';
import { onceFor } from './statements/prepared.ts';
import type { Db } from './tables.ts';

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

interface Transactions extends Pick<Store, 'transaction' | 'dryRun'> {
  /** Like `transaction`, but resolves before the disk has what it wrote: the caller waits for `durable`. */
  committed: Store['transaction'];
  waiting(): number;
}

export function transactions(
  dialect: Dialect,
  newWriter: (db: Db) => Writer,
  { transactionMs, waitMs, maxWaitingPerWorkspace }: TransactionLimits,
): Transactions {
  const lanes = new Lanes({
    maxRunning: dialect.width.writes,
    maxPerLane: 1,
    maxWaitingPerLane: maxWaitingPerWorkspace,
    waitMs,
  });

  /** Work without a workspace gets its own lane each time. */
  const inQueue = <T>(scope: Scope | undefined, work: (leaveLane: () => void) => Promise<T>): Promise<T> =>
    lanes.run(
      scope?.workspaceId ?? Symbol('no workspace'),
      (leaveLane) => withRetries(() => work(leaveLane)),
      scope?.signal,
    );

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

  /** Once per connection, since building all of a writer costs more than a statement. */
  const writerOn = onceFor(({ db }: WriteConnection) => newWriter(db));

  const precedence = new Precedence();

  /** Aborts only before the commit: an aborted commit would have an unknown outcome. */
  const within = async <T>(
    connection: WriteConnection,
    scope: Scope | undefined,
    work: Work<T>,
    outcome: Manner['outcome'],
  ) => {
    const writer = writerOn(connection);
    if (scope === undefined) return work(writer);
    let ended: Failure | undefined;
    const end = (reason: Failure) => {
      ended ??= reason;
      connection.transaction.end(ended);
    };
    const onDisconnect = () => end(clientDisconnected());
    const isInTheWay = outcome === 'rollback' && dialect.width.writes === 1;
    const leave = isInTheWay ? precedence.dryRunBegins(end) : () => undefined;
    const deadline = setTimeout(() => end(tookTooLong(transactionMs)), transactionMs);
    const { signal } = scope;
    signal?.addEventListener('abort', onDisconnect, { once: true });
    if (signal?.aborted) onDisconnect();
    try {
      const result = await work(writer);
      if (ended !== undefined) throw ended;
      return result;
    } catch (error) {
      // Replaces whatever error the work threw because of it.
      throw ended ?? error;
    } finally {
      leave();
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onDisconnect);
    }
  };

  interface Ending {
    isAlone: boolean;
    /** Waits for the disk. */
    durable: Dialect['durable'];
  }

  interface Manner {
    outcome: 'commit' | 'rollback';
    isAlone: boolean;
    /** Called with the transaction's `outcome` before it ends. */
    onEnd?(outcome: Promise<void>): void;
    /** Called before the commit: nothing else of the transaction is to come, so the workspace's next one may begin. */
    onCommit?(): void;
  }

  const run = async <T>(scope: Scope | undefined, work: Work<T>, manner: Manner) => {
    const { outcome, isAlone, onEnd, onCommit } = manner;
    const connection = await dialect.connect();
    const { transaction } = connection;
    try {
      await transaction.begin(isAlone);
      let result: T;
      try {
        result = await within(connection, scope, work, outcome).finally(() => onEnd?.(transaction.outcome));
        if (outcome === 'commit') {
          onCommit?.();
          await transaction.commit();
        }
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
      if (outcome === 'rollback') await transaction.rollback();
      return result;
    } finally {
      connection.release();
    }
  };

  /**
   * Waits for the commit and the disk after it leaves its lane, so that the next transaction runs meanwhile and may share both.
   * Work that failed or changed nothing may have seen what is not durable yet, so its outcome waits, too.
   */
  const ended = async <T>(
    scope: Scope | undefined,
    work: Work<T>,
    { isAlone, durable }: Ending,
  ): Promise<T> => {
    const stopWaiting = precedence.transactionWaits();
    let ending: Promise<void> | undefined;
    const onEnd = (outcome: Promise<void>) => {
      ending = outcome;
    };
    try {
      return await inQueue(scope, (onCommit) => {
        stopWaiting();
        return run(scope, work, { outcome: 'commit', isAlone, onEnd, onCommit });
      });
    } finally {
      stopWaiting();
      if (ending !== undefined) {
        await ending;
        await durable();
      }
    }
  };

  const transactionUntil =
    (durable: Dialect['durable']): Store['transaction'] =>
    async (work, scope) => {
      try {
        return await ended(scope, work, { isAlone: false, durable });
      } catch (error) {
        if (!(error instanceof RunAlone)) throw error;
        return ended(scope, work, { isAlone: true, durable });
      }
    };

  return {
    transaction: transactionUntil(dialect.durable),
    committed: transactionUntil(() => Promise.resolve()),
    async dryRun(work, scope) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          // Alone, since its answer does not wait for anyone's commit.
          return await inQueue(scope, () => run(scope, work, { outcome: 'rollback', isAlone: true }));
        } catch (error) {
          if (attempt === maxAttempts || !(error instanceof GaveWay)) throw error;
          await pause(Math.random() * backoffMs * 2 ** attempt);
        }
      }
    },
    waiting: () => lanes.waiting,
  };
}

const tookTooLong = (afterMs: number): Failure =>
  new Failure(
    'UNAVAILABLE',
    `The write took longer than ${counted(afterMs / 1000, 'second')} and was rolled back. Split it into smaller ones.`,
  );
