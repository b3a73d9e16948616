// The checks of `doctor`: everything outside the program that it depends on. Each is one finding. Nothing is changed
// except for a small file that is written and removed and a page of the database that is written as it was, and no
// message contains a secret.

import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { databaseFiles, inspectDatabase, isEmbedded, knownSchema } from '../../compose/backup.ts';
import { mailerOf, openDatabase, openFiles } from '../../compose/engines.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { counted } from '../../domain/kernel/count.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { type Finding, failed, ok, warning } from '../../domain/kernel/finding.ts';
import { freeBytes, probeDirectory } from '../../engines/files/disk.ts';
import { countFailing } from '../../engines/sql/events/failing-webhooks.ts';
import type { Inspected } from '../../engines/sql/kernel/inspection.ts';
import { appliedIn } from '../../engines/sql/migrations/schema-version.ts';
import { unfinishedMessage } from '../../engines/sql/restore/unfinished.ts';
import { addressOf } from '../../http/edge/listening.ts';
import { systemReason } from '../command.ts';

const oldestNode = [20, 19] as const;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  return isOld
    ? failed('node', `${version} is too old: use Node.js ${oldestNode.join('.')} or newer`)
    : ok('node', version);
}

/** Everything about the database; stops at the first thing without which the others make no sense. */
export async function* checkDatabase(config: Config, clock: Clock): AsyncGenerator<Finding> {
  let inspected: Inspected;
  try {
    inspected = await inspectDatabase(config);
  } catch (error) {
    yield error instanceof Failure && error.code === 'CONFLICT'
      ? warning('database', 'there is no installation yet: the first start makes one')
      : failed('database', reasonOf(error));
    return;
  }
  try {
    const { engine, needsVersion } = inspected;
    yield needsVersion === undefined
      ? ok('database', engine)
      : failed('database', `${engine} is too old: use ${needsVersion} or newer`);
    if (inspected.isUnfinished) yield failed('restore', unfinishedMessage);
    const schema = await checkSchema(inspected);
    yield schema;
    if (schema.status === 'ok') yield await checkWriting(config);
    yield await checkClock(inspected, clock);
    if (schema.status === 'ok') yield await checkWebhooks(inspected);
  } catch (error) {
    yield failed('database', reasonOf(error));
  } finally {
    await inspected.close();
  }
}

async function checkSchema({ reads }: Inspected): Promise<Finding> {
  const [applied, known] = [await appliedIn(reads), await knownSchema()];
  if (applied.some((name) => !known.includes(name)))
    return failed('schema', 'made by a newer version of Earshot: use that version');
  const pending = known.filter((name) => !applied.includes(name));
  if (applied.length === 0)
    return warning('schema', 'there is no installation yet: the first start makes one');
  return pending.length === 0
    ? ok('schema', 'up to date')
    : warning('schema', `${counted(pending.length, 'migration')} pending: the next start runs them`);
}

/** As `/readyz` does: a disk, a standby or a role may be read-only. */
async function checkWriting(config: Config): Promise<Finding> {
  try {
    const dialect = await openDatabase(config, 'serve');
    await dialect.probe().finally(() => dialect.close());
    return ok('writing', 'the database can be written');
  } catch (error) {
    return failed('writing', `the database cannot be written: ${reasonOf(error)}`);
  }
}

/** Times are compared with those of other nodes, which the database's clock stands for. */
const toleratedSkewMs = 1_000;
const maxSkewMs = 5_000;

async function checkClock({ now }: Inspected, clock: Clock): Promise<Finding> {
  const before = clock.now();
  const there = await now();
  if (there === undefined) return ok('clock', 'the database uses the clock of this machine');
  const skewMs = Math.round(there - (before + clock.now()) / 2);
  const message = `${Math.abs(skewMs)} ms ${skewMs < 0 ? 'ahead of' : 'behind'} the database`;
  if (Math.abs(skewMs) <= toleratedSkewMs) return ok('clock', message);
  return Math.abs(skewMs) <= maxSkewMs
    ? warning('clock', message)
    : failed('clock', `${message}: set up NTP`);
}

/** A receiver that is down is worth a look, but nothing is wrong here. */
async function checkWebhooks({ reads }: Inspected): Promise<Finding> {
  const { failing, disabled } = await countFailing(reads);
  const problems = [
    ...(failing === 0 ? [] : [`${counted(failing, 'webhook')} failing`]),
    ...(disabled === 0 ? [] : [`${counted(disabled, 'webhook')} disabled after failing`]),
  ];
  return problems.length === 0
    ? ok('webhooks', 'none is failing')
    : warning('webhooks', `${problems.join(', ')}: the console shows why`);
}

const othersMayRead = 0o077;

export async function* checkDirectory(config: Config): AsyncGenerator<Finding> {
  const { dataDir, s3 } = config;
  if (!isEmbedded(config) && s3 !== undefined) return;
  const directory = resolve(dataDir);
  if ((await modeOf(directory)) === undefined) {
    yield warning('data directory', `"${directory}" does not exist: the first start creates it`);
    return;
  }
  yield await probeDirectory(directory).then(
    () => ok('data directory', `"${directory}" can be written`),
    (error: unknown) => failed('data directory', `"${directory}" cannot be written: ${reasonOf(error)}`),
  );
  yield await checkPermissions(config, directory);
  yield checkSpace(await freeBytes(directory));
}

