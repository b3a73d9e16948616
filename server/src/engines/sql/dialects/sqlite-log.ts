// Commits very large transactions without blocking the event loop: SQLite would sync the log and checkpoint it
// within the commit; here both happen on other threads.

import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Pages of 4 KB; SQLite's default. A checkpoint of this size takes a few milliseconds. */
const autoCheckpointPages = 1000;

/** Source as text: a worker needs a file, and a bundle has none. */
const checkpointScript = `
  const { workerData } = require('node:worker_threads');
  const { DatabaseSync } = require(workerData.engine);
  const handle = new DatabaseSync(workerData.path);
  handle.exec('pragma wal_checkpoint(passive)');
  handle.close();
`;

const engine = () => createRequire(import.meta.url).resolve('@photostructure/sqlite');

export class WriteAheadLog {
  readonly #handle: DatabaseSyncInstance;
  readonly #path: string;
  #checkpointing: Promise<void> | undefined;

  constructor(handle: DatabaseSyncInstance, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  /**
   * Most of a large transaction is in the log before its commit: syncing it first leaves the commit little to wait
   * for.
   */
  async commitLarge(): Promise<void> {
    // The commit syncs too, and reports a failing disk.
    await this.#syncLog().catch(() => undefined);
    this.#setAutoCheckpoint(0);
    try {
      this.#handle.exec('commit');
    } finally {
      this.#checkpointing ??= this.#checkpointInWorker();
    }
  }

  /** Resolves when no other thread has the database open. */
  async idle(): Promise<void> {
    await this.#checkpointing;
  }

  async #syncLog(): Promise<void> {
    const log = await open(`${this.#path}-wal`, 'r+');
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  async #checkpointInWorker(): Promise<void> {
    try {
      const workerData = { engine: engine(), path: this.#path };
      await once(new Worker(checkpointScript, { eval: true, workerData }), 'exit');
    } catch {
      // The next commit checkpoints instead: slower, but just as safe.
    } finally {
      this.#checkpointing = undefined;
      if (this.#handle.isOpen) this.#setAutoCheckpoint(autoCheckpointPages);
    }
  }

  #setAutoCheckpoint(pages: number): void {
    this.#handle.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}
