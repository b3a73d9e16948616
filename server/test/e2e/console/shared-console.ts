// One installation and one browser context for several tests, each of which has a workspace and an owner of its own.
// Starting the program and loading the console into a new context take most of the time of a short test.

import type { BrowserContext } from 'playwright-core';
import { openMigrated, operatorOf } from '../../../src/compose.ts';
import { readConfig } from '../../../src/config.ts';
import { systemClock } from '../../../src/domain/clock.ts';
import { application, kept } from '../processes.ts';
import type { Installation } from './console-fixture.ts';

export interface SharedConsole {
  dataDir: string;
  context: BrowserContext;
  workspace(): Promise<Installation>;
  /** Leaves nothing of a test behind in the browser. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export async function sharedConsole(
  installation: Installation,
  context: BrowserContext,
): Promise<SharedConsole> {
  const { dataDir, address } = installation;
  const end = kept(installation, dataDir);
  const { store } = await openMigrated(readConfig({ DATA_DIR: dataDir }));
  const operator = operatorOf(store, systemClock);
  let made = 0;
  return {
    dataDir,
    context,
    async workspace() {
      made += 1;
      // As the first start of an installation creates them.
      const { id } = await operator.create(`workspace-${made}`, 'Default workspace');
      const { secret } = await operator.createKey(id, { mode: 'live', name: 'First live key' });
      await operator.createKey(id, { mode: 'test', name: 'First test key' });
      return {
        ...installation,
        earshot: application(address, secret),
        owner: { ...installation.owner, email: `ada-${made}@example.com` },
        setupToken: async () => (await operator.setupToken(id)) ?? '',
      };
    },
    async leave() {
      for (const page of context.pages()) await page.close();
      await context.setOffline(false);
      await context.clearCookies();
    },
    async close() {
      await store.close();
      await end();
    },
  };
}
