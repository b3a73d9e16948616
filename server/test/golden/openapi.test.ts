import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openEngines } from '../../src/compose/engines.ts';
import { compose } from '../../src/compose/program.ts';
import { readConfig } from '../../src/config.ts';
import { version } from '../../src/config.ts';
import { consoleDocument } from '../../src/http/console/document.ts';
import { documentText } from '../../src/http/openapi/text.ts';
import { fakeClock } from '../support/clock.ts';
import { expectGolden } from './golden.ts';

it("the program's OpenAPI document equals the committed one, byte for byte", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-openapi-'));
  try {
    const config = readConfig({ DATA_DIR: dataDir });
    const engines = await openEngines(config);
    const log = pino({ level: 'silent' });
    const { app } = await compose({
      config,
      engines,
      clock: fakeClock(),
      log,
      version,
      publicUrl: () => 'http://elsewhere.test',
      pagesDir: 'no-pages',
    });
    await app.ready();
    const document = app.swagger();
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
    expectGolden(join(import.meta.dirname, '../../../openapi.json'), `${documentText(document)}\n`);
    await app.close();
    await engines.store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

it("the document of the console's own endpoints is the committed one, byte for byte", () => {
  const document = consoleDocument();
  expect(Object.keys(document.paths ?? {})).toContain('/keys/{id}/roll');
  const text = `${documentText(document)}\n`;
  expectGolden(join(import.meta.dirname, '../../../console/openapi.json'), text);
});
