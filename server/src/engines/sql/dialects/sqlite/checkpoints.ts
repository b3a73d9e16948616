// Copies the write-ahead log into the database on another thread, so that the log stays short and neither the copying
// nor its syncs block the event loop.

import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { Lock } from './mutex.ts';

/** Pages of 4 KB. Emptying the log takes three syncs, during which nothing is written, so it must pay off. */
const defaultPages = 4_000;

/** How long the worker waits for readers. Writes wait, too. */
const busyTimeoutMs = 20;

/** More than commits need to get out of the way, and few enough not to keep asking while someone else copies the log. */
const maxCopies = 10;

/**
 * `copy` leaves writers alone. Its open read transaction prevents them from restarting the log, since that would sync
 * on the event loop. It answers `held` if a transaction elsewhere, such as that of a backup, reads a state from before
 * `pages` were in the log: the log can't be restarted before that ends. `pages` come from the thread that writes, since
 * a commit that is just ending looks like such a transaction. It answers `busy` if a commit was changing the log at that
 * moment, or if someone else copies it. `restart` runs while no one writes: it copies the rest, and writes a page, which
 * starts the log from the beginning. Source as text: a worker needs a file, and a bundle has none.
 */
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require(workerData.engine);
  const open = () => new DatabaseSync(workerData.path, { timeout: ${busyTimeoutMs} });
  const [handle, pin] = [open(), open()];
  handle.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0');
  const unpin = () => pin.isTransaction && pin.exec('rollback');
  const steps = {
    copy(pages) {
      pin.exec('begin; select 1 from sqlite_master');
      const { busy, checkpointed } = handle.prepare('pragma wal_checkpoint(passive)').get();
      if (checkpointed >= pages) return 'done';
      unpin();
      return busy === 0 ? 'held' : 'busy';
    },
    restart() {
      unpin();
      const { busy } = handle.prepare('pragma wal_checkpoint(restart)').get();
      if (busy === 0) handle.exec('pragma user_version = 0');
      return 'done';
    },
    close() {
      pin.close();
      handle.close();
      parentPort.close();
      return 'done';
    },
  };
  parentPort.on('message', ({ step, pages }) => {
    try {
      parentPort.postMessage(steps[step](pages));
    } catch (error) {
      // As long as it reads, the log can't be restarted.
      unpin();
      parentPort.postMessage(error);
    }
  });
`;

const engine = () => createRequire(import.meta.url).resolve('@photostructure/sqlite');

type Step = 'copy' | 'restart' | 'close';
type Outcome = (typeof outcomes)[number];
const outcomes = ['done', 'held', 'busy'] as const;

export class Checkpoints {
  readonly #path: string;
  readonly #writer: DatabaseSyncInstance;
  readonly #lock: Lock;
  readonly #pages: number;
  readonly #lengthOfLog: StatementSyncInstance;
  #dueAtPages: number;
  #worker: Worker | undefined;
  #running: Promise<void> | undefined;

  /** `reader` has no transaction open when other code runs; `lock` guards the writer. */
  constructor(
    path: string,
    { reader, writer }: { reader: DatabaseSyncInstance; writer: DatabaseSyncInstance },
    lock: Lock,
    pages = defaultPages,
  ) {
    this.#path = path;
    this.#writer = writer;
    this.#lock = lock;
    this.#pages = pages;
    this.#dueAtPages = pages;
    this.#lengthOfLog = reader.prepare('pragma wal_checkpoint(noop)');
  }

  get logPages(): number {
    return Number(this.#lengthOfLog.get()?.log);
  }

  /** Starts a checkpoint if the log has become long. To be called after commits. */
  startIfDue(): void {
    if (this.#running !== undefined || !this.#isDue()) return;
    this.#running = this.#checkpoint().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when no checkpoint runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    await this.idle();
    this.#dueAtPages = Number.POSITIVE_INFINITY;
    this.#worker?.ref();
    if (this.#worker !== undefined) await ask(this.#worker, 'close').catch(() => undefined);
  }

  /** Never fails, since its caller has just made a commit durable. A broken database fails the next transaction. */
  #isDue(): boolean {
    try {
      return this.logPages >= this.#dueAtPages;
    } catch {
      return false;
    }
  }

  async #checkpoint(): Promise<void> {
    try {
      const worker = this.#worker ?? this.#startWorker();
      this.#worker = worker;
      if ((await this.#copy(worker)) === 'done') await this.#whileNobodyWrites(() => ask(worker, 'restart'));
    } catch {
      // Without a worker: slower, but just as safe. A failing disk fails the next sync, too.
      await this.#whileNobodyWrites(() => this.#writer.exec('pragma wal_checkpoint(passive)')).catch(
        () => undefined,
      );
    }
    // If someone still reads an old state, the log goes on: try again after as many pages.
    this.#dueAtPages = this.#pages;
    if (this.#isDue()) this.#dueAtPages += this.logPages;
  }

  /** Asks again if the worker met a commit. By the time it answers here, on the thread that writes, that has ended. */
  async #copy(worker: Worker): Promise<Outcome> {
    const pages = this.logPages;
    let outcome: Outcome = 'busy';
    for (let copies = 0; outcome === 'busy' && copies < maxCopies; copies += 1)
      outcome = await ask(worker, 'copy', pages);
    return outcome;
  }

  async #whileNobodyWrites(work: () => unknown): Promise<void> {
    await this.#lock.acquire();
    try {
      await work();
    } finally {
      this.#lock.release();
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(script, {
      eval: true,
      workerData: { engine: engine(), path: this.#path },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    });
    // A worker that fails ends a moment later, and would never answer again: the next checkpoint starts another one.
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    worker.on('error', forget);
    worker.on('exit', forget);
    worker.unref();
    return worker;
  }
}

/** Rejects if the step fails or the worker ends. */
function ask(worker: Worker, step: Step, pages?: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const end = (outcome: unknown) => {
      for (const event of events) worker.off(event, end);
      const known = outcomes.find((each) => each === outcome);
      if (known !== undefined) resolve(known);
      else reject(outcome);
    };
    for (const event of events) worker.on(event, end);
    worker.postMessage({ step, pages });
  });
}

const events = ['message', 'error', 'exit'];
