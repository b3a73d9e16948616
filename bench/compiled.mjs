// The C programs and libraries of the benchmark, compiled for the run.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, say, scratchDirectory } from './processes.mjs';

/** Where the result of `bench/SOURCE` is; undefined, with a message about what is skipped, without a compiler. */
export function compiled(source, name, { flags = [], libraries = [], skipped }) {
  const target = join(scratchDirectory(), name);
  const args = [...flags, '-O2', '-o', target, join(root, 'bench', source), ...libraries];
  const { status, stderr } = spawnSync('cc', args, { encoding: 'utf8' });
  if (status === 0) return target;
  say(`${skipped} is skipped: there is no C compiler "cc". ${stderr ?? ''}`);
  return undefined;
}
