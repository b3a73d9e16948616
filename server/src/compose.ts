// The only file that names engines. Puts the program together: engines, the live and the test wiring, the server.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { access } from './app/kernel/access.ts';
import { type ChangeDeps, type Deps, effectRunner } from './app/kernel/change.ts';
import { pageStarts } from './app/kernel/page-starts.ts';
import { readiness, type WritablePart } from './app/kernel/readiness.ts';
import { testModeStore } from './app/kernel/test-mode.ts';
import { visitors } from './app/kernel/visitors.ts';
import { consoleOf } from './app/team/console.ts';
import type { FederationSettings } from './app/team/team-deps.ts';
import { type Workspaces, workspaces } from './app/team/workspaces.ts';
import { wiring } from './app/wiring.ts';
import type { Config } from './config.ts';
import type { Clock } from './domain/clock.ts';
import { Failure } from './domain/failure.ts';
import { idMinter } from './domain/id.ts';
import { discardFiles } from './engines/files/discard.ts';
import { diskFiles, freeBytes, probeDirectory } from './engines/files/disk.ts';
import { s3Files } from './engines/files/s3.ts';
import { type FallingBack, fallingBack } from './engines/limiter/falling-back.ts';
import { memoryLimiter } from './engines/limiter/memory.ts';
import { argon2Passwords } from './engines/passwords/argon2.ts';
import { oidcProvider } from './engines/sign-in/oidc.ts';
import { hasDatabase, holdDirectory, openSqlite } from './engines/sql/dialects/sqlite.ts';
import type { Dialect, Purpose } from './engines/sql/kernel/dialect.ts';
import { noInstallation, requireCurrent, versionsOf } from './engines/sql/migrations/schema-version.ts';
import { refuseWhileMoving } from './engines/sql/move/state.ts';
import { migrate, sqlStore, toFailure } from './engines/sql/store.ts';
import { CannotServe } from './http/listening.ts';
import { buildServer } from './http/server.ts';
import type { Files } from './ports/files.ts';
import type { Store } from './ports/store.ts';
import { fileUrlAt } from './shapes/attachment.ts';
import { presenter } from './shapes/present.ts';
import { type Publisher, publisher } from './workers/publish.ts';
import { type RequestRecorder, requestRecorder } from './workers/record-requests.ts';
import { type SweepRecord, sweepRecord } from './workers/sweep-record.ts';

export interface Engines {
  store: Store;
  files: Files;
  /** The migrations that ran when the store was opened. */
  migrated: string[];
}

/** Opens what the configuration names and brings it up to date: for whoever serves, and for `migrate`. */
export const openEngines = (config: Config, purpose: Purpose = 'serve'): Promise<Engines> =>
  openWith(config, purpose, migrate);

/** The same for every other command: it may run beside a server, so it changes no schema and makes no database. */
export async function openMigrated(config: Config, purpose: Purpose = 'serve'): Promise<Engines> {
  const { database, dataDir } = config;
  if (database === undefined && !inDirectory(dataDir, () => hasDatabase(dataDir))) throw noInstallation();
  return openWith(config, purpose, async (dialect) => {
    requireCurrent(await versionsOf(dialect));
    return [];
  });
}

/** `prepare` answers the migrations that it ran. */
async function openWith(
  config: Config,
  purpose: Purpose,
  prepare: (dialect: Dialect) => Promise<string[]>,
): Promise<Engines> {
  const dialect = await openDatabase(config, purpose);
  try {
    const migrated = await prepare(dialect);
    await refuseWhileMoving(dialect);
    const store = sqlStore(dialect, { transactionMs: config.writeTimeoutMs });
    return { store, files: openFiles(config), migrated };
  } catch (error) {
    await dialect.close();
    throw unusable(toFailure(dialect, error));
  }
}

/** With what the driver said, which names hosts and users, but no secret. */
export function unusable(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'UNAVAILABLE') return error;
  const { cause, message } = error;
  return new CannotServe(`The database cannot be used: ${cause instanceof Error ? cause.message : message}`);
}

export const openFiles = ({ s3, dataDir }: Config): Files =>
  s3 === undefined ? diskFiles(join(dataDir, 'files')) : s3Files(s3);

