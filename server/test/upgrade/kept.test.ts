import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptDatabases } from './kept.ts';

keptDatabases('SQLite', { engine: 'sqlite', suffix: '.sqlite.gz' }, async (database) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-upgrade-'));
  await writeFile(join(dataDir, 'earshot.db'), database);
  return {
    environment: { DATA_DIR: dataDir },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
});
