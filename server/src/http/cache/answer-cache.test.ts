import { describe, expect, it } from 'vitest';
import { type AnswerCache, answerCache } from './answer-cache.ts';

async function keptOf(cache: AnswerCache, digests: readonly string[]): Promise<string[]> {
  const kept = await Promise.all(digests.map((digest) => cache.find(digest)));
  return digests.filter((_, index) => kept[index] !== undefined);
}

const answer = (length: number) => ({ etag: `"${length}"`, body: Buffer.alloc(length) });

describe('answerCache', () => {
  it('gives back what was kept', async () => {
    const cache = answerCache(1000);
    cache.keep('a', answer(10));
    expect(await cache.find('a')).toEqual(answer(10));
    expect(await cache.find('b')).toBeUndefined();
  });

  it('never holds more than its bytes, and lets go of what was asked for longest ago', async () => {
    const cache = answerCache(5000);
    for (const digest of ['a', 'b', 'c']) cache.keep(digest, answer(1000));
    await cache.find('a');
    cache.keep('d', answer(1000));
    expect(await keptOf(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
  });

  it('does not keep an answer that would push out too many others', async () => {
    const cache = answerCache(10_000_000);
    cache.keep('large', answer(300_000));
    expect(await cache.find('large')).toBeUndefined();
  });

  it('does not take many small answers for nothing', async () => {
    const cache = answerCache(5000);
    const digests = Array.from({ length: 100 }, (_, index) => String(index));
    for (const digest of digests) cache.keep(digest, answer(1));
    expect((await keptOf(cache, digests)).length).toBeLessThan(10);
  });

  it('counts an answer once, however often it is kept', async () => {
    const cache = answerCache(5000);
    for (let time = 0; time < 10; time += 1) cache.keep('a', answer(1000));
    cache.keep('b', answer(1000));
    expect(await cache.find('a')).toBeDefined();
  });

  it('lets those who ask for what is being made wait for it, also when it is too large to be kept', async () => {
    const cache = answerCache(10_000_000);
    expect(await cache.find('large')).toBeUndefined();
    const waiting = [cache.find('large'), cache.find('large')];
    const large = answer(300_000);
    cache.keep('large', large);
    const [first, second] = await Promise.all(waiting);
    expect(first).toBe(large);
    expect(second).toBe(large);
  });

  it('lets them make their own when there is nothing to share, and whoever comes later makes it for the next', async () => {
    const cache = answerCache(5000);
    expect(await cache.find('a')).toBeUndefined();
    const waiting = cache.find('a');
    cache.giveUp('a');
    expect(await waiting).toBeUndefined();
    expect(await cache.find('a')).toBeUndefined();
    const next = cache.find('a');
    cache.keep('a', answer(10));
    expect(await next).toEqual(answer(10));
  });

  describe('compressed', () => {
    it('is compressed once per encoding, however many ask for it concurrently and later', async () => {
      const cache = answerCache(5000);
      const runs: string[] = [];
      const ask = (encoding: 'br' | 'gzip') =>
        cache.encoded('a', '"1"', encoding, async () => {
          runs.push(encoding);
          return Buffer.from(encoding);
        });
      const asked = Array.from({ length: 50 }, (_, index) => ask(index % 2 === 0 ? 'br' : 'gzip'));
      expect(new Set((await Promise.all(asked)).map(String))).toEqual(new Set(['br', 'gzip']));
      expect(String(await ask('br'))).toBe('br');
      expect(runs).toEqual(['br', 'gzip']);
      expect(cache.recall('a', 'br')).toEqual({ etag: '"1"', body: Buffer.from('br'), encoding: 'br' });
      expect(cache.recall('b', 'br')).toBeUndefined();
    });

    it('counts toward the limit, and is evicted on its own', async () => {
      const cache = answerCache(5000);
      cache.keep('a', answer(1000));
      await cache.encoded('a', '"1"', 'br', async () => Buffer.alloc(1000));
      await cache.find('a');
      for (const digest of ['b', 'c']) cache.keep(digest, answer(1000));
      expect(cache.recall('a', 'br')).toBeUndefined();
      expect(await cache.find('a')).toBeDefined();
    });

    it('is tried again after it was declined or failed', async () => {
      const cache = answerCache(5000);
      expect(await cache.encoded('a', '"1"', 'br', async () => undefined)).toBeUndefined();
      const failing = cache.encoded('a', '"1"', 'br', async () => {
        throw new Error('no memory');
      });
      await expect(failing).rejects.toThrow('no memory');
      expect(String(await cache.encoded('a', '"1"', 'br', async () => Buffer.from('x')))).toBe('x');
    });
  });
});
