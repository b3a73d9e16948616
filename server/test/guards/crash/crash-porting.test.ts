// `kill -9` in the middle of imports, exports and undos: what is taken over ends as if nothing had happened.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkArchive } from '../../../src/app/porting/import/read/checking.ts';
import { openArchive } from '../../../src/compose/archives.ts';
import { databaseFile } from '../../../src/engines/sql/dialects/sqlite/sqlite.ts';
import {
  chosenKeys,
  cleanUpAfterAll,
  liveKey,
  newDirectory,
  run,
  runToEnd,
  type Serving,
  serve,
} from '../../e2e/processes.ts';
import { newEngines, type TestEngines } from '../../support/servers/engines.ts';
import { execute } from '../../support/servers/postgres.ts';
import { chosenSeed, seededRandom } from '../random.ts';
import { dataOf, send } from '../sending.ts';
import { countsThatAreWrong, linesOf, postsIn } from './model.ts';

const seed = chosenSeed('EARSHOT_CRASH_SEED');
const random = seededRandom(seed);
const posts = 1_500;
const people = 300;

interface Row {
  title: string;
  author: string;
  voters: string[];
  tags: string[];
  response: string;
}

const person = (index: number) => `person${index % people}@example.com`;
const rows = Array.from(
  { length: posts },
  (_, index): Row => ({
    title: `Imported ${index}`,
    author: person(index),
    voters: [person(index + 1), person(index * 7 + 2)],
    tags: [`tag ${index % 10}`],
    response: index % 5 === 0 ? `Answer ${index}` : '',
  }),
);
const responses = rows.filter(({ response }) => response !== '').length;
const votes = rows.reduce((sum, { voters }) => sum + new Set(voters).size, 0);

const table = [
  'id,title,author email,voters,tags,response',
  ...rows.map(({ title, author, voters, tags, response }, index) =>
    [index, title, author, `"${voters.join(', ')}"`, tags.join(';'), response].join(','),
  ),
].join('\n');

const expected = linesOf(
  rows.map(({ title, author, voters, tags, response }) => ({
    ...{ title, author, tags, files: [] },
    votes: [...new Set(voters)],
    comments: response === '' ? [] : [response],
    mergedInto: null,
  })),
);

const all = (created: number) => ({ created, found: 0, failed: 0 });
const expectedCounts = {
  posts: all(posts),
  votes: expect.objectContaining({ created: votes, failed: 0 }),
  comments: all(responses),
  users: all(people),
  tags: all(10),
};

