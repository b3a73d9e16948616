// The whole program for a test: real engines in a directory of its own, a fake clock, two workspaces with keys.

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { compose, type Engines, openEngines, operatorOf } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import type { Publisher } from '../../src/workers/publish.ts';
import type { RequestRecorder } from '../../src/workers/record-requests.ts';
import { type CallerClient, callerClient } from './caller.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { dumpDatabase, type EventRow, type OutsideView, readEvents } from './database.ts';
import { newEngines } from './engines.ts';

export interface TestProgram {
  app: FastifyInstance;
  clock: FakeClock;
  engines: Engines;
  dataDir: string;
  /** The variables that lead another process to the same engines. */
  environment: Record<string, string>;
  /** What lies in the database, seen from outside. */
  database: OutsideView;
  /** Not started: a test starts it, or publishes what is due by itself. */
  publishing: Publisher;
  workspaceId: string;
  /** Calls under a live and a test key of the same workspace, and under a live key of another one. */
  live: CallerClient;
  test: CallerClient;
  stranger: CallerClient;
  secrets: { live: string; test: string; stranger: string };
  /** Not started: what keys asked is written when a test says so. */
  recording: RequestRecorder;
  /** Resolves when no note of the use of a key or a session is still being written. */
  idle(): Promise<void>;
  /** Everything logged so far, a parsed line each. */
  logged(): Record<string, unknown>[];
  /** What was announced so far in the workspace, oldest first. */
  events(): EventRow[];
  /** Every row of every table, as text, to compare before and after. */
  dump(): string;
  /** A name for each file that is kept, seen from outside. */
  files(): Promise<string[]>;
  /** Where the bytes of a file lie, on the disk or in the double of S3. */
  pathOfFile(key: string): string;
  /** Listens on a free port of the loopback and returns it. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface ProgramOptions {
  /** Environment variables beside those of the engines; limits are off unless given. */
  environment?: Record<string, string>;
  /** Where built pages of the console lie; none unless given. */
  pagesDir?: string;
  publicUrl?: string;
}

export async function startProgram({
  environment = {},
  pagesDir = 'no-pages',
  publicUrl: address = 'http://earshot.test',
}: ProgramOptions = {}): Promise<TestProgram> {
  const own = await newEngines();
  const config = readConfig({
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_WRITE: '0',
    ...own.environment,
    ...environment,
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
  const publicUrl = () => address;
  const surroundings = { config, engines, clock, log, version: '0.0.0-test', publicUrl, pagesDir };
  const { app, publishing, recording, idle } = await compose(surroundings);
  await app.ready();
  return {
    app,
    clock,
    engines,
    dataDir: own.dataDir,
    environment: own.environment,
    database: own.database,
    publishing,
    workspaceId: home.id,
    live: callerClient(app, secrets.live),
    test: callerClient(app, secrets.test),
    stranger: callerClient(app, secrets.stranger),
    secrets,
    recording,
    idle,
    logged: () => lines.map((line) => JSON.parse(line)),
    events: () => readEvents({ database: own.database, workspaceId: home.id }),
    dump: () => dumpDatabase(own.database),
    files: () => own.files(),
    pathOfFile: own.pathOfFile,
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    close: async () => {
      await app.close();
      await publishing.stop();
      await idle();
      await engines.store.close();
      await own.close();
    },
  };
}
