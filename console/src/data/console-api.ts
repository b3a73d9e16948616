// Calls of the endpoints that only the console uses: accounts, keys, members, figures. Names, inputs and answers are
// generated from the server's declaration. Failures are those of the client.

import { EarshotConnectionError, EarshotError } from '@earshot/client';
import type { components, operations } from '../generated/openapi.ts';
import { routes } from '../generated/routes.ts';
import { pageHeaders } from './client.ts';

export type ConsoleShapes = components['schemas'];
type OperationId = keyof operations;
type ErrorBody = Partial<ConsoleShapes['ApiError']>;

type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;
type ResponsesOf<Op extends OperationId> = operations[Op]['responses'];

export type AnswerOf<Op extends OperationId> =
  Json<ResponsesOf<Op>[keyof ResponsesOf<Op>]> extends { data: infer Data } ? Data : never;

export type BodyOf<Op extends OperationId> = Json<operations[Op]['requestBody']>;

/** The path and query parameters that the operation declares, and no others. */
type ParametersOf<Op extends OperationId> = Pick<operations[Op]['parameters'], 'path' | 'query'>;

type InputOf<Op extends OperationId> = ParametersOf<Op> &
  ([BodyOf<Op>] extends [never] ? { body?: never } : { body: BodyOf<Op> }) & {
    signal?: AbortSignal | undefined;
    /** For a call in another workspace than the tab's. */
    headers?: Record<string, string>;
  };

interface Parameters {
  path?: Record<string, string> | undefined;
  query?: Record<string, string | number | boolean | undefined> | undefined;
}

interface AnyInput extends Parameters {
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** The method and the address of an operation. Parameters without a value are left out. */
function requestOf(op: OperationId, { path = {}, query = {} }: Parameters) {
  const [method = '', template = ''] = routes[op].split(' ');
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return { method, address: `/console/api${filled}${search === '' ? '' : `?${search}`}` };
}

/** For links: the address of an operation that a browser is sent to. */
export function addressOf<Op extends OperationId>(op: Op, parameters: ParametersOf<Op>): string;
export function addressOf(op: OperationId, parameters: Parameters): string {
  return requestOf(op, parameters).address;
}

export async function callConsole<Op extends OperationId>(op: Op, input: InputOf<Op>): Promise<AnswerOf<Op>>;
export async function callConsole(
  op: OperationId,
  { body, signal, headers: given = pageHeaders(), ...parameters }: AnyInput,
): Promise<unknown> {
  const { method, address } = requestOf(op, parameters);
  const headers = {
    ...given,
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new EarshotConnectionError('NETWORK', op, 'The server did not answer.', cause);
  }
  const answer: ErrorBody & { data?: unknown } = await response.json().catch(() => ({}));
  if (response.ok && answer.data !== undefined) return answer.data;
  throw failureOf(response, answer, op);
}

function failureOf(response: Response, { error }: ErrorBody, operation: string): EarshotError {
  const retryAfter = Number(response.headers.get('retry-after'));
  return new EarshotError({
    code: error?.code ?? 'UNEXPECTED_ANSWER',
    message: error?.message ?? `The server answered ${response.status}.`,
    status: response.status,
    operation,
    requestId: response.headers.get('x-request-id') ?? undefined,
    details: error?.details ?? [],
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : undefined,
    isReplayed: false,
  });
}
