// Who may come in: reads the key, or the session of a person at the console, resolves it to a caller, and takes one
// request from the caller's allowance.

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
import { type ConsoleCookies, workspaceHeader } from './console-credentials.ts';
import { departureOf } from './departure.ts';
import { invalidKey, tooManyRequests } from './failures.ts';
import { expectedVersions } from './freshness.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** Of the caller's workspace, when the request came in. */
    revision: number;
    /** Undefined when a person calls. */
    apiKey: ApiKey | undefined;
    wiring: Wiring;
    isPartOfBatch: boolean;
    /** Takes more requests from the allowance of this one's class: what a batch counts for. */
    admitMore(requests: number): Promise<void>;
    /** Writes a minute that the caller may make; 0 when that is not limited. */
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
    // A key decides where there is one: the session of whoever's browser this is has no say then.
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
    // Known before it is judged: also a request over the limit is the key's.
    request.apiKey = found.key;
    request.revision = found.revision;
    return applicationOf(found.key, request);
  };

  return async (request, reply) => {
    const ofBatch = batches.find(request.headers);
    if (ofBatch !== undefined) return void Object.assign(request, ofBatch);

    const caller = await callerOf(request, reply);
    const { actor } = caller;
    const requestClass = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    await take(reply, actor, requestClass, 1);
    // A read is soon over; a write may hold others up, so that it ends with its client.
    request.caller = requestClass === 'read' ? caller : { ...caller, signal: departureOf(reply) };
    request.wiring = wirings[caller.mode];
    request.writeLimit = access.limitOf(actor, 'write');
    request.admitMore = async (requests) => {
      try {
        await take(reply, actor, requestClass, requests);
      } catch (error) {
        // A refused request uses up nothing, so the one that was taken at the door goes back.
        await access.admit(actor, requestClass, -1);
        throw error;
      }
    };
  };
}

const retryAfter = (reply: FastifyReply, { resetInMs }: Allowance): void =>
  void reply.header('retry-after', Math.max(1, Math.ceil(resetInMs / 1000)));

/** Before a public page is sent: anybody may have it, but not any number of times. */
export function visitorAdmission({ visitors }: { visitors: Visitors }): Admit {
  return async (request, reply) => {
    const allowance = await visitors.admit(clientAddress(request));
    if (allowance === undefined || allowance.allowed) return;
    retryAfter(reply, allowance);
    throw tooManyRequests();
  };
}

/** A person in the workspace that the request names, or the one they looked at last. */
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

const applicationOf = ({ workspaceId, id, mode }: ApiKey, request: FastifyRequest): Caller => ({
  workspaceId,
  actor: { type: 'key', id },
  mode,
  requestId: request.id,
  expects: expectedVersions(request.headers['if-match']),
});

const bearer = /^bearer +/i;

/**
 * The three forms of spec §5. `Authorization` decides when both headers carry a key; when it carries none, such as
 * Basic for a gateway in front, `x-api-key` does.
 */
function secretOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization = '', 'x-api-key': apiKey } = headers;
  const secret = authorization.replace(bearer, '').trim();
  if (isMeantAsKey(secret)) return secret;
  return typeof apiKey === 'string' ? apiKey.trim() : undefined;
}
