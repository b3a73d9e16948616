// The public keys of host applications, kept for an hour. A key that is unknown may be new, so it is worth asking again,
// but not for every token that someone makes up.

import type { Clock, Instant } from '../../domain/kernel/clock.ts';
import type { FetchKeys, PublicKey } from '../../ports/site/signed-tokens.ts';
import { singleFlight } from '../kernel/single-flight.ts';

const keptMs = 3_600_000;
const askedAgainMs = 60_000;
const maxKept = 500;
const maxKeys = 100;

interface Kept {
  keys: readonly PublicKey[];
  at: Instant;
}

/** `kid`: the key that a token names. Empty if the keys can't be had. */
export type IdentityKeys = (url: string, kid: unknown) => Promise<readonly PublicKey[]>;

export function identityKeys(fetchKeys: FetchKeys, clock: Pick<Clock, 'now'>): IdentityKeys {
  const kept = new Map<string, Kept>();

  const ask = singleFlight(async (url: string): Promise<Kept> => {
    const before = kept.get(url);
    // Someone else has just asked.
    if (before !== undefined && clock.now() - before.at < askedAgainMs) return before;
    let keys: readonly PublicKey[] = before?.keys ?? [];
    try {
      keys = keysIn(await fetchKeys(url));
    } catch {
      // Those from before may still be right.
    }
    const found = { keys, at: clock.now() };
    kept.delete(url);
    kept.set(url, found);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return found;
  });

  return async (url, kid) => {
    const known = kept.get(url);
    const age = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.at;
    const hasKey = known?.keys.some((key) => kid === undefined || key.kid === kid) === true;
    if (known !== undefined && age < (hasKey ? keptMs : askedAgainMs)) return known.keys;
    return (await ask(url)).keys;
  };
}

function keysIn(text: string): PublicKey[] {
  const { keys } = JSON.parse(text) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new TypeError('It is no set of keys.');
  return keys.filter((key) => typeof key === 'object' && key !== null).slice(0, maxKeys);
}
