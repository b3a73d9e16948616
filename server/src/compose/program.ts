// Wires the program together: engines, live and test wiring, workers, the server. Engines are named in this folder only.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { feedWaits, type WaitLimits } from '../app/events/feed-waits.ts';
import { access } from '../app/kernel/access.ts';
import { type Deps, effectRunner } from '../app/kernel/change.ts';
import { readiness, type WritablePart } from '../app/kernel/readiness.ts';
import { testModeStore } from '../app/kernel/test-mode.ts';
import { visitors } from '../app/kernel/visitors.ts';
import { leaving } from '../app/mail/leaving.ts';
import { outbox } from '../app/mail/outbox.ts';
import { rehearsing } from '../app/mail/rehearsing.ts';
import { askingForLinks } from '../app/site/asked-links.ts';
import { mailedSignIn } from '../app/site/mailed-sign-in.ts';
import { siteReading } from '../app/site/reading.ts';
import { signedSignIn } from '../app/site/signed-sign-in.ts';
import { visitorLimits } from '../app/site/visiting/limits.ts';
import { rehearsedLinks, storedLinks } from '../app/site/visitor-links.ts';
import { visitorSessions } from '../app/site/visitor-sessions.ts';
import { consoleOf } from '../app/team/console.ts';
import type { FederationSettings } from '../app/team/team-deps.ts';
import { wiring } from '../app/wiring.ts';
import type { Config } from '../config.ts';
import { exchangeMs, maxAnswerBytes } from '../domain/events/delivery.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { idMinter } from '../domain/kernel/id.ts';
import { zipInto } from '../engines/archive/zip.ts';
import { discardFiles } from '../engines/files/discard.ts';
import { freeBytes, probeDirectory } from '../engines/files/disk.ts';
import type { Resolve } from '../engines/http-out/resolving.ts';
import { httpSender } from '../engines/http-out/sender.ts';
import { type FallingBack, fallingBack } from '../engines/limiter/falling-back.ts';
import { memoryLimiter } from '../engines/limiter/memory.ts';
import { argon2Passwords } from '../engines/passwords/argon2.ts';
import { jwtTokens } from '../engines/sign-in/jwt.ts';
import { oidcProvider } from '../engines/sign-in/oidc.ts';
import { type LoopClock, systemLoop } from '../http/load/in-flight.ts';
import { buildServer } from '../http/server.ts';
import { presenter } from '../shapes/events/present.ts';
import { fileUrlAt } from '../shapes/files/attachment.ts';
import { siteAddresses } from '../shapes/site/addresses.ts';
import type { DueLoop } from '../workers/due-loop.ts';
import { type Deliverer, deliverer } from '../workers/events/deliver.ts';
import { exportJobs } from '../workers/export-jobs.ts';
import { importJobs } from '../workers/import-jobs.ts';
import { type JobRunner, jobRunner } from '../workers/jobs.ts';
import type { MailSender } from '../workers/mail/mail-sender.ts';
import { type Publisher, publisher } from '../workers/publish.ts';
import { type RequestRecorder, requestRecorder } from '../workers/record-requests.ts';
import { postReleaser } from '../workers/release-posts.ts';
import { type SweepRecord, sweepRecord } from '../workers/sweep-record.ts';
import { type Engines, fetcherOf, identityKeyFetcher } from './engines.ts';
import { uploadedArchives } from './imports.ts';
import { mailingOf, mailSetupOf } from './mailing.ts';

