import { openPostgres } from '../../src/engines/sql/dialects/postgres.ts';
import { sqlStore } from '../../src/engines/sql/store.ts';
import { urlOfTest } from '../support/engines.ts';
import { createDatabase, templateName } from '../support/postgres.ts';
import { storeContract } from './store.ts';

storeContract('PostgreSQL', async (limits) => {
  const { url, drop } = await createDatabase(urlOfTest, templateName);
  const store = sqlStore(openPostgres({ url, poolSize: 10, prepare: true }), limits);
  return {
    store,
    close: async () => {
      await store.close();
      await drop();
    },
  };
});
