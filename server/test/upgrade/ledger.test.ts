import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/engines/sql/dialects/sqlite/sqlite.ts';
import { ledgerUpgrade, unpack } from './ledger.ts';

const openIn = async (prepare: (directory: string) => Promise<void>) => {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-upgrade-'));
  await prepare(directory);
  const dialect = openSqlite(directory);
  return {
    dialect,
    close: async () => {
      await dialect.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

ledgerUpgrade(
  'SQLite',
  () => openIn(unpack),
  () => openIn(async () => undefined),
);
