// One call of the endpoints that only these pages use: accounts, keys, members, figures. Fails like the client does.

import { EarshotConnectionError, EarshotError } from '@earshot/client';
import { pageHeaders } from './client.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface ErrorBody {
  error?: { code?: string; message?: string; details?: { field: string; message: string }[] };
}

export async function callConsole<T>(
  method: Method,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const operation = `${method} ${path}`;
  const headers = {
    ...pageHeaders(),
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(`/console/api${path}`, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new EarshotConnectionError('NETWORK', operation, 'The server did not answer.', cause);
  }
  const answer = (await response.json().catch(() => ({}))) as ErrorBody & { data?: T };
  if (response.ok && answer.data !== undefined) return answer.data;
  throw failureOf(response, answer, operation);
}

function failureOf(response: Response, { error }: ErrorBody, operation: string): EarshotError {
  const retryAfter = Number(response.headers.get('retry-after'));
  return new EarshotError({
    code: (error?.code ?? 'UNEXPECTED_ANSWER') as EarshotError['code'],
    message: error?.message ?? `The server answered ${response.status}.`,
    status: response.status,
    operation,
    requestId: response.headers.get('x-request-id') ?? undefined,
    details: error?.details ?? [],
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : undefined,
    isReplayed: false,
  });
}
