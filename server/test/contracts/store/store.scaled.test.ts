// One database and one store serve every case: copying the template and warming up connections for each would take
// most of the time. The database is emptied after each case.

import { afterAll, beforeAll } from 'vitest';
import { openPostgres } from '../../../src/engines/sql/dialects/postgres/postgres.ts';
import { sqlStore } from '../../../src/engines/sql/store.ts';
import type { Store } from '../../../src/ports/store.ts';
import { urlOfTest } from '../../support/servers/engines.ts';
import {
  createDatabase,
  type Database,
  type Emptying,
  openEmptying,
  templateName,
} from '../../support/servers/postgres.ts';
import { storeContract } from './store.ts';

let database: Database;
let emptying: Emptying;
let shared: Store;

const openStore = (limits?: Parameters<typeof sqlStore>[1]): Store =>
  sqlStore(openPostgres({ url: database.url, poolSize: 10, prepare: true }), limits);

beforeAll(async () => {
  database = await createDatabase(urlOfTest, templateName);
  emptying = await openEmptying(database);
  shared = openStore();
});
afterAll(async () => {
  await shared.close();
  await emptying.close();
  await database.drop();
});

storeContract('PostgreSQL', async (limits) => {
  const own = limits === undefined ? undefined : openStore(limits);
  return {
    store: own ?? shared,
    close: async () => {
      await own?.close();
      await emptying.empty();
    },
  };
});
