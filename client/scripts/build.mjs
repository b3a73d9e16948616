// Builds the package into client/dist: one module, and its types beside it.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

export const client = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is published can be read; minified, or as a script, it is for measuring and for trying it elsewhere. */
export async function bundle(dir, { minify = false, format = 'esm' } = {}) {
  const built = await rolldown({
    input: join(client, 'src', 'index.ts'),
    platform: 'neutral',
    logLevel: 'warn',
  });
  const sourcemap = !minify && format === 'esm';
  await built.write({ dir, format, name: 'earshot', minify, sourcemap, cleanDir: true });
  await built.close();
}

function writeTypes(dir) {
  const tsc = join(dirname(client), 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '--project', join(client, 'tsconfig.build.json'), '--outDir', dir];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The types of the client could not be written.');
}

export async function buildClient(dir = join(client, 'dist')) {
  await bundle(dir);
  writeTypes(dir);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildClient();
