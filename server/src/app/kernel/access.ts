// Who calls, and how much they may still do.

import { addressBucket, addressOf } from '../../domain/address.ts';
import { type ApiKey, hashSecret, isUsable, looksLikeSecret } from '../../domain/api-key.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Actor } from '../../domain/event.ts';
import type { Allowance, Limiter } from '../../ports/limiter.ts';
import type { Store } from '../../ports/store.ts';
import { singleFlight } from './single-flight.ts';

export type { Allowance };
export type RequestClass = 'read' | 'write';

export interface AccessLimits {
  /** Requests a minute a key; 0 switches the limit off. */
  read: number;
  write: number;
  /** Failed authentications a minute a network address, IPv6 by its /64; 0 switches the limit off. */
  authFailures: number;
}

export type Identification =
  | { kind: 'known'; key: ApiKey; revision: number }
  | { kind: 'unknown' }
  | { kind: 'too-many-failures'; allowance: Allowance };

export interface Access {
  /** `address`: canonical, as `addressOf` returns it. */
  identify(secret: string | undefined, address: string): Promise<Identification>;
  /** Takes a request, or several at once, from the caller's allowance; undefined when its class is not limited. */
  admit(actor: Actor, requestClass: RequestClass, cost?: number): Promise<Allowance | undefined>;
  /** Requests a minute; 0 when the class is not limited. */
  limitOf(actor: Actor, requestClass: RequestClass): number;
  /** Resolves when no note of a key's use is still being written. */
  idle(): Promise<void>;
}

export const windowMs = 60_000;

/** A page asks for many things at once; a person at the console is nobody's program. */
const personLimits: Record<RequestClass, number> = { read: 1200, write: 600 };

export function access(deps: {
  store: Store;
  limiter: Limiter;
  clock: Clock;
  limits: AccessLimits;
  onFault: (error: unknown) => void;
}): Access {
  const { store, limiter, clock, limits } = deps;
  const notes = new Map<string, Promise<void>>();
  const keyOf = singleFlight((hash: string) => store.read.apiKeys.findByHash(hash));

  const limitOf = ({ type }: Actor, requestClass: RequestClass): number =>
    type === 'person' ? personLimits[requestClass] : limits[requestClass];

  /** At most once a minute a key, and without making the request wait. A test key leaves no trace at all. */
  const noteUse = ({ workspaceId, id, mode, lastUsedAt }: ApiKey): void => {
    const now = clock.now();
    if (mode === 'test' || notes.has(id) || (lastUsedAt !== null && now - lastUsedAt < windowMs)) return;
    const note = store
      .transaction((write) => write.apiKeys.markUsed(workspaceId, id, now))
      .catch(deps.onFault)
      .finally(() => notes.delete(id));
    notes.set(id, note);
  };

  return {
    async identify(secret, address) {
      const found =
        secret !== undefined && looksLikeSecret(secret) ? await keyOf(hashSecret(secret)) : undefined;
      if (found !== undefined && isUsable(found.key, clock.now())) {
        noteUse(found.key);
        return { kind: 'known', ...found };
      }
      if (limits.authFailures === 0) return { kind: 'unknown' };
      const allowance = await limiter.take(
        `auth:${addressBucket(addressOf(address) ?? 'unknown')}`,
        limits.authFailures,
        windowMs,
      );
      return allowance.allowed ? { kind: 'unknown' } : { kind: 'too-many-failures', allowance };
    },

    async admit(actor, requestClass, cost = 1) {
      const limit = limitOf(actor, requestClass);
      return limit === 0 ? undefined : limiter.take(`${requestClass}:${actor.id}`, limit, windowMs, cost);
    },

    limitOf,

    async idle() {
      await Promise.all(notes.values());
    },
  };
}
