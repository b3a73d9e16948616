// Makes commits on SQLite durable: the engine writes them to its write-ahead log without a sync, and here one sync on
// the thread pool covers every commit made before it started.

import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { CommitUnanswered } from '../../kernel/dialect.ts';

const synced = Promise.resolve();

export class WriteAheadLog {
  readonly #file: number;
  /** Called after each sync. */
  readonly #onSynced: () => void;
  /** Called before each sync, and may still commit. */
  readonly #onSync: () => void;
  /** Whether there may be commits that no sync has started for. At first, those of a process that was killed. */
  #isDirty = true;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: Failure | undefined;
  #isClosed = false;

  /**
   * The log must exist. SQLite keeps the same file for as long as a connection to the database is open, so this must
   * be opened after the first connection and closed before the last one.
   */
  constructor(databasePath: string, onSynced = () => {}, onSync = () => {}) {
    this.#file = openSync(`${databasePath}-wal`, 'r+');
    this.#onSynced = onSynced;
    this.#onSync = onSync;
    syncDirectory(dirname(databasePath));
  }

  /** To be called after each commit. */
  noteCommit(): void {
    this.#isDirty = true;
  }

  /** Resolves when everything committed before the call is on disk. */
  durable(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(new CommitUnanswered(this.#failure));
    if (!this.#isDirty) return this.#running ?? synced;
    this.#next ??= this.#syncNext(this.#running);
    return this.#next;
  }

  /** Throws if a sync has failed. The system may have dropped what it could not write: a later sync proves nothing. */
  requireIntact(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#failure ??= new Failure('UNAVAILABLE', 'The database is closed.');
    closeSync(this.#file);
  }

  async #syncNext(previous: Promise<void> | undefined): Promise<void> {
    // Commits that are made while another sync runs share the next one. Otherwise it starts right away: the transactions of
    // a turn of the event loop share a commit anyway, and waiting for its end would delay their answers by a turn.
    await previous;
    this.#onSync();
    this.#running = this.#next;
    this.#next = undefined;
    this.#isDirty = false;
    try {
      this.requireIntact();
      await this.#sync();
    } catch (error) {
      this.#failure ??= new Failure('UNAVAILABLE', failedSync, undefined, error);
      throw new CommitUnanswered(error);
    } finally {
      this.#running = undefined;
    }
    this.#onSynced();
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#file, (error) => (error === null ? resolve() : reject(error)));
    });
  }
}

const failedSync = 'A write to the disk failed. Check the disk, then restart the server.';

/** A new log must be found again after a power cut. */
function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
