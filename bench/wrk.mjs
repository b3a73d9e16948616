// Requests a second, measured with wrk on the loopback: two targets in turns, so that whatever else the
// machine does meets both.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const rounds = 3;
const warmUpSeconds = 1;

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

/** The median of each, from alternating rounds. */
export function sideBySide(a, b, seconds) {
  const rates = { a: [], b: [] };
  for (const target of [a, b]) run(target, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    rates.a.push(run(a, seconds));
    rates.b.push(run(b, seconds));
  }
  return { a: median(rates.a), b: median(rates.b) };
}

const everyAddressOnce = fileURLToPath(new URL('every-address-once.lua', import.meta.url));

function run({ url, headers, isFresh = false }, duration) {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout, status } = spawnSync(
    'wrk',
    ['-t1', '-c16', `-d${duration}s`, ...named, ...(isFresh ? ['-s', everyAddressOnce] : []), url],
    {
      encoding: 'utf8',
    },
  );
  const rate = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout ?? '')?.[1]);
  if (status !== 0 || !(rate > 0)) throw new Error(`wrk failed on ${url}`);
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`Not every answer from ${url} was a success:\n${stdout}`);
  return Math.round(rate);
}

const median = (values) => [...values].sort((x, y) => x - y)[Math.floor(values.length / 2)];
