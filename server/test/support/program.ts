// The whole program for a test: real engines in a directory of its own, a fake clock, two workspaces with keys.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { compose, type Engines, openEngines, operatorOf } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import type { Publisher } from '../../src/workers/publish.ts';
import { type CallerClient, callerClient } from './caller.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { dumpDatabase, type EventRow, readEvents } from './database.ts';

export interface TestProgram {
  app: FastifyInstance;
  clock: FakeClock;
  engines: Engines;
  dataDir: string;
  /** Not started: a test starts it, or publishes what is due by itself. */
  publishing: Publisher;
  workspaceId: string;
  /** Calls under a live and a test key of the same workspace, and under a live key of another one. */
  live: CallerClient;
  test: CallerClient;
  stranger: CallerClient;
  secrets: { live: string; test: string; stranger: string };
  /** Everything logged so far, a parsed line each. */
  logged(): Record<string, unknown>[];
  /** What was announced so far in the workspace, oldest first. */
  events(): EventRow[];
  /** Every row of every table, as text, to compare before and after. */
  dump(): string;
  /** Paths of all files kept, relative to the data directory. */
  files(): Promise<string[]>;
  /** Listens on a free port of the loopback and returns it. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface ProgramOptions {
  /** Environment variables beside DATA_DIR; limits are off unless given. */
  environment?: Record<string, string>;
}

export async function startProgram({ environment = {} }: ProgramOptions = {}): Promise<TestProgram> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'));
  const config = readConfig({
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_WRITE: '0',
    ...environment,
    DATA_DIR: dataDir,
  });
  const clock = fakeClock();
  const engines = await openEngines(config);
  const operator = operatorOf(engines.store, clock);
  const home = await operator.create('default', 'Default workspace');
  const elsewhere = await operator.create('elsewhere', 'Another workspace');
  const secretOf = async (workspaceId: string, mode: 'live' | 'test') =>
    (await operator.createKey(workspaceId, { mode, name: `${mode} key` })).secret;
  const secrets = {
    live: await secretOf(home.id, 'live'),
    test: await secretOf(home.id, 'test'),
    stranger: await secretOf(elsewhere.id, 'live'),
  };
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const publicUrl = () => 'http://earshot.test';
  const surroundings = { config, engines, clock, log, version: '0.0.0-test', publicUrl };
  const { app, access, publishing } = await compose(surroundings);
  await app.ready();
  return {
    app,
    clock,
    engines,
    dataDir,
    publishing,
    workspaceId: home.id,
    live: callerClient(app, secrets.live),
    test: callerClient(app, secrets.test),
    stranger: callerClient(app, secrets.stranger),
    secrets,
    logged: () => lines.map((line) => JSON.parse(line)),
    events: () => readEvents(dataDir, home.id),
    dump: () => dumpDatabase(dataDir),
    files: async () => {
      const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      return paths.filter((path) => !path.includes('earshot.db')).sort();
    },
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    close: async () => {
      await app.close();
      await publishing.stop();
      await access.settled();
      await engines.store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
