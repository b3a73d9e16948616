// Time as the service sees it. Nothing else in the program may ask the machine for the time.

/** Milliseconds since 1970, UTC. */
export type Instant = number;

export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };

/** `2026-01-31T09:15:02.123Z`, the one way times are written (contract §2). */
export const toIso = (instant: Instant): string => new Date(instant).toISOString();

const isoShape = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const earliest = 0;
const latest = Date.UTC(2200, 0, 1);

/** Reads an ISO 8601 date or date-time with a zone; undefined when it is not one, or not between 1970 and 2200. */
export function parseInstant(text: string): Instant | undefined {
  if (!isoShape.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const instant = Date.parse(text);
  return instant >= earliest && instant < latest ? instant : undefined;
}

/** The engine would read the 30th of February as a day in March. */
function isDay(date: string): boolean {
  const midnight = Date.parse(date);
  return !Number.isNaN(midnight) && toIso(midnight).startsWith(date);
}
