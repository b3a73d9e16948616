// `earshot openapi`: prints the OpenAPI document, built on a store in a temporary directory.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand } from 'citty';
import { pino } from 'pino';
import { compose, openEngines } from '../compose.ts';
import { pagesDir, readConfig, version } from '../config.ts';
import { systemClock } from '../domain/clock.ts';
import { guarded, print } from './command.ts';

async function printOpenapi(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-openapi-'));
  try {
    const config = readConfig({ DATA_DIR: dataDir });
    const engines = await openEngines(config);
    const log = pino({ level: 'silent' });
    const surroundings = { config, engines, clock: systemClock, log, version, publicUrl: () => '', pagesDir };
    const { app } = await compose(surroundings);
    await app.ready();
    print(JSON.stringify(app.swagger(), null, 2));
    await app.close();
    await engines.store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const openapiCommand = defineCommand({
  meta: { name: 'openapi', description: 'Print the OpenAPI document' },
  run: guarded(printOpenapi),
});
