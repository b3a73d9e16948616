// Sends requests to the built program over HTTP, like an application with a key.

import { toJson } from '../../src/http/kernel/json.ts';
import type { Asked } from './world.ts';

export interface Sent extends Asked {
  headers?: Record<string, string>;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export async function send(address: string, secret: string, asked: Sent): Promise<HttpAnswer> {
  const { method, path, body, form, headers = {} } = asked;
  const response = await fetch(`${address}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: toJson(body) }),
    ...(form !== undefined && { body: form }),
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Returns the data of a success; throws otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: the data of every operation, looked into by name.
export async function dataOf(address: string, secret: string, asked: Sent): Promise<any> {
  const { status, bytes } = await send(address, secret, asked);
  const text = bytes.toString();
  if (status >= 300) throw new Error(`${asked.method} ${asked.path} answered ${status}: ${text}`);
  return JSON.parse(text).data;
}
