import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import type { Limiter } from '../../ports/limiter.ts';
import { signInLimits } from './sign-in-limits.ts';
import type { TeamDeps } from './team-deps.ts';

/** Counts exactly, and tells which buckets hold anything. */
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

describe('guesses for random e-mail addresses from one place', () => {
  it('leave a bounded number of buckets, and cost nothing once they are refused', async () => {
    const { used, guess, verified } = setUp();
    for (let index = 0; index < 1000; index += 1) await guess(`nobody${index}@example.com`, '203.0.113.7');
    // The address, and for each of fifty e-mail addresses the pair and the whole.
    expect(used.size).toBe(101);
    expect(verified()).toBe(50);
    expect(await guess('another@example.com', '203.0.113.7')).toEqual({ refused: true, isLookedUp: false });
    expect([...used.keys()].join()).not.toContain('nobody');
  });

  it('are one place for all addresses of a /64', async () => {
    const { used, guess } = setUp();
    for (let index = 0; index < 1000; index += 1)
      await guess(`nobody${index}@example.com`, `2001:db8:1:2::${index.toString(16)}`);
    expect(used.size).toBe(101);
  });
});

describe('an unknown e-mail address', () => {
  it('costs as many computations as one with an account', async () => {
    const { guess, verified } = setUp();
    await guess('nobody@example.com', '203.0.113.7');
    expect(verified()).toBe(1);
  });
});
