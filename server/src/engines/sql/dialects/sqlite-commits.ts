// Tells whether anything was committed to the database, by any connection of any process. SQLite's own answer, `pragma
// data_version`, takes a shared lock and compares the header of the WAL index (the `-shm` file) with the one it saw
// last. Reading that header takes a third of the time, so the pragma is asked only if the header has changed, and the
// header is read only once in each turn of the event loop.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const loopCount = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

/** Both copies of the header. The end of every commit changes them; https://sqlite.org/walformat.html. */
const headerBytes = 96;

export class CommitVersion {
  readonly #ask: () => number;
  /** Undefined if it can't be read as a file, and once it is closed. */
  #index: OpenFile | undefined;
  readonly #header = new Int32Array(headerBytes / Int32Array.BYTES_PER_ELEMENT);
  /** The header before the last time we asked. */
  readonly #askedAt = new Int32Array(this.#header.length);
  #version: number | undefined;
  /** The number of turns of the event loop. */
  readonly #turn: () => number;
  #lookedIn: number | undefined;

  /** `ask` reads the pragma. */
  constructor(ask: () => number, path: string, turn = loopCount) {
    this.#ask = ask;
    this.#turn = turn;
    // Creates the index.
    ask();
    this.#index = openShared(`${path}-shm`);
  }

  /**
   * The loop counts a turn right before it asks which sockets have something to read. So whatever it reads in this turn
   * began to arrive before we looked.
   */
  readonly current = (): number => {
    const turn = this.#turn();
    if (this.#version !== undefined && turn === this.#lookedIn) return this.#version;
    const isReadable = this.#readHeader();
    this.#lookedIn = turn;
    if (isReadable && this.#version !== undefined && this.#isHeaderKnown()) return this.#version;
    // In this order, so that a commit in between is noticed by the next call.
    this.#askedAt.set(this.#header);
    this.#version = undefined;
    const version = this.#ask();
    if (isReadable) this.#version = version;
    return version;
  };

  /** Call when the database is closed. */
  close(): void {
    if (this.#index !== undefined) closeShared(this.#index);
    this.#index = undefined;
  }

  #readHeader(): boolean {
    if (this.#index === undefined) return false;
    return readSync(this.#index.fd, this.#header, 0, headerBytes, 0) === headerBytes;
  }

  #isHeaderKnown(): boolean {
    // A loop: calling a function for each word takes longer than reading the file.
    for (let at = 0; at < this.#header.length; at += 1) {
      if (this.#header[at] !== this.#askedAt[at]) return false;
    }
    return true;
  }
}

interface OpenFile {
  fd: number;
  users: number;
  inode: bigint;
}

/**
 * By inode. Closing any descriptor of a file drops all locks of the process on it (POSIX), also those of SQLite. So
 * each file is opened once, and closed when the last store of this process that uses it has closed its database.
 */
const openFiles = new Map<bigint, OpenFile>();

/** Where reading a file is certain to see what others have written to it through mapped memory, as SQLite does. */
const platforms: readonly string[] = ['linux', 'darwin'];

function openShared(path: string): OpenFile | undefined {
  if (!platforms.includes(process.platform)) return undefined;
  const inode = statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  if (inode === undefined) return undefined;
  const file = openFiles.get(inode) ?? { fd: openSync(path, 'r'), users: 0, inode };
  file.users += 1;
  openFiles.set(inode, file);
  return file;
}

function closeShared(file: OpenFile): void {
  file.users -= 1;
  if (file.users > 0) return;
  openFiles.delete(file.inode);
  closeSync(file.fd);
}
