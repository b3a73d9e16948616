// Overload: sends requests at a fixed rate whatever the server does (an open loop), and measures each from the time it
// was due. A calm phase comes before and after, to see how soon the server is back to normal. `open-loop.c` sends.
//
// By hand: node bench/overload.mjs --url http://127.0.0.1:3000 --key sk_live_… --kind create --rate 3000

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compiled } from './compiled.mjs';
import { start, stopAll } from './processes.mjs';

const calmSeconds = 2;
/** What clients may notice, and what goes for "back to normal" after the burst. */
const noticeableMs = 50;
/** When a burst is no longer new to the server. */
const settledMs = 500;

/** The requests of each kind; `{n}` differs for each. */
const kinds = {
  /** Never the same to the cache, always the same work: of two values of `after`, the empty one counts. */
  list: { method: 'GET', path: '/v1/posts?after={n}&after=' },
  /** Always the same list: the server has it in memory. */
  kept: { method: 'GET', path: '/v1/posts' },
  create: { method: 'POST', path: '/v1/posts', body: '{"title":"Overload {n}"}' },
};

/** The compiled load generator; undefined without a compiler. */
export const loadGenerator = () =>
  compiled('open-loop.c', 'open-loop', { skipped: 'The measurement of overload' });

/**
 * `requestsPerSecond` for `seconds`, between calm phases of `calmPerSecond`. Resolves to plain figures: latencies in
 * ms, of accepted (2xx) and shed (503) requests; `notSent` are those for which no connection was free.
 */
export async function overload(
  generator,
  { url, key, kind, requestsPerSecond, seconds, calmPerSecond = 50, connections = 1000 },
) {
  const { method, path, body = '' } = kinds[kind];
  const { hostname, port } = new URL(url);
  const head =
    `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n` +
    (body === '' ? '' : 'Content-Type: application/json\r\n');
  const phases = [
    `${calmPerSecond}:${calmSeconds}`,
    `${requestsPerSecond}:${seconds}`,
    `${calmPerSecond}:${2 * calmSeconds}`,
  ];
  const child = start(generator, [port, String(connections), head, body, ...phases], {
    options: { stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const [lines, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (status !== 0) throw new Error('The load generator failed.');
  const [before, burst, after] = phasesOf(lines);
  const normalMs = Math.max(noticeableMs, 3 * percentile(before.accepted, 0.99));
  const burstEndedAt = burst.all.at(-1).dueAt;
  const abnormal = after.all.filter(({ status, ms }) => !isAccepted(status) || ms > normalMs);
  const lastAbnormalAt = Math.max(burstEndedAt, ...abnormal.map(({ dueAt }) => dueAt));
  return {
    kind,
    ...summary(burst, seconds),
    normalP99Ms: round(percentile(before.accepted, 0.99)),
    afterP99Ms: round(percentile(after.accepted, 0.99)),
    recoverySeconds: round((lastAbnormalAt - burstEndedAt) / 1000, 2),
  };
}

const isAccepted = (status) => status >= 200 && status < 300;

/** The requests of each phase by when they were due, from the lines that the generator prints. */
function phasesOf(lines) {
  const phases = [[], [], []];
  for (const line of lines.trim().split('\n')) {
    const [phase, status, dueAt, sentAt, doneAt] = line.split(' ').map(Number);
    const one = { status, dueAt: dueAt / 1000, ms: (doneAt - dueAt) / 1000, lateMs: (sentAt - dueAt) / 1000 };
    phases[phase].push(one);
  }
  return phases.map((all) => {
    all.sort((a, b) => a.dueAt - b.dueAt);
    const latencies = (matches) => all.filter(({ status }) => matches(status)).map(({ ms }) => ms);
    const sent = all.filter(({ status }) => status >= 0);
    const settledAt = all[0].dueAt + settledMs;
    return {
      all,
      sent,
      accepted: latencies(isAccepted),
      settled: all.filter((one) => isAccepted(one.status) && one.dueAt > settledAt).map(({ ms }) => ms),
      shed: latencies((status) => status === 503),
    };
  });
}

function summary({ all, sent, accepted, settled, shed }, seconds) {
  return {
    duePerSecond: Math.round(all.length / seconds),
    acceptedPerSecond: Math.round(accepted.length / seconds),
    shedShare: round(shed.length / Math.max(1, sent.length), 3),
    notSentShare: round(1 - sent.length / all.length, 3),
    failed: sent.length - accepted.length - shed.length,
    // The generator's own part of the latencies: it shares the cores with the server.
    sentLateP99Ms: round(
      percentile(
        sent.map(({ lateMs }) => lateMs),
        0.99,
      ),
    ),
    acceptedP50Ms: round(percentile(accepted, 0.5)),
    acceptedP99Ms: round(percentile(accepted, 0.99)),
    settledP99Ms: round(percentile(settled, 0.99)),
    acceptedMaxMs: round(percentile(accepted, 1)),
    shedP50Ms: round(percentile(shed, 0.5)),
    shedP99Ms: round(percentile(shed, 0.99)),
  };
}

function percentile(values, share) {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      key: { type: 'string' },
      kind: { type: 'string', default: 'list' },
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '1000' },
    },
  });
  const { url, key, kind, rate, seconds, connections } = values;
  const job = { url, key, kind, requestsPerSecond: Number(rate), seconds: Number(seconds) };
  try {
    const generator = loadGenerator();
    if (generator === undefined) process.exitCode = 1;
    else console.log(JSON.stringify(await overload(generator, { ...job, connections: Number(connections) })));
  } finally {
    await stopAll();
  }
}
