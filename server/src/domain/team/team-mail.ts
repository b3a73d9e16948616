// What a member gets by mail about the inbox, and when the next digest is due.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';

export const digests = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];

export interface TeamMail {
  /** Whether to hear of posts that were handed over, and of mentions. */
  mentions: boolean;
  handOvers: boolean;
  digest: Digest;
  /** Of the browser that chose the digest: it comes in the morning. */
  timeZone: string;
}

export const defaultTeamMail: TeamMail = {
  mentions: true,
  handOvers: true,
  digest: 'off',
  timeZone: 'UTC',
};

export const noTeamMail = { mentions: false, handOvers: false, digest: 'off' } as const;

export function checkedTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw badField('timeZone', 'must be a time zone such as "Europe/Berlin".');
  }
}

const dayMs = 24 * 3_600_000;
const digestHour = 8;
const monday = 1;

export const digestCoversMs = (digest: Digest): number => (digest === 'weekly' ? 7 * dayMs : dayMs);

/** At eight in the morning, a weekly one on Monday; null without a digest. */
export function nextDigestAt(
  { digest, timeZone }: Pick<TeamMail, 'digest' | 'timeZone'>,
  after: Instant,
): Instant | null {
  if (digest === 'off') return null;
  for (let days = 0; days <= 8; days += 1) {
    const [year, month, day] = localTime(after + days * dayMs, timeZone);
    const morning = Date.UTC(year, month - 1, day, digestHour);
    const at = morning - offsetAt(morning - offsetAt(morning, timeZone), timeZone);
    if (at > after && (digest === 'daily' || new Date(morning).getUTCDay() === monday)) return at;
  }
  throw new Error(`No morning was found in ${timeZone}.`);
}

/** How far the time zone is ahead of UTC. */
function offsetAt(instant: Instant, timeZone: string): number {
  const [year, month, day, hour, minute, second] = localTime(instant, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

type LocalTime = [year: number, month: number, day: number, hour: number, minute: number, second: number];

function localTime(instant: Instant, timeZone: string): LocalTime {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
  }).formatToParts(instant);
  const numberOf = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return [
    ...([numberOf('year'), numberOf('month'), numberOf('day')] as const),
    ...([numberOf('hour'), numberOf('minute'), numberOf('second')] as const),
  ];
}