describe(`kill -9 in mid-import, seed ${seed}`, () => {
  let engines: TestEngines;
  let environment: Record<string, string>;
  let serving: Serving;
  let file: string;
  cleanUpAfterAll();
  beforeAll(async () => {
    engines = await newEngines();
    const directory = await newDirectory();
    file = join(directory, 'posts.csv');
    await writeFile(file, table);
    environment = { ...engines.environment, ...chosenKeys, LOG_LEVEL: 'error', TMPDIR: directory };
    serving = await start();
  });
  afterAll(() => engines.close());

  const start = () => serve(engines.dataDir, environment);
  const ask = (method: string, path: string, form?: FormData) =>
    dataOf(serving.address, liveKey, { method, path, ...(form && { form }) });

  /** Makes every claim look older than a minute. */
  const ageClaims = async (table: 'imports' | 'exports') => {
    const statement = `update ${table} set updated_at = updated_at - 61000`;
    const { DATABASE_URL: url } = engines.environment;
    if (url !== undefined) return void (await execute(url, statement));
    const database = new DatabaseSync(join(engines.dataDir, databaseFile));
    database.exec(statement);
    database.close();
  };

  /** Kills the server once the job has done so many records. */
  const killAt = async (path: string, done: number): Promise<void> => {
    for (;;) {
      const { state, progress } = await ask('GET', path);
      expect(['queued', 'running', 'undoing']).toContain(state);
      if (state !== 'queued' && progress.done >= done) break;
    }
    serving.child.kill('SIGKILL');
    expect((await serving.exited).signal).toBe('SIGKILL');
  };

  /** Kills the server while it exports, which may take less time than a look at it. */
  const killExport = async (): Promise<string> => {
    for (;;) {
      const { id } = await ask('POST', '/exports');
      let { state } = await ask('GET', `/exports/${id}`);
      while (state === 'queued') ({ state } = await ask('GET', `/exports/${id}`));
      if (state === 'running') {
        serving.child.kill('SIGKILL');
        await serving.exited;
        return id;
      }
      await ask('DELETE', `/exports/${id}`);
    }
  };

  /** The only server on SQLite takes over immediately; others must wait for a minute. */
  const restart = async (table: 'imports' | 'exports'): Promise<void> => {
    if (engines.environment.DATABASE_URL !== undefined) await ageClaims(table);
    serving = await start();
  };

  // biome-ignore lint/suspicious/noExplicitAny: an import or an export, looked into by name.
  const ended = async (path: string): Promise<any> => {
    for (;;) {
      const shown = await ask('GET', path);
      if (!['queued', 'running', 'undoing'].includes(shown.state)) return shown;
      // The processor is for the job, not for looking at it.
      await setTimeout(50);
    }
  };

  const attemptsAt = (table: 'imports' | 'exports', id: string) =>
    Number(engines.database.rows(`select attempts from ${table} where id = '${id}'`)[0]?.attempts);

  const expectIntact = async () => {
    expect(countsThatAreWrong(engines.database)).toEqual([]);
    const { code, stdout, stderr } = await runToEnd(['verify'], environment);
    expect(code, stdout + stderr).toBe(0);
  };

  const expectImported = async () => {
    expect(linesOf(postsIn(engines.database, ''))).toEqual(expected);
    await expectIntact();
  };

  const expectUndone = async () => {
    const left = (name: string) => Number(engines.database.rows(`select count(*) as n from ${name}`)[0]?.n);
    const tables = ['posts', 'votes', 'comments', 'tags', 'import_objects'];
    expect(tables.map((name) => [name, left(name)])).toEqual(tables.map((name) => [name, 0]));
    // The workspace's own user.
    expect(left('users')).toBe(1);
    await expectIntact();
  };

  it('takes over imports, exports and undos of the API', { timeout: 240_000 }, async () => {
    const form = new FormData();
    form.append('source', 'csv');
    form.append('file', new Blob([table]), 'posts.csv');
    const { id } = await ask('POST', '/imports', form);
    const path = `/imports/${id}`;
    for (const share of [0, 0.2 + random.below(30) / 100, 0.5 + random.below(30) / 100]) {
      await killAt(path, 1 + share * (posts + votes));
      await restart('imports');
    }
    expect(await ended(path)).toMatchObject({ state: 'finished', counts: expectedCounts, errorsCount: 0 });
    expect(attemptsAt('imports', id)).toBe(4);
    await expectImported();

    const before = await engines.files();
    const exportId = await killExport();
    await restart('exports');
    const exported = await ended(`/exports/${exportId}`);
    expect([exported.state, attemptsAt('exports', exportId)]).toEqual(['finished', 2]);
    const { bytes } = await send(serving.address, liveKey, {
      method: 'GET',
      path: `/exports/${exportId}/file`,
    });
    expect(bytes).toHaveLength(exported.size);
    const copy = join(await newDirectory(), 'export.zip');
    await writeFile(copy, bytes);
    const archive = await openArchive(copy);
    const { manifest } = await checkArchive(archive).finally(() => archive.close());
    const recordsOf = new Map(manifest.parts.map(({ name, records }) => [name, records]));
    expect([recordsOf.get('posts.ndjson'), recordsOf.get('votes.ndjson')]).toEqual([posts, votes]);
    // What the first attempt wrote is gone.
    expect(await engines.files()).toHaveLength(before.length + 1);

    await ask('POST', `${path}/undo`);
    for (const share of [0, 0.2 + random.below(50) / 100]) {
      await killAt(path, 1 + share * posts);
      await restart('imports');
    }
    expect(await ended(path)).toMatchObject({
      state: 'undone',
      undoneCounts: {
        posts: { removed: posts, kept: 0 },
        votes: { removed: votes, kept: 0 },
        users: { removed: people, kept: 0 },
      },
    });
    await expectUndone();
  });

  // The command and the server run the same job. How engines let one be taken over is proved above.
  if (inject('engines') === 'embedded')
    it('completes an import on the command line that is run again', { timeout: 240_000 }, async () => {
      const args = ['import', file, '--from', 'csv'];
      const first = run(args, environment);
      const running = async () => {
        const { imports } = await ask('GET', '/imports');
        return imports.find(({ state }: { state: string }) => state === 'running');
      };
      const wanted = 1 + random.below(posts);
      for (;;) {
        const progress = (await running())?.progress;
        if (progress !== undefined && progress.done >= wanted) break;
        expect(first.child.exitCode).toBeNull();
      }
      first.child.kill('SIGKILL');
      expect((await first.exited).signal).toBe('SIGKILL');
      const { id } = await running();

      const refused = await runToEnd(args, environment);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        'An import is active in this workspace, or was interrupted less than a minute ago.\n',
      ]);
      await ageClaims('imports');
      const again = await runToEnd(args, environment);
      expect([again.code, again.stdout], again.stderr).toEqual([
        0,
        expect.stringContaining(`Import ${id} is finished.`),
      ]);
      expect(await ask('GET', `/imports/${id}`)).toMatchObject({ state: 'finished', counts: expectedCounts });
      await expectImported();
      expect(await readFile(file, 'utf8')).toBe(table);

      const undo = ['import', '--undo', id];
      const undoing = run(undo, environment);
      while ((await ask('GET', `/imports/${id}`)).state === 'finished')
        expect(undoing.child.exitCode).toBeNull();
      undoing.child.kill('SIGKILL');
      await undoing.exited;
      await ageClaims('imports');
      // The server takes it over once it looks for jobs of others.
      expect(await ended(`/imports/${id}`)).toMatchObject({ state: 'undone' });
      await expectUndone();
    });
});
