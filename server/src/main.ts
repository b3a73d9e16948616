// The process: opens the engines, serves, sweeps now and then, and stops cleanly.

import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { claimInstallation, compose, type Engines, openEngines, operatorOf } from './compose.ts';
import type { Config } from './config.ts';
import { systemClock } from './domain/clock.ts';
import { welcome } from './welcome.ts';
import { sweep } from './workers/sweep.ts';

const sweepEveryMs = 3_600_000;
const stopWithinMs = 10_000;

export const version: string = createRequire(import.meta.url)('../package.json').version;

/** A reason not to start that an operator can act on. */
export class CannotServe extends Error {}

/** Serves until the process is told to stop. */
export async function serve(config: Config): Promise<void> {
  const claim = claimInstallation(config);
  if (claim === undefined) {
    throw new CannotServe(
      `Another process is already serving the data directory "${config.dataDir}". ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    );
  }
  const log = newLogger(config);
  const engines = await openEngines(config);
  if (engines.migrated.length > 0) log.info({ migrations: engines.migrated }, 'migrated');
  const secrets = await bootstrap(config, engines);

  let publicUrl = config.publicUrl ?? '';
  const surroundings = { config, engines, clock: systemClock, log, version, publicUrl: () => publicUrl };
  const { app, access } = await compose(surroundings);
  const address = await listen(app, config, log);
  publicUrl ||= address;
  log.info({ address, dataDir: config.dataDir }, 'serving');
  process.stdout.write(welcome({ address, publicUrl, secrets }));

  const sweeping = sweepNowAndThen(engines, log);
  await stopSignal(log);
  log.info('stopping');
  clearInterval(sweeping);
  const impatience = setTimeout(() => app.server.closeAllConnections(), stopWithinMs);
  await app.close();
  clearTimeout(impatience);
  await access.settled();
  await engines.store.close();
  claim.release();
  log.info('stopped');
  log.flush();
}

/** Keys go nowhere near the log: headers are not logged, and what might hold one is struck out anyway. */
const newLogger = ({ logLevel }: Config): Logger =>
  pino(
    {
      level: logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'headers', '*.authorization', '*["x-api-key"]', '*.secret', '*.hash'],
    },
    pino.destination({ fd: 2, sync: false, minLength: 4096 }),
  );

/** Secrets to print, once: only those that the operator did not choose. */
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

async function listen(
  app: Awaited<ReturnType<typeof compose>>['app'],
  config: Config,
  log: Logger,
): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port, listenTextResolver: () => '' });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND')
      throw error;
    log.flush();
    throw new CannotServe(
      `Cannot listen on ${config.host}, port ${config.port} (${code}). Set HOST or PORT to another.`,
    );
  }
  const { port } = app.server.address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function sweepNowAndThen(engines: Engines, log: Logger): NodeJS.Timeout {
  const run = () =>
    sweep({ ...engines, clock: systemClock }).then(
      (swept) => log.debug(swept, 'swept'),
      (error: unknown) => log.error({ err: error }, 'sweeping failed'),
    );
  void run();
  return setInterval(run, sweepEveryMs).unref();
}

const stopSignal = (log: Logger): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked) log.warn('still stopping');
        asked = true;
        resolve();
      });
    }
  });
