import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '../../../scripts/tools.mjs';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase } from '../support/servers/postgres.ts';
import { keptDatabases } from './kept.ts';

keptDatabases('PostgreSQL', { engine: 'postgres', suffix: '.postgres.sql.gz' }, async (dump) => {
  const { url, drop } = await createDatabase(urlOfTest);
  execFileSync(findTool('psql') ?? 'psql', ['-Xq', '-v', 'ON_ERROR_STOP=1', '--single-transaction', url], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-upgrade-'));
  return {
    environment: { DATABASE_URL: url, DATABASE_POOL: '4', DATA_DIR: dataDir },
    close: async () => {
      await rm(dataDir, { recursive: true, force: true });
      await drop();
    },
  };
});
