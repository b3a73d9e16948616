// Authentication by API key, and rate limits.

import type { Actor } from '../../domain/kernel/actor.ts';
import { addressBucket, addressOf } from '../../domain/kernel/address.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { type ApiKey, hashSecret, isUsable, looksLikeSecret } from '../../domain/team/api-key.ts';
import type { Allowance, Limiter } from '../../ports/kernel/limiter.ts';
import type { KnownKey, Store } from '../../ports/store.ts';
import { singleFlight } from './single-flight.ts';

export type { Allowance };
export type RequestClass = 'read' | 'write';

export interface AccessLimits {
  /** Requests per minute and key; 0 for no limit. */
  read: number;
  write: number;
  /** Failed authentications per minute and network address (IPv6: per /64); 0 for no limit. */
  authFailures: number;
}

export type Identification =
  | ({ kind: 'known' } & KnownKey)
  | { kind: 'unknown' }
  | { kind: 'too-many-failures'; allowance: Allowance };

export interface Access {
  /** `address`: canonical, as `addressOf` returns it; asked for only after a failure. */
  identify(secret: string | undefined, address: () => string): Promise<Identification>;
  /** Counts a failed attempt to prove who one is, other than by key. */
  fail(address: string): Promise<Exclude<Identification, { kind: 'known' }>>;
  /** Takes one or more requests from the caller's limit; undefined if there is none. */
  admit(actor: Actor, requestClass: RequestClass, cost?: number): Promise<Allowance | undefined>;
  /** Gives back what an allowed `admit` took. */
  giveBack(actor: Actor, requestClass: RequestClass, taken: Allowance, cost: number): Promise<Allowance>;
  /** Requests per minute; 0 for no limit. */
  limitOf(actor: Actor, requestClass: RequestClass): number;
  /** Resolves when all pending updates are written. */
  idle(): Promise<void>;
}

export const windowMs = 60_000;

/** Higher, since a console page sends many requests in parallel. */
const personLimits: Record<RequestClass, number> = { read: 1200, write: 600 };

export function access(deps: {
  store: Store;
  limiter: Limiter;
  clock: Clock;
  limits: AccessLimits;
  onFault: (error: unknown) => void;
}): Access {
  const { store, limiter, clock, limits } = deps;
  const pending = new Map<string, Promise<void>>();
  const findKey = singleFlight((hash: string) => store.read.apiKeys.findByHash(hash));

  const limitOf = ({ type }: Actor, requestClass: RequestClass): number =>
    type === 'person' ? personLimits[requestClass] : limits[requestClass];

  /** At most once per minute and key, in the background. Test keys are not recorded. */
  const recordUse = ({ workspaceId, id, mode, lastUsedAt }: ApiKey): void => {
    const now = clock.now();
    if (mode === 'test' || pending.has(id) || (lastUsedAt !== null && now - lastUsedAt < windowMs)) return;
    const update = store
      .transaction((write) => write.apiKeys.markUsed(workspaceId, id, now))
      .catch(deps.onFault)
      .finally(() => pending.delete(id));
    pending.set(id, update);
  };

  const refuse: Access['fail'] = async (address) => {
    if (limits.authFailures === 0) return { kind: 'unknown' };
    const bucket = `auth:${addressBucket(addressOf(address) ?? 'unknown')}`;
    const allowance = await limiter.take(bucket, limits.authFailures, windowMs);
    return allowance.allowed ? { kind: 'unknown' } : { kind: 'too-many-failures', allowance };
  };

  return {
    async identify(secret, address) {
      if (secret === undefined || !looksLikeSecret(secret)) return refuse(address());
      const found = await findKey(hashSecret(secret));
      if (found === undefined || !isUsable(found.key, clock.now())) return refuse(address());
      recordUse(found.key);
      return { kind: 'known', key: found.key, revision: found.revision };
    },

    fail: refuse,

    async admit(actor, requestClass, cost = 1) {
      const limit = limitOf(actor, requestClass);
      return limit === 0 ? undefined : limiter.take(`${requestClass}:${actor.id}`, limit, windowMs, cost);
    },

    giveBack: (actor, requestClass, taken, cost) =>
      limiter.giveBack(`${requestClass}:${actor.id}`, taken, windowMs, cost),

    limitOf,

    async idle() {
      await Promise.all(pending.values());
    },
  };
}
