// Builds the server when its sources are newer than the last build, and says nothing when they are not.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = join(root, 'server');
const stamp = join(server, 'dist', '.built');

function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

const inputs = ['src', 'package.json', 'tsconfig.json'].map((name) => join(server, name));

export function ensureBuilt() {
  const startedAt = new Date();
  const changedAt = Math.max(...inputs.map(newestChange));
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= changedAt) return;
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const { status } = spawnSync(process.execPath, [join(dirname(compiler), 'bin', 'tsc'), '--build', server], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    process.stderr.write('The build failed.\n');
    process.exit(1);
  }
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}
