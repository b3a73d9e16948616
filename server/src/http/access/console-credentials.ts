// The cookies of the console. A session cookie is accepted only together with a header that pages of other origins
// cannot send, as protection against cross-site request forgery.

import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownDeviceLastsMs } from '../../domain/team/known-device.ts';
import { sessionLastsMs } from '../../domain/team/session.ts';

export interface ConsoleCookies {
  /** The session token of the browser, even if the request does not come from the console. */
  tokenOf(request: FastifyRequest): string | undefined;
  /** Whether the request comes from a console page, according to the headers set by the browser. */
  isFromConsole(request: FastifyRequest): boolean;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
  /** The token of the browser, independent of the account (`domain/team/known-device`). */
  deviceOf(request: FastifyRequest): string | undefined;
  setDevice(reply: FastifyReply, token: string): void;
  /** Sets a short-lived cookie. */
  setPassing(reply: FastifyReply, name: string, value: string): void;
  passingOf(request: FastifyRequest, name: string): string | undefined;
  clearPassing(reply: FastifyReply, name: string): void;
}

export const consoleHeader = 'x-earshot-console';
export const workspaceHeader = 'x-earshot-workspace';

const passingSeconds = 600;

/** Localhost does not count as plain: browsers accept secure cookies from it without TLS. */
export function isPlain(publicUrl: string): boolean {
  if (!publicUrl.startsWith('http:')) return false;
  const { hostname } = new URL(publicUrl);
  return !/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

export function consoleCookies(publicUrl: () => string): ConsoleCookies {
  const nameOf = (suffix = '') => `${isPlain(publicUrl()) ? '' : '__Host-'}earshot${suffix}`;
  const write = (reply: FastifyReply, name: string, value: string, maxAge: number): void => {
    const secure = !isPlain(publicUrl());
    reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
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

/** The public origin, or the host that the request was sent to. */
function isOwnOrigin(origin: string, { headers }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, origin: given } = new URL(origin);
  if (URL.canParse(publicUrl) && new URL(publicUrl).origin === given) return true;
  return headers.host !== undefined && headers.host.toLowerCase() === host;
}

/** Parsed here instead of in the plugin's hook, because requests refused by Node or Fastify run no hooks. */
export const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined =>
  fastifyCookie.parse(headers.cookie ?? '')[name];
