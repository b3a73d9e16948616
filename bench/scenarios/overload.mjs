// Ten times the requests that the server can answer, sent at a fixed rate whatever it does (an open loop), for lists
// that no cache helps with and for creates. The server must stay up, answer soon what it accepts, serve a quiet caller
// beside the noisy one, and be back to normal soon after.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { load, rounded } from '../driver.mjs';
import { root, start, temporaryDirectory } from '../processes.mjs';
import { beforeAll, many, newPosts } from '../samples.mjs';

const times = 10;
const connections = 1000;
const [calmSeconds, burstSeconds, afterSeconds] = [2, 5, 4];
const calmPerSecond = 50;
const quietPauseMs = 100;
/** What clients may notice, and what counts as "back to normal" after the burst. */
const noticeableMs = 50;

/** The requests of each kind; the generator replaces `{n}` with a new number for each. */
const kinds = {
  lists: {
    requests: (samples, seconds) => many(seconds, () => ({ path: `/v1/posts?after=${beforeAll(samples)}` })),
    // Never the same to the cache, always the same work: of two values of `after`, the last counts.
    line: 'GET /v1/posts?after={n}&after=',
    body: '',
  },
  creates: { requests: newPosts, line: 'POST /v1/posts', body: '{"title":"Overload {n}"}' },
};

export default async (bench) => {
  const generator = compiledGenerator();
  const rows = [];
  for (const [kind, requests] of Object.entries(kinds))
    rows.push(...(await measureKind(generator, bench, kind, requests)));
  return rows;
};

async function measureKind(generator, { large, seconds }, kind, { requests, line, body }) {
  const able = await load(large, requests(large.samples, seconds), { seconds });
  const burstPerSecond = Math.round(times * able.perSecond);
  const over = new AbortController();
  const quiet = quietCalls(large, over.signal);
  const [before, burst, after] = await openLoop(generator, large, { line, body, burstPerSecond });
  over.abort();
  const quietInBurst = (await quiet).filter(({ at }) => at > calmSeconds && at < calmSeconds + burstSeconds);
  const accepted = burst.filter(isAccepted).map(({ ms }) => ms);
  const sent = burst.filter(({ status }) => status >= 0);
  const lost = sent.filter((one) => !isAccepted(one) && one.status !== 503).length;
  const acceptedPerSecond = Math.round(accepted.length / burstSeconds);
  return [
    {
      name: `${kind}: p99 of those accepted`,
      measured: `${acceptedPerSecond}/s of ${burstPerSecond}/s accepted`,
      value: rounded(percentile(accepted, 0.99)),
      unit: 'ms',
      atMost: 1000,
    },
    {
      name: `${kind}: answered neither with success nor with 503`,
      measured: large.isRunning() ? 'the server is up' : 'the server is down',
      value: large.isRunning() ? lost : sent.length,
      unit: 'requests',
      atMost: 0,
    },
    {
      name: `${kind}: a quiet caller is served`,
      measured: `${quietInBurst.length} lists with another key, one at a time`,
      value: rounded((100 * quietInBurst.filter(isAccepted).length) / quietInBurst.length),
      unit: '%',
      atLeast: 90,
    },
    {
      name: `${kind}: back to normal`,
      value: rounded(recoverySeconds(before, burst, after)),
      unit: 's',
      atMost: 2,
    },
  ];
}

/** In C, because the load shares the cores with the server. */
function compiledGenerator() {
  const target = join(temporaryDirectory(), 'open-loop');
  const { status, stderr } = spawnSync('cc', ['-O2', '-o', target, join(root, 'bench/open-loop.c')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Overload needs a C compiler. ${stderr ?? ''}`);
  return target;
}

/** A calm phase, the burst and a calm phase: the requests of each, by the time they were due. */
async function openLoop(generator, { url, key }, { line, body, burstPerSecond }) {
  const { hostname, port } = new URL(url);
  const head =
    `${line} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n` +
    (body === '' ? '' : 'Content-Type: application/json\r\n');
  const phases = [
    `${calmPerSecond}:${calmSeconds}`,
    `${burstPerSecond}:${burstSeconds}`,
    `${calmPerSecond}:${afterSeconds}`,
  ];
  const child = start(generator, [port, String(connections), head, body, ...phases], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error('The load generator failed.');
  const requests = phases.map(() => []);
  for (const printedLine of printed.trim().split('\n')) {
    const [phase, status, dueAt, , doneAt] = printedLine.split(' ').map(Number);
    requests[phase].push({ status, dueAt: dueAt / 1000, ms: (doneAt - dueAt) / 1000 });
  }
  return requests.map((all) => all.sort((a, b) => a.dueAt - b.dueAt));
}

/** Lists with another key, one at a time, until it is over; `at` in seconds since the beginning. */
async function quietCalls({ url, quietKey }, signal) {
  const headers = { authorization: `Bearer ${quietKey}` };
  const calls = [];
  const startedAt = performance.now();
  while (!signal.aborted) {
    const at = (performance.now() - startedAt) / 1000;
    const path = `/v1/posts?after=${calls.length}&after=`;
    const answer = await fetch(url + path, { headers }).catch(() => undefined);
    await answer?.arrayBuffer();
    calls.push({ at, status: answer?.status ?? 0 });
    await sleep(quietPauseMs);
  }
  return calls;
}

const isAccepted = ({ status }) => status >= 200 && status < 300;

/** From the end of the burst to the last request that was refused or slower than before it. */
function recoverySeconds(before, burst, after) {
  const usual = before.filter(isAccepted).map(({ ms }) => ms);
  const normalMs = Math.max(noticeableMs, 3 * percentile(usual, 0.99));
  const endedAt = burst.at(-1).dueAt;
  const abnormal = after.filter((one) => !isAccepted(one) || one.ms > normalMs);
  return (Math.max(endedAt, ...abnormal.map(({ dueAt }) => dueAt)) - endedAt) / 1000;
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
