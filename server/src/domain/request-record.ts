// What is noted of a request, so that the operator and the workspace's people can see what happened: every request of
// a key, and what a person changed, or failed to, at the console. Never bodies, query strings or secrets.

import type { Instant } from './clock.ts';
import type { FailureCode } from './failure.ts';
import { looksLikeId } from './id.ts';
import type { Slice } from './page.ts';

const dayMs = 86_400_000;
export const hourMs = 3_600_000;
export const recordsKeptMs = 7 * dayMs;
export const countsKeptMs = 90 * dayMs;

export const outcomes = ['ok', 'error', 'limited'] as const;
export type Outcome = (typeof outcomes)[number];

export interface RequestRecord {
  id: string;
  workspaceId: string;
  requestId: string;
  /** Who asked: a key, or the account of a person. The prefix of the id tells which. */
  callerId: string;
  method: string;
  path: string;
  /** The pattern that the path fits; null when none does. */
  route: string | null;
  status: number;
  durationMs: number;
  errorCode: FailureCode | null;
  outcome: Outcome;
  at: Instant;
}

/** How many requests a key made within one hour, counted from its full hour. */
export interface RequestCounts {
  requests: number;
  errors: number;
  limited: number;
}

export interface HourlyCounts extends RequestCounts {
  workspaceId: string;
  keyId: string;
  hourAt: Instant;
}

/** The same for a whole day, UTC. */
export interface DailyCounts extends RequestCounts {
  keyId: string;
  dayAt: Instant;
}

export interface RequestQuery {
  callerId?: string;
  outcome?: Outcome;
  requestId?: string;
  slice: Slice;
}

export const isPerson = (callerId: string): boolean => looksLikeId('account', callerId);

/**
 * A page at the console reads all the time, and what it read explains nothing: of a person only changes and failures
 * are noted. Of a key, everything.
 */
export const isNoted = (callerId: string, method: string, status: number): boolean =>
  !isPerson(callerId) || !['GET', 'HEAD'].includes(method) || status >= 400;

export const outcomeOf = (status: number): Outcome => {
  if (status === 429) return 'limited';
  return status >= 400 ? 'error' : 'ok';
};

export const fullHour = (instant: Instant): Instant => instant - (instant % hourMs);

const maxPath = 200;
/** Ids of ours are shorter; tokens of links and keys of files are longer. */
const maxShownSegment = 39;
const anySecret = /sk_(?:live|test)_.*/is;

/**
 * The path to show: without the query, without what might be a key that somebody put there by mistake or the token of
 * a link, and with the name in place of a parameter that is no id of ours, for those may be personal.
 */
export function shownPath(url: string, route: string | null): string {
  const isOwnId = (parameter: string) => parameter === ':id';
  if (route !== null && (route.match(/:\w+/g) ?? []).some((parameter) => !isOwnId(parameter))) return route;
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  return path.split('/').map(shownSegment).join('/').slice(0, maxPath).toWellFormed();
}

/** Whatever is long is not shown at all: a link copied with the punctuation after it has its token all the same. */
function shownSegment(segment: string): string {
  const decoded = fullyDecoded(segment);
  if (anySecret.test(decoded)) return decoded.replace(anySecret, 'sk_…');
  return segment.length > maxShownSegment ? '…' : segment;
}

/** Mail programs and careless copying encode what is encoded already. */
function fullyDecoded(text: string, times = 3): string {
  const decoded = text.replace(/%[\da-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return decoded === text || times === 0 ? decoded : fullyDecoded(decoded, times - 1);
}
