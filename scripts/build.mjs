// Builds the server when its sources are newer than the last build, and says nothing when they are not. One
// file in place of fifteen hundred: reading those was most of a start. Types are checked by `npm run check`.

import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = join(root, 'server');
const output = join(server, 'dist');
const stamp = join(output, '.built');

/** These find files of their own beside themselves, so they stay where they were installed. */
const external = [/^@photostructure\/sqlite/, /^@scalar\//, /^@node-rs\/argon2/, /^pino$/];

const inputs = [join(server, 'src'), join(server, 'package.json'), fileURLToPath(import.meta.url)];

function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

export async function ensureBuilt() {
  const startedAt = new Date();
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= Math.max(...inputs.map(newestChange))) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: {
      cli: join(server, 'src', 'cli.ts'),
      'rich-text': join(server, 'src', 'domain', 'rich-text', 'rich-text.ts'),
    },
    platform: 'node',
    external,
    logLevel: 'warn',
  });
  await bundle.write({ dir: output, format: 'esm', sourcemap: true, cleanDir: true });
  await bundle.close();
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuilt();
