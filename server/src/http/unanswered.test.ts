import { describe, expect, it } from 'vitest';
import { Unanswered } from './unanswered.ts';

describe('unanswered requests', () => {
  it('count from the time they are accepted until they are answered', () => {
    const unanswered = new Unanswered(250);
    for (const time of [1000, 1060]) unanswered.begin(time);
    expect(unanswered.count(1100)).toBe(2);
    unanswered.end(1000);
    expect(unanswered.count(1100)).toBe(1);
    unanswered.end(1060);
    expect(unanswered.count(1200)).toBe(0);
  });

  it('stop counting when they are old', () => {
    const unanswered = new Unanswered(250);
    for (const time of [1000, 1240]) unanswered.begin(time);
    expect(unanswered.count(1240)).toBe(2);
    expect(unanswered.count(1250)).toBe(1);
    unanswered.end(1000);
    expect(unanswered.count(1250)).toBe(1);
    unanswered.end(1240);
    expect(unanswered.count(1250)).toBe(0);
  });

  it('can be counted for a shorter time', () => {
    const unanswered = new Unanswered(10_000);
    for (const time of [1000, 1900, 1990]) unanswered.begin(time);
    expect([50, 100, 500, 10_000].map((ms) => unanswered.countOfLast(ms, 1999))).toEqual([1, 2, 2, 3]);
    unanswered.end(1900);
    expect(unanswered.countOfLast(100, 1999)).toBe(1);
    expect(unanswered.count(1999)).toBe(2);
  });

  it('are forgotten after a pause of any length', () => {
    const unanswered = new Unanswered(250);
    unanswered.begin(1000);
    expect(unanswered.count(1_000_000)).toBe(0);
    unanswered.end(1000);
    unanswered.begin(1_000_010);
    expect(unanswered.count(1_000_020)).toBe(1);
  });
});