export interface Program {
  app: FastifyInstance;
  publishing: Publisher;
  /** Takes former members off their posts. */
  releasing: DueLoop;
  delivering: Deliverer;
  recording: RequestRecorder;
  /** Exports of workspaces. */
  exporting: JobRunner;
  /** Imports of uploaded files, and undoing imports. */
  importing: JobRunner;
  /** Undefined if mail is not set up. */
  mailing: MailSender | undefined;
  /** Answers all requests that wait for events; later ones are answered immediately. */
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
  const pages = feedWaits(store.read);
  const { live, test } = depsOf(surroundings, {
    onScheduled() {
      publishing.wake();
      releasing.wake();
    },
    onCommitted: (workspaceId) => {
      waits.committed(workspaceId);
      pages.committed(workspaceId);
      delivering.committed(workspaceId);
    },
    ...(config.mail && { mail: { publicUrl, onQueued: () => mailing?.wake() } }),
  });
  const { mintId } = live;
  const publishing = publisher(live, {
    onPublished: (count) => log.info({ count }, 'published scheduled changelogs'),
    onFault: logged('publishing failed'),
  });
  const releasing = postReleaser(live, logged('former members could not be taken off their posts'));
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
  const keys = identityKeyFetcher(config, surroundings.resolve);
  const importKind = importJobs({
    ...live,
    fetcher,
    limits: config.uploads,
    isAlone: config.database === undefined,
    withArchive: uploadedArchives({ files, store, maxBytes: config.maxImportBytes }),
    onFault: logged('an import failed'),
  });
  const importing = jobRunner(importKind, logged('importing failed'));
  const shared = await sharedLimiter(config, clock, log);
  const limiter = shared ?? memoryLimiter(clock);
  const addresses = siteAddresses(publicUrl, config.publicHosts, config.mail !== undefined);
  const tools = {
    limits: config.uploads,
    visitors: visitorLimits(limiter, clock),
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
    siteAddresses: addresses,
  };
  const mailing = mailingOf(config, {
    ...{ deps: live, limiter, siteAddresses: addresses, publicUrl },
    onFault: logged('sending mail failed'),
  });
  const { limits } = config;
  const onFault = logged('the use of a key could not be noted');
  const admitted = access({ store, limiter, clock, limits, onFault });
  const recording = requestRecorder({ store, clock, mintId, onFault: logged('requests could not be noted') });
  const console = consoleOf(
    {
      ...live,
      limiter,
      passwords: argon2Passwords(),
      federation: federationOf(config),
      onFault: logged('the use of a session could not be noted'),
    },
    pages,
  );
  // These lines have no field that could hold a secret, and looking for one takes five times as long as the rest.
  const answers = log.child({}, { redact: [] });
  const app = await buildServer({
    version,
    log,
    logAnswer: (line) => answers.info(line, 'answered'),
    clock,
    mintId,
    access: admitted,
    wirings: {
      live: wiring(live, { ...tools, linksOf: storedLinks }),
      test: wiring(test, { ...tools, linksOf: rehearsedLinks }),
    },
    limits,
    uploads: config.uploads,
    trustProxy: config.trustProxy,
    maxConnections: config.maxConnections,
    // Page limits protect this process, so they are counted locally.
    visitors: visitors(memoryLimiter(clock), config.pageLimit),
    publicUrl,
    publicHosts: config.publicHosts,
    siteAddresses: addresses,
    siteReading: siteReading(store.read),
    visitorSessions: visitorSessions(live, addresses, {
      signed: signedSignIn(live, { tokens: jwtTokens(), fetchKeys: keys.fetch, mintTestId: test.mintId }),
      mailed: mailedSignIn(live, tools.visitors),
    }),
    askForLink: askingForLinks(live, tools.visitors),
    leaving: leaving(live),
    outbox: outbox(live, {
      ...{ limiter, setup: mailSetupOf(config) },
      blocked: () => mailing?.metrics().blocked,
    }),
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
      ...(mailing && { mail: mailing.metrics }),
      jobs: () => ({ export: exporting.metrics(), import: importing.metrics() }),
    },
    loop,
    findFile: (fileKey) => store.read.attachments.findByFileKey(fileKey),
    readFile: (fileKey, range, size) => files.read(fileKey, range, size),
  });
  const endWaits = () => {
    waits.close();
    pages.close();
  };
  app.addHook('preClose', async () => endWaits());
  app.addHook('onClose', async () => {
    sender.close();
    fetcher.close();
    keys.close();
    await shared?.close();
  });
  const idle = async () => void (await Promise.all([admitted.idle(), console.sessions.idle()]));
  const workers = { publishing, releasing, delivering, recording, exporting, importing, mailing };
  return { app, ...workers, endWaits, idle };
}

/** Dependencies of the use cases for live keys, and for test keys, which store nothing. */
function depsOf(
  { config, engines, clock, log, publicUrl }: Surroundings,
  hooks: Pick<Deps, 'onScheduled' | 'onCommitted' | 'mail'>,
): { live: Deps; test: Deps } {
  const { store, files } = engines;
  const mintTestId = idMinter(clock, 'test');
  const effects = effectRunner((error) => log.error({ err: error }, 'something after a transaction failed'));
  const addresses = siteAddresses(publicUrl, config.publicHosts);
  const present = presenter(fileUrlAt(publicUrl), addresses);
  const shared = { clock, present, ...effects };
  return {
    live: { ...shared, store, files, mintId: idMinter(clock, 'live'), ...hooks },
    test: {
      ...shared,
      store: testModeStore(store, mintTestId, clock),
      files: discardFiles(),
      mintId: mintTestId,
      rehearse: rehearsing({ siteAddresses: addresses, publicUrl, clock }),
    },
  };
}

/** Local directories only: a node can serve without S3, and an S3 outage would make all nodes unready together. */
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
  const { redisLimiter } = await import('../engines/limiter/redis.ts');
  return fallingBack({
    first: redisLimiter(redisUrl, clock),
    second: memoryLimiter(clock),
    onLost: (reason) => log.warn({ reason }, 'Redis is away: this process limits by its own memory'),
    onBack: () => log.info('Redis is back: limits are counted for all nodes again'),
  });
}
