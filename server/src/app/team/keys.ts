// API keys of a workspace, managed from the console.

import type { Clock, Instant } from '../../domain/kernel/clock.ts';
import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import type { MintId } from '../../domain/kernel/id.ts';
import { boundedText } from '../../domain/kernel/text.ts';
import { type ApiKey, hashSecret, isUsable, type KeyMode, mintSecret } from '../../domain/team/api-key.ts';
import { fullHour, hourMs } from '../../domain/team/request-record.ts';
import { type Caller, type Change, change, needsRole } from '../kernel/change.ts';
import type { TeamDeps } from './team-deps.ts';

export interface NewKey {
  mode: KeyMode;
  name: string;
  /** Set by the operator; generated if absent. */
  secret?: string | undefined;
  expiresAt?: Instant | undefined;
}

export interface MintedKey {
  key: ApiKey;
  /** Shown once, never stored. */
  secret: string;
}

/** A key with its usage in the last 24 hours. */
export interface UsedKey extends ApiKey {
  /** The creator's name; null for the operator. */
  createdByName: string | null;
  /** The creator is no longer a member, but the key still works. */
  creatorHasLeft: boolean;
  /** Per hour, oldest first; the last hour is incomplete. */
  requests24h: number[];
  errors24h: number;
  limited24h: number;
}

export interface Keys {
  /** Oldest first, including revoked keys. */
  list(caller: Caller): Promise<UsedKey[]>;
  create(caller: Caller, wanted: NewKey): Promise<{ key: UsedKey; secret: string }>;
  /** Creates a key with the same name and mode; the old one works for this many more hours. */
  roll(caller: Caller, id: string, overlapHours: number): Promise<{ key: UsedKey; secret: string }>;
  /** Immediate and idempotent. */
  revoke(caller: Caller, id: string): Promise<Instant>;
}

const hoursShown = 24;
const maxOverlapHours = 168;

/** A new key, not yet stored, and its secret. */
export function mintKey(
  { clock, mintId }: { clock: Clock; mintId: MintId },
  workspaceId: string,
  { mode, name, expiresAt, secret = mintSecret(mode) }: NewKey,
  createdBy: string | null,
): MintedKey {
  const key: ApiKey = {
    id: mintId('apiKey'),
    workspaceId,
    hash: hashSecret(secret),
    mode,
    last4: secret.slice(-4),
    name: boundedText(name, 'name', 1, 100),
    createdAt: clock.now(),
    lastUsedAt: null,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
    createdBy,
  };
  return { key, secret };
}

/** Revokes all usable keys created by an account; returns how many. */
export async function revokeKeysOf(
  write: Change,
  workspaceId: string,
  accountId: string,
  now: Instant,
): Promise<number> {
  const all = await write.apiKeys.list(workspaceId);
  const usable = all.filter((key) => key.createdBy === accountId && isUsable(key, now));
  for (const { id } of usable) {
    await write.apiKeys.revoke(workspaceId, id, now);
    write.record('key.revoked', id);
  }
  return usable.length;
}

export function keys(deps: TeamDeps): Keys {
  const { store, clock } = deps;

  const withUsage = async (workspaceId: string, all: readonly ApiKey[]): Promise<UsedKey[]> => {
    const firstHour = fullHour(clock.now()) - (hoursShown - 1) * hourMs;
    const counts = await store.read.requests.hourlyCounts(workspaceId, firstHour);
    const creatorIds = all.flatMap(({ createdBy }) => createdBy ?? []);
    const accounts = await store.read.accounts.accountsOf([...new Set(creatorIds)]);
    const memberships = await store.read.memberships.list(workspaceId);
    const members = new Set(memberships.map(({ accountId }) => accountId));
    return all.map((key) => {
      const used: UsedKey = {
        ...key,
        createdByName: accounts.get(key.createdBy ?? '')?.name ?? null,
        creatorHasLeft: key.createdBy !== null && !members.has(key.createdBy),
        requests24h: Array.from({ length: hoursShown }, () => 0),
        errors24h: 0,
        limited24h: 0,
      };
      for (const { keyId, hourAt, requests, errors, limited } of counts) {
        if (keyId !== key.id) continue;
        const hour = (hourAt - firstHour) / hourMs;
        // Another process's clock may be ahead.
        if (hour < hoursShown) used.requests24h[hour] = requests;
        used.errors24h += errors;
        used.limited24h += limited;
      }
      return used;
    });
  };

  const minted = async ({ key, secret }: MintedKey): Promise<{ key: UsedKey; secret: string }> => {
    const [used] = await withUsage(key.workspaceId, [key]);
    if (used === undefined) throw notFound('API key');
    return { key: used, secret };
  };

  const found = async (write: Change, workspaceId: string, id: string): Promise<ApiKey> => {
    const key = await write.apiKeys.find(workspaceId, id);
    if (key === undefined) throw notFound('API key');
    return key;
  };

  return {
    list: async ({ workspaceId }) => withUsage(workspaceId, await store.read.apiKeys.list(workspaceId)),

    async create(caller, wanted) {
      needsRole(caller, 'admin');
      if (wanted.expiresAt !== undefined && wanted.expiresAt <= clock.now())
        throw badField('expiresAt', 'must be in the future.');
      const created = mintKey(deps, caller.workspaceId, wanted, caller.actor.id);
      await change(deps, caller, async (write) => {
        await write.apiKeys.insert(created.key);
        write.record('key.created', created.key.id);
      });
      return minted(created);
    },

    async roll(caller, id, overlapHours) {
      needsRole(caller, 'admin');
      if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > maxOverlapHours)
        throw badField('overlapHours', `must be an integer from 0 to ${maxOverlapHours}.`);
      const { workspaceId, actor } = caller;
      const created = await change(deps, caller, async (write) => {
        const now = clock.now();
        const old = await found(write, workspaceId, id);
        if (!isUsable(old, now)) throw conflict('This key is revoked or expired; create a new one.');
        const { mode, name, expiresAt, createdAt } = old;
        // The new key gets the same lifetime.
        const nextExpiresAt = expiresAt === null ? undefined : now + (expiresAt - createdAt);
        const next = mintKey(deps, workspaceId, { mode, name, expiresAt: nextExpiresAt }, actor.id);
        await write.apiKeys.insert(next.key);
        const until = Math.min(now + overlapHours * hourMs, expiresAt ?? Number.POSITIVE_INFINITY);
        if (overlapHours === 0) await write.apiKeys.revoke(workspaceId, id, now);
        else await write.apiKeys.expire(workspaceId, id, until);
        write.record('key.rolled', id);
        write.record('key.created', next.key.id);
        return next;
      });
      return minted(created);
    },

    async revoke(caller, id) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const { revokedAt } = await found(write, caller.workspaceId, id);
        if (revokedAt !== null) return revokedAt;
        const now = clock.now();
        await write.apiKeys.revoke(caller.workspaceId, id, now);
        write.record('key.revoked', id);
        return now;
      });
    },
  };
}
