// Controls the syncs of SQLite's log: counts them, holds them back, lets them fail.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: NodeJS.ErrnoException | null) => void;

export class Syncs {
  started = 0;
  /** Called when a sync begins, and when it has succeeded. */
  onBegin: () => void = () => undefined;
  onEnd: () => void = () => undefined;
  /** Instead of syncing. */
  failure: NodeJS.ErrnoException | undefined;
  readonly #real = fs.fdatasync;
  #held: (() => void)[] | undefined;

  constructor() {
    this.#install((file, callback) => this.#sync(file, callback));
  }

  /** Later syncs wait until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const begin of held) begin();
  }

  restore(): void {
    this.release();
    this.#install(this.#real);
  }

  #sync(file: number, callback: Callback): void {
    this.started += 1;
    this.onBegin();
    const begin = () => {
      if (this.failure !== undefined) return callback(this.failure);
      this.#real(file, (error) => {
        if (error === null) this.onEnd();
        callback(error);
      });
    };
    if (this.#held === undefined) begin();
    else this.#held.push(begin);
  }

  #install(fdatasync: (file: number, callback: Callback) => void): void {
    fs.fdatasync = fdatasync as typeof fs.fdatasync;
    syncBuiltinESMExports();
  }
}
