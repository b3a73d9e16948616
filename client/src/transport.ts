// One call, however many attempts it takes: address, headers, body, time limit, what to try again and when.
// A write carries the same idempotency key over all its attempts, so that it happens once.

import { pathOf, queryOf } from './address.ts';
import { type Answer, answerOf } from './answer.ts';
import { EarshotConnectionError, EarshotError, type ErrorCode, type FieldFault } from './errors.ts';
import { routes } from './generated/routes.ts';
import type { CallOptions, ConditionalOptions, EditOptions, Settings } from './options.ts';
import { type OpenBody, payloadOf, randomHex } from './payload.ts';
import type { DataOf, OperationId } from './types.ts';
import type { FileInput } from './uploads.ts';

export interface Request {
  path?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  files?: readonly FileInput[] | undefined;
}

export type AnyOptions = CallOptions & Partial<EditOptions> & Partial<ConditionalOptions>;

export type Send = <Op extends OperationId>(
  operation: Op,
  request: Request,
  options?: AnyOptions,
) => Promise<Answer<DataOf<Op>>>;

const defaultTimeoutMs = 30_000;
const uploadTimeoutMs = 10 * 60_000;
const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** A window of the rate limit is a minute. Who is asked to wait for longer than this should hear of it. */
const longestAskedWaitMs = 90_000;
/** Above it, timers fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export const transport =
  (settings: Settings): Send =>
  async (operation, { path, query, body, files }, options = {}) => {
    const [method = '', template = ''] = routes[operation].split(' ');
    const address = settings.baseUrl + pathOf(template, path) + queryOf(query);
    const payload = await payloadOf(body, files);
    const own = headersOf(method, options);
    const attemptOnce = async () => {
      const headers = await settings.headers();
      own.forEach((value, name) => {
        headers.set(name, value);
      });
      const timeoutMs =
        options.timeoutMs ?? (files?.length ? uploadTimeoutMs : (settings.timeoutMs ?? defaultTimeoutMs));
      const body = payload.open();
      try {
        const init = initOf(settings, method, headers, body);
        const { response, text } = await exchange(
          settings,
          operation,
          address,
          init,
          timeoutMs,
          options.signal,
        );
        return read<DataOf<typeof operation>>(operation, response, text);
      } finally {
        body.close?.();
      }
    };
    const maxRetries = options.maxRetries ?? settings.maxRetries;
    for (let attempt = 0; ; attempt += 1) {
      options.signal?.throwIfAborted();
      try {
        return await attemptOnce();
      } catch (error) {
        const fault = payload.sourceFault();
        if (fault !== undefined) throw fault.error;
        const waitMs = attempt < maxRetries ? waitBefore(error, attempt, settings.random) : undefined;
        if (waitMs === undefined) throw error;
        if (!payload.canRepeat()) throw onlyOnce(error);
        await settings.sleep(waitMs, options.signal);
      }
    }
  };

function headersOf(method: string, { idempotencyKey, ifMatch, ifNoneMatch, requestId }: AnyOptions): Headers {
  const headers = new Headers();
  if (method !== 'GET') headers.set('idempotency-key', idempotencyKey ?? randomHex());
  if (ifMatch !== undefined) headers.set('if-match', typeof ifMatch === 'number' ? `"v${ifMatch}"` : ifMatch);
  if (ifNoneMatch !== undefined) headers.set('if-none-match', ifNoneMatch);
  if (requestId !== undefined) headers.set('x-request-id', requestId);
  return headers;
}

/** Members that not every runtime takes are there only when they are needed. */
function initOf(
  { credentials }: Settings,
  method: string,
  headers: Headers,
  { body, contentType, isStream }: OpenBody,
): RequestInit {
  if (contentType !== undefined) headers.set('content-type', contentType);
  return {
    method,
    headers,
    // Followed blindly, a write would become a read, and a key could go elsewhere.
    redirect: 'manual',
    ...(body !== undefined && { body }),
    ...(isStream && { duplex: 'half' }),
    ...(credentials !== undefined && { credentials }),
  };
}

/** One request and its whole answer, within the time limit. */
async function exchange(
  { fetch }: Settings,
  operation: string,
  address: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  const stop = new AbortController();
  const forward = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', forward, { once: true });
  let isLate = false;
  const expire = () => {
    isLate = true;
    stop.abort();
  };
  const timer = timeoutMs > 0 && timeoutMs <= longestTimerMs ? setTimeout(expire, timeoutMs) : undefined;
  try {
    const response = await fetch(address, { ...init, signal: stop.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    if (isLate) {
      throw new EarshotConnectionError('TIMEOUT', operation, `No answer within ${timeoutMs} ms.`, cause);
    }
    throw new EarshotConnectionError(
      'NETWORK',
      operation,
      'The connection failed before the answer was complete.',
      cause,
    );
  } finally {
    signal?.removeEventListener('abort', forward);
    clearTimeout(timer);
  }
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  details?: FieldFault[];
}

function read<T>(operation: string, response: Response, text: string): Answer<T> {
  const { status, headers } = response;
  if (status === 304) return answerOf<T>(response, {});
  const body = parsed(text) as { data?: T; test?: boolean; error?: ErrorBody } | undefined;
  if (response.ok && body?.data !== undefined) return answerOf(response, body);
  const common = {
    status,
    operation,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    isReplayed: headers.get('idempotent-replayed') === 'true',
  };
  if (typeof body?.error?.code === 'string') {
    const { code, message, details = [] } = body.error;
    throw new EarshotError({ ...common, code, message, details });
  }
  const target = headers.get('location');
  const message =
    target === null
      ? `The answer (status ${status}) is not one of the Earshot API; is "baseUrl" right?`
      : `The server redirects to ${target}; set "baseUrl" to where it is reached.`;
  throw new EarshotError({ ...common, code: 'UNEXPECTED_ANSWER', message, details: [] });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    // Not JSON, so not of the API: the caller hears of that.
    return undefined;
  }
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** How long to wait before the next attempt; undefined when another one would not help. */
function waitBefore(error: unknown, attempt: number, random: () => number): number | undefined {
  if (error instanceof EarshotError) {
    if (!isPassing(error, attempt)) return undefined;
    const asked = error.retryAfterMs;
    // A little apart, so that everybody who was told the same does not come back at once.
    if (asked !== undefined) return asked > longestAskedWaitMs ? undefined : asked + random() * firstWaitMs;
  } else if (!(error instanceof EarshotConnectionError)) return undefined;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** attempt) * (0.5 + random() / 2);
}

/**
 * A conflict after the first attempt may be with that very attempt, which the server still works on. A conflict
 * of another kind is kept by the server, and so comes back as a replay: then it is final.
 */
const isPassing = ({ status, isReplayed }: EarshotError, attempt: number): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && attempt > 0 && !isReplayed);

function onlyOnce(error: unknown): unknown {
  const advice =
    'Not tried again: a stream can be read once only; give a function that opens it, a Blob or a path.';
  if (error instanceof Error) error.message += ` ${advice}`;
  return error;
}
