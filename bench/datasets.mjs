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

/**
 * One workspace of three sizes, each made from the one before, and many workspaces whose sizes follow Zipf's law.
 */
export const datasets = {
  10000: { title: '10,000 posts', posts: 10_000 },
  100000: { title: '100,000 posts', posts: 100_000, extended: '10000' },
  1000000: { title: '1,000,000 posts', posts: 1_000_000, extended: '100000' },
  workspaces: { title: '1,000 workspaces', posts: 50_000, workspaces: workspacesInMany },
};

/** Scenario goals are judged at this size, those of pages wherever there are enough posts. */
export const judgedSize = '100000';
/** How long a round takes where a goal is judged; elsewhere it is half of that. */
export const judgedSeconds = 2;

/** What is left of a rate at the largest size is judged in turns with the smallest. */
export const [smallestSize, largestSize] = ['10000', '1000000'];

/** Where the data is: BENCH_DATA_DIR, or a directory of this run. */
export function baseDirectory() {
  const given = process.env.BENCH_DATA_DIR;
  if (given === undefined) return scratchDirectory();
  mkdirSync(given, { recursive: true });
  return resolve(given);
}

/**
 * Opens the engine. `seed(name)` makes the data set unless it is there; `prepare(name)` gives a copy of it: the
 * environment that selects it, a key of its workspace, or the keys of all its workspaces, largest first. `empty()`
 * gives a database without a schema.
 */
export async function openEngine(engine) {
  if (engine === 'postgres') return postgresData();
  return {
    seed: async (name) => seededSqlite(name),
    prepare: async (name) => sqliteCopy(name),
    empty: async () => emptySqlite(),
  };
}

/** Whether the seeded data is needed after this run of the data set; otherwise the run may write to it. */
const isKept = (name) =>
  process.env.BENCH_DATA_DIR !== undefined ||
  Object.values(datasets).some(({ extended }) => extended === name);

const copying = { recursive: true, mode: constants.COPYFILE_FICLONE };

function sqliteCopy(name) {
  const seeded = seededSqlite(name);
  const copy = join(baseDirectory(), 'run', name);
  rmSync(copy, { recursive: true, force: true });
  removeAtEnd(join(baseDirectory(), 'run'));
  mkdirSync(join(baseDirectory(), 'run'), { recursive: true });
  if (isKept(name)) cpSync(seeded, copy, copying);
  else renameSync(seeded, copy);
  const notes = readNotes(copy);
  return { ...notes, ...opened({ DATA_DIR: copy }, notes), databaseFile: join(copy, 'earshot.db') };
}

function emptySqlite() {
  const directory = join(baseDirectory(), 'run', 'empty');
  removeAtEnd(join(baseDirectory(), 'run'));
  const remove = async () => rmSync(directory, { recursive: true, force: true });
  return { engines: { DATA_DIR: directory }, remove };
}

/** The directory of a data set, seeded unless it exists. */
function seededSqlite(name) {
  const seeded = join(baseDirectory(), 'sqlite', name);
  if (existsSync(seeded)) return seeded;
  const { extended } = datasets[name];
  const smaller = extended && seededSqlite(extended);
  const partial = `${seeded}.partial`;
  rmSync(partial, { recursive: true, force: true });
  if (smaller === undefined) mkdirSync(partial, { recursive: true });
  else cpSync(smaller, partial, copying);
  writeNotes(partial, fill({ DATA_DIR: partial }, name, smaller && readNotes(smaller)));
  renameSync(partial, seeded);
  return seeded;
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

  /** The database of a data set, seeded unless it exists. */
  const seededDatabase = async (name) => {
    const seeded = `seeded_${name}`;
    const notesDirectory = join(directory, name);
    if ((await exists(seeded)) && existsSync(notesDirectory)) return { seeded, notesDirectory };
    const { extended } = datasets[name];
    const smaller = extended && (await seededDatabase(extended));
    for (const leftover of ['partial', seeded]) await admin(`drop database if exists ${leftover}`);
    await admin(`create database partial${smaller === undefined ? '' : ` template ${smaller.seeded}`}`);
    const notes = fill(enginesOf('partial'), name, smaller && readNotes(smaller.notesDirectory));
    await execute(urlOf('partial'), 'vacuum analyze');
    await admin(`alter database partial rename to ${seeded}`);
    mkdirSync(notesDirectory, { recursive: true });
    writeNotes(notesDirectory, notes);
    return { seeded, notesDirectory };
  };

  return {
    logFile,
    version: version.split(' ')[0],
    seed: seededDatabase,
    async prepare(name) {
      const { seeded, notesDirectory } = await seededDatabase(name);
      const copy = `run_${name}`;
      const remove = () => admin(`drop database if exists ${copy} with (force)`);
      await remove();
      await admin(
        isKept(name)
          ? `create database ${copy} template ${seeded}`
          : `alter database ${seeded} rename to ${copy}`,
      );
      const notes = readNotes(notesDirectory);
      return { ...notes, ...opened(enginesOf(copy), notes), databaseUrl: urlOf(copy), remove };
    },
    async empty() {
      const remove = () => admin('drop database if exists run_empty with (force)');
      await remove();
      await admin('create database run_empty');
      return { engines: enginesOf('run_empty'), remove };
    },
  };
}

/** Seeds an empty installation or a smaller data set; returns what later runs need to know about it. */
function fill(engines, name, smaller) {
  const { title, posts, workspaces, extended } = datasets[name];
  say(`Seeding ${title}.`);
  const startedAt = performance.now();
  earshot(engines, ['migrate']);
  const seconds = () => (smaller?.seedSeconds ?? 0) + Math.round((performance.now() - startedAt) / 1000);
  if (workspaces !== undefined) {
    const printed = earshot(engines, ['seed', '--posts', `${posts}`, '--workspaces', `${workspaces}`]);
    const [, ...rows] = printed.trim().split('\n');
    return { seedSeconds: seconds(), keys: rows.map((row) => row.split(/\s+/)[2]) };
  }
  if (smaller === undefined) earshot(engines, ['workspaces', 'create', 'default']);
  const missing = posts - (datasets[extended]?.posts ?? 0);
  // With another seed, the posts differ from those that are there.
  earshot(engines, ['seed', '--posts', `${missing}`, '--seed', name]);
  return { seedSeconds: seconds() };
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
