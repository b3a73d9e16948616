import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const size = join(import.meta.dirname, '../../../../console/scripts/size.mjs');

it('a first visit to the console loads less than 250 KB, even when built by a test run', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [size], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});
