// The npm packages in `tools/`, which has a lock file of its own: generators, linters and servers that most work on this
// repository never needs. Installed when something first asks for them, and again when the lock file changes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './build.mjs';

export const folder = join(root, 'tools');
const manifest = join(folder, 'package.json');
const lock = join(folder, 'package-lock.json');
const installed = join(folder, 'node_modules', '.package-lock.json');

export async function ensureToolPackages() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write('Installing the packages of tools/\n');
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error('The packages of tools/ could not be installed.');
}

/** Loads a package of `tools/`. */
export const requireTool = createRequire(manifest);
