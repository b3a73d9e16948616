import { describe, expect, it } from 'vitest';
import { checkedTimeZone, nextDigestAt } from './team-mail.ts';

const next = (digest: 'daily' | 'weekly', timeZone: string, after: string): string =>
  new Date(nextDigestAt({ digest, timeZone }, Date.parse(after)) ?? 0).toISOString();

describe('a digest', () => {
  it('comes at eight in the morning, where the member is', () => {
    expect(next('daily', 'UTC', '2026-03-10T07:59:59Z')).toBe('2026-03-10T08:00:00.000Z');
    expect(next('daily', 'UTC', '2026-03-10T08:00:00Z')).toBe('2026-03-11T08:00:00.000Z');
    expect(next('daily', 'Asia/Kolkata', '2026-03-10T12:00:00Z')).toBe('2026-03-11T02:30:00.000Z');
    expect(next('daily', 'Pacific/Kiritimati', '2026-03-10T12:00:00Z')).toBe('2026-03-10T18:00:00.000Z');
    expect(next('daily', 'America/Los_Angeles', '2026-03-10T12:00:00Z')).toBe('2026-03-10T15:00:00.000Z');
  });

  it('keeps to the clock when it is changed', () => {
    expect(next('daily', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(next('daily', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  });

  it('comes on Monday if it is weekly, and never if it is off', () => {
    expect(next('weekly', 'Europe/Berlin', '2026-03-10T12:00:00Z')).toBe('2026-03-16T07:00:00.000Z');
    expect(next('weekly', 'Europe/Berlin', '2026-03-16T07:00:00Z')).toBe('2026-03-23T07:00:00.000Z');
    expect(nextDigestAt({ digest: 'off', timeZone: 'UTC' }, 0)).toBeNull();
  });

  it('needs a time zone that exists', () => {
    expect(checkedTimeZone('Europe/Berlin')).toBe('Europe/Berlin');
    for (const unknown of ['', 'Mars/Olympus', '+99:00'])
      expect(() => checkedTimeZone(unknown)).toThrow('time zone');
  });
});
