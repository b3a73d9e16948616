import { openPostgres } from '../../src/engines/sql/dialects/postgres/postgres.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase } from '../support/servers/postgres.ts';
import { provenAddresses } from './proven-addresses.ts';

provenAddresses('PostgreSQL', async () => {
  const database = await createDatabase(urlOfTest);
  const dialect = openPostgres({ url: database.url, poolSize: 2, prepare: true });
  return {
    dialect,
    close: async () => {
      await dialect.close();
      await database.drop();
    },
  };
});
