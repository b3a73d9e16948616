// A PostgreSQL server for a benchmark run: in its own directory with a socket there, and as durable as in
// production. Under root it runs as another user, since it refuses to run as root.

import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findTool } from '../scripts/tools.mjs';
import { removeAtEnd, start } from './processes.mjs';

const startWithinMs = 20_000;

/** Whatever the defaults are: acknowledged writes are on disk. */
const settings = {
  listen_addresses: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '4GB',
  // The run reads statements from pg_stat_activity.
  track_activity_query_size: '16kB',
};

/** The URL of an empty database. */
export async function startCluster() {
  const directory = mkdtempSync(join(tmpdir(), 'earshot-bench-pg-'));
  removeAtEnd(directory);
  const owner = unprivileged();
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const initialize = ['-D', data, '-U', 'earshot', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(program('initdb'), initialize, { ...owner, stdio: 'ignore', cwd: directory });
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = start(program('postgres'), ['-D', data, '-k', directory, ...given], {
    options: { ...owner, cwd: directory, stdio: 'ignore' },
    // Immediately: clients are stopped at the same time.
    stopSignal: 'SIGINT',
  });
  const urlOf = (database) => `postgres://earshot@localhost/${database}?host=${directory}`;
  await answering(server, urlOf('postgres'));
  await execute(urlOf('postgres'), 'create database earshot');
  return urlOf('earshot');
}

/** Runs one statement on its own connection. */
export async function execute(url, statement, values = []) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

function program(name) {
  const path = findTool(name);
  if (path === undefined)
    throw new Error(`This run needs "${name}" of PostgreSQL: on Debian, apt-get install postgresql.`);
  return path;
}

function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function answering(server, url) {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline && server.exitCode === null) {
    const ok = await execute(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (ok) return;
    await sleep(50);
  }
  throw new Error('PostgreSQL did not start.');
}
