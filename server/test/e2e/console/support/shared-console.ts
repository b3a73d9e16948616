// One installation and one browser context for the tests of all files that a worker runs. Each test has a workspace and
// an owner of its own. Starting the program and loading the console into a new context take most of the time of a short
// test.

import type { BrowserContext } from 'playwright-core';
import { openMigrated } from '../../../../src/compose/engines.ts';
import { operatorOf } from '../../../../src/compose/operator.ts';
import { readConfig } from '../../../../src/config.ts';
import { systemClock } from '../../../../src/domain/kernel/clock.ts';
import { application, keep } from '../../processes.ts';
import type { Installation } from './console-fixture.ts';

export interface SharedConsole {
  dataDir: string;
  context: BrowserContext;
  workspace(): Promise<Installation>;
  /** Leaves nothing of a test behind in the browser. */
  leave(): Promise<void>;
}

let shared: Promise<SharedConsole> | undefined;

/** The shared installation, if a test has needed it. */
export const startedConsole = (): Promise<SharedConsole> | undefined => shared;

export function sharedConsole(
  install: () => Promise<Installation>,
  newContext: () => Promise<BrowserContext>,
): Promise<SharedConsole> {
  shared ??= start(install, newContext);
  return shared;
}

async function start(
  install: () => Promise<Installation>,
  newContext: () => Promise<BrowserContext>,
): Promise<SharedConsole> {
  const installation = await install();
  const { dataDir, address } = installation;
  keep(installation, dataDir);
  const { store } = await openMigrated(readConfig({ DATA_DIR: dataDir }));
  const operator = operatorOf(store, systemClock);
  const context = await newContext();
  let made = 0;
  return {
    dataDir,
    context,
    async workspace() {
      made += 1;
      const slug = `workspace-${made}`;
      // As the first start of an installation creates them.
      const { id } = await operator.create(slug, 'Default workspace');
      const { secret } = await operator.createKey(id, { mode: 'live', name: 'First live key' });
      await operator.createKey(id, { mode: 'test', name: 'First test key' });
      return {
        ...installation,
        slug,
        key: secret,
        earshot: application(address, secret),
        owner: { ...installation.owner, email: `ada-${made}@example.com` },
        setupToken: async () => (await operator.setupToken(id)) ?? '',
      };
    },
    async leave() {
      for (const page of context.pages()) await page.close();
      await context.setOffline(false);
      await context.clearCookies();
      await context.clearPermissions();
    },
  };
}
