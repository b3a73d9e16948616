// Large tables in partitions by a hash of their workspace (ADR 0027). A database is made so from the start or never:
// how many partitions it has is read from its own catalogue, and a migration makes a new large table like the others.

import { type CreateTableNode, type Kysely, sql } from 'kysely';
import { Failure } from '../../../domain/failure.ts';
import type { Tables } from '../kernel/tables.ts';

/** Tables that later migrations replace. */
type Former = 'outbox' | 'audit_log' | 'receipts' | 'tombstones';

/** What grows with use. Their keys begin with the workspace, and none is unique beyond it. */
const partitioned: ReadonlySet<string> = new Set<keyof Tables | Former>([
  'users',
  'posts',
  'post_tags',
  'votes',
  'merged_votes',
  'comments',
  'status_changes',
  'ledger',
  'idempotency_keys',
  'outbox',
  'audit_log',
  'receipts',
  'tombstones',
  'request_log',
  'request_counts',
]);

/** What follows the columns in the statement that creates a table; nothing for a small one. */
export function partitioning({ table }: CreateTableNode, partitions: number): string {
  const { name } = table.table.identifier;
  if (partitions === 0 || !partitioned.has(name)) return '';
  const parts = Array.from(
    { length: partitions },
    (_, remainder) =>
      `; create table "${name}_part_${remainder}" partition of "${name}" ` +
      `for values with (modulus ${partitions}, remainder ${remainder})`,
  );
  return ` partition by hash ("workspace_id")${parts.join('')}`;
}

/** How many the database has, 0 for none; undefined while it is empty. */
export async function partitionsOf(db: Kysely<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ isThere: boolean; count: number }>`
    select to_regclass('posts') is not null as "isThere",
      (select count(*) from pg_inherits where inhparent = to_regclass('posts')) as count`.execute(db);
  const [found] = rows;
  return found?.isThere ? found.count : undefined;
}

/** Rows do not move: another number than the one the database was made with would be a wish. */
export function checkPartitions(found: number | undefined, wanted: number | undefined): void {
  if (found === undefined || wanted === undefined || found === wanted) return;
  const made = found === 0 ? 'without partitions' : `with ${found} partitions`;
  throw new Failure(
    'UNAVAILABLE',
    `DATABASE_PARTITIONS is ${wanted}, but this database was made ${made}. That cannot be changed later: ` +
      'leave the variable out, or move to an empty database.',
  );
}
