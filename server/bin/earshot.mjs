#!/usr/bin/env node
// `npx earshot …` from a clone: builds when the sources are newer than the last build.
import { ensureBuilt } from '../../scripts/build.mjs';

await ensureBuilt();
process.setSourceMapsEnabled(true);
await import('../dist/cli.js');
