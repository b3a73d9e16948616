import { join } from 'node:path';
import { embeddedDatabase } from '../../support/database.ts';
import { newDirectory } from '../processes.ts';
import { versionsOn } from './versions.ts';

versionsOn('SQLite', async () => {
  const dataDir = join(await newDirectory(), 'data');
  return {
    dataDir,
    environment: { DATA_DIR: dataDir },
    database: embeddedDatabase(dataDir),
    close: async () => undefined,
  };
});
