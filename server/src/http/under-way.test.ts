import { describe, expect, it } from 'vitest';
import { type Room, UnderWay } from './under-way.ts';

const room: Room = { withinMs: 100, least: 20, most: 60, lastMs: 500 };

/** Begins requests until there is no more room. */
function fill(underWay: UnderWay, now: number): number[] {
  const begun: number[] = [];
  while (begun.length < 1000 && underWay.hasRoom(room, now)) {
    underWay.begin(now);
    begun.push(now);
  }
  return begun;
}

/** Keeps the room full for two seconds, while a request is answered every so often. Returns how many are under way. */
function filledAtPace(everyMs: number, underWay = new UnderWay(10_000), from = 1000): number {
  const begun: number[] = [];
  for (let now = from; now < from + 2000; now += everyMs) {
    begun.push(...fill(underWay, now));
    const oldest = begun.shift();
    if (oldest !== undefined) underWay.end(oldest, now);
  }
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
    expect(filledAtPace(10)).toBeLessThanOrEqual(room.least);
    expect(filledAtPace(0.5)).toBeGreaterThanOrEqual(room.most - 1);
    expect(filledAtPace(0.5)).toBeLessThanOrEqual(room.most);
  });

  it('may be as many as a slow machine answers as long as nothing is known', () => {
    const tenth = { ...room, withinMs: 50 };
    const underWay = new UnderWay(10_000);
    for (let count = 0; count < 32; count += 1) {
      expect(underWay.hasRoom(tenth, 1000)).toBe(true);
      underWay.begin(1000);
    }
    expect(underWay.hasRoom(tenth, 1000)).toBe(false);
  });

  it('tell nothing about the pace while there are few', () => {
    const underWay = new UnderWay(10_000);
    for (let now = 1000; now < 10_000; now += 100) {
      underWay.begin(now);
      underWay.end(now, now + 50);
    }
    expect(fill(underWay, 20_000)).toHaveLength(room.most);
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

  it('take no room once they are old', () => {
    const underWay = new UnderWay(10_000);
    fill(underWay, 1000);
    expect(underWay.hasRoom(room, 1000 + room.lastMs - 50)).toBe(false);
    expect(underWay.hasRoom(room, 1000 + room.lastMs)).toBe(true);
  });
});
