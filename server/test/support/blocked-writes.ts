// Blocks a program's writes for as long as a test needs: another connection holds a lock.

import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { vi } from 'vitest';
import { SqliteWriter } from '../../src/engines/sql/dialects/sqlite/driver.ts';
import type { TestProgram } from './program.ts';

export interface BlockedWrites {
  /** Resolves when a write of the program is blocked. */
  isBlocking(): Promise<void>;
  end(): Promise<void>;
}

/** Blocks one workspace if the engine has row locks, otherwise all. */
export async function blockWrites(program: TestProgram): Promise<BlockedWrites> {
  const url = program.environment.DATABASE_URL;
  return url === undefined ? ofDirectory(program.dataDir) : ofWorkspace(url, program.workspaceId);
}

function ofDirectory(dataDir: string): BlockedWrites {
  const outside = new DatabaseSync(join(dataDir, 'earshot.db'));
  outside.exec('begin immediate');
  const begun = vi.spyOn(SqliteWriter.prototype, 'begin');
  return {
    async isBlocking() {
      await vi.waitUntil(() => begun.mock.calls.length > 0, { timeout: 60_000 });
    },
    async end() {
      begun.mockRestore();
      outside.exec('rollback');
      outside.close();
    },
  };
}

async function ofWorkspace(url: string, workspaceId: string): Promise<BlockedWrites> {
  const outside = new pg.Client(url);
  await outside.connect();
  await outside.query('begin');
  await outside.query('select from workspaces where id = $1 for update', [workspaceId]);
  return {
    async isBlocking() {
      await vi.waitUntil(async () => (await countLockWaits(outside)) > 0, { timeout: 60_000 });
    },
    async end() {
      await outside.query('rollback');
      await outside.end();
    },
  };
}

/** Connections to this database waiting for a lock. */
export async function countLockWaits(outside: pg.Client): Promise<number> {
  // Within a transaction, PostgreSQL would keep the list of connections of the first call.
  await outside.query('select pg_stat_clear_snapshot()');
  const { rows } = await outside.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(rows[0].count);
}
