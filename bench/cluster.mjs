// A PostgreSQL server for a benchmark run: in its own directory with a socket there, and as durable as in
// production. Under root it runs as another user, since it refuses to run as root.

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findTool } from '../scripts/tools.mjs';
import { removeAtEnd, start } from './processes.mjs';

const startWithinMs = 60_000;

/** Whatever the defaults are: acknowledged writes are on disk. */
const settings = {
  listen_addresses: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '4GB',
  // Statements are read from the log of a server that records them.
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'postgres.log',
  log_rotation_size: '0',
};

/**
 * The cluster in a directory, which is created if it is new. `urlOf` gives the URL of a database, `logFile` is where
 * statements are logged.
 */
export async function startCluster(directory) {
  const owner = unprivileged();
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const initialize = ['-D', data, '-U', 'earshot', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  if (!existsSync(data)) execFileSync(program('initdb'), initialize, { ...owner, stdio: 'ignore', cwd: '/' });
  const sockets = socketDirectory(owner);
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = start(program('postgres'), ['-D', data, '-k', sockets, ...given], {
    options: { ...owner, cwd: '/', stdio: 'ignore' },
    // Immediately: clients are stopped at the same time.
    stopSignal: 'SIGINT',
  });
  const urlOf = (database) => `postgres://earshot@localhost/${database}?host=${sockets}`;
  await answering(server, urlOf('postgres'));
  return { urlOf, logFile: join(data, 'log', 'postgres.json') };
}

/** Short, because the path of a socket has a maximum length. */
function socketDirectory(owner) {
  const directory = mkdtempSync(join(tmpdir(), 'earshot-pg-'));
  removeAtEnd(directory);
  chmodSync(directory, 0o755);
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  return directory;
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
