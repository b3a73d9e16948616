// Requests per second and latency, measured with wrk on loopback.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { scratchDirectory, start } from './processes.mjs';

export function ensureWrk() {
  if (spawnSync('wrk', ['--version']).error === undefined) return;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    console.error(
      'The benchmark needs wrk: on Debian and Ubuntu `apt-get install wrk`, on macOS `brew install wrk`.',
    );
    process.exit(1);
  }
  const options = { stdio: ['ignore', 2, 2] };
  spawnSync('apt-get', ['update'], options);
  if (spawnSync('apt-get', ['install', '-y', 'wrk'], options).status !== 0) {
    throw new Error('wrk could not be installed.');
  }
}

const script = fileURLToPath(new URL('requests.lua', import.meta.url));
let files = 0;

/**
 * Measures one server. `requests(seconds)` gives the requests of a round, each with `path` and perhaps `method`, `key`,
 * `type` and `body`; they are sent in turn.
 */
export const load =
  ({ url, requests, connections }) =>
  async (seconds) => {
    files += 1;
    const file = join(scratchDirectory(), `requests-${files}.txt`);
    writeFileSync(file, requests(seconds).map(lineOf).join(''));
    const args = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      '--latency',
      '-s',
      script,
      url,
      '--',
      file,
    ];
    const wrk = start('wrk', args, { options: { stdio: ['ignore', 'pipe', 'inherit'] } });
    const [stdout, [status]] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
    rmSync(file);
    const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]);
    if (status !== 0) throw new Error(`wrk failed on ${url}.\n${stdout}`);
    if (!(perSecond > 0)) throw new Error(`No request was answered within ${seconds} s.`);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not all requests were successful.\n${stdout}`);
    return { perSecond, p99Ms: latency(stdout, '99') };
  };

/** Several measurements at once: the sum of their rates, and the worst latency. */
export const together = (measurements) => async (seconds) => {
  const all = await Promise.all(measurements.map((measure) => measure(seconds)));
  return {
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: Math.max(...all.map(({ p99Ms = 0 }) => p99Ms)),
  };
};

const lineOf = ({ method = 'GET', path, key = '', type, body = '' }) =>
  `${method}\t${path}\t${key}\t${type ?? (body === '' ? '' : 'application/json')}\t${body}\n`;

const unitsMs = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function latency(stdout, percentile) {
  const [, amount, unit] =
    new RegExp(`^\\s+${percentile}%\\s+([\\d.]+)(us|ms|s|m)\\s*$`, 'm').exec(stdout) ?? [];
  return amount === undefined ? undefined : Number(amount) * unitsMs[unit];
}
