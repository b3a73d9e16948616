// Requests per second, measured with wrk on loopback: two targets in alternating rounds, so that other load affects
// both.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { start } from './processes.mjs';

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

/**
 * The medians from alternating rounds, and the ratio of every round: its spread shows how busy the machine was. A
 * measurement takes seconds and resolves to responses per second.
 */
export async function sideBySide(a, b, seconds, rounds = 3) {
  const rates = { a: [], b: [] };
  for (const measure of [a, b]) await measure(warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    rates.a.push(await a(seconds));
    rates.b.push(await b(seconds));
  }
  return {
    a: median(rates.a),
    b: median(rates.b),
    ratios: rates.a.map((rate, round) => rate / rates.b[round]).sort((x, y) => x - y),
  };
}

const everyAddressOnce = fileURLToPath(new URL('every-address-once.lua', import.meta.url));

/** Measures one target; `isFresh` bypasses the cache. */
export const load =
  ({ url, headers, isFresh = false, connections = 16 }) =>
  async (seconds) => {
    const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const script = isFresh ? ['-s', everyAddressOnce] : [];
    const wrk = start('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...named, ...script, url], {
      options: { stdio: ['ignore', 'pipe', 'inherit'] },
    });
    const [stdout, [status]] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
    const rate = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]);
    if (status !== 0 || !(rate > 0)) throw new Error(`wrk failed on ${url}`);
    if (/Non-2xx|Socket errors/.test(stdout))
      throw new Error(`Not all responses from ${url} were successful:\n${stdout}`);
    return Math.round(rate);
  };

/** Several targets at once; returns their total. */
export const loadTogether = (targets) => async (seconds) =>
  (await Promise.all(targets.map((target) => load(target)(seconds)))).reduce((sum, rate) => sum + rate, 0);

const median = (values) => [...values].sort((x, y) => x - y)[Math.floor(values.length / 2)];
