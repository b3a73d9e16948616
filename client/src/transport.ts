// One call: its address, headers and body, sent until it is answered. A write carries the same idempotency key
// over all its attempts, so that it happens once.

import { pathOf, queryOf } from './address.ts';
import { type Answer, answerOf } from './answer.ts';
import { exchange } from './exchange.ts';
import { routes } from './generated/routes.ts';
import type { CallOptions, ConditionalOptions, EditOptions, Settings } from './options.ts';
import { type OpenBody, payloadOf, randomHex } from './payload.ts';
import { read } from './response.ts';
import { retrying } from './retries.ts';
import type { DataOf, OperationId } from './types.ts';
import type { FileInput } from './uploads.ts';

export interface Request {
  path?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  files?: readonly FileInput[] | undefined;
  /** Whether the answer is a file, which is handed over before it has arrived. */
  isDownload?: boolean | undefined;
  /** How long the server may wait before it answers; added to the time limit. */
  waitMs?: number | undefined;
}

export type AnyOptions = CallOptions & Partial<EditOptions> & Partial<ConditionalOptions>;

export type Send = <Op extends OperationId>(
  operation: Op,
  request: Request,
  options?: AnyOptions,
) => Promise<Answer<DataOf<Op>>>;

const defaultTimeoutMs = 30_000;
const uploadTimeoutMs = 10 * 60_000;

export const transport =
  (settings: Settings): Send =>
  async <Op extends OperationId>(operation: Op, request: Request, options: AnyOptions = {}) => {
    const [method = '', template = ''] = routes[operation].split(' ');
    const address = settings.baseUrl + pathOf(template, request.path) + queryOf(request.query);
    const ownHeaders = headersOf(method, options);
    const payload = await payloadOf(request.body, request.files);
    const { fetch, timeoutMs: usualTimeoutMs = request.files?.length ? uploadTimeoutMs : defaultTimeoutMs } =
      settings;
    const { signal, timeoutMs: givenTimeoutMs = usualTimeoutMs } = options;
    const timeoutMs = givenTimeoutMs === 0 ? 0 : givenTimeoutMs + (request.waitMs ?? 0);
    return retrying(settings, options, { payload, isKeyed: ownHeaders.has('idempotency-key') }, async () => {
      const headers = await settings.headers();
      ownHeaders.forEach((value, name) => {
        headers.set(name, value);
      });
      const body = payload.open();
      try {
        const init = initOf(settings, method, headers, body);
        const { isDownload = false } = request;
        const sent = { fetch, operation, address, init, timeoutMs, signal, isDownload };
        const { response, text } = await exchange(sent);
        // The type of a download's data is the response.
        if (text === undefined) return answerOf(response, { data: response as DataOf<Op> });
        return read<DataOf<Op>>(operation, response, text);
      } finally {
        body.close?.();
      }
    });
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
  { body, contentType, hasFiles, isStream }: OpenBody,
): RequestInit {
  if (contentType !== undefined) headers.set('content-type', contentType);
  return {
    method,
    headers,
    // Followed blindly, a write would become a read, and a key could go elsewhere.
    redirect: 'manual',
    ...(hasFiles && withoutCopy()),
    ...(body !== undefined && { body }),
    ...(isStream && { duplex: 'half' }),
    ...(credentials !== undefined && { credentials }),
  };
}

/**
 * A fetch by the book keeps a copy of the body for a redirect, file by file in memory, unless it knows that none
 * will be followed and no window will ask. Where the edge refuses to know that, it keeps no copy either.
 */
function withoutCopy(): RequestInit {
  const init: RequestInit = { redirect: 'error', window: null };
  try {
    new Request('http://localhost', init);
    return init;
  } catch {
    return {};
  }
}
