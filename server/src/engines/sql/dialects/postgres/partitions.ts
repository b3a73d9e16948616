// Large tables, hash-partitioned by workspace (ADR 0027). The number of partitions is fixed when the database is
// created; migrations read it from the catalog and partition new large tables the same way.

import { type CreateTableNode, type Kysely, sql } from 'kysely';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { Tables } from '../../kernel/tables.ts';

/** Tables that later migrations replace. */
type Former = 'outbox' | 'audit_log' | 'receipts' | 'tombstones';

/** Tables that grow with use. Their keys start with the workspace, and no unique key spans workspaces. */
const partitioned: ReadonlySet<string> = new Set<keyof Tables | Former>([
  'users',
  'posts',
  'post_tags',
  'votes',
  'merged_votes',
  'followers',
  'mail_settings',
  'comments',
  'mentions',
  'texts',
  'status_changes',
  'ledger',
  'idempotency_keys',
  'outbox',
  'audit_log',
  'receipts',
  'tombstones',
  'request_log',
  'request_counts',
  'deliveries',
  'delivery_attempts',
  'reached_thresholds',
  'import_objects',
  'visitor_sessions',
  'used_tokens',
  'submissions',
  'reports',
  'mails',
  'suppressions',
  'inbox_marks',
]);

/** The end of a CREATE TABLE statement; empty for small tables. */
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

/** The database's number of partitions, 0 for none; undefined while it is empty. */
export async function partitionsOf(db: Kysely<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ exists: boolean; count: number }>`
    select to_regclass('posts') is not null as "exists",
      (select count(*) from pg_inherits where inhparent = to_regclass('posts')) as count`.execute(db);
  const [found] = rows;
  return found?.exists ? found.count : undefined;
}

/** Rows are never redistributed, so the number cannot change. */
export function checkPartitions(found: number | undefined, wanted: number | undefined): void {
  if (found === undefined || wanted === undefined || found === wanted) return;
  const layout = found === 0 ? 'without partitions' : `with ${found} partitions`;
  throw new Failure(
    'UNAVAILABLE',
    `DATABASE_PARTITIONS is ${wanted}, but this database was created ${layout}. That cannot be changed later: ` +
      'remove the variable, or move to an empty database.',
  );
}
