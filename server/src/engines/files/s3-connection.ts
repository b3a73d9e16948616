// The S3 client: loaded on first use, with timeouts, retries and error mapping. Every connection problem surfaces
// within five seconds as a readable failure without secrets.

import type { Readable } from 'node:stream';
import type { HeadBucketCommand, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { unavailable } from './unavailable.ts';

export interface S3Settings {
  bucket: string;
  /** For S3-compatible stores other than Amazon's. */
  endpoint: string | undefined;
  region: string;
  forcePathStyle: boolean;
  /** Without them, the client uses the machine's role or profile. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
}

export interface S3Connection {
  client: S3Client;
  sdk: typeof import('@aws-sdk/client-s3');
  Upload: typeof import('@aws-sdk/lib-storage').Upload;
}

const connectTimeoutMs = 1_000;
/** No bytes in either direction. */
const idleTimeoutMs = 2_500;
/** For a whole request, even while bytes flow; the largest request uploads one part. */
const requestTimeoutMs = 60_000;
/** No retries after this: with the timeouts above, failures take less than five seconds. */
const retryWindowMs = 1_000;
const maxRetries = 2;
const retryAfterMs = 100;
/** Circuit breaker: after a failed connection, requests fail immediately for this long instead of queuing. */
const openCircuitMs = 1_000;

export async function connectS3(settings: S3Settings): Promise<S3Connection> {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { endpoint, region, forcePathStyle, credentials } = settings;
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const client = new sdk.S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    retryStrategy: quickRetries(),
    streamCollector: collectShort,
    // Bodies are signed; not every store supports additional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    followRegionRedirects: true,
  });
  guard(client, settings);
  return { client, sdk, Upload };
}

/** For responses read into memory (lists and errors, not files). A list page has 1,000 names of about 200 bytes. */
const maxCollectedBytes = 2 * 1024 * 1024;
const collectTimeoutMs = 4_000;

async function collectShort(body: Readable): Promise<Uint8Array> {
  const abort = () =>
    body.destroy(new Error(`S3 took more than ${collectTimeoutMs} ms to send its response.`));
  const timer = setTimeout(abort, collectTimeoutMs);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxCollectedBytes) throw new Error(`S3 sent more than ${maxCollectedBytes} bytes.`);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** Every command passes through here, including those of uploads. */
function guard(client: S3Client, settings: S3Settings): void {
  let circuitOpenUntil = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      if (performance.now() < circuitOpenUntil)
        throw unavailable(new S3Error('Unreachable', undefined, 'S3 was unreachable a moment ago.'));
      try {
        return await next(args);
      } catch (error) {
        const failure = toS3Error(error, settings);
        if (failure.status === undefined) circuitOpenUntil = performance.now() + openCircuitMs;
        throw unavailable(failure);
      }
    },
    { step: 'initialize', priority: 'high', name: 'earshotGuard' },
  );
}

/** An error that is safe to log. */
class S3Error extends Error {
  /** Undefined when there was no answer. */
  readonly status: number | undefined;
  readonly reason: string;

  constructor(reason: string, status: number | undefined, message: string) {
    super(message);
    this.name = 'S3Error';
    this.reason = reason;
    this.status = status;
  }
}

const s3ErrorOf = (error: unknown): S3Error | undefined =>
  error instanceof Error && error.cause instanceof S3Error ? error.cause : undefined;
export const isNotFound = (error: unknown): boolean => {
  const { status, reason } = s3ErrorOf(error) ?? {};
  return status === 404 && reason !== 'NoSuchBucket';
};
/** Not every store implements every operation. */
export const isUnsupported = (error: unknown): boolean => [405, 501].includes(s3ErrorOf(error)?.status ?? 0);

/** Every store names what it has stored. */
export function requireETag(stored: { ETag?: string | undefined } | undefined): void {
  if (stored?.ETag === undefined)
    throw unavailable(new S3Error('NotStored', undefined, 'S3 did not confirm that it stored the file.'));
}

/** Turns expected errors, such as "not found", into undefined. */
export async function undefinedIf<T>(
  isExpected: (error: unknown) => boolean,
  request: Promise<T>,
): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}

/** The store's clock, from the Date header of its response. */
export async function serverTimeOf(
  client: S3Client,
  command: HeadBucketCommand,
): Promise<number | undefined> {
  let date: string | undefined;
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      date = (result.response as { headers?: Record<string, string> }).headers?.date;
      return result;
    },
    { step: 'deserialize', name: 'earshotTime' },
  );
  await client.send(command);
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Undefined when there was no answer. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

/** Limits what the log takes over from a store's error. */
const maxLoggedChars = 500;

/** The SDK's errors hold the whole response, and some stores echo the access key. */
function toS3Error(error: unknown, { credentials }: S3Settings): S3Error {
  const { name, code, message = '' } = (error ?? {}) as { name?: string; code?: string; message?: string };
  const status = statusOf(error);
  const reason = code ?? name ?? 'Error';
  let text = [message.includes(reason) ? undefined : reason, status, message].filter(Boolean).join(' ');
  for (const secret of Object.values(credentials ?? {})) text = text.replaceAll(secret, '…');
  return new S3Error(reason.slice(0, maxLoggedChars), status, text.slice(0, maxLoggedChars));
}

type RetryStrategy = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { recordSuccess: unknown }>;
type RetryToken = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>;

/** Retries what failed fast, such as a connection closed in the meantime. Never after a long wait. */
function quickRetries(): RetryStrategy {
  const startedAt = new WeakMap<RetryToken, number>();
  const token = (retries: number, since: number): RetryToken => {
    const created = { getRetryCount: () => retries, getRetryDelay: () => retries * retryAfterMs };
    startedAt.set(created, since);
    return created;
  };
  return {
    acquireInitialRetryToken: async () => token(0, performance.now()),
    async refreshRetryTokenForRetry(last, { errorType, error }) {
      const since = startedAt.get(last) ?? 0;
      const retries = last.getRetryCount() + 1;
      const isLate = performance.now() - since > retryWindowMs;
      const isFinal = errorType === 'CLIENT_ERROR' || statusOf(error) === 501;
      if (isFinal || isLate || retries > maxRetries) throw new Error('No retry.');
      return token(retries, since);
    },
    recordSuccess: () => undefined,
  };
}
