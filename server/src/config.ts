// Reads and validates the environment once, and reports all errors together. No other file reads it.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { AccessLimits } from './app/kernel/access.ts';
import { type MailConfig, readMail } from './config-mail.ts';
import { type OidcConfig, readOidc } from './config-oidc.ts';
import { readPublicHosts } from './config-public-hosts.ts';
import type { UploadLimits } from './domain/files/attachment.ts';
import { Failure } from './domain/kernel/failure.ts';
import type { PublicHosts } from './domain/site/site.ts';
import { chosenSecret } from './domain/team/api-key.ts';
import type { S3Settings } from './engines/files/s3-connection.ts';

export const version: string = createRequire(import.meta.url)('../package.json').version;

/** The built console: in a clone in a folder of its own, in the published package next to the program. */
export const pagesDir: string = findPages();

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** Undefined for the embedded database in `dataDir`. */
  database: DatabaseConfig | undefined;
  /** How long a write transaction may take before it is rolled back. */
  writeTimeoutMs: number;
  publicUrl: string | undefined;
  publicHosts: PublicHosts;
  logLevel: LogLevel;
  trustProxy: boolean | string;
  /** Maximum number of open connections; 0 for no limit. */
  maxConnections: number;
  /** Requests for static pages per minute and IP address; 0 disables the limit. */
  pageLimit: number;
  limits: AccessLimits;
  uploads: UploadLimits;
  /** Of all files of an import together. */
  maxImportBytes: number;
  /** How long ledger entries keep their payload. */
  eventRetentionMs: number;
  /** Whether webhooks may lead to addresses that are not on the public internet. */
  webhookAllowPrivate: boolean;
  bootstrapKeys: { live: string | undefined; test: string | undefined };
  /** Counts rate limits across all nodes; without it, each process counts its own. */
  redisUrl: string | undefined;
  /** Stores files in S3; without it, in the data directory. */
  s3: S3Settings | undefined;
  /** Single sign-on for the console. */
  oidc: OidcConfig | undefined;
  /** Undefined if no mail is sent. */
  mail: MailConfig | undefined;
}

