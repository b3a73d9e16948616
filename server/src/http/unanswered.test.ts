import { describe, expect, it } from 'vitest';
import { Unanswered } from './unanswered.ts';

describe('unanswered requests', () => {
  it('count from the time they are accepted until they are answered', () => {
    const unanswered = new Unanswered();
    const [first, second] = [unanswered.begin(1000), unanswered.begin(1060)];
    expect(unanswered.count(1100)).toBe(2);
    unanswered.end(first);
    expect(unanswered.count(1100)).toBe(1);
    unanswered.end(second);
    expect(unanswered.count(1200)).toBe(0);
  });

  it('stop counting after a quarter of a second', () => {
    const unanswered = new Unanswered();
    const old = unanswered.begin(1000);
    const recent = unanswered.begin(1240);
    expect(unanswered.count(1240)).toBe(2);
    expect(unanswered.count(1250)).toBe(1);
    expect(unanswered.all).toBe(2);
    unanswered.end(old);
    expect(unanswered.count(1250)).toBe(1);
    unanswered.end(recent);
    expect(unanswered.count(1250)).toBe(0);
    expect(unanswered.all).toBe(0);
  });

  it('are forgotten after a pause of any length', () => {
    const unanswered = new Unanswered();
    const old = unanswered.begin(1000);
    expect(unanswered.count(1_000_000)).toBe(0);
    unanswered.end(old);
    unanswered.begin(1_000_010);
    expect(unanswered.count(1_000_020)).toBe(1);
  });
});
