// `earshot migrate`: runs pending migrations without serving.

import { defineCommand } from 'citty';
import { openEngines } from '../compose/engines.ts';
import { readConfig } from '../config.ts';
import { guarded, print } from './command.ts';

export const migrateCommand = defineCommand({
  meta: { name: 'migrate', description: 'Bring the database up to date' },
  run: guarded(async () => {
    const { store, migrated } = await openEngines(readConfig(process.env));
    await store.close();
    print(migrated.length === 0 ? 'Nothing to migrate.' : `Migrated: ${migrated.join(', ')}`);
  }),
});
