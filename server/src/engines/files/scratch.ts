// Directories for work in progress, which only their owner can read. They are removed when the work ends; what a killed
// process leaves, another one removes later.

import { lstat, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../domain/kernel/clock.ts';

/** A directory is in use if it was touched recently: its owner may be in another container, with any process ID. */
const touchEveryMs = 60_000;
const leftoverMs = 10 * touchEveryMs;

const prefixes = {
  import: 'earshot-import-',
  backup: 'earshot-backup-',
  verify: 'earshot-verify-',
  restore: '.restore-',
};
export type ScratchKind = keyof typeof prefixes;

const inUse = new Set<string>();

/** Runs the work with a directory of its own. */
export async function inScratch<T>(
  parent: string,
  kind: ScratchKind,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const { directory, remove } = await newScratch(parent, kind);
  try {
    return await work(directory);
  } finally {
    await remove();
  }
}

export interface Scratch {
  directory: string;
  remove(): Promise<void>;
}

/** Directories that are no longer used are removed first. */
export async function newScratch(parent: string, kind: ScratchKind): Promise<Scratch> {
  await removeLeftovers(parent);
  const directory = await mkdtemp(join(parent, `${prefixes[kind]}${process.pid}-`));
  inUse.add(directory);
  const touch = () => {
    const seconds = systemClock.now() / 1000;
    void utimes(directory, seconds, seconds).catch(() => undefined);
  };
  const touching = setInterval(touch, touchEveryMs).unref();
  const remove = async () => {
    clearInterval(touching);
    await rm(directory, { recursive: true, force: true });
    inUse.delete(directory);
  };
  return { directory, remove };
}

/** For a process that has to end before its work does. */
export async function abandonScratch(): Promise<void> {
  for (const directory of inUse) await rm(directory, { recursive: true, force: true }).catch(() => undefined);
}

/** Removes what killed processes left. What cannot be removed, like another user's directory, stays. */
export async function removeLeftovers(parent: string): Promise<void> {
  const now = systemClock.now();
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    if (!Object.values(prefixes).some((prefix) => name.startsWith(prefix))) continue;
    const path = join(parent, name);
    const touchedAt = await lstat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - touchedAt > leftoverMs) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
