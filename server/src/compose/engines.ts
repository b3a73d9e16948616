// Opens the configured engines: the database, the files, the fetcher.

import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { MailConfig } from '../config-mail.ts';
import { Failure } from '../domain/kernel/failure.ts';
import { fetchTimes } from '../domain/porting/import.ts';
import { diskFiles } from '../engines/files/disk.ts';
import { s3Files } from '../engines/files/s3.ts';
import { httpFetcher } from '../engines/http-out/fetcher.ts';
import type { Resolve } from '../engines/http-out/resolving.ts';
import { type SmtpOptions, smtpMailer } from '../engines/mail/smtp.ts';
import { hasDatabase, holdDirectory, openSqlite } from '../engines/sql/dialects/sqlite/sqlite.ts';
import type { Dialect, Purpose } from '../engines/sql/kernel/dialect.ts';
import { noInstallation, requireCurrent, versionsOf } from '../engines/sql/migrations/schema-version.ts';
import { refuseWhileMoving } from '../engines/sql/move/state.ts';
import { refuseUnfinished } from '../engines/sql/restore/unfinished.ts';
import { migrate, sqlStore, toFailure } from '../engines/sql/store.ts';
import { CannotServe } from '../http/edge/listening.ts';
import type { Files } from '../ports/files/files.ts';
import type { Mailer } from '../ports/mail/mailer.ts';
import type { Fetcher } from '../ports/porting/fetcher.ts';
import type { FetchKeys } from '../ports/site/signed-tokens.ts';
import type { Store } from '../ports/store.ts';

export { removeLeftovers } from '../engines/files/scratch.ts';
export { httpSender } from '../engines/http-out/sender.ts';
export { argon2Passwords } from '../engines/passwords/argon2.ts';

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

export const mailerOf = ({ smtp }: MailConfig, options: Pick<SmtpOptions, 'silenceMs'> = {}): Mailer =>
  smtpMailer({ ...smtp, ...options });

/** Fetches files of other services for an import. */
export const fetcherOf = (config: Pick<Config, 'webhookAllowPrivate'>, resolve?: Resolve): Fetcher =>
  httpFetcher({ allowPrivate: config.webhookAllowPrivate, ...fetchTimes, ...(resolve && { resolve }) });

const maxKeyBytes = 64 * 1024;

/** Fetches the public keys of host applications: small files, and only from where we were told. */
export function identityKeyFetcher(
  { webhookAllowPrivate: allowPrivate }: Pick<Config, 'webhookAllowPrivate'>,
  resolve?: Resolve,
): { fetch: FetchKeys; close(): void } {
  const times = { exchangeMs: 5_000, idleMs: 5_000 };
  const fetcher = httpFetcher({ allowPrivate, ...times, maxRedirects: 0, ...(resolve && { resolve }) });
  return {
    async fetch(url) {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of await fetcher.fetch(url)) {
        bytes += chunk.length;
        if (bytes > maxKeyBytes) throw new Error(`The keys take more than ${maxKeyBytes} bytes.`);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString();
    },
    close: () => fetcher.close(),
  };
}

/** Drivers are imported on demand, so that an unused one costs nothing. */
export async function openDatabase({ database, dataDir }: Config, purpose: Purpose): Promise<Dialect> {
  if (database === undefined) return inDirectory(dataDir, () => openSqlite(dataDir, purpose));
  const { openPostgres } = await import('../engines/sql/dialects/postgres/postgres.ts');
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
