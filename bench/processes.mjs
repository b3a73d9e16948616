// The processes and directories of a benchmark run: made here, and always stopped and removed here.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'server/bin/earshot.mjs');
const startWithinMs = 60_000;

/** Progress goes to standard error: standard output belongs to the table. */
export const say = (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);

const running = new Set();
const leftovers = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));

/** A directory of this run, removed at its end. */
export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  // PostgreSQL may run as another user.
  chmodSync(directory, 0o711);
  leftovers.add(directory);
  return directory;
}

/** Later processes depend on earlier ones, so they stop first. */
export async function stopAll() {
  for (const child of [...running].reverse()) await stop(child);
  for (const directory of leftovers) rmSync(directory, { recursive: true, force: true });
}

export function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function stop(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(impatience);
}

/** Runs a command of the program and returns what it printed; the environment selects the engines. */
export function earshot(environment, args) {
  const result = spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (result.status !== 0) throw new Error(`earshot ${args.join(' ')} failed.`);
  return result.stdout;
}

/** The same, with its duration and its highest resident memory. */
export async function measuredCommand(environment, args) {
  const startedAt = performance.now();
  const child = start(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMb = 0;
  const looking = setInterval(() => {
    // Between its exit and the event, a process has no memory.
    peakMb = Math.max(peakMb, residentMb(child.pid) || 0);
  }, 20);
  const [code] = await once(child, 'exit').finally(() => clearInterval(looking));
  if (code !== 0) throw new Error(`earshot ${args[0]} failed.`);
  return { seconds: (performance.now() - startedAt) / 1000, peakMb };
}

/** How `npm start` starts the program: with the same flags of V8. */
const serveArgs = () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
  return [...flags, join(root, 'server/dist/cli.js'), 'serve'];
};

/**
 * The built server at its default settings, logging to nowhere, without rate limits. `answersTo` and `headers` say
 * which request it must answer before it counts as started.
 */
export async function startServer(environment, { answersTo = '/readyz', headers = {} } = {}) {
  const port = await freePort();
  const limits = { RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0', PAGE_LIMIT: '0' };
  const settings = { HOST: '127.0.0.1', PORT: String(port), ...limits };
  const env = { ...process.env, ...environment, ...settings };
  const child = start(process.execPath, serveArgs(), { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startWithinMs;
  // Every few milliseconds, since the time until the first answer is one of the figures.
  while ((await statusOf(url + answersTo, headers)) !== 200) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('The server did not start.');
    await sleep(3);
  }
  return { url, pid: child.pid, isRunning: () => child.exitCode === null, stop: () => stop(child) };
}

/** A script of this folder that serves and prints its address. */
export async function startLimit(script, { args = [], input = '' } = {}) {
  const child = start(process.execPath, [join(root, 'bench', script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { url: line.trim(), stop: () => stop(child) };
}

/** Resident memory of a process, in MB. */
export function residentMb(pid) {
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Math.round((kib * 1024) / 1e5) / 10;
}

const statusOf = (url, headers) =>
  new Promise((resolve) => {
    const request = get(url, { headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    request.once('error', () => resolve(undefined));
  });

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
