import { describe, expect, it } from 'vitest';
import { answerCache } from './answer-cache.ts';

const answer = (length: number) => ({ etag: `"${length}"`, body: Buffer.alloc(length) });

describe('answerCache', () => {
  it('gives back what was kept', () => {
    const cache = answerCache(1000);
    cache.keep('a', answer(10));
    expect(cache.find('a')).toEqual(answer(10));
    expect(cache.find('b')).toBeUndefined();
  });

  it('never holds more than its bytes, and lets go of what was asked for longest ago', () => {
    const cache = answerCache(5000);
    for (const digest of ['a', 'b', 'c']) cache.keep(digest, answer(1000));
    cache.find('a');
    cache.keep('d', answer(1000));
    expect(['a', 'b', 'c', 'd'].filter((digest) => cache.find(digest) !== undefined)).toEqual([
      'a',
      'c',
      'd',
    ]);
  });

  it('does not keep an answer that would push out too many others', () => {
    const cache = answerCache(10_000_000);
    cache.keep('large', answer(300_000));
    expect(cache.find('large')).toBeUndefined();
  });

  it('does not take many small answers for nothing', () => {
    const cache = answerCache(5000);
    for (let index = 0; index < 100; index += 1) cache.keep(String(index), answer(1));
    const kept = Array.from({ length: 100 }, (_, index) => cache.find(String(index))).filter(Boolean);
    expect(kept.length).toBeLessThan(10);
  });

  it('counts an answer once, however often it is kept', () => {
    const cache = answerCache(5000);
    for (let time = 0; time < 10; time += 1) cache.keep('a', answer(1000));
    cache.keep('b', answer(1000));
    expect(cache.find('a')).toBeDefined();
  });
});
