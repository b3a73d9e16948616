// Runs one guard of server/test/guards as a command, longer than `npm test` does. Arguments become the guard's
// environment variables; `--postgres` starts and uses PostgreSQL, Redis and S3.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build.mjs';
import { findTool } from './tools.mjs';

const usageError = 64;

/** `settings` maps its arguments, all integers, to variables. */
export function runGuard(name, settings) {
  const values = read(name, settings);
  const missing = ['postgres', 'redis-server'].filter((tool) => findTool(tool) === undefined);
  if (values.postgres && missing.length > 0)
    fail(`--postgres needs ${missing.join(' and ')} on this machine.`);
  const given = Object.entries(settings).filter(([argument]) => values[argument] !== undefined);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const project = values.postgres ? 'scaled' : 'e2e';
  const args = [vitest, 'run', '--project', project, `test/guards/${name}/${name}.test.ts`];
  const { status } = spawnSync(process.execPath, args, {
    cwd: join(root, 'server'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...Object.fromEntries(given.map(([argument, variable]) => [variable, values[argument]])),
    },
  });
  process.exit(status ?? 1);
}

function read(name, settings) {
  const numbers = Object.keys(settings);
  try {
    const options = Object.fromEntries(numbers.map((argument) => [argument, { type: 'string' }]));
    const { values } = parseArgs({ options: { ...options, postgres: { type: 'boolean', default: false } } });
    for (const argument of numbers)
      if (values[argument] !== undefined && !/^\d+$/.test(values[argument]))
        throw new Error(`--${argument} must be an integer.`);
    return values;
  } catch (error) {
    const usage = numbers.map((argument) => `[--${argument} N]`).join(' ');
    return fail(`${error.message}\nUsage: npm run ${name} -- ${usage} [--postgres]`);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(usageError);
}
