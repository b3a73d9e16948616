import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../../src/engines/sql/dialects/sqlite/sqlite.ts';
import { sqlStore } from '../../../src/engines/sql/store.ts';
import { migratedSqlite } from '../../support/servers/engines.ts';
import { storeContract } from './store.ts';

storeContract('SQLite', async (limits) => {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-store-'));
  await migratedSqlite(directory);
  const dialect = openSqlite(directory);
  const store = sqlStore(dialect, limits);
  return {
    store,
    close: async () => {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
});
