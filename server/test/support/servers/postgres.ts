// Real PostgreSQL servers for tests, each in its own directory with a socket there. Under root, the server runs as
// another user, since it refuses to run as root.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { findTool } from '../../../../scripts/tools.mjs';

export interface Cluster {
  /** URL of a database. */
  urlOf(database: string): string;
  stop(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  /** Keeps connections open but does not respond, until `thaw`. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export interface Database {
  url: string;
  drop(): Promise<void>;
}

/** A migrated template: copying it is faster than migrating again. */
export const templateName = 'earshot_template';

/** In the `partitioned` project: enough to spread the workspaces. */
export const partitionsInTests = 3;

const settings = {
  listen_addresses: '',
  // Tests cover crashes of our process, not of the machine.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
  autovacuum: 'off',
  shared_buffers: '128MB',
};

export async function startCluster(own: Partial<typeof settings> = {}): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'earshot-pg-'));
  const owner = unprivileged();
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const initialize = ['-D', data, '-U', 'earshot', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  execFileSync(program('initdb'), initialize, { ...owner, stdio: 'ignore', cwd: directory });
  const urlOf = (database: string) => `postgres://earshot@localhost/${database}?host=${directory}`;
  let server: ChildProcess | undefined;
  const cluster: Cluster = {
    urlOf,
    async start() {
      const given = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]);
      server = spawn(program('postgres'), ['-D', data, '-k', directory, ...given], {
        ...owner,
        cwd: directory,
        stdio: 'ignore',
      });
      await answers(urlOf('postgres'));
    },
    async stop(signal = 'SIGINT') {
      const running = server;
      server = undefined;
      if (running === undefined || running.exitCode !== null) return;
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    },
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    async remove() {
      await cluster.stop('SIGQUIT');
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await cluster.start();
  return cluster;
}

/** The server and its child processes, which serve connections. */
function signalAll(server: ChildProcess | undefined, signal: NodeJS.Signals): void {
  const pid = String(server?.pid);
  server?.kill(signal);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
  for (const child of children.match(/\d+/g) ?? []) signalIfThere(Number(child), signal);
}

/** An autovacuum worker may have ended meanwhile. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const program = (name: string): string => {
  const path = findTool(name);
  if (path === undefined) throw new Error(`These tests need "${name}" of PostgreSQL.`);
  return path;
};

function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return;
    } catch {
      await setTimeout(20);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Runs one statement on its own connection. */
export async function execute(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** 15 for 15.4. */
export async function majorVersion(url: string): Promise<number> {
  const { rows } = await execute(url, 'show server_version_num');
  return Math.floor(Number(rows[0].server_version_num) / 10_000);
}

/** A new database: empty, or a copy of one without connections. */
export async function createDatabase(
  urlOf: (database: string) => string,
  template = 'template0',
): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(urlOf('postgres'), `create database ${name} template ${template}`);
  return {
    url: urlOf(name),
    drop: async () => void (await execute(urlOf('postgres'), `drop database ${name} with (force)`)),
  };
}

export interface Emptying {
  /** Deletes every row, except of what was migrated. Ends transactions that a failed test left open. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Empties a database again and again, over one connection. Deleting leaves the plans of other connections valid. */
export async function openEmptying({ url }: Database): Promise<Emptying> {
  const client = new pg.Client(url);
  await client.connect();
  // Foreign keys would demand an order.
  await client.query(`set session_replication_role = replica; set lock_timeout = '2s'`);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       and relname not like 'kysely%'`,
  );
  const statement = rows.map(({ name }) => `delete from "${name}"`).join(';');
  return {
    async empty() {
      await client.query(statement).catch(async () => {
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
        );
        await client.query(statement);
      });
    },
    close: () => client.end(),
  };
}
