// SQLite's write-ahead log after a transaction of very many rows. The engine would bring the log to the disk and fold
// it into the database within the commit, on the event loop; here both happen on other threads.

import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** So many pages of 4 KB in the log are folded within a commit in a few milliseconds; the engine's own default. */
const foldedWithinCommit = 1000;

/** Text, since a thread takes a file, and there is none beside a bundle. */
const fold = `
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
  #folding: Promise<void> | undefined;

  constructor(handle: DatabaseSyncInstance, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  /** Most of a large transaction is in the log before its commit: then the commit has little left to wait for. */
  async commitLarge(): Promise<void> {
    // A disk that fails is told by the commit, which asks the same of it.
    await this.#bringToDisk().catch(() => undefined);
    this.#foldEvery(0);
    try {
      this.#handle.exec('commit');
    } finally {
      this.#folding ??= this.#foldElsewhere();
    }
  }

  /** Resolves when no other thread has the database open. */
  async idle(): Promise<void> {
    await this.#folding;
  }

  async #bringToDisk(): Promise<void> {
    const log = await open(`${this.#path}-wal`, 'r+');
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  async #foldElsewhere(): Promise<void> {
    try {
      const workerData = { engine: engine(), path: this.#path };
      await once(new Worker(fold, { eval: true, workerData }), 'exit');
    } catch {
      // Then the next commit folds the log itself, as every other one does: slower, and as safe.
    } finally {
      this.#folding = undefined;
      if (this.#handle.isOpen) this.#foldEvery(foldedWithinCommit);
    }
  }

  #foldEvery(pages: number): void {
    this.#handle.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}
