// Compares a text with its golden file. `UPDATE_GOLDEN=1 npx vitest run test/golden` regenerates the files; review
// the diff.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

export function expectGolden(path: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  expect(existsSync(path), 'The golden file is kept; UPDATE_GOLDEN=1 makes it.').toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

/** Plans and dumps vary between server versions; the golden files are for this one. */
export const keptOfVersion = 15;
