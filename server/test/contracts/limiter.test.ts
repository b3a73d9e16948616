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
    close: async () => {},
  };
});

describe('limiter in memory, beyond the contract', () => {
  it('lets go of windows that have closed, so that many callers over time take no more room', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
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
    for (let round = 1; round <= 15; round += 1) {
      clock.advance(1000);
      await callers(20_000, round * 20_000);
    }
    // Nothing let go would be sixteen times as much.
    expect(heldBytes() - empty).toBeLessThan(4 * ofOneRound);
    expect(await limiter.take('auth:address-300000', 10, 1000)).toMatchObject({
      allowed: true,
      remaining: 8,
    });
    expect(await limiter.take('auth:address-0', 10, 1000)).toMatchObject({ allowed: true, remaining: 9 });
  });
});
