// Checks that a webhook delivery was sent by the installation: its signature and its age, as Standard Webhooks
// defines them. Needs only Web Crypto. No error holds a secret or the expected signature.

import { EarshotWebhookError } from './errors.ts';
import type { EarshotEvent } from './types.ts';

/** The headers of a request: of Node.js, of `fetch`, or a plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyWebhookOptions {
  /** How far the timestamp may be from now, in seconds; 300. */
  toleranceSeconds?: number | undefined;
  /** Replaces the clock, for tests: milliseconds since 1970. */
  now?: (() => number) | undefined;
}

const defaultToleranceSeconds = 300;

/**
 * Returns the event if one of the secrets signed the body, and the timestamp is current. Otherwise rejects with an
 * `EarshotWebhookError`. `body` must be exactly what was received, not parsed and written again.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, now = Date.now }: VerifyWebhookOptions = {},
): Promise<EarshotEvent> {
  const secrets = (typeof secret === 'string' ? [secret] : secret).map(bytesOf);
  if (secrets.length === 0) throw new TypeError('verifyWebhook needs a secret.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  checkAge(timestamp, now(), toleranceSeconds);
  const signed = joined(`${id}.${timestamp}.`, body);
  const expected = await Promise.all(secrets.map((bytes) => signatureOf(bytes, signed)));
  // Every pair is compared, so the time tells nothing about which one matched.
  const matches = expected.flatMap((one) => signatures.map((other) => isSame(one, other)));
  if (!matches.includes(true))
    throw new EarshotWebhookError('WRONG_SIGNATURE', 'No signature was made with the secret.');
  return eventOf(body);
}

const secretPrefix = 'whsec_';

/** The key is what follows the prefix, in base64. */
function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  try {
    if (secret.startsWith(secretPrefix)) {
      const bytes = Uint8Array.from(atob(secret.slice(secretPrefix.length)), (char) => char.charCodeAt(0));
      if (bytes.length > 0) return bytes;
    }
  } catch {
    // Not base64: as wrong as another prefix.
  }
  throw new TypeError('A webhook secret must be "whsec_" and base64.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = hasGetter(headers) ? headers.get(name) : plainHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new EarshotWebhookError('MISSING_HEADER', `The header "${name}" is missing.`);
}

const hasGetter = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

/** Names of headers are case-insensitive; platforms differ in how they write them. */
function plainHeader(headers: Exclude<WebhookHeaders, { get(name: string): string | null }>, name: string) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function checkAge(timestamp: string, now: number, toleranceSeconds: number): void {
  const distance = /^\d{1,12}$/.test(timestamp) ? Math.abs(now / 1000 - Number(timestamp)) : Number.NaN;
  if (distance <= toleranceSeconds) return;
  throw new EarshotWebhookError('WRONG_TIMESTAMP', 'The timestamp is too old, or too far in the future.');
}

function joined(start: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const first = encoder.encode(start);
  const second = typeof body === 'string' ? encoder.encode(body) : body;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

async function signatureOf(
  secret: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return `v1,${btoa(String.fromCharCode(...bytes))}`;
}

/** Takes the same time wherever the two differ. */
function isSame(expected: string, given: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}

function eventOf(body: string | Uint8Array): EarshotEvent {
  try {
    const event: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    if (isEvent(event)) return event;
  } catch {
    // Not JSON: no event either.
  }
  throw new EarshotWebhookError('NOT_AN_EVENT', 'The body is signed, but it is not an event.');
}

/** Messages for chats are signed too, but have another form. */
const isEvent = (value: unknown): value is EarshotEvent =>
  typeof value === 'object' && value !== null && 'sequence' in value && 'type' in value && 'data' in value;
