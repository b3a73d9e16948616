// The API keys of a workspace, as its people make, roll and revoke them.

import { type ApiKey, hashSecret, isUsable, type KeyMode, mintSecret } from '../../domain/api-key.ts';
import type { Clock, Instant } from '../../domain/clock.ts';
import { badField, conflict, notFound } from '../../domain/failure.ts';
import type { MintId } from '../../domain/id.ts';
import { fullHour, hourMs } from '../../domain/request-record.ts';
import { boundedText } from '../../domain/text.ts';
import { type Caller, type Change, change, needsRole } from '../kernel/change.ts';
import type { TeamDeps } from './team-deps.ts';

export interface NewKey {
  mode: KeyMode;
  name: string;
  /** Chosen by the operator; minted when absent. */
  secret?: string | undefined;
  expiresAt?: Instant | undefined;
}

export interface MintedKey {
  key: ApiKey;
  /** Shown once, kept nowhere. */
  secret: string;
}

/** A key with what it was used for in the last 24 hours. */
export interface UsedKey extends ApiKey {
  /** The name of whoever made it; null when the operator did. */
  createdByName: string | null;
  /** Whoever made it is no member of the workspace any more: somebody who is should know that it still works. */
  creatorHasLeft: boolean;
  /** Hour by hour, oldest first; the last one is still running. */
  requests24h: number[];
  errors24h: number;
  limited24h: number;
}

export interface Keys {
  /** Oldest first, revoked ones too. */
  list(caller: Caller): Promise<UsedKey[]>;
  create(caller: Caller, wanted: NewKey): Promise<{ key: UsedKey; secret: string }>;
  /** Another key of the same name and mode; the old one works for so many hours more. */
  roll(caller: Caller, id: string, overlapHours: number): Promise<{ key: UsedKey; secret: string }>;
  /** At once. One that was revoked before stays as it is. */
  revoke(caller: Caller, id: string): Promise<Instant>;
}

const hoursShown = 24;
const maxOverlapHours = 168;

/** A key that is not stored yet, and its secret. */
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

/** Revokes every key that somebody made and that still works; answers how many. */
export async function revokeKeysOf(
  write: Change,
  workspaceId: string,
  accountId: string,
  now: Instant,
): Promise<number> {
  const all = await write.apiKeys.list(workspaceId);
  const working = all.filter((key) => key.createdBy === accountId && isUsable(key, now));
  for (const { id } of working) {
    await write.apiKeys.revoke(workspaceId, id, now);
    write.record('key.revoked', id);
  }
  return working.length;
}

export function keys(deps: TeamDeps): Keys {
  const { store, clock } = deps;

  const withUse = async (workspaceId: string, all: readonly ApiKey[]): Promise<UsedKey[]> => {
    const firstHour = fullHour(clock.now()) - (hoursShown - 1) * hourMs;
    const counts = await store.read.requests.hourlyCounts(workspaceId, firstHour);
    const makers = all.flatMap(({ createdBy }) => createdBy ?? []);
    const accounts = await store.read.accounts.accountsOf([...new Set(makers)]);
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
    const [used] = await withUse(key.workspaceId, [key]);
    if (used === undefined) throw notFound('API key');
    return { key: used, secret };
  };

  const found = async (write: Change, workspaceId: string, id: string): Promise<ApiKey> => {
    const key = await write.apiKeys.find(workspaceId, id);
    if (key === undefined) throw notFound('API key');
    return key;
  };

  return {
    list: async ({ workspaceId }) => withUse(workspaceId, await store.read.apiKeys.list(workspaceId)),

    async create(caller, wanted) {
      needsRole(caller, 'admin');
      if (wanted.expiresAt !== undefined && wanted.expiresAt <= clock.now())
        throw badField('expiresAt', 'must be in the future.');
      const made = mintKey(deps, caller.workspaceId, wanted, caller.actor.id);
      await change(deps, caller, async (write) => {
        await write.apiKeys.insert(made.key);
        write.record('key.created', made.key.id);
      });
      return minted(made);
    },

    async roll(caller, id, overlapHours) {
      needsRole(caller, 'admin');
      if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > maxOverlapHours)
        throw badField('overlapHours', `must be an integer from 0 to ${maxOverlapHours}.`);
      const { workspaceId, actor } = caller;
      const made = await change(deps, caller, async (write) => {
        const now = clock.now();
        const old = await found(write, workspaceId, id);
        if (!isUsable(old, now)) throw conflict('This key is revoked or expired; create another one.');
        const { mode, name, expiresAt, createdAt } = old;
        // It was meant to last for so long, and so is the next one.
        const lasts = expiresAt === null ? undefined : now + (expiresAt - createdAt);
        const next = mintKey(deps, workspaceId, { mode, name, expiresAt: lasts }, actor.id);
        await write.apiKeys.insert(next.key);
        const until = Math.min(now + overlapHours * hourMs, expiresAt ?? Number.POSITIVE_INFINITY);
        if (overlapHours === 0) await write.apiKeys.revoke(workspaceId, id, now);
        else await write.apiKeys.expire(workspaceId, id, until);
        write.record('key.rolled', id);
        write.record('key.created', next.key.id);
        return next;
      });
      return minted(made);
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
