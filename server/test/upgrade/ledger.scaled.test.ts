import { openPostgres } from '../../src/engines/sql/dialects/postgres/postgres.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase } from '../support/servers/postgres.ts';
import { fillAsKept, ledgerUpgrade } from './ledger.ts';

const openEmpty = async () => {
  const database = await createDatabase(urlOfTest);
  const dialect = openPostgres({ url: database.url, poolSize: 2, prepare: true });
  return {
    dialect,
    close: async () => {
      await dialect.close();
      await database.drop();
    },
  };
};

ledgerUpgrade(
  'PostgreSQL',
  async () => {
    const opened = await openEmpty();
    await fillAsKept(opened.dialect);
    return opened;
  },
  openEmpty,
);
