import { describe, expect, it } from 'vitest';
import { type Begun, type Room, UnderWay } from './under-way.ts';

const room: Room = { withinMs: 100, least: 20, most: 60, lastMs: 500 };

/** Begins requests until there is no more room. */
function fill(underWay: UnderWay, now: number): Begun[] {
  const begun: Begun[] = [];
  while (begun.length < 1000 && underWay.hasRoom(room, now)) begun.push(underWay.begin(now));
  return begun;
}

/**
 * Keeps the room full for two seconds, while requests are answered every so often, one or several together. Returns how
 * many are under way in the end.
 */
function filledAtPace(everyMs: number, underWay = new UnderWay(10_000), from = 1000, together = 1): number {
  const begun: Begun[] = [];
  for (let now = from; now < from + 2000; now += everyMs) {
    begun.push(...fill(underWay, now));
    for (const oldest of begun.splice(0, together)) underWay.end(oldest, now);
  }
  begun.push(...fill(underWay, from + 2000));
  const count = underWay.count(from + 2000);
  for (const one of begun) underWay.end(one, from + 2000);
  return count;
}

describe('requests under way', () => {
  it('may be as many as are answered in the time that is left for them', () => {
    const count = filledAtPace(2.5);
    expect(count).toBeGreaterThan(35);
    expect(count).toBeLessThan(45);
  });

  it('may be few however slow they are, and no more than the limit however fast', () => {
    expect(filledAtPace(10)).toBe(room.least);
    expect(filledAtPace(0.5)).toBe(room.most);
  });

  it('are counted as well if a commit answers all of them together', () => {
    const whole = new UnderWay(10_000);
    expect(filledAtPace(40, whole, 1000, room.most)).toBeGreaterThan(45);
  });

  it('may be as many as a slow machine answers as long as nothing is known', () => {
    const half = { ...room, withinMs: 50 };
    const underWay = new UnderWay(10_000);
    for (let count = 0; count < 32; count += 1) {
      expect(underWay.hasRoom(half, 1000)).toBe(true);
      underWay.begin(1000);
    }
    expect(underWay.hasRoom(half, 1000)).toBe(false);
  });

  it('tell nothing about the pace while there are few', () => {
    const underWay = new UnderWay(10_000);
    for (let now = 1000; now < 10_000; now += 100) underWay.end(underWay.begin(now), now + 50);
    expect(fill(underWay, 20_000)).toHaveLength(room.most);
  });

  it('tell nothing about the pace if they wait for something to happen', () => {
    const underWay = new UnderWay(60_000);
    for (let round = 0; round < 10; round += 1) {
      const polls = Array.from({ length: 15 }, () => underWay.begin(1000 + round * 5000));
      for (const poll of polls) underWay.end(poll, 5900 + round * 5000);
    }
    expect(fill(underWay, 51_000)).toHaveLength(room.most);
  });

  it('follow a new pace', () => {
    const underWay = new UnderWay(10_000);
    const counts = [4, 2, 4].map((everyMs, index) => filledAtPace(everyMs, underWay, 1000 + index * 2000));
    expect(counts.map((count) => Math.round(count / 10))).toEqual([3, 5, 3]);
  });

  it('are not taken for slow because the process was suspended', () => {
    const underWay = new UnderWay(10_000);
    filledAtPace(2, underWay);
    const begun = fill(underWay, 3000);
    for (const one of begun) underWay.end(one, 60_000);
    expect(fill(underWay, 60_000).length).toBeGreaterThan(room.least);
  });

  it('were slow long ago, which says nothing', () => {
    const underWay = new UnderWay(10_000);
    filledAtPace(10, underWay);
    expect(fill(underWay, 4000)).toHaveLength(room.least);
    expect(fill(underWay, 20_000)).toHaveLength(room.most);
  });

  it('leave room for callers that have none of their own, up to 512', () => {
    const underWay = new UnderWay(10_000);
    fill(underWay, 1000);
    const admitted = (caller: string) => {
      const hasRoom = underWay.hasRoomForOther(caller, room, 1000);
      return hasRoom ? underWay.begin(1000, caller) : undefined;
    };
    const first = admitted('a');
    expect([first !== undefined, admitted('a')]).toEqual([true, undefined]);
    if (first !== undefined) underWay.end(first, 1000);
    underWay.forgetCallers(1000);
    const others = Array.from({ length: 1000 }, (_, index) => admitted(`caller ${index}`));
    expect(others.filter((one) => one !== undefined)).toHaveLength(512 - room.most);
  });

  it('take no room once they are old', () => {
    const underWay = new UnderWay(10_000);
    fill(underWay, 1000);
    expect(underWay.hasRoom(room, 1000 + room.lastMs - 50)).toBe(false);
    expect(underWay.hasRoom(room, 1000 + room.lastMs)).toBe(true);
  });
});
