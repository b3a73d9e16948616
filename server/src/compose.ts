// Wires the program together: engines, live and test wiring, the server. The only file that names engines.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { feedWaits, type WaitLimits } from './app/events/feed-waits.ts';
import { access } from './app/kernel/access.ts';
import { type ChangeDeps, type Deps, effectRunner } from './app/kernel/change.ts';
import { positions } from './app/kernel/positions.ts';
import { readiness, type WritablePart } from './app/kernel/readiness.ts';
import { testModeStore } from './app/kernel/test-mode.ts';
import { visitors } from './app/kernel/visitors.ts';
import { consoleOf } from './app/team/console.ts';
import type { FederationSettings } from './app/team/team-deps.ts';
import { type Workspaces, workspaces } from './app/team/workspaces.ts';
import { wiring } from './app/wiring.ts';
import { uploadedArchives } from './compose-imports.ts';
import type { Config } from './config.ts';
import type { Clock } from './domain/clock.ts';
import { exchangeMs, maxAnswerBytes } from './domain/delivery.ts';
import { Failure } from './domain/failure.ts';
import { idMinter } from './domain/id.ts';
import { fetchTimes } from './domain/import.ts';
import { zipInto } from './engines/archive/zip.ts';
import { discardFiles } from './engines/files/discard.ts';
import { diskFiles, freeBytes, probeDirectory } from './engines/files/disk.ts';
import { s3Files } from './engines/files/s3.ts';
import { httpFetcher } from './engines/http-out/fetcher.ts';
import type { Resolve } from './engines/http-out/resolving.ts';
import { httpSender } from './engines/http-out/sender.ts';
import { type FallingBack, fallingBack } from './engines/limiter/falling-back.ts';
import { memoryLimiter } from './engines/limiter/memory.ts';
import { argon2Passwords } from './engines/passwords/argon2.ts';
import { oidcProvider } from './engines/sign-in/oidc.ts';
import { hasDatabase, holdDirectory, openSqlite } from './engines/sql/dialects/sqlite.ts';
import type { Dialect, Purpose } from './engines/sql/kernel/dialect.ts';
import { noInstallation, requireCurrent, versionsOf } from './engines/sql/migrations/schema-version.ts';
import { refuseWhileMoving } from './engines/sql/move/state.ts';
import { refuseUnfinished } from './engines/sql/restore/unfinished.ts';
import { migrate, sqlStore, toFailure } from './engines/sql/store.ts';
import { CannotServe } from './http/listening.ts';
import { type LoopClock, systemLoop } from './http/loop-load.ts';
import { buildServer } from './http/server.ts';
import type { Fetcher } from './ports/fetcher.ts';
import type { Files } from './ports/files.ts';
import type { Store } from './ports/store.ts';
import { fileUrlAt } from './shapes/attachment.ts';
import { presenter } from './shapes/present.ts';
import { type Deliverer, deliverer } from './workers/deliver.ts';
import { exportJobs } from './workers/export-jobs.ts';
import { importJobs } from './workers/import-jobs.ts';
import { type JobRunner, jobRunner } from './workers/jobs.ts';
import { type Publisher, publisher } from './workers/publish.ts';
import { type RequestRecorder, requestRecorder } from './workers/record-requests.ts';
import { type SweepRecord, sweepRecord } from './workers/sweep-record.ts';

export { createArchive, openArchive } from './compose-archives.ts';

export interface Engines {
  store: Store;
  files: Files;
  /** The migrations that ran when the store was opened. */
  migrated: string[];
}

/** Opens the configured engines and runs pending migrations: for `serve` and `migrate`. */
export const openEngines = (config: Config, purpose: Purpose = 'serve'): Promise<Engines> =>
  openWith(config, purpose, migrate);

/** For all other commands: they may run next to a server, so they neither migrate nor create a database. */
export async function openMigrated(config: Config, purpose: Purpose = 'serve'): Promise<Engines> {
  const { database, dataDir } = config;
  if (database === undefined && !inDirectory(dataDir, () => hasDatabase(dataDir))) throw noInstallation();
  return openWith(config, purpose, async (dialect) => {
    requireCurrent(await versionsOf(dialect));
    return [];
  });
}

/** `prepare` returns the migrations it ran. */
async function openWith(
  config: Config,
  purpose: Purpose,
  prepare: (dialect: Dialect) => Promise<string[]>,
): Promise<Engines> {
  const dialect = await openDatabase(config, purpose);
  try {
    if (config.database !== undefined) await refuseUnfinished(dialect.reads);
    const migrated = await prepare(dialect);
    await refuseWhileMoving(dialect);
    const store = sqlStore(dialect, { transactionMs: config.writeTimeoutMs });
    return { store, files: openFiles(config), migrated };
  } catch (error) {
    await dialect.close();
    throw unusable(toFailure(dialect, error));
  }
}

