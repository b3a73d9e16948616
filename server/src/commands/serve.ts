// The server process: opens the engines, serves, runs the publisher and the sweeper, and shuts down cleanly.

import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineCommand } from 'citty';
import { type Logger, pino } from 'pino';
import { claimInstallation, type Engines, openEngines, removeLeftovers } from '../compose/engines.ts';
import { operatorOf } from '../compose/operator.ts';
import { compose } from '../compose/program.ts';
import { type Config, pagesDir, readConfig, version } from '../config.ts';
import { systemClock, toIso } from '../domain/kernel/clock.ts';
import { isPlain } from '../http/access/console-credentials.ts';
import { CannotServe, listen } from '../http/edge/listening.ts';
import { updateMarker } from '../workers/database-marker.ts';
import { sweep } from '../workers/sweep.ts';
import { heldMessage } from '../workers/sweep-files.ts';
import { type SweepRecord, sweepRecord } from '../workers/sweep-record.ts';
import { guarded } from './command.ts';
import { logOutput } from './log-output.ts';
import { setupUrl, welcome } from './welcome.ts';

const sweepEveryMs = 3_600_000;
/** How often the database marker next to the files is updated; a crash loses at most this much. */
const rememberEveryMs = 60_000;
const stopWithinMs = 10_000;
/** How long the last output may take to be read. */
const lastOutputMs = 1_000;
/** Load balancers with a shorter idle timeout never send a request on a connection that is being closed. */
const idleForMs = 3_000;

/** By default, V8 lets the old generation double before collecting it. */
const heapGrowth = '--heap-growing-percent=60';

