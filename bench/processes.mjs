// The processes of a benchmark run: started here, and always stopped here.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** With the signal that stops each. */
const running = new Map();
const startWithinMs = 20_000;

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));

const leftovers = new Set();

export const say = (line) => process.stderr.write(`${line}\n`);

/** Removes this directory once everything has stopped, even after a signal. */
export const removeAtEnd = (directory) => void leftovers.add(directory);

export async function stopAll() {
  for (const [child, signal] of [...running].reverse()) await stop(child, signal);
  for (const directory of leftovers) rmSync(directory, { recursive: true, force: true });
}

async function stop(child, signal) {
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
  const child = spawn(program, args, options);
  running.set(child, stopSignal);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs a command of the program; the environment selects the engines. */
function earshot(engines, args) {
  const result = spawnSync(process.execPath, [join(root, 'server/bin/earshot.mjs'), ...args], {
    env: { ...process.env, ...engines },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (result.status !== 0) throw new Error(`earshot ${args.join(' ')} failed.`);
  return result;
}

/** Seeds a new installation; returns the seconds it took. */
export function seed(engines, posts) {
  say(`Seeding ${posts} posts.`);
  earshot(engines, ['migrate']);
  earshot(engines, ['workspaces', 'create', 'default']);
  const { stdout } = earshot(engines, ['seed', '--posts', String(posts)]);
  say(stdout.trimEnd());
  return Number(/in ([\d.]+) s/.exec(stdout)?.[1]);
}

export const createKey = (engines) =>
  earshot(engines, ['keys', 'create', '--mode', 'live', '--name', 'bench']).stdout.trim();

/** The server, logging at the default level to nowhere, without rate limits. */
export async function server(engines) {
  const port = await freePort();
  const environment = {
    ...engines,
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_WRITE: '0',
  };
  const child = start(process.execPath, [join(root, 'server/dist/cli.js'), 'serve'], {
    options: { env: { ...process.env, ...environment }, stdio: 'ignore' },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(child, `${url}/readyz`);
  return { url, pid: child.pid };
}

/** The upper bound for Node: a server that always sends the same bytes. */
export async function bareServer(body, headers) {
  const child = start(process.execPath, [join(root, 'bench/bare-server.mjs')], {
    options: { stdio: ['pipe', 'pipe', 'inherit'] },
  });
  child.stdin.end(JSON.stringify({ body, headers }));
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { url: url.trim(), pid: child.pid };
}

/** Resident memory of a process, in MB. */
export function residentMb(pid) {
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Math.round((kib * 1024) / 1e5) / 10;
}

async function answering(child, url) {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await sleep(50);
  }
  throw new Error('The server did not start.');
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
