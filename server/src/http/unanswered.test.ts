import { describe, expect, it } from 'vitest';
import { Unanswered } from './unanswered.ts';

describe('unanswered requests', () => {
  it('count from the time they are accepted until they are answered', () => {
    const unanswered = new Unanswered({ stepMs: 50, steps: 5 });
    for (const time of [1000, 1060]) unanswered.begin(time);
    expect(unanswered.count(1100)).toBe(2);
    unanswered.end(1000);
    expect(unanswered.count(1100)).toBe(1);
    unanswered.end(1060);
    expect(unanswered.count(1200)).toBe(0);
  });

  it('stop counting after a quarter of a second', () => {
    const unanswered = new Unanswered({ stepMs: 50, steps: 5 });
    for (const time of [1000, 1240]) unanswered.begin(time);
    expect(unanswered.count(1240)).toBe(2);
    expect(unanswered.count(1250)).toBe(1);
    unanswered.end(1000);
    expect(unanswered.count(1250)).toBe(1);
    unanswered.end(1240);
    expect(unanswered.count(1250)).toBe(0);
  });

  it('are forgotten after a pause of any length', () => {
    const unanswered = new Unanswered({ stepMs: 50, steps: 5 });
    unanswered.begin(1000);
    expect(unanswered.count(1_000_000)).toBe(0);
    unanswered.end(1000);
    unanswered.begin(1_000_010);
    expect(unanswered.count(1_000_020)).toBe(1);
  });
});
