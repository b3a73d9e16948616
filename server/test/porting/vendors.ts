// Imports from other services, out of a copy of the fixtures.

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { importArchive } from '../../src/app/porting/import/importing.ts';
import { checkArchive } from '../../src/app/porting/import/read/checking.ts';
import { readMapping, withArchive } from '../../src/commands/porting/import-files.ts';
import type { Import, ImportSource } from '../../src/domain/porting/import.ts';
import type { Fetcher } from '../../src/ports/porting/fetcher.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { explained } from './explained.ts';
import { importDeps } from './ported.ts';
import type { TestWorkspace } from './world.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

const withLongTexts = [
  'canny/posts.json',
  'featurebase/posts.json',
  'fider-backup/posts.json',
  'productboard/features.json',
  'quackback/posts.csv',
];

export const lines = ({ report }: Import) =>
  report.errors.map(({ part, line, message }) => `${part}:${line} ${message}`).sort();
export const createdBy = ({ report }: Import) =>
  Object.fromEntries(Object.entries(report.counts).map(([name, { created }]) => [name, created]));

/**
 * Registers the hooks of a test file. `started` is what they have made, `write` makes a folder in its directory, and
 * `run` imports from there.
 */
export function vendorFixture() {
  let program: TestProgram;
  let directory: string;
  beforeAll(async () => {
    program = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-vendors-'));
    await cp(fixtures, directory, { recursive: true });
    for (const name of withLongTexts) {
      const path = join(directory, name);
      await writeFile(path, (await readFile(path, 'utf8')).replace('LONG', 'x'.repeat(1_000_000)));
    }
  });
  afterAll(async () => {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  });

  const run = (
    workspace: TestWorkspace,
    source: ImportSource,
    path: string,
    maps: string[] = [],
    isDryRun = false,
    fetcher?: Fetcher,
  ): Promise<Import> =>
    explained(
      withArchive(join(directory, path), source, readMapping(maps), async (archive) => {
        const actor = { type: 'system', id: 'operator' } as const;
        const order = { workspaceId: workspace.id, source, actor, requestId: null, isDryRun };
        return importArchive(importDeps(workspace, fetcher), order, await checkArchive(archive));
      }),
    );
  const write = async (folder: string, files: Record<string, string | Buffer>): Promise<string> => {
    await mkdir(join(directory, folder));
    for (const [name, content] of Object.entries(files))
      await writeFile(join(directory, folder, name), content);
    return folder;
  };
  return { run, write, started: () => ({ program, directory }) };
}
