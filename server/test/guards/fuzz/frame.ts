// One request of the fuzzer: its source, common headers and bytes.

import type { ApiOperation } from '../document.ts';
import type { Random } from '../random.ts';
import type { SiteThings } from '../site-forms.ts';
import type { World } from '../world.ts';

export interface FuzzRequest {
  method: string;
  target: string;
  headers: [string, string][];
  body: Buffer;
  /** Not a complete request: sent unchanged; the connection may close without a response. */
  raw?: Buffer;
  /** The operation's path below /v1 for checking the response; undefined to check only the frame. */
  judgedAs?: string;
}

export interface FuzzSurroundings {
  operations: readonly ApiOperation[];
  random: Random;
  world: World;
  /** What someone who is signed in to the public site sends, and what their forms are about. */
  visitorHeaders: Record<string, string>;
  things: SiteThings;
  secrets: readonly string[];
  nonce: string;
}

export function fuzzHeaders({ random, secrets, nonce }: FuzzSurroundings): [string, string][] {
  const key = random.once(25)
    ? random.pick(['sk_live_', 'sk_live_es_x', 'nonsense', ''])
    : random.pick(secrets);
  const headers: [string, string][] = [['authorization', `Bearer ${key}`]];
  const some: [string, () => string][] = [
    ['idempotency-key', () => random.pick([nonce, 'again', '', 'k'.repeat(256), 'a b'])],
    ['if-match', () => random.pick(['*', '"1"', 'W/"1"', '"', 'x,y', '""'])],
    ['if-none-match', () => random.pick(['*', '"x"', 'W/"x"', ','])],
    ['prefer', () => random.pick(['handling=strict', 'handling', '=', 'a;b;c'])],
    ['x-request-id', () => random.pick(['mine', 'x'.repeat(129), '<x>', ''])],
    ['accept', () => random.pick(['*/*', 'text/html', ';;;', 'application/json;q=x'])],
    ['accept-encoding', () => random.pick(['gzip', 'br;q=1', 'identity;q=0', '*'])],
    ['content-encoding', () => random.pick(['gzip', 'identity', 'x'])],
    ['range', () => random.pick(['bytes=0-1', 'bytes=-1', 'bytes=9-1', 'x'])],
    ['expect', () => random.pick(['100-continue', 'x'])],
    ['x-forwarded-for', () => random.pick(['1.2.3.4', 'x', '::1, 2'])],
    ['cookie', () => random.pick(['a=b', '__Host-earshot=x', '=', ';'])],
    ['x-api-key', () => random.pick([...secrets, 'x'])],
  ];
  for (const [name, value] of some) if (random.once(15)) headers.push([name, value()]);
  return headers;
}

/** The bytes to send. */
export function bytesOf({ method, target, headers, body, raw }: FuzzRequest): Buffer {
  if (raw !== undefined) return raw;
  const needsLength = body.length > 0 || !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'host: fuzz',
    'connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  if (needsLength) lines.push(`content-length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}
