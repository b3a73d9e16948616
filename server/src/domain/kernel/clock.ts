// The clock. Nothing else in the program may read the system time.

import { badField } from './failure.ts';

/** Milliseconds since 1970, UTC. */
export type Instant = number;

export interface Clock {
  now(): Instant;
  /** Monotonic milliseconds, for durations: unaffected by changes of the system clock. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** `2026-01-31T09:15:02.123Z`, the only format we write (contract §2). */
export const toIso = (instant: Instant): string => new Date(instant).toISOString();

export const isoOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : toIso(instant);

/** Parses a time from a request; fails naming the field. */
export function givenInstant(text: string, field: string): Instant {
  const instant = parseInstant(text.trim());
  if (instant === undefined) throw badField(field, `must be ${instantShape}.`);
  return instant;
}

/** Clocks of clients may run this much fast before a time counts as being in the future. */
const toleratedSkewMs = 5_000;

/** Parses when something happened, for imports: not in the future. */
export function pastInstant(text: string, field: string, now: Instant): Instant {
  const instant = givenInstant(text, field);
  if (instant > now + toleratedSkewMs) throw badField(field, 'must not be in the future.');
  return instant;
}

const isoShape = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const earliest = 0;
const latest = Date.UTC(2200, 0, 1);

/** Describes `parseInstant` in error messages. */
export const instantShape =
  'an ISO 8601 date, or time with its zone, between 1970 and 2200, such as 2026-01-31T09:15:02.123Z';

/** Parses an ISO 8601 date or date-time with a zone; undefined if invalid or not between 1970 and 2200. */
export function parseInstant(text: string): Instant | undefined {
  if (!isoShape.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const instant = Date.parse(text);
  return instant >= earliest && instant < latest ? instant : undefined;
}

/** Date.parse reads February 30 as a day in March. */
function isDay(date: string): boolean {
  const midnight = Date.parse(date);
  return !Number.isNaN(midnight) && toIso(midnight).startsWith(date);
}
