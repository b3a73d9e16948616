// Describes the machine that the figures come from.

import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './processes.mjs';
import { rounded } from './turns.mjs';

/** `directory` is on the disk that the data is on. */
export const describeMachine = (directory) => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  node: process.version,
  syncsPerSecond: syncsPerSecond(directory),
});

/** The commit that was measured, marked if there were changes besides results. */
export function currentCommit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git(
      'status',
      '--porcelain',
      '--',
      '.',
      ':!bench/results',
      ':!bench/plots',
      ':!bench/README.md',
    );
    return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}

/** How often this disk appends 4 KiB and syncs them, one after the other. */
function syncsPerSecond(directory) {
  const path = join(directory, 'sync-rate.bin');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096, 7);
  const startedAt = performance.now();
  let syncs = 0;
  while (performance.now() - startedAt < 1000) {
    writeSync(file, block);
    fdatasyncSync(file);
    syncs += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  closeSync(file);
  rmSync(path);
  return rounded(syncs / seconds);
}
