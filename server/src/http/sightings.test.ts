import { describe, expect, it } from 'vitest';
import { Sightings } from './sightings.ts';

describe('Sightings', () => {
  it('knows a text from its second time on', () => {
    const sightings = new Sightings();
    expect([1, 2, 3].map(() => sightings.isKnown('/v1/posts'))).toEqual([false, true, true]);
    expect(sightings.isKnown('/v1/posts?limit=1')).toBe(false);
  });

  it('hardly ever takes a new text for a known one, and remembers thousands', () => {
    const sightings = new Sightings();
    const texts = Array.from({ length: 4000 }, (_, index) => `/v1/posts?after=${index}`);
    expect(texts.filter((text) => sightings.isKnown(text)).length).toBeLessThan(4);
    expect(texts.filter((text) => sightings.isKnown(text)).length).toBeGreaterThan(2500);
  });
});
