// The contract of the limiter port for every engine. An engine's test calls this with a factory and a way to
// advance time.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Instant } from '../../src/domain/kernel/clock.ts';
import type { Limiter } from '../../src/ports/kernel/limiter.ts';

export interface LimiterUnderTest {
  limiter: Limiter;
  now(): Instant;
  /** Advances the engine's time by exactly this much. */
  advance(ms: number): Promise<void>;
  /** Sets the engine's clock, forward or back. */
  jump(ms: number): Promise<void>;
  close(): Promise<void>;
}

const windowMs = 60_000;

export function limiterContract(name: string, make: () => Promise<LimiterUnderTest>): void {
  describe(`limiter in ${name}`, () => {
    let engine: LimiterUnderTest;
    let limiter: Limiter;
    beforeEach(async () => {
      engine = await make();
      limiter = engine.limiter;
    });
    afterEach(async () => {
      await engine.close();
    });

    it('opens a window with the first take and closes it after exactly its length', async () => {
      await engine.advance(12_345);
      const openedAt = engine.now();
      const resetAt = openedAt + windowMs;
      expect(await limiter.take('a', 2, windowMs)).toEqual({
        allowed: true,
        limit: 2,
        remaining: 1,
        resetAt,
        resetInMs: windowMs,
      });
      await engine.advance(windowMs - 1);
      expect(await limiter.take('a', 2, windowMs)).toEqual({
        allowed: true,
        limit: 2,
        remaining: 0,
        resetAt,
        resetInMs: 1,
      });
      expect(await limiter.take('a', 2, windowMs)).toEqual({
        allowed: false,
        limit: 2,
        remaining: 0,
        resetAt,
        resetInMs: 1,
      });
      await engine.advance(1);
      expect(await limiter.take('a', 2, windowMs)).toEqual({
        allowed: true,
        limit: 2,
        remaining: 1,
        resetAt: resetAt + windowMs,
        resetInMs: windowMs,
      });
    });

    it('opens the next window with the next take, not where the last one closed', async () => {
      await limiter.take('a', 1, windowMs);
      await engine.advance(3 * windowMs + 7);
      const { resetAt } = await limiter.take('a', 1, windowMs);
      expect(resetAt).toBe(engine.now() + windowMs);
    });

    it('allows exactly the limit under 1,000 concurrent takes', async () => {
      const answers = await Promise.all(
        Array.from({ length: 1000 }, () => limiter.take('crowd', 137, windowMs)),
      );
      const allowed = answers.filter((answer) => answer.allowed);
      expect(allowed).toHaveLength(137);
      expect(new Set(allowed.map(({ remaining }) => remaining)).size).toBe(137);
      expect(new Set(answers.map(({ resetAt }) => resetAt)).size).toBe(1);
      for (const answer of answers) if (!answer.allowed) expect(answer.remaining).toBe(0);
    });

    it('does not count denied takes, and does not move the window', async () => {
      const { resetAt } = await limiter.take('a', 5, windowMs, 3);
      await engine.advance(10);
      for (let turn = 0; turn < 20; turn += 1) {
        const denied = await limiter.take('a', 5, windowMs, 3);
        expect(denied).toMatchObject({ allowed: false, limit: 5, remaining: 2, resetAt });
      }
      expect(await limiter.take('a', 5, windowMs, 2)).toMatchObject({
        allowed: true,
        limit: 5,
        remaining: 0,
        resetAt,
      });
    });

    it('opens no window for a take that is denied from the start', async () => {
      expect(await limiter.take('a', 5, windowMs, 6)).toMatchObject({ allowed: false, remaining: 5 });
      await engine.advance(1000);
      const { resetAt } = await limiter.take('a', 5, windowMs);
      expect(resetAt).toBe(engine.now() + windowMs);
    });

    it('takes a cost completely or not at all', async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => limiter.take('batch', 100, windowMs, 7)),
      );
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(14);
      expect((await limiter.peek('batch', 100, windowMs)).remaining).toBe(2);
    });

    it('gives back what a take cost, but never more than the window used', async () => {
      const taken = await limiter.take('a', 3, windowMs, 2);
      await engine.advance(windowMs - 1);
      const { resetAt } = taken;
      const left = { allowed: true, limit: 3, resetInMs: 1, resetAt };
      expect(await limiter.giveBack('a', taken, windowMs)).toEqual({ ...left, remaining: 2 });
      expect(await limiter.giveBack('a', taken, windowMs, 5)).toEqual({ ...left, remaining: 3 });
      await engine.advance(1);
      expect(await limiter.take('a', 3, windowMs, 3)).toMatchObject({ allowed: true, remaining: 0 });
    });

    it('gives nothing back to the window after the one that was taken from', async () => {
      const taken = await limiter.take('a', 3, windowMs, 3);
      await engine.advance(windowMs);
      expect(await limiter.giveBack('a', taken, windowMs, 3)).toMatchObject({ remaining: 3 });
      await limiter.take('a', 3, windowMs, 2);
      expect(await limiter.giveBack('a', taken, windowMs, 3)).toMatchObject({ allowed: true, remaining: 1 });
      expect(await limiter.take('a', 3, windowMs, 2)).toMatchObject({ allowed: false, remaining: 1 });
    });

    it('gives back exactly under concurrent takes', async () => {
      await limiter.take('crowd', 100, windowMs);
      const giveBack = async () => {
        const taken = await limiter.take('crowd', 100, windowMs, 3);
        return limiter.giveBack('crowd', taken, windowMs, 3);
      };
      await Promise.all(Array.from({ length: 30 }, giveBack));
      expect((await limiter.peek('crowd', 100, windowMs)).remaining).toBe(99);
    });

    it('peeks without taking anything', async () => {
      const resetInMs = windowMs;
      const free = { allowed: true, limit: 1, remaining: 1, resetAt: engine.now() + windowMs, resetInMs };
      expect(await limiter.peek('a', 1, windowMs)).toEqual(free);
      await engine.advance(5);
      expect((await limiter.peek('a', 1, windowMs)).resetAt).toBe(engine.now() + windowMs);
      const { resetAt } = await limiter.take('a', 1, windowMs);
      for (let turn = 0; turn < 3; turn += 1)
        expect(await limiter.peek('a', 1, windowMs)).toMatchObject({
          allowed: false,
          limit: 1,
          remaining: 0,
          resetAt,
        });
      await engine.advance(windowMs);
      expect((await limiter.peek('a', 1, windowMs)).allowed).toBe(true);
    });

    it.each([
      ['an hour back', -3_600_000],
      ['a second back', -1000],
      ['an hour forward', 3_600_000],
    ])(
      'closes a window in time, and never reports longer, when the clock is set %s',
      async (_what, jumpMs) => {
        await limiter.take('a', 1, windowMs);
        await engine.advance(10_000);
        await engine.jump(jumpMs);
        for (const answer of [
          await limiter.peek('a', 1, windowMs),
          await limiter.take('a', 1, windowMs),
          await limiter.take('a', 1, windowMs),
        ]) {
          expect(answer.resetInMs).toBeLessThanOrEqual(windowMs);
          expect(answer.resetInMs).toBeGreaterThan(0);
          expect(answer.resetAt).toBe(engine.now() + answer.resetInMs);
        }
        await engine.advance(windowMs);
        expect(await limiter.take('a', 1, windowMs)).toMatchObject({
          allowed: true,
          resetAt: engine.now() + windowMs,
          resetInMs: windowMs,
        });
      },
    );

    it('keeps buckets apart, each with its own window', async () => {
      const first = await limiter.take('read:key_1', 1, windowMs);
      await engine.advance(10);
      const second = await limiter.take('write:key_1', 1, windowMs);
      expect([first.allowed, second.allowed]).toEqual([true, true]);
      expect(second.resetAt - first.resetAt).toBe(10);
      expect((await limiter.take('read:key_1', 1, windowMs)).allowed).toBe(false);
      await engine.advance(windowMs - 10);
      expect((await limiter.take('read:key_1', 1, windowMs)).allowed).toBe(true);
      expect((await limiter.take('write:key_1', 1, windowMs)).allowed).toBe(false);
    });

    it('applies the limit of each take, and never reports a negative remainder', async () => {
      for (let turn = 0; turn < 5; turn += 1) await limiter.take('a', 5, windowMs);
      expect(await limiter.take('a', 3, windowMs)).toMatchObject({ allowed: false, limit: 3, remaining: 0 });
      expect(await limiter.take('a', 6, windowMs)).toMatchObject({ allowed: true, limit: 6, remaining: 0 });
    });
  });
}
