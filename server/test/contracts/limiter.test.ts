import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { memoryLimiter } from '../../src/engines/limiter/memory.ts';
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
  it('frees closed windows, so that memory does not grow with callers', async () => {
    const collect = exposedGc();
    const heldBytes = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const clock = fakeClock();
    const limiter = memoryLimiter(clock);
    const callers = async (count: number, from: number) => {
      for (let index = 0; index < count; index += 1)
        await limiter.take(`auth:address-${from + index}`, 10, 1000);
    };
    const empty = heldBytes();
    await callers(20_000, 0);
    const ofOneRound = heldBytes() - empty;
    expect(ofOneRound).toBeGreaterThan(100_000);
    for (let round = 1; round <= 8; round += 1) {
      clock.advance(1000);
      await callers(20_000, round * 20_000);
    }
    // Without freeing, it would be nine times as much.
    expect(heldBytes() - empty).toBeLessThan(4 * ofOneRound);
    expect(await limiter.take('auth:address-160000', 10, 1000)).toMatchObject({
      allowed: true,
      remaining: 8,
    });
    expect(await limiter.take('auth:address-0', 10, 1000)).toMatchObject({ allowed: true, remaining: 9 });
  });

  it('holds a bounded number of windows, however many buckets callers name', async () => {
    const limiter = memoryLimiter(fakeClock());
    const collect = exposedGc();
    for (let index = 0; index < 60_000; index += 1) await limiter.take(`sign-in:pair:${index}`, 10, 1000);
    collect();
    const full = process.memoryUsage().heapUsed;
    for (let index = 60_000; index < 200_000; index += 1)
      await limiter.take(`sign-in:pair:${index}`, 10, 1000);
    collect();
    // Without a bound it would hold 140,000 windows more, over 20 MB.
    expect(process.memoryUsage().heapUsed - full).toBeLessThan(5_000_000);
    expect(await limiter.peek('sign-in:pair:199999', 10, 1000)).toMatchObject({ remaining: 9 });
    expect(await limiter.peek('sign-in:pair:0', 10, 1000)).toMatchObject({ remaining: 10 });
  });

  it('holds nothing after a full refund', async () => {
    const limiter = memoryLimiter(fakeClock());
    const collect = exposedGc();
    collect();
    const empty = process.memoryUsage().heapUsed;
    for (let index = 0; index < 20_000; index += 1) {
      const taken = await limiter.take(`sign-in:pair:${index}`, 10, 1000);
      await limiter.giveBack(`sign-in:pair:${index}`, taken, 1000);
    }
    collect();
    // Otherwise they would take about 3 MB.
    expect(process.memoryUsage().heapUsed - empty).toBeLessThan(1_000_000);
  });
});

function exposedGc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