/** Includes the driver's message, which names hosts and users but no secrets. */
export function unusable(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'UNAVAILABLE') return error;
  const { cause, message } = error;
  return new CannotServe(`The database cannot be used: ${cause instanceof Error ? cause.message : message}`);
}

export const openFiles = ({ s3, dataDir }: Config): Files =>
  s3 === undefined ? diskFiles(join(dataDir, 'files')) : s3Files(s3);

/** Fetches files of other services for an import. */
export const fetcherOf = (config: Pick<Config, 'webhookAllowPrivate'>, resolve?: Resolve): Fetcher =>
  httpFetcher({ allowPrivate: config.webhookAllowPrivate, ...fetchTimes, ...(resolve && { resolve }) });

/** Drivers are imported on demand, so that an unused one costs nothing. */
export async function openDatabase({ database, dataDir }: Config, purpose: Purpose): Promise<Dialect> {
  if (database === undefined) return inDirectory(dataDir, () => openSqlite(dataDir, purpose));
  const { openPostgres } = await import('./engines/sql/dialects/postgres.ts');
  return openPostgres({ ...database, purpose });
}

/** Claims the installation; undefined if another process holds it. A shared database allows many servers. */
export const claimInstallation = (config: Config): { release(): void } | undefined =>
  config.database === undefined
    ? inDirectory(config.dataDir, () => holdDirectory(config.dataDir))
    : { release: () => undefined };

/** Reports an unusable directory, or a file in it that is not a database, as an operator error. */
export function inDirectory<T>(dataDir: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    // System and engine errors have a code; our own bugs don't.
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CannotServe(`The data directory "${dataDir}" cannot be used: ${error.message}`);
  }
}

/** Operator actions are recorded by id only, so nothing is presented and file URLs aren't needed. */
export function operatorDeps(store: Store, clock: Clock): ChangeDeps {
  const nothing = async () => undefined;
  const present = presenter(() => '');
  const mintId = idMinter(clock, 'live');
  return { store, clock, mintId, present, afterCommit: nothing, afterRollback: nothing };
}

export const operatorOf = (store: Store, clock: Clock): Workspaces => workspaces(operatorDeps(store, clock));

export interface Program {
  app: FastifyInstance;
  publishing: Publisher;
  delivering: Deliverer;
  recording: RequestRecorder;
  /** Exports of workspaces. */
  exporting: JobRunner;
  /** Imports of uploaded files, and undoing imports. */
  importing: JobRunner;
  /** Answers all requests that wait for events; later ones are answered at once. */
  endWaits(): void;
  /** Resolves when all pending last-used updates of keys and sessions are written. */
  idle(): Promise<void>;
}

export interface Surroundings {
  config: Config;
  engines: Engines;
  clock: Clock;
  log: Logger;
  version: string;
  publicUrl(): string;
  /** The directory of the built console, which may be missing. */
  pagesDir: string;
  /** Resolves once the first keys exist; until then, requests wait and the server is not ready. */
  started?: Promise<void>;
  /** The sweep results of this process, for metrics. */
  sweeps?: SweepRecord;
  /** The event loop whose load is watched; this process's own by default. */
  loop?: LoopClock;
  /** How many requests may wait for events. */
  waitLimits?: WaitLimits;
  /** Resolves the host names of webhooks; the system does by default. */
  resolve?: Resolve;
}

