// Authentication and rate limiting: resolves an API key or a console session to a caller, and takes one request
// from the caller's limit.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Allowance, RequestClass } from '../app/kernel/access.ts';
import type { Caller } from '../app/kernel/change.ts';
import type { Visitors } from '../app/kernel/visitors.ts';
import type { Sessions, SignedIn } from '../app/team/sessions.ts';
import type { Wiring } from '../app/wiring.ts';
import { type ApiKey, isMeantAsKey, type KeyMode } from '../domain/api-key.ts';
import type { Actor } from '../domain/event.ts';
import { clientAddress } from './address.ts';
import type { Batches } from './batching.ts';
import { disconnectSignal } from './client-disconnect.ts';
import { type ConsoleCookies, workspaceHeader } from './console-credentials.ts';
import { invalidKey, tooManyRequests } from './failures.ts';
import { expectedVersions } from './freshness.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** The workspace's revision when the request arrived. */
    revision: number;
    /** Undefined for a console session. */
    apiKey: ApiKey | undefined;
    wiring: Wiring;
    isPartOfBatch: boolean;
    /** Takes more requests from the rate limit, for a request that counts as several. */
    admitMore(requests: number): Promise<void>;
    /** Writes per minute allowed for the caller; 0 for no limit. */
    writeLimit: number;
  }
}

export interface AdmissionDeps {
  access: Access;
  wirings: Record<KeyMode, Wiring>;
  batches: Batches;
  sessions: Sessions;
  cookies: ConsoleCookies;
}

export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function admission(deps: AdmissionDeps): Admit {
  const { access, wirings, batches, sessions, cookies } = deps;

  const take = async (reply: FastifyReply, actor: Actor, requestClass: RequestClass, requests: number) => {
    const allowance = await access.admit(actor, requestClass, requests);
    if (allowance === undefined) return;
    reply.header('x-ratelimit-limit', allowance.limit);
    reply.header('x-ratelimit-remaining', allowance.remaining);
    reply.header('x-ratelimit-reset', Math.ceil(allowance.resetAt / 1000));
    if (allowance.allowed) return;
    retryAfter(reply, allowance);
    throw tooManyRequests();
  };

  const callerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const secret = secretOf(request.headers);
    // An API key wins over the session of the browser that sends it.
    if (secret === undefined && cookies.isFromConsole(request)) {
      const signedIn = await sessions.find(cookies.tokenOf(request), namedWorkspace(request));
      if (signedIn !== undefined) {
        request.revision = signedIn.revision;
        return personOf(signedIn, request);
      }
    }
    const found = await access.identify(secret, clientAddress(request));
    if (found.kind === 'too-many-failures') {
      retryAfter(reply, found.allowance);
      throw tooManyRequests();
    }
    if (found.kind === 'unknown') throw invalidKey();
    // Set before the limit is checked: a rejected request is recorded under its key too.
    request.apiKey = found.key;
    request.revision = found.revision;
    return keyCallerOf(found.key, request);
  };

  return async (request, reply) => {
    const batchPart = batches.find(request.headers);
    if (batchPart !== undefined) return void Object.assign(request, batchPart);

    const caller = await callerOf(request, reply);
    const { actor } = caller;
    const requestClass = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    await take(reply, actor, requestClass, 1);
    // Reads are short; a write may block others, so it ends when its client disconnects.
    request.caller = requestClass === 'read' ? caller : { ...caller, signal: disconnectSignal(reply) };
    request.wiring = wirings[caller.mode];
    request.writeLimit = access.limitOf(actor, 'write');
    request.admitMore = async (requests) => {
      try {
        await take(reply, actor, requestClass, requests);
      } catch (error) {
        // Rejected requests do not count, so refund the one taken on arrival.
        await access.admit(actor, requestClass, -1);
        throw error;
      }
    };
  };
}

const retryAfter = (reply: FastifyReply, { resetInMs }: Allowance): void =>
  void reply.header('retry-after', Math.max(1, Math.ceil(resetInMs / 1000)));

/** Rate limit for public pages, per address. */
export function visitorAdmission({ visitors }: { visitors: Visitors }): Admit {
  return async (request, reply) => {
    const allowance = await visitors.admit(clientAddress(request));
    if (allowance === undefined || allowance.allowed) return;
    retryAfter(reply, allowance);
    throw tooManyRequests();
  };
}

/** A signed-in person in the workspace that the request names, or in their last one. */
export const personOf = ({ session, membership }: SignedIn, { id, headers }: FastifyRequest): Caller => ({
  workspaceId: membership.workspaceId,
  actor: { type: 'person', id: session.accountId },
  role: membership.role,
  mode: 'live',
  requestId: id,
  expects: expectedVersions(headers['if-match']),
});

export const namedWorkspace = ({ headers }: FastifyRequest): string | undefined =>
  headers[workspaceHeader]?.toString();

const keyCallerOf = ({ workspaceId, id, mode }: ApiKey, request: FastifyRequest): Caller => ({
  workspaceId,
  actor: { type: 'key', id },
  mode,
  requestId: request.id,
  expects: expectedVersions(request.headers['if-match']),
});

const bearer = /^bearer +/i;

/**
 * The three forms of spec §5. If both headers carry a key, `Authorization` wins; if it carries something else, such
 * as Basic for a gateway, `x-api-key` is used.
 */
function secretOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization = '', 'x-api-key': apiKey } = headers;
  const secret = authorization.replace(bearer, '').trim();
  if (isMeantAsKey(secret)) return secret;
  return typeof apiKey === 'string' ? apiKey.trim() : undefined;
}
