// Authentication and rate limiting: resolves an API key or a console session to a caller, and takes one request
// from the caller's limit.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../app/kernel/access.ts';
import type { Caller, KeyCaller, MemberCaller } from '../../app/kernel/change.ts';
import type { Visitors } from '../../app/kernel/visitors.ts';
import type { Sessions, SignedIn } from '../../app/team/sessions.ts';
import type { Wiring } from '../../app/wiring.ts';
import { type ApiKey, isMeantAsKey, type KeyMode, keyModes, keyPrefix } from '../../domain/team/api-key.ts';
import { clientAddress } from '../kernel/address.ts';
import { disconnectSignal } from '../kernel/client-disconnect.ts';
import { expectedVersions } from '../kernel/entity-tags.ts';
import { invalidKey, tooManyRequests } from '../kernel/failures.ts';
import { isRead } from '../kernel/reading.ts';
import type { Batches } from './batching.ts';
import { type ConsoleCookies, workspaceHeader } from './console-credentials.ts';
import { Quota, retryAfter } from './quota.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** The workspace's revision when the request arrived. */
    revision: number;
    /** Undefined for a console session. */
    apiKey: ApiKey | undefined;
    wiring: Wiring;
    /** Use cases that write nothing; undefined in a batch. */
    rehearsal: Wiring | undefined;
    isPartOfBatch: boolean;
    /** Undefined before admission, and in a batch, which has its own. */
    quota: Quota | undefined;
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

  const callerByKey = async (
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string | undefined,
  ): Promise<Caller> => {
    const found = await access.identify(secret, () => clientAddress(request));
    if (found.kind === 'too-many-failures') {
      retryAfter(reply, found.allowance);
      throw tooManyRequests();
    }
    if (found.kind === 'unknown') throw invalidKey(hintOf(request.headers));
    // Set before the limit is checked: a rejected request is recorded under its key too.
    request.apiKey = found.key;
    request.revision = found.revision;
    return keyCallerOf(found.key, request);
  };

  const callerBySession = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const signedIn = await sessions.find(cookies.tokenOf(request), namedWorkspace(request));
    if (signedIn === undefined) return undefined;
    request.revision = signedIn.revision;
    return personOf(signedIn, request);
  };

  const callerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const secret = secretOf(request.headers);
    // An API key wins over the session of the browser that sends it.
    const mayBePerson = secret === undefined && cookies.isFromConsole(request);
    const person = mayBePerson ? await callerBySession(request) : undefined;
    return person ?? callerByKey(request, reply, secret);
  };

  return async (request, reply) => {
    const batchPart = batches.find(request.headers);
    if (batchPart !== undefined) return void Object.assign(request, batchPart);

    const requestClass = isRead(request) ? 'read' : 'write';
    const caller = await callerOf(request, reply);
    const quota = new Quota(access, reply, caller.actor, requestClass);
    await quota.take();
    request.wiring = wirings[caller.mode];
    request.rehearsal = wirings.test;
    request.quota = quota;
    // A write may block others, so it ends when its client disconnects.
    request.caller = requestClass === 'write' ? { ...caller, signal: disconnectSignal(reply) } : caller;
  };
}

/** Rate limit for static pages, per address. */
export function visitorAdmission({ visitors }: { visitors: Visitors }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const allowance = await visitors.admit(clientAddress(request));
    if (allowance === undefined || allowance.allowed) return;
    retryAfter(reply, allowance);
    throw tooManyRequests();
  };
}

/** A signed-in person in the workspace that the request names, or in their last one. */
export const personOf = (
  { session, membership }: SignedIn,
  { id, headers }: FastifyRequest,
): MemberCaller => ({
  type: 'member',
  workspaceId: membership.workspaceId,
  actor: { type: 'person', id: session.accountId },
  role: membership.role,
  mode: 'live',
  requestId: id,
  expects: expectedVersions(headers['if-match']),
});

export const namedWorkspace = ({ headers }: FastifyRequest): string | undefined =>
  headers[workspaceHeader]?.toString();

const keyCallerOf = ({ workspaceId, id, mode }: ApiKey, request: FastifyRequest): KeyCaller => ({
  type: 'key',
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
export function secretOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization = '', 'x-api-key': apiKey } = headers;
  const secret = authorization.replace(bearer, '').trim();
  if (isMeantAsKey(secret)) return secret;
  return typeof apiKey === 'string' ? apiKey.trim() : undefined;
}

const noKey = /^(?:basic\b.*|bearer)?$/is;

/** What is wrong with the key, as far as the request shows it. */
function hintOf(headers: IncomingHttpHeaders): string {
  const { authorization = '' } = headers;
  const given =
    secretOf(headers) || (noKey.test(authorization) ? '' : authorization.replace(bearer, '').trim());
  if (given === '') return 'No key was sent.';
  const prefixes = keyModes.map(keyPrefix);
  return prefixes.some((prefix) => given.startsWith(prefix))
    ? ''
    : `A key begins with ${prefixes.join(' or ')}.`;
}
