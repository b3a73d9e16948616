// Who may come in: reads the key, resolves it to a caller, takes one request from the caller's allowance.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, RequestClass } from '../app/access.ts';
import type { Caller } from '../app/deps.ts';
import type { Wiring } from '../app/wiring.ts';
import type { ApiKey, KeyMode } from '../domain/api-key.ts';
import type { Clock, Instant } from '../domain/clock.ts';
import type { Batches } from './batching.ts';
import { invalidKey, tooManyRequests } from './failures.ts';
import { expectedVersions } from './freshness.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    apiKey: ApiKey;
    /** Of the caller's workspace, when the request came in. */
    revision: number;
    wiring: Wiring;
    isPartOfBatch: boolean;
    /** Takes more requests from the allowance of this one's class: what a batch counts for. */
    admitMore(requests: number): Promise<void>;
  }
}

export interface AdmissionDeps {
  access: Access;
  wirings: Record<KeyMode, Wiring>;
  clock: Clock;
  batches: Batches;
}

export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function admission({ access, wirings, clock, batches }: AdmissionDeps): Admit {
  const retryAfter = (reply: FastifyReply, resetAt: Instant): void => {
    reply.header('retry-after', Math.max(1, Math.ceil((resetAt - clock.now()) / 1000)));
  };

  const take = async (reply: FastifyReply, keyId: string, requestClass: RequestClass, requests: number) => {
    const allowance = await access.admit(keyId, requestClass, requests);
    if (allowance === undefined) return;
    reply.header('x-ratelimit-limit', allowance.limit);
    reply.header('x-ratelimit-remaining', allowance.remaining);
    reply.header('x-ratelimit-reset', Math.ceil(allowance.resetAt / 1000));
    if (allowance.allowed) return;
    retryAfter(reply, allowance.resetAt);
    throw tooManyRequests();
  };

  return async (request, reply) => {
    const ofBatch = batches.find(request.headers);
    if (ofBatch !== undefined) return void Object.assign(request, ofBatch);

    const found = await access.identify(secretOf(request.headers), request.ip);
    if (found.kind === 'too-many-failures') {
      retryAfter(reply, found.allowance.resetAt);
      throw tooManyRequests();
    }
    if (found.kind === 'unknown') throw invalidKey();

    const { key, revision } = found;
    const requestClass = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    await take(reply, key.id, requestClass, 1);
    request.caller = callerOf(key, request);
    request.apiKey = key;
    request.revision = revision;
    request.wiring = wirings[key.mode];
    request.admitMore = async (requests) => {
      try {
        await take(reply, key.id, requestClass, requests);
      } catch (error) {
        // A refused request uses up nothing, so the one that was taken at the door goes back.
        await access.admit(key.id, requestClass, -1);
        throw error;
      }
    };
  };
}

const callerOf = ({ workspaceId, id, mode }: ApiKey, { id: requestId, headers }: FastifyRequest): Caller => ({
  workspaceId,
  keyId: id,
  mode,
  requestId,
  expects: expectedVersions(headers['if-match']),
});

const bearer = /^bearer +/i;

/** The three forms of spec §5; `Authorization` decides when both headers are there. */
function secretOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization !== undefined) return authorization.replace(bearer, '').trim();
  return typeof apiKey === 'string' ? apiKey.trim() : undefined;
}
