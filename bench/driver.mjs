// Measures requests per second with wrk, and compares them with a limit in alternating rounds, A B A B A B, so that
// other load on the machine affects both alike.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { start, startLimit, temporaryDirectory } from './processes.mjs';

export function ensureWrk() {
  if (spawnSync('wrk', ['--version']).error === undefined) return;
  throw new Error('The benchmark needs wrk. On Debian and Ubuntu: apt-get install wrk');
}

const script = fileURLToPath(new URL('requests.lua', import.meta.url));
const defaultConnections = 16;
let directory;

/**
 * Sends requests in turn and starts over after the last. Each has a `path` and perhaps `method`, `type` and `body`.
 * Any answer but a success fails the measurement.
 */
export async function load({ url, key }, requests, { seconds, connections = defaultConnections }) {
  directory ??= temporaryDirectory();
  const file = join(directory, 'requests.txt');
  writeFileSync(file, requests.map((request) => lineOf(request, key)).join(''));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency', '-s', script];
  const wrk = start('wrk', [...args, url, '--', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [status]] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
  rmSync(file);
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(printed)?.[1]);
  if (status !== 0 || !(perSecond > 0) || /Non-2xx|Socket errors/.test(printed))
    throw new Error(`Not all requests were successful.\n${printed}`);
  return { perSecond, p99Ms: latency(printed) };
}

const lineOf = ({ method = 'GET', path, type, body = '' }, key) =>
  `${method}\t${path}\t${key}\t${type ?? (body === '' ? '' : 'application/json')}\t${body}\n`;

const unitsMs = { us: 0.001, ms: 1, s: 1000, m: 60_000 };
const latency = (printed) => {
  const [, amount, unit] = /^\s+99%\s+([\d.]+)(us|ms|s|m)\s*$/m.exec(printed) ?? [];
  return Number(amount) * unitsMs[unit];
};

/**
 * A row for each limit: the rate of `requests(samples, seconds)` on the large installation, as a share of the limit's.
 * A share is the median of the rounds' shares.
 */
export async function compare(bench, { name, requests, limits, connections, leastSeconds = 0 }) {
  const { large, rounds, warmUpSeconds } = bench;
  const seconds = Math.max(bench.seconds, leastSeconds);
  const on =
    (site, its = requests, options = {}) =>
    (length) =>
      load(site, its(site.samples, length), { seconds: length, connections, ...options });
  const own = on(large);
  const opened = [];
  try {
    for (const limit of limits) opened.push(await limit.open({ bench, requests, on }));
    for (const measure of [own, ...opened.map((one) => one.measure)])
      await measure(Math.max(warmUpSeconds, leastSeconds));
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      const mine = await own(seconds);
      const others = [];
      for (const { measure } of opened) others.push(await measure(seconds));
      measured.push({ mine, others });
    }
    const perSecond = median(measured.map(({ mine }) => mine.perSecond));
    const p99Ms = median(measured.map(({ mine }) => mine.p99Ms));
    return limits.map(({ title, atLeast, factor = 1 }, index) => {
      const shares = measured.map(({ mine, others }) => (factor * mine.perSecond) / others[index].perSecond);
      return {
        name,
        measured: `${shown(perSecond)}/s, p99 ${shown(p99Ms)} ms`,
        against: title,
        value: rounded(100 * median(shares)),
        range: [rounded(100 * Math.min(...shares)), rounded(100 * Math.max(...shares))],
        unit: '%',
        ...(atLeast !== undefined && { atLeast }),
      };
    });
  } finally {
    for (const { stop } of opened) await stop?.();
  }
}

/** What Node.js can do: a process that sends the same bytes and headers to every request. */
export const bareHttp = (atLeast) => ({
  title: 'bare `node:http`',
  atLeast,
  async open({ bench, requests, on }) {
    const { url, key, samples } = bench.large;
    const [{ path }] = requests(samples, 1);
    const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
    const answer = await fetch(url + path, { headers });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`GET ${path} returned ${answer.status}.`);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    if (isJson && JSON.parse(body).data.posts?.length === 0)
      throw new Error(`GET ${path} returned no posts.`);
    const input = JSON.stringify({ body, headers: Object.fromEntries(answer.headers) });
    const server = await startLimit('bare-server.mjs', { input });
    return { measure: on({ ...bench.large, url: server.url }), stop: server.stop };
  },
});

/** What the disk can do: `node:http` with one insert and one synced commit per request, on the same engine. */
export const bareInserts = (atLeast) => ({
  title: 'bare synced inserts',
  atLeast,
  async open({ bench, on }) {
    const database = bench.large.environment.DATABASE_URL;
    const args = [temporaryDirectory(), ...(database === undefined ? [] : [database])];
    const server = await startLimit('insert-server.mjs', { args });
    return { measure: on({ ...bench.large, url: server.url }), stop: server.stop };
  },
});

/** Whether it gets slower with the data: the same requests on a tenth of it. */
export const smallerData = (atLeast) => ({
  title: 'the same with a tenth of the data',
  atLeast,
  open: async ({ bench, on }) => ({ measure: on(bench.small) }),
});

/** Other requests to the same server. `factor` is what one of the measured requests does of these. */
export const otherRequests = (title, requests, { atLeast, factor, connections }) => ({
  title,
  atLeast,
  factor,
  open: async ({ bench, on }) => ({
    measure: on(bench.large, requests, connections === undefined ? {} : { connections }),
  }),
});

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
/** Three significant digits: more would be noise. */
export const rounded = (value) => Number(value.toPrecision(3));
export const shown = (value) => rounded(value).toLocaleString('en-US');