/** The driver of the engine that is not used costs nothing: it is loaded here or never. */
export async function openDatabase({ database, dataDir }: Config, purpose: Purpose): Promise<Dialect> {
  if (database === undefined) return inDirectory(dataDir, () => openSqlite(dataDir, purpose));
  const { openPostgres } = await import('./engines/sql/dialects/postgres.ts');
  return openPostgres({ ...database, purpose });
}

/** The right to serve this installation; undefined when another process has it. Many may serve a shared database. */
export const claimInstallation = (config: Config): { release(): void } | undefined =>
  config.database === undefined
    ? inDirectory(config.dataDir, () => holdDirectory(config.dataDir))
    : { release: () => undefined };

/** A directory that cannot be used, or a file in it that is no database, is for the operator to mend. */
function inDirectory<T>(dataDir: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    // The system's errors and the engine's have a code; a mistake of ours has none.
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CannotServe(`The data directory "${dataDir}" cannot be used: ${error.message}`);
  }
}

/** What an operator does is recorded by its id alone: nothing is presented, so no file needs an address. */
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
  recording: RequestRecorder;
  /** Resolves when no note of the use of a key or a session is still being written. */
  idle(): Promise<void>;
}

export interface Surroundings {
  config: Config;
  engines: Engines;
  clock: Clock;
  log: Logger;
  version: string;
  publicUrl(): string;
  /** Where the built pages of the console lie, if they do. */
  pagesDir: string;
  /** Resolves when the first keys exist; until then requests wait, and the server is not ready. */
  started?: Promise<void>;
  /** What the sweeps of this process come to; none unless somebody sweeps. */
  sweeps?: SweepRecord;
}

export async function compose(surroundings: Surroundings): Promise<Program> {
  const { config, engines, clock, log, version, publicUrl, pagesDir } = surroundings;
  const { started = Promise.resolve(), sweeps = sweepRecord(clock) } = surroundings;
  const { store, files } = engines;
  const logged = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const { live, test } = depsOf(surroundings, () => publishing.wake());
  const { mintId } = live;
  const publishing = publisher(live, {
    onPublished: (count) => log.info({ count }, 'published scheduled changelogs'),
    onFault: logged('publishing failed'),
  });
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
  const app = await buildServer({
    version,
    log,
    clock,
    mintId,
    access: admitted,
    wirings: { live: wiring(live, config.uploads), test: wiring(test, config.uploads) },
    limits,
    uploads: config.uploads,
    trustProxy: config.trustProxy,
    maxConnections: config.maxConnections,
    // Page limits protect this process, so it counts for itself.
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
    },
    findFile: (fileKey) => store.read.attachments.findByFileKey(fileKey),
    readFile: (fileKey, range, size) => files.read(fileKey, range, size),
  });
  app.addHook('onClose', async () => shared?.close());
  const idle = async () => void (await Promise.all([admitted.idle(), console.sessions.idle()]));
  return { app, publishing, recording, idle };
}

/** What use cases work with under a live key, and under a test key, where nothing is kept. */
function depsOf(
  { engines, clock, log, publicUrl }: Surroundings,
  onScheduled: () => void,
): { live: Deps; test: Deps } {
  const { store, files } = engines;
  const mintTestId = idMinter(clock, 'test');
  const effects = effectRunner((error) => log.error({ err: error }, 'something after a transaction failed'));
  const present = presenter(fileUrlAt(publicUrl));
  const shared = { clock, present, pageStarts: pageStarts(), ...effects };
  return {
    live: { ...shared, store, files, mintId: idMinter(clock, 'live'), onScheduled },
    test: {
      ...shared,
      store: testModeStore(store, mintTestId, clock),
      files: discardFiles(),
      mintId: mintTestId,
    },
  };
}

/** Only what lies on a disk: a node can serve without S3, and all nodes would be unready at once. */
function directoriesOf({ database, s3, dataDir }: Config): WritablePart[] {
  const probed = (name: string, directory: string) => ({ name, probe: () => probeDirectory(directory) });
  return [
    ...(database === undefined ? [probed('the data directory', dataDir)] : []),
    ...(s3 === undefined ? [probed('the directory of files', join(dataDir, 'files'))] : []),
  ];
}

const federationOf = ({ oidc }: Config): FederationSettings | undefined =>
  oidc && { label: oidc.label, allowedDomains: oidc.allowedDomains, provider: oidcProvider(oidc) };

/** Loaded only when used: a plain start does not pay for it. */
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
