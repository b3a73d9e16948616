// `npm run check`: the static checks, run to the end even if one fails. With --rest, only those that need the packages
// of `tools/`.

import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureToolPackages, folder } from './tool-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);

const documents = ['openapi.json', 'console/openapi.json'];

const checks = [
  ['format and lint', bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['--project', 'server/tsconfig.json']],
  ['types of the client', bin('tsc'), ['--project', 'client/tsconfig.json']],
  ['types of its tests', bin('tsc'), ['--project', 'client/test/tsconfig.json']],
  ['types of end-to-end tests', bin('tsc'), ['--project', 'server/test/e2e/tsconfig.json']],
  ['types of the console', bin('tsc'), ['--project', 'console/tsconfig.json']],
  ['generated routes', process.execPath, ['client/scripts/generate.mjs', '--check', '--without-types']],
  ['import arrows', process.execPath, ['scripts/arrows.mjs']],
  ['plain words', process.execPath, ['scripts/words.mjs']],
];

const redocly = join(folder, 'node_modules', '.bin', 'redocly');
const checksOfTools = [
  ['generated types', process.execPath, ['client/scripts/generate.mjs', '--check']],
  ['openapi lint', redocly, ['lint', '--config', 'redocly.yaml', ...documents]],
  ['openapi lint by Spectral', process.execPath, ['scripts/lint-openapi.mjs', ...documents]],
];

const quiet = {
  ...process.env,
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

function run([name, command, args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: quiet, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ name, ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ name, ok: code === 0, output }));
  });
}

const rest = process.argv.includes('--rest');
if (rest) await ensureToolPackages();
const results = await Promise.all((rest ? checksOfTools : checks).map(run));
for (const { name, ok, output } of results) {
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${name}\n`);
  if (!ok) process.stdout.write(`${output}\n`);
}
process.exit(results.every(({ ok }) => ok) ? 0 : 1);
