// The figures that are kept: one file per engine and data set in bench/results. A run replaces the figures that it
// measured and leaves the others, so each has its own commit and time.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';

const directory = join(root, 'bench', 'results');
const order = ['10000', '100000', '1000000', 'workspaces'];

/** SQLite first, then by size. */
export function readResults() {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')))
    .sort((a, b) => b.engine.localeCompare(a.engine) || order.indexOf(a.dataset) - order.indexOf(b.dataset));
}

export function saveResult(result) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, `${result.engine}-${result.dataset}.json`),
    `${JSON.stringify(result, null, 2)}\n`,
  );
}

/** The result of a run, with the earlier figures of the same machine that it did not measure. */
export function merged(earlier, { figures, ...result }) {
  const before = earlier.find(
    ({ engine, dataset, machine }) =>
      engine === result.engine && dataset === result.dataset && isSame(machine, result.machine),
  );
  return { ...before, ...result, figures: { ...before?.figures, ...figures } };
}

/** The rate of syncs differs each time. */
const isSame = ({ syncsPerSecond: _a, ...one }, { syncsPerSecond: _b, ...other }) =>
  JSON.stringify(one) === JSON.stringify(other);
