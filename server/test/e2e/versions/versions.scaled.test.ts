import { join } from 'node:path';
import { serverDatabase } from '../../support/database.ts';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { newDirectory } from '../processes.ts';
import { versionsOn } from './versions.ts';

versionsOn('PostgreSQL', async () => {
  const { url, drop } = await createDatabase(urlOfTest);
  const dataDir = join(await newDirectory(), 'data');
  return {
    dataDir,
    environment: { DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_POOL: '4' },
    database: serverDatabase(url),
    close: drop,
  };
}, [['keys', 'list']]);
