// The whole program for a test: real engines in its own directory, a fake clock, two workspaces with keys.

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { WaitLimits } from '../../src/app/events/feed-waits.ts';
import { type Engines, openEngines } from '../../src/compose/engines.ts';
import { operatorOf } from '../../src/compose/operator.ts';
import { compose } from '../../src/compose/program.ts';
import { readConfig } from '../../src/config.ts';
import type { Resolve } from '../../src/engines/http-out/resolving.ts';
import type { LoopClock } from '../../src/http/load/in-flight.ts';
import type { Deliverer } from '../../src/workers/events/deliver.ts';
import type { JobRunner } from '../../src/workers/jobs.ts';
import type { MailSender } from '../../src/workers/mail/mail-sender.ts';
import type { Publisher } from '../../src/workers/publish.ts';
import type { RequestRecorder } from '../../src/workers/record-requests.ts';
import { type CallerClient, callerClient } from './caller.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { dumpOf, type EventRow, type OutsideView, readEvents } from './database.ts';
import { newEngines } from './servers/engines.ts';

export interface TestProgram {
  app: FastifyInstance;
  clock: FakeClock;
  engines: Engines;
  dataDir: string;
  /** Environment variables for another process on the same engines. */
  environment: Record<string, string>;
  /** The database, read from outside the program. */
  database: OutsideView;
  /** Not started: a test starts it or publishes by itself. */
  publishing: Publisher;
  /** Not started: a test starts it or delivers by itself. */
  delivering: Deliverer;
  /** Not started: a test starts it. */
  exporting: JobRunner;
  /** Not started: a test starts it. */
  importing: JobRunner;
  /** Not started: a test starts it. Undefined unless the environment sets mail up. */
  mailing: MailSender | undefined;
  workspaceId: string;
  /** Clients with a live and a test key of one workspace, and with a live key of another. */
  live: CallerClient;
  test: CallerClient;
  stranger: CallerClient;
  secrets: { live: string; test: string; stranger: string };
  /** Not started: a test flushes it. */
  recording: RequestRecorder;
  /** Resolves when all pending last-use updates are written. */
  idle(): Promise<void>;
  /** All log lines so far, parsed. */
  logged(): Record<string, unknown>[];
  /** All events of the workspace so far, oldest first. */
  events(): EventRow[];
  /** Every row of every table as text, to compare before and after; without the last use of keys. */
  dump(): string;
  /** The name of each stored file. */
  files(): Promise<string[]>;
  /** Path of a stored file, on disk or in the S3 double. */
  pathOfFile(key: string): string;
  /** Listens on a free loopback port and returns it. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface ProgramOptions {
  /** Environment variables besides the engines'; limits are off unless given. */
  environment?: Record<string, string>;
  /** Directory of the built console; none by default. */
  pagesDir?: string;
  /** A function if it is known only once the program listens. */
  publicUrl?: string | (() => string);
  /** The event loop whose load is watched; by default one that is never busy. */
  loop?: LoopClock;
  waitLimits?: WaitLimits;
  /** Resolves the hosts of webhooks. By default, every name has one public address. */
  resolve?: Resolve;
}

/** Tests share their event loop with the program, so their own work must not make it shed requests. */
export const idleLoop: LoopClock = {
  now: () => 0,
  idleMs: () => 0,
  afterReading: (callback) => void setImmediate(callback),
};

export async function startProgram({
  environment = {},
  pagesDir = 'no-pages',
  publicUrl: address = 'http://earshot.test',
  loop = idleLoop,
  waitLimits,
  resolve = async () => [{ address: '93.184.215.14', family: 4 }],
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
  const publicUrl = typeof address === 'string' ? () => address : address;
  const usual = { config, engines, clock, log, version: '0.0.0-test', publicUrl, pagesDir, resolve, loop };
  const surroundings = { ...usual, ...(waitLimits && { waitLimits }) };
  const { app, publishing, delivering, recording, exporting, importing, mailing, idle } =
    await compose(surroundings);
  await app.ready();
  return {
    app,
    clock,
    engines,
    dataDir: own.dataDir,
    environment: own.environment,
    database: own.database,
    publishing,
    delivering,
    exporting,
    importing,
    mailing,
    workspaceId: home.id,
    live: callerClient(app, secrets.live),
    test: callerClient(app, secrets.test),
    stranger: callerClient(app, secrets.stranger),
    secrets,
    recording,
    idle,
    logged: () => lines.map((line) => JSON.parse(line)),
    events: () => readEvents({ database: own.database, workspaceId: home.id }),
    dump: dumpOf(own.database),
    files: () => own.files(),
    pathOfFile: own.pathOfFile,
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    close: async () => {
      const closed = app.close();
      // Clients may open a connection that they don't use. Node.js would wait 30 seconds for a request on it.
      app.server.closeAllConnections();
      await closed;
      await publishing.stop();
      await delivering.stop();
      await exporting.stop();
      await importing.stop();
      await mailing?.stop();
      await idle();
      own.database.close();
      await engines.store.close();
      await own.close();
    },
  };
}
