// All error responses: the status and body of each failure. The only place that knows status codes.

import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Failure,
  type FailureCode,
  failureCodes,
  Overloaded,
  TransientFailure,
} from '../../domain/kernel/failure.ts';
import { helpOf } from './help-links.ts';

export const statusOf: Record<FailureCode, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};

/** The failure code of a status; null if it is not one of ours. */
export const codeOf = (status: number): FailureCode | null => codes.get(status) ?? null;

const codes = new Map(failureCodes.map((code) => [statusOf[code], code]));

/** Retry-After while a backing service is unavailable. */
const unavailableRetrySeconds = 2;
const maxShedRetrySeconds = 3;

/** Only BAD_REQUEST has details: they name invalid fields. */
export const errorBody = ({ code, message, details }: Failure) => ({
  error: { code, message, status: statusOf[code], ...(code === 'BAD_REQUEST' && details && { details }) },
});

/** `hint` is about the request alone: nothing tells which keys exist. */
export const invalidKey = (hint: string): Failure =>
  new Failure('UNAUTHORIZED', `Invalid API key.${hint === '' ? '' : ` ${hint}`}`);
/** `hint` follows the usual sentences. */
export const tooManyRequests = (hint = ''): Failure =>
  new Failure('RATE_LIMITED', `Too many requests. Please try again later.${hint === '' ? '' : ` ${hint}`}`);
export const noSuchEndpoint = (hint = ''): Failure =>
  new Failure('NOT_FOUND', `No such endpoint.${hint === '' ? '' : ` ${hint}`}`);

/** Names what came and what the endpoint takes. */
export function unsupportedBody({ headers, routeOptions: { schema } }: FastifyRequest): Failure {
  const { content = { 'application/json': {} } } = (schema?.body ?? {}) as { content?: object };
  const taken = `This endpoint takes ${Object.keys(content).join(' or ')}`;
  const [came = ''] = (headers['content-type'] ?? '').split(';', 1);
  return new Failure(
    'UNSUPPORTED_MEDIA_TYPE',
    came.trim() === ''
      ? `${taken}. The request has no Content-Type.`
      : `${taken}, not "${came.trim().slice(0, maxShownType)}".`,
  );
}

const maxShownType = 100;

export async function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const failure = toFailure(error, request);
  const status = statusOf[failure.code];
  const isDisconnected = request.caller?.signal?.aborted === true;
  // Shed load is reported in sum: a line for each request would be more load.
  const isReported = failure instanceof Overloaded || isDisconnected;
  if (status >= 500 && !isReported)
    request.log.error({ requestId: request.id, err: failure.cause ?? error }, 'request failed');
  if (failure.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Bearer');
  const retrySeconds = retrySecondsOf(failure);
  if (retrySeconds !== undefined) reply.header('retry-after', retrySeconds);
  // The route's serializer is for its success response.
  reply
    .serializer((body: unknown) => JSON.stringify(body))
    .code(status)
    .header('cache-control', 'no-store')
    .header('link', helpOf(failure.code))
    .type('application/json; charset=utf-8');
  await reply.send(errorBody(failure));
}

/** Retry-After of shed load: it differs by chance, so that clients don't return together. */
export const shedRetrySeconds = (): number => 1 + Math.floor(Math.random() * maxShedRetrySeconds);

function retrySecondsOf(failure: Failure): number | undefined {
  if (failure instanceof Overloaded) return shedRetrySeconds();
  if (failure.code === 'UNAVAILABLE') return unavailableRetrySeconds;
  return failure instanceof TransientFailure ? failure.retryAfterSeconds : undefined;
}

const frameworkFailures: Record<string, Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Failure('PAYLOAD_TOO_LARGE', 'The body is too large.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Failure(
    'BAD_REQUEST',
    'The body does not have its announced length.',
  ),
  FST_ERR_BAD_URL: new Failure('BAD_REQUEST', 'The path is not validly percent-encoded.'),
};

/**
 * Our own failures pass through, framework errors are translated, and anything else is a bug that reveals nothing.
 */
export function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? frameworkFailures[code] : undefined;
  if (known !== undefined) return known;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedBody(request);
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new Failure('BAD_REQUEST', 'The body ended too early.');
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Failure('BAD_REQUEST', 'The request is not valid HTTP.');
  }
  return new Failure('INTERNAL_ERROR', 'Something went wrong on our side.', undefined, error);
}

/** A complete HTTP response as text, for connections whose request could not be parsed. */
export function rawAnswer(failure: Failure, requestId: string): string {
  const status = statusOf[failure.code];
  const body = JSON.stringify(errorBody(failure));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Link: ${helpOf(failure.code)}`,
    ...(failure.code === 'UNAVAILABLE' ? [`Retry-After: ${unavailableRetrySeconds}`] : []),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
