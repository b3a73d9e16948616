import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/engines/sql/dialects/sqlite/sqlite.ts';
import { provenAddresses } from './proven-addresses.ts';

provenAddresses('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-migration-'));
  const dialect = openSqlite(directory);
  return {
    dialect,
    close: async () => {
      await dialect.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
});
