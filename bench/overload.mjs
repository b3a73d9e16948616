// Overload: sends requests at a fixed rate whatever the server does (an open loop), and measures each from the time it
// was due. A calm phase comes before and after, to see how soon the server is back to normal. The load runs in a
// process of its own: this file, with its job as JSON on standard input.
//
// By hand: node bench/overload.mjs --url http://127.0.0.1:3000 --key sk_live_… --kind create --rate 3000

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(import.meta.url);
const calmSeconds = 2;
/** What clients may notice, and what goes for "back to normal" after the burst. */
const noticeableMs = 50;

/** The requests of each kind; `n` differs for each. */
const kinds = {
  /** Never the same to the cache, always the same work: of two values of `after`, the empty one counts. */
  list: (n) => ({ method: 'GET', path: `/v1/posts?after=${n}&after=` }),
  /** Always the same list: the server has it in memory. */
  kept: () => ({ method: 'GET', path: '/v1/posts' }),
  create: (n) => ({ method: 'POST', path: '/v1/posts', body: JSON.stringify({ title: `Overload ${n}` }) }),
};

/**
 * `requestsPerSecond` for `seconds`, between calm phases of `calmPerSecond`. Resolves to plain figures: latencies in
 * ms, of accepted (2xx) and shed (503) requests; `notSent` are those for which no connection was free.
 */
export async function overload({ calmPerSecond = 50, connections = 1000, ...job }) {
  const child = spawn(process.execPath, [here], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ calmPerSecond, connections, ...job }));
  const [figures, [status]] = await Promise.all([json(child.stdout), once(child, 'exit')]);
  if (status !== 0) throw new Error('The load generator failed.');
  return figures;
}

async function run({ url, key, kind, requestsPerSecond, seconds, calmPerSecond, connections }) {
  const { hostname, port } = new URL(url);
  const requestOf = writer(kinds[kind], key, hostname);
  const pool = connectionPool(hostname, Number(port), connections);
  const phase = (rate, length) => sendAtRate(pool, requestOf, rate, length);
  await pool.open();
  const before = await phase(calmPerSecond, calmSeconds);
  const burst = await phase(requestsPerSecond, seconds);
  const burstEndedAt = performance.now();
  const after = await phase(calmPerSecond, 2 * calmSeconds);
  await pool.finish();
  const normalMs = Math.max(noticeableMs, 3 * percentile(before.accepted, 0.99));
  const abnormal = after.all.filter(({ status, ms }) => status >= 300 || ms > normalMs);
  const lastAbnormalAt = Math.max(burstEndedAt, ...abnormal.map(({ dueAt }) => dueAt));
  return {
    kind,
    ...summary(burst, seconds),
    normalP99Ms: round(percentile(before.accepted, 0.99)),
    afterP99Ms: round(percentile(after.accepted, 0.99)),
    recoverySeconds: round((lastAbnormalAt - burstEndedAt) / 1000, 2),
  };
}

function summary({ due, notSent, accepted, shed, failed }, seconds) {
  const answered = accepted.length + shed.length + failed;
  return {
    duePerSecond: Math.round(due / seconds),
    acceptedPerSecond: Math.round(accepted.length / seconds),
    shedShare: round(shed.length / Math.max(1, answered), 3),
    notSentShare: round(notSent / due, 3),
    failed,
    acceptedP50Ms: round(percentile(accepted, 0.5)),
    acceptedP99Ms: round(percentile(accepted, 0.99)),
    acceptedMaxMs: round(percentile(accepted, 1)),
    shedP50Ms: round(percentile(shed, 0.5)),
    shedP99Ms: round(percentile(shed, 0.99)),
  };
}

/** Waits for no answer: those still open when the phase ends are counted when they come. */
async function sendAtRate(pool, requestOf, rate, seconds) {
  const counted = { due: 0, notSent: 0, accepted: [], shed: [], failed: 0, all: [] };
  const note = (status, dueAt) => {
    const ms = performance.now() - dueAt;
    counted.all.push({ dueAt, status, ms });
    if (status >= 200 && status < 300) counted.accepted.push(ms);
    else if (status === 503) counted.shed.push(ms);
    else counted.failed += 1;
  };
  const startedAt = performance.now();
  while (counted.due < rate * seconds) {
    const now = performance.now();
    while (counted.due < rate * seconds && startedAt + (counted.due * 1000) / rate <= now) {
      const dueAt = startedAt + (counted.due * 1000) / rate;
      counted.due += 1;
      if (!pool.send(requestOf, note, dueAt)) counted.notSent += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return counted;
}

function writer(kind, key, host) {
  let n = Date.now() % 1e9;
  return () => {
    const { method, path, body } = kind(n);
    n += 1;
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n`;
    if (body === undefined) return `${head}\r\n`;
    return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
}

/** Keeps connections open, with one request at a time on each. */
function connectionPool(host, port, max) {
  const free = [];
  const open = new Set();
  let answersDue = 0;
  const opened = () => {
    const socket = connect({ host, port, noDelay: true });
    const connection = { socket, answered: undefined, dueAt: 0, read: answerReader() };
    open.add(connection);
    const end = (status) => {
      const { answered } = connection;
      connection.answered = undefined;
      if (answered === undefined) return;
      answersDue -= 1;
      answered(status, connection.dueAt);
    };
    socket.on('data', (bytes) => {
      const status = connection.read(bytes);
      if (status === undefined) return;
      end(status);
      free.push(connection);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      open.delete(connection);
      end(0);
    });
    return connection;
  };
  const next = () => {
    for (let found = free.pop(); found !== undefined; found = free.pop()) if (open.has(found)) return found;
    return open.size < max ? opened() : undefined;
  };
  return {
    /** All of them, so that the figures don't include it. */
    async open() {
      while (open.size < max) {
        const connection = opened();
        await once(connection.socket, 'connect');
        free.push(connection);
      }
    },
    send(requestOf, answered, dueAt) {
      const connection = next();
      if (connection === undefined) return false;
      answersDue += 1;
      connection.answered = answered;
      connection.dueAt = dueAt;
      connection.socket.write(requestOf(), 'latin1');
      return true;
    },
    async finish() {
      const endsAt = performance.now() + 15_000;
      while (answersDue > 0 && performance.now() < endsAt)
        await new Promise((resolve) => setTimeout(resolve, 20));
      for (const { socket } of open) socket.destroy();
    },
  };
}

/** Takes the bytes of an answer as they come; returns its status when it is complete. */
function answerReader() {
  let head;
  let status;
  let left;
  return (bytes) => {
    let body = bytes;
    if (status === undefined) {
      head = head === undefined ? bytes : Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      const text = head.latin1Slice(0, end);
      status = Number(text.slice(9, 12));
      left = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
      body = head.subarray(end + 4);
      head = undefined;
    }
    left -= body.length;
    // Without a length, the answer is chunked.
    const isComplete = Number.isFinite(left)
      ? left <= 0
      : body.subarray(-5).toString('latin1') === '0\r\n\r\n';
    if (!isComplete) return undefined;
    const answered = status;
    status = undefined;
    return answered;
  };
}

function percentile(values, share) {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

if (process.argv[1] === here) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      kind: { type: 'string', default: 'list' },
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '1000' },
    },
  });
  const { url, key, kind, rate, seconds, connections } = values;
  const job = { url, key, kind, requestsPerSecond: Number(rate), seconds: Number(seconds) };
  const figures =
    url === undefined
      ? await run(await json(process.stdin))
      : await overload({ ...job, connections: Number(connections) });
  console.log(JSON.stringify(figures));
}
