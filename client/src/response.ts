// What a response says: an answer of the API, a refusal of it, or something that is neither.

import { type Answer, answerOf } from './answer.ts';
import { EarshotError, type ErrorCode, type FieldFault } from './errors.ts';

interface ErrorBody {
  code: ErrorCode;
  message: string;
  details?: FieldFault[];
}

export function read<T>(operation: string, response: Response, text: string): Answer<T> {
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
