// How a transaction runs: when its turn has come, for no longer than it may, and only while somebody waits for it.

import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '../../../domain/count.ts';
import { Failure } from '../../../domain/failure.ts';
import type { Scope, Store, Writer } from '../../../ports/store.ts';
import type { Dialect, EndableConnection } from './dialect.ts';
import type { Db } from './tables.ts';
import { clientLeft, Turns } from './turns.ts';

/** How often work that others were in the way of is tried, and the longest pause before the second try. */
const maxTries = 5;
const firstPauseMs = 20;

export interface TransactionLimits {
  /** How long a request's transaction may take, from its beginning to its commit. */
  transactionMs: number;
  /** How long it may wait for its turn, and how many of a workspace may wait. */
  waitMs: number;
  waitingOfWorkspace: number;
}

export const usualLimits: TransactionLimits = {
  transactionMs: 30_000,
  waitMs: 10_000,
  waitingOfWorkspace: 500,
};

type Work<T> = (write: Writer) => Promise<T>;

export function transactions(
  dialect: Dialect,
  writerOn: (db: Db) => Writer,
  { transactionMs, waitMs, waitingOfWorkspace }: TransactionLimits,
): Pick<Store, 'transaction' | 'dryRun'> & { waiting(): number } {
  const { writes, width } = dialect;
  const turns = new Turns({
    places: width.writes,
    placesOfLane: 1,
    waitingOfLane: waitingOfWorkspace,
    waitMs,
  });

  /** What is nobody's in particular has a lane of its own each time. */
  const inTurn = <T>(scope: Scope | undefined, work: () => Promise<T>): Promise<T> =>
    turns.run(scope?.workspaceId ?? Symbol('no workspace'), () => untilAlone(work), scope?.signal);

  /** Each pause is up to twice as long as the one before; its length is random, so that no two meet again. */
  const untilAlone = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === maxTries || dialect.classify(error) !== 'again') throw error;
        await pause(Math.random() * firstPauseMs * 2 ** tries);
      }
    }
  };

  /** Up to the commit, but not during it: nobody would know then whether it had happened. */
  const within = async <T>(db: Db, scope: Scope | undefined, work: Work<T>): Promise<T> => {
    if (scope === undefined) return work(writerOn(db));
    const connection = await connectionOf(db);
    let ended: Failure | undefined;
    const end = (reason: Failure) => {
      ended ??= reason;
      connection.end(ended);
    };
    const leave = () => end(clientLeft());
    const deadline = setTimeout(() => end(tookTooLong(transactionMs)), transactionMs);
    const { signal } = scope;
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
    try {
      return await work(writerOn(db)).finally(() => {
        // Whatever the work made of it: this is why it could not go on.
        if (ended !== undefined) throw ended;
      });
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', leave);
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
      inTurn(scope, () => writes.transaction().execute((db) => within(db, scope, work))),
    dryRun: (work, scope) => inTurn(scope, () => rolledBack(scope, work)),
    waiting: () => turns.waiting,
  };
}

/** The one that a transaction runs on. */
const connectionOf = (db: Db): Promise<EndableConnection> =>
  db.getExecutor().provideConnection(async (connection) => connection as EndableConnection);

const tookTooLong = (afterMs: number): Failure =>
  new Failure(
    'UNAVAILABLE',
    `The write took longer than ${counted(afterMs / 1000, 'second')} and was rolled back. Split it into smaller ones.`,
  );
