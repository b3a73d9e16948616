// The processes and directories of a benchmark run: made here, and always stopped and removed here.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** With the signal that stops each. */
const running = new Map();
const leftovers = new Set();
const startWithinMs = 60_000;

/** Progress goes to standard error: standard output belongs to the table. */
export const say = (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);

let isWatching = false;
/** From the first process or directory on, so that importing this file changes nothing. */
function stopOnSignals() {
  if (isWatching) return;
  isWatching = true;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
}

/** Removes this directory once everything has stopped, even after a signal. */
export function removeAtEnd(directory) {
  stopOnSignals();
  leftovers.add(directory);
}

let scratch;
/** A directory for this run, removed at its end. */
export function scratchDirectory() {
  if (scratch === undefined) {
    scratch = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
    // PostgreSQL may run as another user.
    chmodSync(scratch, 0o711);
    removeAtEnd(scratch);
  }
  return scratch;
}

export async function stopAll() {
  for (const child of [...running.keys()].reverse()) await stop(child);
  for (const directory of leftovers) rmSync(directory, { recursive: true, force: true });
}

export async function stop(child) {
  const signal = running.get(child);
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(impatience);
}

/** Processes are stopped at the end in reverse order, since later ones depend on earlier ones. */
export function start(program, args, { options, stopSignal = 'SIGTERM' }) {
  stopOnSignals();
  const child = spawn(program, args, options);
  running.set(child, stopSignal);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs a command of the program and returns what it printed; the environment selects the engines. */
export function earshot(engines, args) {
  const result = spawnSync(process.execPath, [join(root, 'server/bin/earshot.mjs'), ...args], {
    env: { ...process.env, ...engines },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (result.status !== 0) throw new Error(`earshot ${args.join(' ')} failed.`);
  return result.stdout;
}

export const createKey = (engines) =>
  earshot(engines, ['keys', 'create', '--mode', 'live', '--name', 'bench']).trim();

/** How `npm start`, the image and the systemd unit start the program. */
export const serveArgs = ['--max-semi-space-size=4', join(root, 'server/dist/cli.js'), 'serve'];

/** The built server at its default settings, logging to nowhere, without rate limits. */
export async function server(engines, { nodeOptions = [], environment = {} } = {}) {
  const port = await freePort();
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_WRITE: '0',
  };
  const child = start(process.execPath, [...nodeOptions, ...serveArgs], {
    options: { env: { ...process.env, ...engines, ...settings, ...environment }, stdio: 'ignore' },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(child, `${url}/readyz`);
  return { url, pid: child.pid, stop: () => stop(child) };
}

/** The limit for reads: a server that always sends the same bytes. */
export const bareServer = (body, headers) =>
  printingItsAddress(['bench/bare-server.mjs'], { input: JSON.stringify({ body, headers }) });

/** The limit for writes: a server that does one insert and one synced commit per request. */
export function insertServer({ environment = {} } = {}) {
  const directory = mkdtempSync(join(scratchDirectory(), 'inserts-'));
  return printingItsAddress(['bench/insert-server.mjs', directory], { environment });
}

/** Ten receivers of webhooks: one that hangs, one that fails, and eight that accept. */
export const receiverServer = () => printingItsAddress(['bench/receivers.mjs'], {});

async function printingItsAddress([script, ...args], { input = '', environment = {} }) {
  const child = start(process.execPath, [join(root, script), ...args], {
    options: { env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'inherit'] },
  });
  child.stdin.end(input);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { url: line.trim(), pid: child.pid, stop: () => stop(child) };
}

/** Runs a script of this folder that reads its job from standard input and prints its result, both as JSON. */
export async function runJob(script, job) {
  const child = start(process.execPath, [join(root, 'bench', script)], {
    options: { stdio: ['pipe', 'pipe', 'inherit'] },
  });
  child.stdin.end(JSON.stringify(job));
  const [printed, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (status !== 0) throw new Error(`${script} failed.`);
  return JSON.parse(printed);
}

/** Resident memory of a process, in MB. */
export function residentMb(pid) {
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Math.round((kib * 1024) / 1e5) / 10;
}

/** Asks every few milliseconds, since the time until the first answer is one of the figures. */
export async function answering(child, url, headers = {}) {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    if ((await statusOf(url, headers)) === 200) return;
    await sleep(3);
  }
  throw new Error('The server did not start.');
}

const statusOf = (url, headers) =>
  new Promise((resolve) => {
    const request = get(url, { headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    request.once('error', () => resolve(undefined));
  });

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
