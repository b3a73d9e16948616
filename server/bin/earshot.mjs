#!/usr/bin/env node
// `npx earshot …`. In a clone, builds first if the sources are newer than the last build; a published package has no
// sources.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../src', import.meta.url))) {
  const { ensureBuilt } = await import('../../scripts/build.mjs');
  await ensureBuilt();
}
await import('../dist/cli.js');
