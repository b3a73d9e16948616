import { describe, expect, it } from 'vitest';
import { memoryLimiter } from '../../src/engines/limiter/memory.ts';
import type { Limiter } from '../../src/ports/kernel/limiter.ts';
import { fakeClock } from '../support/clock.ts';
import { limiterContract } from './limiter.ts';

limiterContract('memory', async () => {
  const clock = fakeClock();
  return {
    limiter: memoryLimiter(clock),
    now: clock.now,
    advance: async (ms) => clock.advance(ms),
    jump: async (ms) => clock.jump(ms),
    close: async () => {},
  };
});

describe('limiter in memory, besides the contract', () => {
  /** Fewer windows than are held, so the oldest is still there unless others pile up behind it. */
  const round = 20_000;
  const takeEach = async (limiter: Limiter, from: number, count = round) => {
    for (let index = from; index < from + count; index += 1) await limiter.take(`from:${index}`, 10, 1000);
  };

  it('frees closed windows, so that memory does not grow with callers', async () => {
    const clock = fakeClock();
    const limiter = memoryLimiter(clock);
    await limiter.take('oldest', 10, 3_600_000);
    for (let from = 0; from < 5 * round; from += round) {
      await takeEach(limiter, from);
      clock.advance(1000);
    }
    expect(await limiter.peek('oldest', 10, 3_600_000)).toMatchObject({ remaining: 9 });
  });

  it('holds a bounded number of windows, however many buckets callers name', async () => {
    const limiter = memoryLimiter(fakeClock());
    await takeEach(limiter, 0, 5 * round);
    let held = 0;
    for (let index = 0; index < 5 * round; index += 1)
      if ((await limiter.peek(`from:${index}`, 10, 1000)).remaining === 9) held += 1;
    expect(held).toBeLessThanOrEqual(50_000);
    expect(await limiter.peek(`from:${5 * round - 1}`, 10, 1000)).toMatchObject({ remaining: 9 });
    expect(await limiter.peek('from:0', 10, 1000)).toMatchObject({ remaining: 10 });
  });

  it('holds nothing after a full refund', async () => {
    const limiter = memoryLimiter(fakeClock());
    await limiter.take('oldest', 10, 1000);
    for (let index = 0; index < 3 * round; index += 1) {
      const taken = await limiter.take(`from:${index}`, 10, 1000);
      await limiter.giveBack(`from:${index}`, taken, 1000);
    }
    expect(await limiter.peek('oldest', 10, 1000)).toMatchObject({ remaining: 9 });
  });
});