export async function compose(surroundings: Surroundings): Promise<Program> {
  const { config, engines, clock, log, version, publicUrl, pagesDir } = surroundings;
  const { started = Promise.resolve(), sweeps = sweepRecord(clock), loop = systemLoop } = surroundings;
  const { store, files } = engines;
  const logged = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const waits = feedWaits(store.read, surroundings.waitLimits);
  const { live, test } = depsOf(surroundings, {
    onScheduled: () => publishing.wake(),
    onCommitted: (workspaceId) => {
      waits.committed(workspaceId);
      delivering.committed(workspaceId);
    },
  });
  const { mintId } = live;
  const publishing = publisher(live, {
    onPublished: (count) => log.info({ count }, 'published scheduled changelogs'),
    onFault: logged('publishing failed'),
  });
  const sender = httpSender({
    allowPrivate: config.webhookAllowPrivate,
    exchangeMs,
    maxAnswerBytes,
    ...(surroundings.resolve && { resolve: surroundings.resolve }),
  });
  const delivering = deliverer(
    { deps: live, sender, publicUrl, isAlone: config.database === undefined },
    logged('delivering to webhooks failed'),
  );
  const exporting = jobRunner(
    exportJobs({
      ...live,
      version,
      isAlone: config.database === undefined,
      archiveAt: (fileKey) => zipInto((bytes) => files.write(fileKey, bytes)),
      onFault: logged('an export failed'),
    }),
    logged('exporting failed'),
  );
  const fetcher = fetcherOf(config, surroundings.resolve);
  const importKind = importJobs({
    ...live,
    fetcher,
    limits: config.uploads,
    isAlone: config.database === undefined,
    withArchive: uploadedArchives({ files, store, maxBytes: config.maxImportBytes }),
    onFault: logged('an import failed'),
  });
  const importing = jobRunner(importKind, logged('importing failed'));
  const tools = {
    limits: config.uploads,
    waits,
    webhooks: {
      refusal: sender.refusal,
      retentionMs: config.eventRetentionMs,
      onChanged: delivering.changed,
    },
    exports: { onQueued: exporting.wake },
    imports: {
      maxBytes: config.maxImportBytes,
      onQueued: importing.wake,
      waitsFor: importKind.waitsFor,
    },
  };
  const shared = await sharedLimiter(config, clock, log);
  const limiter = shared ?? memoryLimiter(clock);
  const { limits } = config;
  const onFault = logged('the use of a key could not be noted');
  const admitted = access({ store, limiter, clock, limits, onFault });
  const recording = requestRecorder({ store, clock, mintId, onFault: logged('requests could not be noted') });
  const console = consoleOf({
    ...live,
    limiter,
    passwords: argon2Passwords(),
    federation: federationOf(config),
    onFault: logged('the use of a session could not be noted'),
  });
  // These lines have no field that could hold a secret, and looking for one takes five times as long as the rest.
  const answers = log.child({}, { redact: [] });
  const app = await buildServer({
    version,
    log,
    logAnswer: (line) => answers.info(line, 'answered'),
    clock,
    mintId,
    access: admitted,
    wirings: { live: wiring(live, tools), test: wiring(test, tools) },
    limits,
    uploads: config.uploads,
    trustProxy: config.trustProxy,
    maxConnections: config.maxConnections,
    // Page limits protect this process, so they are counted locally.
    visitors: visitors(memoryLimiter(clock), config.pageLimit),
    publicUrl,
    console,
    pagesDir,
    noteRequest: recording.note,
    started,
    ready: readiness({ started, store, directories: directoriesOf(config), clock }),
    metricSources: {
      isLimiterDegraded: () => shared?.isDegraded() ?? false,
      freeDiskBytes: () => freeBytes(config.dataDir),
      store: () => store.metrics(),
      sweeps,
      overdueChangelogs: () => publishing.overdue(),
      deliveries: () => delivering.metrics(),
      jobs: () => ({ export: exporting.metrics(), import: importing.metrics() }),
    },
    loop,
    findFile: (fileKey) => store.read.attachments.findByFileKey(fileKey),
    readFile: (fileKey, range, size) => files.read(fileKey, range, size),
  });
  app.addHook('preClose', async () => waits.close());
  app.addHook('onClose', async () => {
    sender.close();
    fetcher.close();
    await shared?.close();
  });
  const idle = async () => void (await Promise.all([admitted.idle(), console.sessions.idle()]));
  return { app, publishing, delivering, recording, exporting, importing, endWaits: waits.close, idle };
}

/** Dependencies of the use cases for live keys, and for test keys, which store nothing. */
function depsOf(
  { engines, clock, log, publicUrl }: Surroundings,
  hooks: Pick<Deps, 'onScheduled' | 'onCommitted'>,
): { live: Deps; test: Deps } {
  const { store, files } = engines;
  const mintTestId = idMinter(clock, 'test');
  const effects = effectRunner((error) => log.error({ err: error }, 'something after a transaction failed'));
  const present = presenter(fileUrlAt(publicUrl));
  const shared = { clock, present, positions: positions(), ...effects };
  return {
    live: { ...shared, store, files, mintId: idMinter(clock, 'live'), ...hooks },
    test: {
      ...shared,
      store: testModeStore(store, mintTestId, clock),
      files: discardFiles(),
      mintId: mintTestId,
    },
  };
}

/** Local directories only: a node can serve without S3, and an S3 outage would make all nodes unready at once. */
function directoriesOf({ database, s3, dataDir }: Config): WritablePart[] {
  const probed = (name: string, directory: string) => ({ name, probe: () => probeDirectory(directory) });
  return [
    ...(database === undefined ? [probed('the data directory', dataDir)] : []),
    ...(s3 === undefined ? [probed('the directory of files', join(dataDir, 'files'))] : []),
  ];
}

const federationOf = ({ oidc }: Config): FederationSettings | undefined =>
  oidc && { label: oidc.label, allowedDomains: oidc.allowedDomains, provider: oidcProvider(oidc) };

/** Imported only when used, to keep the default startup fast. */
async function sharedLimiter(
  { redisUrl }: Config,
  clock: Clock,
  log: Logger,
): Promise<FallingBack | undefined> {
  if (redisUrl === undefined) return undefined;
  const { redisLimiter } = await import('./engines/limiter/redis.ts');
  return fallingBack({
    first: redisLimiter(redisUrl, clock),
    second: memoryLimiter(clock),
    onLost: (reason) => log.warn({ reason }, 'Redis is away: this process limits by its own memory'),
    onBack: () => log.info('Redis is back: limits are counted for all nodes again'),
  });
}
