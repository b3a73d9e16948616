// A real Redis for a test: on a free port, in memory only; it can be stopped, frozen and restarted.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './ports.ts';

/** Shown by the test command when Redis is missing; those tests are then skipped, with this reason. */
export const redisIsMissing = (process.env.EARSHOT_MISSING_TOOLS ?? '').split(',').includes('redis-server');

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Kills it. */
  kill(): Promise<void>;
  /** Restarts it empty on the same port. */
  restart(): Promise<void>;
  /** Keeps connections open but does not respond, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Connected clients. */
  clients(): Promise<number>;
  /** All key names. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** The number of databases that our URLs can name. */
const spaces = 10_000;

/**
 * A numbered database for one test on a shared server. The counter is in the server's first database, so that test
 * processes agree.
 */
export async function takeSpace(serverUrl: string): Promise<{ url: string; empty(): Promise<void> }> {
  const counter = new Redis(serverUrl);
  const number = 1 + ((await counter.incr('spaces')) % (spaces - 1));
  counter.disconnect();
  const url = `${serverUrl}/${number}`;
  return {
    url,
    async empty() {
      const redis = new Redis(url);
      await redis.flushdb();
      redis.disconnect();
    },
  };
}

export async function startRedis({ password = '' } = {}): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-redis-'));
  const secured = password === '' ? [] : ['--requirepass', password];
  const start = (port: number) => spawnRedis(port, directory, ['--databases', String(spaces), ...secured]);
  let { port, child } = await onFreePort(start);
  const ask = async <T>(question: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(port, { ...(password !== '' && { password }) });
    try {
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  };
  return {
    url: `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`,
    port,
    kill: () => end(child),
    async restart() {
      await end(child);
      const again = await start(port);
      if (again === undefined) throw new Error(`Another program took port ${port}.`);
      child = again;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    clients: async () => {
      const list = await ask((redis) => redis.client('LIST'));
      return String(list).trim().split('\n').length - 1;
    },
    keys: () => ask((redis) => redis.keys('*')),
    async close() {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Another program may take the port first, so retry. */
async function onFreePort(start: (port: number) => Promise<ChildProcess | undefined>) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await freePort();
    const child = await start(port);
    if (child !== undefined) return { port, child };
  }
  throw new Error('redis-server found no free port.');
}

/** Undefined if the port is in use. */
async function spawnRedis(port: number, directory: string, more: string[]) {
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory, ...more];
  const child = spawn('redis-server', ['--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  return new Promise<ChildProcess | undefined>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ready to accept connections')) resolve(child);
    });
    child.on('error', reject);
    child.on('close', () => {
      if (said.includes('Address already in use')) resolve(undefined);
      else reject(new Error(`redis-server did not start:\n${said}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
