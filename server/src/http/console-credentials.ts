// How a person's browser says who it is: a cookie, which counts only together with a header that no page of another
// origin can send (the defense against forged requests).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownDeviceLastsMs } from '../domain/known-device.ts';
import { sessionLastsMs } from '../domain/session.ts';

export interface ConsoleCookies {
  /** The token of the session that the browser holds, whoever sends the request. */
  tokenOf(request: FastifyRequest): string | undefined;
  /** Whether a page of ours sends this, as far as the browser tells. */
  isFromConsole(request: FastifyRequest): boolean;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
  /** What the browser is known by, whoever is signed in (`domain/known-device`). */
  deviceOf(request: FastifyRequest): string | undefined;
  setDevice(reply: FastifyReply, token: string): void;
  /** A cookie beside it that lives for minutes. */
  setPassing(reply: FastifyReply, name: string, value: string): void;
  passingOf(request: FastifyRequest, name: string): string | undefined;
  clearPassing(reply: FastifyReply, name: string): void;
}

export const consoleHeader = 'x-earshot-console';
export const workspaceHeader = 'x-earshot-workspace';

const passingSeconds = 600;

/** Browsers keep secure cookies of this very machine without TLS too. */
export function isPlain(publicUrl: string): boolean {
  if (!publicUrl.startsWith('http:')) return false;
  const { hostname } = new URL(publicUrl);
  return !/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

export function consoleCookies(publicUrl: () => string): ConsoleCookies {
  const nameOf = (suffix = '') => `${isPlain(publicUrl()) ? '' : '__Host-'}earshot${suffix}`;
  const attributes = () => `Path=/; HttpOnly; SameSite=Lax${isPlain(publicUrl()) ? '' : '; Secure'}`;
  const write = (reply: FastifyReply, name: string, value: string, seconds: number): void => {
    const before = reply.getHeader('set-cookie') ?? [];
    const cookie = `${name}=${value}; Max-Age=${seconds}; ${attributes()}`;
    reply.removeHeader('set-cookie');
    for (const line of [before, cookie].flat()) reply.header('set-cookie', line);
  };
  return {
    tokenOf: (request) => cookieOf(request, nameOf()),
    isFromConsole(request) {
      const { [consoleHeader]: header, 'sec-fetch-site': site, origin } = request.headers;
      if (header !== '1' || (site !== undefined && site !== 'same-origin')) return false;
      return origin === undefined || isOwnOrigin(origin, request, publicUrl());
    },
    set: (reply, token) => write(reply, nameOf(), token, sessionLastsMs / 1000),
    clear: (reply) => write(reply, nameOf(), '', 0),
    deviceOf: (request) => cookieOf(request, nameOf('-device')),
    setDevice: (reply, token) => write(reply, nameOf('-device'), token, knownDeviceLastsMs / 1000),
    setPassing: (reply, name, value) => write(reply, nameOf(`-${name}`), value, passingSeconds),
    passingOf: (request, name) => cookieOf(request, nameOf(`-${name}`)),
    clearPassing: (reply, name) => write(reply, nameOf(`-${name}`), '', 0),
  };
}

/** The public origin, or whatever host the request itself was sent to. */
function isOwnOrigin(origin: string, { headers }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, origin: given } = new URL(origin);
  if (URL.canParse(publicUrl) && new URL(publicUrl).origin === given) return true;
  return headers.host !== undefined && headers.host.toLowerCase() === host;
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
