// Request records, for operators and workspace members: every request of a key, and a person's changes and failures
// in the console. Never bodies, query strings or secrets.

import type { Instant } from '../kernel/clock.ts';
import type { FailureCode } from '../kernel/failure.ts';
import { looksLikeId } from '../kernel/id.ts';
import type { Slice } from '../kernel/page.ts';

const dayMs = 86_400_000;
export const hourMs = 3_600_000;
export const recordsKeptMs = 7 * dayMs;
export const countsKeptMs = 90 * dayMs;

export const outcomes = ['ok', 'error', 'limited'] as const;
export type Outcome = (typeof outcomes)[number];

/** A request right after its answer, before anything is recorded. */
export interface AnsweredRequest {
  workspaceId: string;
  /** An API key or a person's account. */
  callerId: string;
  requestId: string;
  method: string;
  url: string;
  /** The matching route pattern; null if none. */
  route: string | null;
  status: number;
  durationMs: number;
  errorCode: FailureCode | null;
}

export interface RequestRecord {
  id: string;
  workspaceId: string;
  requestId: string;
  /** An API key or a person's account; the id prefix shows which. */
  callerId: string;
  method: string;
  path: string;
  /** The matching route pattern; null if none. */
  route: string | null;
  status: number;
  durationMs: number;
  errorCode: FailureCode | null;
  outcome: Outcome;
  at: Instant;
}

/** A key's requests within one hour. */
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

/** Per UTC day. */
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
 * Console reads are constant and explain nothing: for people, record only changes and failures. For keys,
 * everything.
 */
export const isRecorded = (callerId: string, method: string, status: number): boolean =>
  !isPerson(callerId) || !['GET', 'HEAD'].includes(method) || status >= 400;

export const outcomeOf = (status: number): Outcome => {
  if (status === 429) return 'limited';
  return status >= 400 ? 'error' : 'ok';
};

export const fullHour = (instant: Instant): Instant => instant - (instant % hourMs);

const maxPath = 200;
/** Our ids are shorter; link tokens and file keys are longer. */
const maxShownSegment = 39;
const apiKeyPattern = /sk_(?:live|test)_.*/is;

/** External ids may be personal. If no route matches, it is unknown where one ends. */
const externalIdPattern = /\/by-external-id\/.*/is;

/**
 * The path to log: without the query, API keys pasted by mistake and link tokens, and with parameter names in place
 * of parameters other than our ids, which may be personal.
 */
export function shownPath(url: string, route: string | null): string {
  if (route !== null && namesOther.test(route)) return route;
  if (isPlain(url)) return url;
  const [path = ''] = url
    .replace(/^https?:\/\/[^/?]*/i, '')
    .split('?', 1)
    .map(withoutExternalId);
  return path.split('/').map(shownSegment).join('/').slice(0, maxPath).toWellFormed();
}

/** A parameter other than `:id`. */
const namesOther = /:(?!id\b)\w/;

/** Short segments of harmless characters, as in most requests: nothing to hide, decode or cut. */
const plainPath = /^(?:\/[\w-]{0,39})+$/;
const isPlain = (url: string): boolean =>
  url.length <= maxPath && plainPath.test(url) && !apiKeyPattern.test(url) && !externalIdPattern.test(url);

const withoutExternalId = (path: string): string =>
  externalIdPattern.test(fullyDecoded(path))
    ? fullyDecoded(path).replace(externalIdPattern, '/by-external-id/:externalId')
    : path;

/** Hides every long segment: a link copied with trailing punctuation still contains its token. */
function shownSegment(segment: string): string {
  const decoded = fullyDecoded(segment);
  if (apiKeyPattern.test(decoded)) return decoded.replace(apiKeyPattern, 'sk_…');
  return segment.length > maxShownSegment ? '…' : segment;
}

/** Mail programs and careless copying may encode a URL repeatedly. */
function fullyDecoded(text: string, times = 3): string {
  const decoded = text.replace(/%[\da-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return decoded === text || times === 0 ? decoded : fullyDecoded(decoded, times - 1);
}