/** Serves until the process receives a stop signal. */
async function serve(config: Config): Promise<void> {
  const claim = claimInstallation(config);
  if (claim === undefined) {
    throw new CannotServe(
      `Another process is already serving the data directory "${config.dataDir}". ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    );
  }
  setFlagsFromString(heapGrowth);
  const log = newLogger(config);
  const engines = await openEngines(config);
  if (engines.migrated.length > 0) log.info({ migrations: engines.migrated }, 'migrated');

  let publicUrl = config.publicUrl ?? '';
  let markStarted: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    markStarted = resolve;
  });
  const surroundings = {
    config,
    engines,
    clock: systemClock,
    log,
    version,
    publicUrl: () => publicUrl,
    pagesDir,
    started,
    sweeps: sweepRecord(systemClock),
  };
  const { app, publishing, releasing, delivering, recording, exporting, importing, mailing, endWaits, idle } =
    await compose(surroundings);
  const stopAsked = stopSignal(log);
  const { address, close } = await listen(app, config);
  publicUrl ||= address;
  // Runs after listening, because if listening failed, the new keys would never be shown. Requests wait meanwhile.
  const secrets = await bootstrap(config, engines);
  const signUp = await wayIn(config, engines, publicUrl);
  markStarted();
  log.info({ address, dataDir: config.dataDir }, 'serving');
  if (isPlain(publicUrl))
    log.warn('PUBLIC_URL is http: passwords and sessions of the console travel unprotected');
  process.stdout.write(welcome({ address, publicUrl, secrets, signUp }));

  const sweeping = sweepNowAndThen(config, engines, surroundings.sweeps, log);
  publishing.start();
  releasing.start();
  delivering.start();
  recording.start();
  exporting.start();
  importing.start();
  mailing?.start();
  const signal = await stopAsked;
  log.info('stopping');
  endWaits();
  // What is under way would only be repeated if it took longer than the rest.
  const delivered = delivering.stop();
  const exported = exporting.stop();
  const imported = importing.stop();
  const mailed = mailing?.stop();
  // Ctrl+C comes from a terminal without a load balancer, so there is no need to wait.
  await close({ idleMs: signal === 'SIGTERM' ? idleForMs : 0, totalMs: stopWithinMs });
  await publishing.stop();
  await releasing.stop();
  await delivered;
  await exported;
  await imported;
  await mailed;
  await sweeping.stop();
  await recording.stop();
  await idle();
  await engines.store.close();
  claim.release();
  log.info('stopped');
  // Output that is never read would keep the process alive.
  setTimeout(process.exit, lastOutputMs, 0).unref();
}

/** A write per line would cost about as much as a cached answer. A piece is about sixty requests. */
const logLimits = { maxLength: 12 * 1024, maxMs: 100, maxWaiting: 1024 * 1024 };

/** Keeps secrets out of the log: headers are not logged, and fields that may hold a secret are redacted anyway. */
function newLogger({ logLevel }: Config): Logger {
  const output = logOutput(process.stderr, logLimits);
  process.on('exit', output.flush);
  return pino(
    {
      level: logLevel,
      timestamp: () => `,"time":"${toIso(systemClock.now())}"`,
      redact: [
        'req.headers',
        'headers',
        '*.authorization',
        '*["x-api-key"]',
        '*.secret',
        '*.hash',
        '*.token',
        '*.password',
        '*.cookie',
      ],
    },
    output,
  );
}

/** Returns the secrets to print once: only generated ones, not those set by the operator. */
async function bootstrap({ bootstrapKeys: { live, test } }: Config, { store }: Engines) {
  const made = await operatorOf(store, systemClock).bootstrap([
    { mode: 'live', name: 'First live key', ...(live !== undefined && { secret: live }) },
    { mode: 'test', name: 'First test key', ...(test !== undefined && { secret: test }) },
  ]);
  const chosen = new Set([live, test]);
  return (made ?? [])
    .filter(({ secret }) => !chosen.has(secret))
    .map(({ key, secret }) => ({ mode: key.mode, secret }));
}

/**
 * The sign-up link for the first owner; undefined if an owner exists. If the operator set both keys, the startup
 * output must contain no secrets, so it shows the command that creates the link.
 */
async function wayIn({ bootstrapKeys: { live, test } }: Config, { store }: Engines, publicUrl: string) {
  const operator = operatorOf(store, systemClock);
  const workspace = await operator.findUnowned();
  if (workspace === undefined) return undefined;
  if (live !== undefined && test !== undefined) return { command: 'npx earshot setup-link' };
  const token = await operator.setupToken(workspace.id);
  return token === undefined ? undefined : { link: setupUrl(publicUrl, token) };
}

function sweepNowAndThen(
  { eventRetentionMs: payloadsKeptMs, dataDir }: Config,
  engines: Engines,
  record: SweepRecord,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let isDatabaseTrusted = false;
  const run = async () => {
    for (const parent of [tmpdir(), dataDir]) await removeLeftovers(parent);
    try {
      const deps = { ...engines, clock: systemClock, payloadsKeptMs };
      const swept = await sweep(deps, { stopping: stopping.signal });
      const { held } = swept.files;
      isDatabaseTrusted = held === undefined;
      record.note(swept);
      log.info(swept, 'swept');
      if (held !== undefined) log.warn(held, heldMessage(held));
    } catch (error) {
      record.noteFailure();
      log.error({ err: error }, 'sweeping failed');
    }
  };
  const remember = async () => {
    if (!isDatabaseTrusted) return;
    await updateMarker(engines).catch((error: unknown) =>
      log.warn({ err: error }, 'the state of the database could not be noted beside the files'),
    );
  };
  let working = run();
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      working = working.then(work);
    }, ms).unref();
  const timers = [every(sweepEveryMs, run), every(rememberEveryMs, remember)];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await working;
      await remember();
    },
  };
}

const stopSignal = (log: Logger): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked) log.warn('still stopping');
        asked = true;
        resolve(signal);
      });
    }
  });

export const serveCommand = defineCommand({
  meta: { name: 'serve', description: 'Migrate and serve' },
  run: guarded(() => serve(readConfig(process.env))),
});
