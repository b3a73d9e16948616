import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import type { Limiter } from '../../ports/kernel/limiter.ts';
import { signInLimits } from './sign-in-limits.ts';
import type { TeamDeps } from './team-deps.ts';

/** Counts exactly and exposes its buckets. */
function countingLimiter(clock: TeamDeps['clock']) {
  const used = new Map<string, number>();
  const limiter: Limiter = {
    async take(bucket, limit, windowMs, cost = 1) {
      const after = (used.get(bucket) ?? 0) + cost;
      const allowed = after <= limit;
      if (allowed && after > 0) used.set(bucket, after);
      else if (allowed) used.delete(bucket);
      return { allowed, limit, remaining: 0, resetAt: clock.now() + windowMs, resetInMs: windowMs };
    },
    giveBack: (bucket, { limit }, windowMs, cost = 1) => limiter.take(bucket, limit, windowMs, -cost),
    peek: (bucket, limit, windowMs) => limiter.take(bucket, limit, windowMs, 0),
  };
  return { used, limiter };
}

const setUp = () => {
  const clock = fakeClock();
  const { used, limiter } = countingLimiter(clock);
  let verified = 0;
  const passwords = {
    hash: async () => '',
    verify: async () => {
      verified += 1;
      return false;
    },
  };
  const { authenticate } = signInLimits({ limiter, clock, passwords } as unknown as TeamDeps);
  const guess = async (email: string, address: string) => {
    let isLookedUp = false;
    const device = { userAgent: '', address };
    const refused = await authenticate({ email, password: 'x', device }, async () => {
      isLookedUp = true;
      return [];
    }).then(
      () => false,
      () => true,
    );
    return { refused, isLookedUp };
  };
  return { used, guess, verified: () => verified };
};

describe('guesses for random emails from one address', () => {
  it('use a bounded number of buckets, and cost nothing once rejected', async () => {
    const { used, guess, verified } = setUp();
    for (let index = 0; index < 1000; index += 1) await guess(`nobody${index}@example.com`, '203.0.113.7');
    // One for the address, and for each of fifty emails the pair and the total.
    expect(used.size).toBe(101);
    expect(verified()).toBe(50);
    expect(await guess('another@example.com', '203.0.113.7')).toEqual({ refused: true, isLookedUp: false });
    expect([...used.keys()].join()).not.toContain('nobody');
  });

  it('share the limit across a /64', async () => {
    const { used, guess } = setUp();
    for (let index = 0; index < 1000; index += 1)
      await guess(`nobody${index}@example.com`, `2001:db8:1:2::${index.toString(16)}`);
    expect(used.size).toBe(101);
  });
});

describe('an unknown email', () => {
  it('costs one password check, like an email with an account', async () => {
    const { guess, verified } = setUp();
    await guess('nobody@example.com', '203.0.113.7');
    expect(verified()).toBe(1);
  });
});
