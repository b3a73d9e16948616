// `earshot openapi`: prints the OpenAPI document, built on a store in a temporary directory.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand } from 'citty';
import { pino } from 'pino';
import { openEngines } from '../compose/engines.ts';
import { compose } from '../compose/program.ts';
import { pagesDir, readConfig, version } from '../config.ts';
import { systemClock } from '../domain/kernel/clock.ts';
import { consoleDocument } from '../http/console/document.ts';
import { documentText } from '../http/openapi/text.ts';
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
    printDocument(app.swagger());
    await app.close();
    await engines.store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const openapiCommand = defineCommand({
  meta: { name: 'openapi', description: 'Print the OpenAPI document' },
  args: {
    console: {
      type: 'boolean',
      default: false,
      description: "Print the document of the console's own endpoints, which are no part of the API",
    },
  },
  run: guarded(async ({ args }) => (args.console ? printDocument(consoleDocument()) : printOpenapi())),
});

const printDocument = (document: object): void => print(documentText(document));
