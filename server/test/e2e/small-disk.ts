// A small disk in memory, mounted in a namespace of its own: nothing else sees it, and it goes with its processes.

import { spawnSync } from 'node:child_process';
import { findTool } from '../../../scripts/tools.mjs';
import { type Running, runProgram } from './processes.ts';

const unshare = findTool('unshare') ?? '';
const inNamespace = ['--user', '--map-root-user', '--mount'];

/** Not every system allows namespaces to everyone. */
export const hasSmallDisks =
  unshare !== '' &&
  spawnSync(unshare, [...inNamespace, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    .status === 0;

/** Runs a script with the disk mounted at a directory, which is its `$1`. The others follow. */
export const onSmallDisk = (
  { kilobytes, at, script }: { kilobytes: number; at: string; script: string },
  others: string[],
  environment: Record<string, string>,
): Running => {
  const all = `mount -t tmpfs -o size=${kilobytes}k tmpfs "$1"\n${script}`;
  return runProgram(unshare, [...inNamespace, 'sh', '-c', all, 'sh', at, ...others], environment);
};
