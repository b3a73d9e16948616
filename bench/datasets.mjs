// The seeded data: made once per engine and size, kept in BENCH_DATA_DIR if that is set, and copied for each run, so
// that writes of one run don't change what the next one measures.

import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { execute, startCluster } from './cluster.mjs';
import { createKey, earshot, removeAtEnd, say, scratchDirectory } from './processes.mjs';

const workspacesInMany = 1000;

/** One workspace of three sizes, and many workspaces whose sizes follow Zipf's law. */
export const datasets = {
  10000: { title: '10,000 posts', posts: 10_000 },
  100000: { title: '100,000 posts', posts: 100_000 },
  1000000: { title: '1,000,000 posts', posts: 1_000_000 },
  workspaces: { title: '1,000 workspaces', posts: 200_000, workspaces: workspacesInMany },
};

/** Where the data is: BENCH_DATA_DIR, or a directory of this run. */
export function baseDirectory() {
  const given = process.env.BENCH_DATA_DIR;
  if (given === undefined) return scratchDirectory();
  mkdirSync(given, { recursive: true });
  return resolve(given);
}

/**
 * Opens the engine. `prepare(name)` gives a copy of the data set: the environment that selects it, a key of its
 * workspace, or the keys of all its workspaces, largest first.
 */
export async function openEngine(engine) {
  return engine === 'postgres' ? postgresData() : { prepare: async (name) => sqliteCopy(name) };
}

function sqliteCopy(name) {
  const seeded = join(baseDirectory(), 'sqlite', name);
  if (!existsSync(seeded)) {
    const partial = `${seeded}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    writeNotes(partial, fill({ DATA_DIR: partial }, datasets[name]));
    renameSync(partial, seeded);
  }
  const copy = join(baseDirectory(), 'run', name);
  rmSync(copy, { recursive: true, force: true });
  removeAtEnd(join(baseDirectory(), 'run'));
  cpSync(seeded, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return {
    ...readNotes(seeded),
    ...opened({ DATA_DIR: copy }, readNotes(seeded)),
    databaseFile: join(copy, 'earshot.db'),
  };
}

async function postgresData() {
  const directory = join(baseDirectory(), 'postgres');
  const { urlOf, logFile } = await startCluster(join(directory, 'cluster'));
  const admin = (statement, values) => execute(urlOf('postgres'), statement, values);
  const exists = async (database) =>
    (await admin('select 1 from pg_database where datname = $1', [database])).length > 0;
  const files = join(scratchDirectory(), 'files');
  const enginesOf = (database) => ({ DATA_DIR: files, DATABASE_URL: urlOf(database) });
  const [{ server_version: version }] = await admin('show server_version');

  return {
    logFile,
    version: version.split(' ')[0],
    async prepare(name) {
      const seeded = `seeded_${name}`;
      const notesDirectory = join(directory, name);
      if (!(await exists(seeded)) || !existsSync(notesDirectory)) {
        for (const leftover of ['partial', seeded]) await admin(`drop database if exists ${leftover}`);
        await admin('create database partial');
        const notes = fill(enginesOf('partial'), datasets[name]);
        await execute(urlOf('partial'), 'vacuum analyze');
        await admin(`alter database partial rename to ${seeded}`);
        mkdirSync(notesDirectory, { recursive: true });
        writeNotes(notesDirectory, notes);
      }
      const copy = `run_${name}`;
      await admin(`drop database if exists ${copy} with (force)`);
      await admin(`create database ${copy} template ${seeded}`);
      const notes = readNotes(notesDirectory);
      const remove = () => admin(`drop database if exists ${copy} with (force)`);
      return { ...notes, ...opened(enginesOf(copy), notes), databaseUrl: urlOf(copy), remove };
    },
  };
}

/** Seeds an empty installation; returns what later runs need to know about it. */
function fill(engines, { title, posts, workspaces }) {
  say(`Seeding ${title}.`);
  const startedAt = performance.now();
  earshot(engines, ['migrate']);
  const taken = () => Math.round((performance.now() - startedAt) / 1000);
  if (workspaces === undefined) {
    earshot(engines, ['workspaces', 'create', 'default']);
    earshot(engines, ['seed', '--posts', String(posts)]);
    return { seedSeconds: taken() };
  }
  const printed = earshot(engines, ['seed', '--posts', String(posts), '--workspaces', String(workspaces)]);
  const [, ...rows] = printed.trim().split('\n');
  return { seedSeconds: taken(), keys: rows.map((row) => row.split(/\s+/)[2]) };
}

/** The sources may be newer than the seeded data. */
function opened(engines, { keys }) {
  earshot(engines, ['migrate']);
  const [key] = keys ?? [createKey(engines)];
  return { engines, key, keys: keys ?? [key] };
}

const notesFile = 'bench.json';
const writeNotes = (directory, notes) => writeFileSync(join(directory, notesFile), JSON.stringify(notes));
const readNotes = (directory) => JSON.parse(readFileSync(join(directory, notesFile), 'utf8'));
