// Calls the API like an application, and checks every response against the OpenAPI document.

import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { checkAgainstOpenapi } from './documents/openapi.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
  text: string;
}

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data. */
  form?: FormData;
  /** Sent unchanged, with the content type in `headers`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

export interface CallerClient {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
}

/** Paths are relative to /v1, as in the specification. Without a secret, calls carry no key. */
export function callerClient(app: FastifyInstance, secret?: string): CallerClient {
  const call = async (method: string, path: string, { body, form, raw, headers = {} }: CallOptions = {}) => {
    const encoded = form === undefined ? undefined : new Response(form);
    const response = await app.inject({
      method: method as 'GET',
      url: `/v1${path}`,
      headers: {
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        ...(encoded !== undefined && { 'content-type': encoded.headers.get('content-type') ?? '' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...(encoded !== undefined && { payload: Buffer.from(await encoded.arrayBuffer()) }),
      ...(raw !== undefined && { payload: raw }),
    });
    const text = response.payload;
    const answer: Answer = {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body:
        text === '' || response.headers['content-type'] === 'application/zip' ? undefined : JSON.parse(text),
      text,
    };
    expect(answer.headers['x-request-id'], 'every answer names its request').toMatch(
      /^[A-Za-z0-9._-]{1,128}$/,
    );
    checkAgainstOpenapi(app, method, path, answer);
    return answer;
  };
  return {
    call,
    get: (path, headers) => call('GET', path, headers === undefined ? {} : { headers }),
    post: (path, body) => call('POST', path, { body: body ?? {} }),
    patch: (path, body) => call('PATCH', path, { body: body ?? {} }),
    delete: (path, body) => call('DELETE', path, body === undefined ? {} : { body }),
  };
}
