import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentFor, contrast } from './accent.ts';

describe('the accent color', () => {
  it('is readable on the page, and under its own text, whatever color was chosen', () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (channels) => {
        const hex = `#${channels.join('')}`;
        const light = accentFor(hex, 'light');
        const dark = accentFor(hex, 'dark');
        for (const background of ['#ffffff', '#f7f8fa'])
          expect(contrast(light.color, background)).toBeGreaterThanOrEqual(4.5);
        for (const background of ['#14161a', '#1b1e24'])
          expect(contrast(dark.color, background)).toBeGreaterThanOrEqual(4.5);
        for (const { color, on } of [light, dark]) expect(contrast(color, on)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('stays as it is where it is readable already', () => {
    expect(accentFor('#4f46e5', 'light')).toEqual({ color: '#4f46e5', on: '#ffffff' });
    expect(accentFor('#fde047', 'dark')).toEqual({ color: '#fde047', on: '#000000' });
  });
});
