// Where the data of a run is: SQLite, or a PostgreSQL server of its own. `create(name, from)` makes an empty
// installation, or a copy of another one, and returns the environment that selects it.

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findTool } from '../scripts/tools.mjs';
import { start, stop, temporaryDirectory } from './processes.mjs';

export const engines = {
  sqlite: { title: 'SQLite', isThere: () => true, open: openSqlite },
  postgres: { title: 'PostgreSQL', isThere: () => findTool('initdb') !== undefined, open: openPostgres },
};

async function openSqlite() {
  const directory = temporaryDirectory();
  return {
    async create(name, from) {
      const target = join(directory, name);
      if (from === undefined) mkdirSync(target);
      else cpSync(from.DATA_DIR, target, { recursive: true });
      return { DATA_DIR: target };
    },
    close: async () => {},
  };
}

/** As durable as in production: acknowledged writes are on disk. */
const settings = {
  listen_addresses: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '4GB',
};

async function openPostgres() {
  const directory = temporaryDirectory();
  const data = join(directory, 'data');
  // PostgreSQL refuses to run as root.
  const owner = unprivileged();
  mkdirSync(data);
  if (owner !== undefined) for (const one of [directory, data]) chownSync(one, owner.uid, owner.gid);
  chmodSync(directory, 0o755);
  const initialize = ['-D', data, '-U', 'earshot', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(findTool('initdb'), initialize, { ...owner, stdio: 'ignore', cwd: '/' });
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = start(findTool('postgres'), ['-D', data, '-k', directory, ...given], {
    ...owner,
    cwd: '/',
    stdio: 'ignore',
  });
  const urlOf = (database) => `postgres://earshot@localhost/${database}?host=${directory}`;
  await untilReady(server, urlOf('postgres'));
  return {
    async create(name, from) {
      const template = from === undefined ? '' : ` template ${new URL(from.DATABASE_URL).pathname.slice(1)}`;
      await execute(urlOf('postgres'), `create database ${name}${template}`);
      await execute(urlOf(name), 'vacuum analyze');
      return { DATA_DIR: join(directory, 'files'), DATABASE_URL: urlOf(name) };
    },
    // Immediately: it need not wait for clients.
    close: () => stop(server, 'SIGINT'),
  };
}

async function execute(url, statement) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilReady(server, url) {
  for (let attempt = 0; attempt < 600 && server.exitCode === null; attempt += 1) {
    const isReady = await execute(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Error('PostgreSQL did not start.');
}
