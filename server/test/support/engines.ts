// The engines that a test's program gets: the embedded ones, or in the `scaled` project servers, each with a space
// of the program's own. What another engine needs to be tested with belongs here.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { embeddedDatabase, type OutsideView, serverDatabase } from './database.ts';
import { createDatabase, templateName } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which engines the programs of this project have. */
    engines: 'embedded' | 'scaled' | 'partitioned';
    /** A cluster, with `{}` in place of the database's name. */
    postgresUrl: string;
  }
}

export interface TestEngines {
  dataDir: string;
  /** The variables that lead a program to these engines; any number of programs may share them. */
  environment: Record<string, string>;
  database: OutsideView;
  close(): Promise<void>;
}

export const urlOfTest = (database: string): string => inject('postgresUrl').replace('{}', database);

export async function newEngines(): Promise<TestEngines> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  if (inject('engines') === 'embedded') {
    return {
      dataDir,
      environment: { DATA_DIR: dataDir },
      database: embeddedDatabase(dataDir),
      close: removeData,
    };
  }
  const { url, drop } = await createDatabase(urlOfTest, templateName);
  return {
    dataDir,
    environment: { DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_POOL: '6' },
    database: serverDatabase(url),
    close: async () => {
      await drop();
      await removeData();
    },
  };
}