export interface DatabaseConfig {
  /** Contains a password: never print it. */
  url: string;
  poolSize: number;
  prepare: boolean;
  /** The number of partitions for the large tables of an empty database; undefined keeps the existing layout. */
  partitions: number | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** All configuration errors, one sentence each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[], opening = 'The configuration is wrong') {
    super(`${opening}:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

const mebibyte = 1024 * 1024;
const dayMs = 24 * 3_600_000;

export function readConfig(environment: Environment): Config {
  const mistakes: string[] = [];
  const text = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  const integer = (name: string, byDefault: number, min: number, max: number): number => {
    const value = text(name);
    if (value === undefined) return byDefault;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    mistakes.push(`${name} must be an integer from ${min} to ${max}.`);
    return byDefault;
  };
  const secret = (name: string, mode: 'live' | 'test'): string | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    try {
      return chosenSecret(value, mode, name);
    } catch (error) {
      mistakes.push(error instanceof Failure ? error.message : String(error));
      return undefined;
    }
  };
  const publicUrl = (): string | undefined => {
    const value = text('PUBLIC_URL');
    if (value === undefined) return undefined;
    const url = parseHttpUrl(value);
    if (url === undefined) mistakes.push('PUBLIC_URL must be an http or https URL without a query.');
    return url?.href.replace(/\/+$/, '');
  };
  const logLevel = (): LogLevel => {
    const value = text('LOG_LEVEL') ?? 'info';
    const level = logLevels.find((known) => known === value);
    if (level === undefined) mistakes.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
    return level ?? 'info';
  };

  /** `true` trusts every client; otherwise a list of addresses and networks. */
  const trustProxy = (): boolean | string => {
    const value = text('TRUST_PROXY');
    if (value === undefined || value === 'false' || value === '0') return false;
    if (value === 'true' || value === '1') return true;
    const entries = value.split(',').map((entry) => entry.trim());
    if (!entries.every(isNetwork)) {
      mistakes.push('TRUST_PROXY must be true, false, or a comma-separated list of addresses and networks.');
    }
    return entries.join(',');
  };

  const redisUrl = (): string | undefined => {
    const value = text('REDIS_URL');
    if (value === undefined || isRedisUrl(value)) return value;
    mistakes.push('REDIS_URL must be redis://[user:password@]host[:port][/number], or rediss://… for TLS.');
    return undefined;
  };

  const flag = (name: string, byDefault: boolean): boolean => {
    const value = text(name) ?? String(byDefault);
    if (value !== 'true' && value !== 'false') mistakes.push(`${name} must be true or false.`);
    return value === 'true';
  };

  const database = (): DatabaseConfig | undefined => {
    const url = text('DATABASE_URL');
    const poolSize = integer('DATABASE_POOL', 10, 2, 1000);
    const prepare = flag('DATABASE_PREPARE', true);
    const isDivided = text('DATABASE_PARTITIONS') !== undefined;
    if (url === undefined) {
      if (isDivided) mistakes.push('DATABASE_PARTITIONS is set, but no PostgreSQL is: set DATABASE_URL too.');
      return undefined;
    }
    const partitions = isDivided ? integer('DATABASE_PARTITIONS', 2, 2, 256) : undefined;
    if (!isPostgresUrl(url)) {
      mistakes.push('DATABASE_URL must be a URL of the form postgres://user:password@host:port/database.');
    }
    return { url, poolSize, prepare, partitions };
  };

  const maxRequests = 1_000_000_000;
  const maxBytes = 16 * 1024 * mebibyte;
  const own = { host: text('HOST') ?? 'localhost', publicUrl: publicUrl() };
  const config: Config = {
    ...own,
    port: integer('PORT', 3000, 0, 65_535),
    dataDir: text('DATA_DIR') ?? './data',
    database: database(),
    writeTimeoutMs: integer('WRITE_TIMEOUT_SECONDS', 30, 1, 3600) * 1000,
    publicHosts: readPublicHosts(text('PUBLIC_HOSTS'), own, mistakes),
    logLevel: logLevel(),
    trustProxy: trustProxy(),
    maxConnections: integer('MAX_CONNECTIONS', 4096, 0, 1_000_000),
    pageLimit: integer('PAGE_LIMIT', 3000, 0, maxRequests),
    limits: {
      read: integer('RATE_LIMIT_READ', 200, 0, maxRequests),
      write: integer('RATE_LIMIT_WRITE', 60, 0, maxRequests),
      authFailures: integer('AUTH_FAILURE_LIMIT', 600, 0, maxRequests),
    },
    maxImportBytes: integer('MAX_IMPORT_SIZE', 1024 * mebibyte, 1, maxBytes),
    uploads: {
      maxFiles: integer('UPLOAD_MAX_FILES', 10, 0, 100),
      maxImageBytes: integer('UPLOAD_MAX_IMAGE_BYTES', 10 * mebibyte, 1, maxBytes),
      maxVideoBytes: integer('UPLOAD_MAX_VIDEO_BYTES', 100 * mebibyte, 1, maxBytes),
    },
    eventRetentionMs: integer('EVENT_RETENTION_DAYS', 30, 1, 36_500) * dayMs,
    webhookAllowPrivate: flag('WEBHOOK_ALLOW_PRIVATE', false),
    bootstrapKeys: { live: secret('BOOTSTRAP_LIVE_KEY', 'live'), test: secret('BOOTSTRAP_TEST_KEY', 'test') },
    redisUrl: redisUrl(),
    s3: readS3(text, mistakes),
    oidc: readOidc(text, mistakes),
    mail: readMail(text, integer('MAIL_RATE', 600, 1, 1_000_000), mistakes),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** The bundle is as deep in the tree as this file, so the paths work for both. */
function findPages(): string {
  const [inClone, inPackage] = ['../../console/dist', '../console'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ) as [string, string];
  return existsSync(inPackage) && !existsSync(inClone) ? inPackage : inClone;
}

/** Undefined if the value is not an http URL, or has a query or fragment. */
function parseHttpUrl(value: string): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isHttp && url.search === '' && url.hash === '' ? url : undefined;
}

/** With a custom endpoint, path style is the default: few S3-compatible stores have a host name per bucket. */
function readS3(text: (name: string) => string | undefined, mistakes: string[]): S3Settings | undefined {
  const bucket = text('S3_BUCKET');
  const endpoint = text('S3_ENDPOINT');
  const region = text('S3_REGION');
  const pathStyle = text('S3_FORCE_PATH_STYLE');
  const before = mistakes.length;
  if (bucket === undefined) {
    const dependent = { S3_ENDPOINT: endpoint, S3_REGION: region, S3_FORCE_PATH_STYLE: pathStyle };
    for (const [name, value] of Object.entries(dependent))
      if (value !== undefined) mistakes.push(`${name} is set, but no bucket is: set S3_BUCKET too.`);
    return undefined;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    mistakes.push('S3_BUCKET must be 3 to 63 lower-case letters, digits, dots and hyphens.');
  const url = endpoint === undefined ? undefined : parseHttpUrl(endpoint);
  if (endpoint !== undefined && (url === undefined || url.username !== '' || url.password !== ''))
    mistakes.push('S3_ENDPOINT must be an http or https URL without a query or credentials.');
  if (region !== undefined && !/^[\w-]{1,64}$/.test(region))
    mistakes.push('S3_REGION must be 1 to 64 letters, digits, hyphens and underscores.');
  if (pathStyle !== undefined && pathStyle !== 'true' && pathStyle !== 'false')
    mistakes.push('S3_FORCE_PATH_STYLE must be true or false.');
  const credentials = readAwsCredentials(text, mistakes);
  if (mistakes.length > before) return undefined;
  const forcePathStyle = pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true';
  return {
    bucket,
    endpoint,
    region: region ?? text('AWS_REGION') ?? 'us-east-1',
    forcePathStyle,
    credentials,
  };
}

/** Other programs use these variables too, so they are checked only if a bucket is set. */
function readAwsCredentials(
  text: (name: string) => string | undefined,
  mistakes: string[],
): S3Settings['credentials'] {
  const accessKeyId = text('AWS_ACCESS_KEY_ID');
  const secretAccessKey = text('AWS_SECRET_ACCESS_KEY');
  const sessionToken = text('AWS_SESSION_TOKEN');
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  if (accessKeyId !== undefined)
    mistakes.push('AWS_SECRET_ACCESS_KEY must be set beside the id of the access key.');
  if (secretAccessKey !== undefined)
    mistakes.push('AWS_ACCESS_KEY_ID must be set beside the secret of the access key.');
  return undefined;
}

/** Rejects query strings: they would set driver options, which we don't support. */
function isRedisUrl(value: string): boolean {
  if (!/^rediss?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(value);
  const isDecodable = [username, password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  return hostname !== '' && /^(\/\d{0,4})?$/.test(pathname) && search === '' && hash === '' && isDecodable;
}

/** Requires a database name: the driver would guess one otherwise. */
const isPostgresUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1;
};

/** An address or a network in CIDR notation, as the framework accepts. */
const isNetwork = (entry: string): boolean => {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  const maxBits = family === 6 ? 128 : 32;
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits))
  );
};
