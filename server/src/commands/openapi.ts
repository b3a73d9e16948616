// The OpenAPI document without serving: on a store in a temporary directory that is gone afterwards.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose, openEngines } from '../compose.ts';
import { pagesDir, readConfig, version } from '../config.ts';
import { systemClock } from '../domain/clock.ts';

export async function printOpenapi(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-openapi-'));
  try {
    const config = readConfig({ DATA_DIR: dataDir });
    const engines = await openEngines(config);
    const log = pino({ level: 'silent' });
    const surroundings = { config, engines, clock: systemClock, log, version, publicUrl: () => '', pagesDir };
    const { app } = await compose(surroundings);
    await app.ready();
    process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`);
    await app.close();
    await engines.store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