/** A database that others may read is a leak; a directory that they may list only shows names. */
async function checkPermissions(config: Config, directory: string): Promise<Finding> {
  const isOpen = async (path: string) => (((await modeOf(path)) ?? 0) & othersMayRead) !== 0;
  if (!(await isOpen(directory))) return ok('permissions', 'only the owner can read the data');
  for (const name of isEmbedded(config) ? databaseFiles : [])
    if (await isOpen(join(directory, name)))
      return failed('permissions', `other users may read ${join(directory, name)}: run chmod 600 on it`);
  return warning('permissions', `other users may list "${directory}": run chmod 700 on it`);
}

const modeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mode }) => mode,
    () => undefined,
  );

const gigabyte = 1e9;

function checkSpace(free: number | undefined): Finding {
  if (free === undefined) return warning('disk space', 'unknown');
  const message = `${(free / gigabyte).toFixed(1)} GB free`;
  if (free < gigabyte / 10) return failed('disk space', message);
  return free < gigabyte ? warning('disk space', `${message}, less than 1 GB`) : ok('disk space', message);
}

const maxBucketSkewMs = 60_000;

export async function* checkBucket(config: Config, clock: Clock): AsyncGenerator<Finding> {
  if (config.s3 === undefined) return;
  const { bucket } = config.s3;
  try {
    const there = await openFiles(config).now();
    const skewMs = there === undefined ? 0 : Math.abs(there - clock.now());
    yield skewMs > maxBucketSkewMs
      ? failed(
          's3',
          `its clock differs by ${Math.round(skewMs / 1000)} s: requests are refused after 15 minutes`,
        )
      : ok('s3', `the bucket ${bucket} can be reached`);
  } catch (error) {
    yield failed('s3', `the bucket ${bucket} cannot be used: ${reasonOf(error)}`);
  }
}

const oldestRedis = 6;

export async function* checkRedis({ redisUrl }: Config): AsyncGenerator<Finding> {
  if (redisUrl === undefined) return;
  const { redisVersion } = await import('../../engines/limiter/redis.ts');
  try {
    const version = await redisVersion(redisUrl);
    yield Number.parseInt(version, 10) < oldestRedis
      ? failed('redis', `${version} is too old: use ${oldestRedis} or newer`)
      : ok('redis', version);
  } catch (error) {
    yield failed('redis', `cannot be reached, so each node counts alone: ${reasonOf(error)}`);
  }
}

/** Sending waits longer: here a person does. */
const silenceMs = 10_000;

/** Connects and signs in, as before sending. */
export async function* checkMail(
  { mail }: Pick<Config, 'mail'>,
  options = { silenceMs },
): AsyncGenerator<Finding> {
  if (mail === undefined) return;
  const mailer = mailerOf(mail, options);
  const { host, port } = mail.smtp;
  const problem = await mailer.check();
  mailer.close();
  yield problem === undefined
    ? ok('mail', `${host}:${port} takes mail`)
    : failed('mail', `${host}:${port} takes no mail: ${problem}`);
}

/** Whether a server of ours answers there. */
export async function* checkAddresses({ host, port, publicUrl }: Config): AsyncGenerator<Finding> {
  const address = addressOf(host, port);
  const here = port === 0 ? 'none' : await answersAt(address);
  if (port === 0) yield ok('port', 'PORT is 0: a free one is chosen at the start');
  else if (here === 'ready') yield ok('port', `Earshot is serving at ${address}`);
  else if (here === 'earshot') yield failed('port', `Earshot is serving at ${address}, but is not ready`);
  else {
    const code = here === 'none' ? await bindingError(host, port) : 'EADDRINUSE';
    yield code === undefined
      ? ok('port', `${port} is free`)
      : failed('port', `${port} cannot be used (${code}): change HOST or PORT`);
  }
  if (publicUrl === undefined) {
    yield ok('public URL', 'PUBLIC_URL is not set: links start with the address of the server');
    return;
  }
  const there = await answersAt(publicUrl);
  const isServing = here === 'ready' || here === 'earshot';
  if (there === 'ready' || there === 'earshot') yield ok('public URL', `${publicUrl} leads to Earshot`);
  else if (isServing)
    yield failed('public URL', `${publicUrl} does not lead to Earshot: check the proxy and DNS`);
  else yield warning('public URL', `${publicUrl} does not answer; no server is running here`);
}

type Answerer = 'ready' | 'earshot' | 'other' | 'none';

const answerWithinMs = 5_000;

async function answersAt(address: string): Promise<Answerer> {
  const statusAt = async (path: string): Promise<string | undefined> => {
    const response = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(answerWithinMs) });
    const body = (await response.json()) as { data?: { status?: string } };
    return body.data?.status;
  };
  try {
    if ((await statusAt('/healthz')) !== 'ok') return 'other';
    return (await statusAt('/readyz')) === 'ready' ? 'ready' : 'earshot';
  } catch (error) {
    // `fetch` reports a failed connection as a TypeError. Anything else answered something.
    return error instanceof TypeError ? 'none' : 'other';
  }
}

/** Why nothing could listen there; undefined if something could. */
function bindingError(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port }, () =>
      server.close(() => done(undefined)),
    );
  });
}

/** The cause of a failure: drivers' messages name hosts and users, but no secrets. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Failure ? (error.cause ?? error) : error;
  return cause instanceof Error ? systemReason(cause) || cause.name : String(cause);
}
