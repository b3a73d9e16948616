// Two versions of the program on one database: this one, and one with an additional migration. The same cases for
// each store.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutsideView } from '../../support/database.ts';
import { distInClone } from '../package/clone.ts';
import { application, chosenKeys, cleanUpAfterEach, runToEnd, serve, statusOf } from '../processes.ts';

export interface Installation {
  environment: Record<string, string>;
  dataDir: string;
  database: OutsideView;
  close(): Promise<void>;
}

const slow = 120_000;

interface Transform {
  name: string;
  transform(code: string, id: string): { code: string; map: null } | null;
}

const oneMoreMigration: Transform = {
  name: 'one more migration',
  transform(code, id) {
    if (!/migrations[/\\]index\.ts$/.test(id)) return null;
    const begin = 'getMigrations: async () => ({';
    if (!code.includes(begin)) throw new Error('The list of migrations has changed.');
    return { code: code.replace(begin, `${begin} '9999-newer': { up: async () => {} },`), map: null };
  },
};

async function buildNewer(clone: string): Promise<string> {
  const builder = new URL('../../../../scripts/build.mjs', import.meta.url).href;
  const { buildServer } = (await import(builder)) as {
    buildServer(output: string, plugins: Transform[]): Promise<void>;
  };
  const output = await distInClone(clone);
  await buildServer(output, [oneMoreMigration]);
  return join(output, 'cli.js');
}

const everyCommand = [
  ['keys', 'list'],
  ['keys', 'create', '--mode', 'live', '--name', 'X'],
  ['workspaces', 'list'],
  ['workspaces', 'create', 'second'],
  ['setup-link'],
  ['reset-password', 'ada@example.com'],
  ['seed', '--posts', '10'],
];

/** The commands open a store in the same way, so only one store is tried with all of them. */
export function versionsOn(
  store: string,
  open: () => Promise<Installation>,
  commandsThatDoNotMigrate: readonly string[][] = everyCommand,
): void {
  describe(`two versions on ${store}`, () => {
    let clone: string;
    let newer: string;
    let installation: Installation;
    cleanUpAfterEach();
    beforeAll(async () => {
      clone = await mkdtemp(join(tmpdir(), 'earshot-newer-'));
      newer = await buildNewer(clone);
    }, slow);
    afterAll(() => rm(clone, { recursive: true, force: true }));
    beforeEach(async () => {
      installation = await open();
    });
    afterEach(() => installation.close());

    const earshot = (args: string[], program?: string) => runToEnd(args, installation.environment, program);
    const schema = () => installation.database.rows('select name from kysely_migration order by name');

    it(
      'an older program on a newer schema says so in one sentence, for every command',
      async () => {
        expect((await earshot(['migrate'], newer)).stdout).toContain('9999-newer');
        const before = schema();
        for (const command of [['serve'], ['migrate'], ...commandsThatDoNotMigrate]) {
          const { code, stdout, stderr } = await earshot(command);
          expect([command, code, stdout]).toEqual([command, 1, '']);
          expect(stderr).toMatch(/^This version of Earshot is older than [^\n]+\.\n$/);
        }
        expect(schema()).toEqual(before);
      },
      slow,
    );

    it(
      'only serve and migrate upgrade an older schema, and a running server continues',
      async () => {
        const { dataDir, environment } = installation;
        const serving = await serve(dataDir, { ...environment, ...chosenKeys });
        const before = schema();
        for (const command of commandsThatDoNotMigrate) {
          const { code, stdout, stderr } = await earshot(command, newer);
          expect([command, code, stdout]).toEqual([command, 1, '']);
          expect(stderr).toMatch(
            /^The database has the schema of an older version [^\n]+ "npx earshot migrate", [^\n]+\.\n$/,
          );
        }
        expect(schema()).toEqual(before);
        expect(await statusOf(application(serving.address).me())).toBe(200);

        expect(await earshot(['migrate'], newer)).toMatchObject({
          code: 0,
          stdout: 'Migrated: 9999-newer\n',
        });
        const listed = await earshot(['keys', 'list'], newer);
        expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('First live key')]);
      },
      slow,
    );

    it('a command without a database says what to run, and creates nothing', async () => {
      for (const command of commandsThatDoNotMigrate) {
        const { code, stdout, stderr } = await earshot(command);
        expect([command, code, stdout]).toEqual([command, 1, '']);
        expect(stderr).toMatch(/^There is no installation here yet: run "npx earshot migrate"[^\n]+\.\n$/);
      }
      expect(existsSync(installation.dataDir)).toBe(false);
    });
  });
}
