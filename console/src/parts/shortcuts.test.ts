import { describe, expect, it } from 'vitest';
import { shortcutFor } from './shortcuts.ts';

const next = () => undefined;
const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  shortcutFor(
    { key, ctrlKey: false, metaKey: false, altKey: false, ...held },
    { j: next, Enter: next, '?': next },
  );

describe('a shortcut', () => {
  it.each(['j', 'J', 'Enter', '?'])('is found for %s', (key) => {
    expect(press(key)).toBe(next);
  });

  it.each(['k', 'enter', 'toString', '__proto__'])('is not found for %s', (key) => {
    expect(press(key)).toBeUndefined();
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'] as const)('is not handled with %s', (held) => {
    expect(press('j', { [held]: true })).toBeUndefined();
  });
});
