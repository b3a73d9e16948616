// The way to S3: the client, loaded when it is first used, how long it waits, and what its errors mean. Whatever
// goes wrong on the way is told within five seconds, as a failure that a caller may read and without a secret.

import type { Readable } from 'node:stream';
import type { HeadBucketCommand, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { unavailable } from './unavailable.ts';

export interface S3Settings {
  bucket: string;
  /** Of another store than Amazon's. */
  endpoint: string | undefined;
  region: string;
  forcePathStyle: boolean;
  /** Without them the client looks where the machine keeps its role or profile. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
}

export interface S3Connection {
  client: S3Client;
  sdk: typeof import('@aws-sdk/client-s3');
  Upload: typeof import('@aws-sdk/lib-storage').Upload;
}

const connectWithinMs = 1_000;
/** Without a byte in either direction. */
const silentForMs = 2_500;
/** One request, however steadily its bytes flow; the largest carries one part. */
const requestWithinMs = 60_000;
/** Past this an attempt that failed is the last one: with the two above it makes less than five seconds. */
const retryWithinMs = 1_000;
const maxRetries = 2;
const retryAfterMs = 100;
/** Who finds nobody there says so to all that follow, for a moment: a queue of waiting requests helps nobody. */
const awayForMs = 1_000;

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
      connectionTimeout: connectWithinMs,
      socketTimeout: silentForMs,
      requestTimeout: requestWithinMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    retryStrategy: quickRetries(),
    streamCollector: collectShort,
    // Bodies are signed whole; checksums beyond that are not known to every store.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    followRegionRedirects: true,
  });
  guard(client, settings);
  return { client, sdk, Upload };
}

/** What is read whole: lists and errors, not files. A page of a list has 1,000 names of some 200 bytes. */
const maxCollectedBytes = 2 * 1024 * 1024;
const collectWithinMs = 4_000;

async function collectShort(body: Readable): Promise<Uint8Array> {
  const giveUp = () => body.destroy(new Error(`S3 took more than ${collectWithinMs} ms to send its answer.`));
  const impatience = setTimeout(giveUp, collectWithinMs);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > maxCollectedBytes) throw new Error(`S3 answered with more than ${maxCollectedBytes} bytes.`);
      pieces.push(piece);
    }
  } finally {
    clearTimeout(impatience);
  }
  return Buffer.concat(pieces);
}

/** Every command, of the uploads too, passes here. */
function guard(client: S3Client, settings: S3Settings): void {
  let awayUntil = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      if (performance.now() < awayUntil)
        throw unavailable(new S3Error('Away', undefined, 'It was away a moment ago.'));
      try {
        return await next(args);
      } catch (error) {
        const told = plainly(error, settings);
        if (told.status === undefined) awayUntil = performance.now() + awayForMs;
        throw unavailable(told);
      }
    },
    { step: 'initialize', priority: 'high', name: 'earshotGuard' },
  );
}

/** What went wrong, in a line that may be logged. */
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

/** Whatever S3 says, it cannot serve now, unless what it says is an answer to the one who asked: these are. */
const causeOf = (error: unknown): S3Error | undefined =>
  error instanceof Error && error.cause instanceof S3Error ? error.cause : undefined;
export const isAbsence = (error: unknown): boolean => {
  const { status, reason } = causeOf(error) ?? {};
  return status === 404 && reason !== 'NoSuchBucket';
};
/** Not every store has every operation. */
export const isUnknownOperation = (error: unknown): boolean =>
  [405, 501].includes(causeOf(error)?.status ?? 0);

/** Undefined in place of an error that is an answer. */
export async function unless<T>(
  isAnswer: (error: unknown) => boolean,
  asking: Promise<T>,
): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isAnswer(error)) return undefined;
    throw error;
  }
}

/** What time it is at the store, which its answer to anything says. */
export async function timeOfAnswer(
  client: S3Client,
  question: HeadBucketCommand,
): Promise<number | undefined> {
  let date: string | undefined;
  question.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      date = (answer.response as { headers?: Record<string, string> }).headers?.date;
      return answer;
    },
    { step: 'deserialize', name: 'earshotTime' },
  );
  await client.send(question);
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Undefined when there was no answer. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

/** Of what a store says, which may be anything, so much is logged. */
const maxSaid = 500;

/** The client's own error carries the whole response, and some stores repeat the key that was sent. */
function plainly(error: unknown, { credentials }: S3Settings): S3Error {
  const { name, code, message = '' } = (error ?? {}) as { name?: string; code?: string; message?: string };
  const status = statusOf(error);
  const reason = code ?? name ?? 'Error';
  let text = [message.includes(reason) ? undefined : reason, status, message].filter(Boolean).join(' ');
  for (const secret of Object.values(credentials ?? {})) text = text.replaceAll(secret, '…');
  return new S3Error(reason.slice(0, maxSaid), status, text.slice(0, maxSaid));
}

type RetryStrategy = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { recordSuccess: unknown }>;
type RetryToken = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>;

/** Tries again what failed quickly: a connection that was closed meanwhile, a hiccup. Never after a long wait. */
function quickRetries(): RetryStrategy {
  const startedAt = new WeakMap<RetryToken, number>();
  const token = (retries: number, since: number): RetryToken => {
    const made = { getRetryCount: () => retries, getRetryDelay: () => retries * retryAfterMs };
    startedAt.set(made, since);
    return made;
  };
  return {
    acquireInitialRetryToken: async () => token(0, performance.now()),
    async refreshRetryTokenForRetry(last, { errorType, error }) {
      const since = startedAt.get(last) ?? 0;
      const retries = last.getRetryCount() + 1;
      const isLate = performance.now() - since > retryWithinMs;
      const isFinal = errorType === 'CLIENT_ERROR' || statusOf(error) === 501;
      if (isFinal || isLate || retries > maxRetries) throw new Error('No retry.');
      return token(retries, since);
    },
    recordSuccess: () => undefined,
  };
}
