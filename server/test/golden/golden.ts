// Compares a text with the file that was kept of it. `UPDATE_GOLDEN=1 npx vitest run test/golden` writes the
// files anew; the difference is then for a person to judge.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

export function expectGolden(path: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  expect(existsSync(path), 'The golden file is kept; UPDATE_GOLDEN=1 makes it.').toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

/** Plans and dumps differ a little from one version of the server to another; those of this one are kept. */
export const keptOfVersion = 15;
