// Who may come in: reads the key, resolves it to a caller, takes one request from the caller's allowance.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../app/access.ts';
import type { Caller } from '../app/deps.ts';
import type { Wiring } from '../app/wiring.ts';
import type { ApiKey, KeyMode } from '../domain/api-key.ts';
import type { Clock, Instant } from '../domain/clock.ts';
import { invalidKey, tooManyRequests } from './failures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    apiKey: ApiKey;
    wiring: Wiring;
  }
}

export interface AdmissionDeps {
  access: Access;
  wirings: Record<KeyMode, Wiring>;
  clock: Clock;
}

export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function admission({ access, wirings, clock }: AdmissionDeps): Admit {
  const retryAfter = (reply: FastifyReply, resetAt: Instant): void => {
    reply.header('retry-after', Math.max(1, Math.ceil((resetAt - clock.now()) / 1000)));
  };

  return async (request, reply) => {
    const found = await access.identify(secretOf(request.headers), request.ip);
    if (found.kind === 'too-many-failures') {
      retryAfter(reply, found.allowance.resetAt);
      throw tooManyRequests();
    }
    if (found.kind === 'unknown') throw invalidKey();

    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const allowance = await access.admit(found.caller, isRead ? 'read' : 'write');
    if (allowance !== undefined) {
      reply.header('x-ratelimit-limit', allowance.limit);
      reply.header('x-ratelimit-remaining', allowance.remaining);
      reply.header('x-ratelimit-reset', Math.ceil(allowance.resetAt / 1000));
      if (!allowance.allowed) {
        retryAfter(reply, allowance.resetAt);
        throw tooManyRequests();
      }
    }
    request.caller = found.caller;
    request.apiKey = found.key;
    request.wiring = wirings[found.caller.mode];
  };
}

const bearer = /^bearer +/i;

/** The three forms of spec §5; `Authorization` decides when both headers are there. */
function secretOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization !== undefined) return authorization.replace(bearer, '').trim();
  return typeof apiKey === 'string' ? apiKey.trim() : undefined;
}
