// What exports and imports have in common as jobs: a process owns the one that it runs, and another may take it over.

import type { Instant } from '../kernel/clock.ts';

/** A process renews what it works on more often. After this time without a sign of life, another takes over. */
export const jobLeaseMs = 60_000;

/** How a job names the server that runs it, so that it can be told from a command next to the server. */
export const serverOwner = (token: string): string => `server:${token}`;

/** Which running jobs a process may take from their owner. */
export interface Takeover {
  /** Any that was silent since this time. */
  silentSince: Instant;
  /** Those of servers but this one: it is the only server, so they were left by processes that are gone. */
  fromServersBut: string | undefined;
}

/** `isAlone`: no other process serves this installation. */
export const takeoverBy = (owner: string, isAlone: boolean, now: Instant): Takeover => ({
  silentSince: now - jobLeaseMs,
  fromServersBut: isAlone ? owner : undefined,
});
