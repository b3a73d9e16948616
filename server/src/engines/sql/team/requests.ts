// The request log: one row per recent request, and hourly counts that are kept longer.

import { sql } from 'kysely';
import type { RequestQuery } from '../../../domain/team/request-record.ts';
import type { RequestReader, RequestWriter } from '../../../ports/team/console-store.ts';
import { type Conditions, conditionsOf, where } from '../kernel/conditions.ts';
import type { Locks } from '../kernel/dialect.ts';
import { sliced } from '../kernel/paging.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import type { Db } from '../kernel/tables.ts';

const forgottenAtOnce = 1000;

const columns = [
  'workspace_id as workspaceId',
  'id',
  'request_id as requestId',
  // Holds the account id for console requests. Renaming the column would break old nodes during a rolling upgrade.
  'key_id as callerId',
  'method',
  'path',
  'route',
  'status',
  'duration_ms as durationMs',
  'error_code as errorCode',
  'outcome',
  'created_at as at',
] as const;

const conditions: Conditions<RequestQuery> = {
  requestId: (id) => sql`request_id = ${id}`,
  callerId: (id) => sql`key_id = ${id}`,
  // A literal, not a parameter: only then can the engine use the partial index of failed requests.
  outcome: (outcome) =>
    outcome === 'ok' ? sql`outcome = 'ok'` : sql`outcome = ${sql.lit(outcome)} and outcome <> 'ok'`,
};

export const requestReader = (db: Db): RequestReader => ({
  page(workspaceId, { slice, ...filters }) {
    const all = db.selectFrom('request_log').select(columns).where('workspace_id', '=', workspaceId);
    const records = where(all, conditionsOf(conditions, workspaceId, filters));
    return sliced(records, ['id'], 'desc', slice).execute();
  },
  hourlyCounts: (workspaceId, since) =>
    db
      .selectFrom('request_counts')
      .select(['workspace_id as workspaceId', 'hour_at as hourAt', 'key_id as keyId'])
      .select(['requests', 'errors', 'limited'])
      .where('workspace_id', '=', workspaceId)
      .where('hour_at', '>=', since)
      .execute(),
  async dailyCounts(workspaceId, since) {
    const day = sql<number>`hour_at / 86400000`;
    const rows = await db
      .selectFrom('request_counts')
      .select(({ fn }) => [
        'key_id as keyId',
        day.as('day'),
        fn.sum<number>('requests').as('requests'),
        fn.sum<number>('errors').as('errors'),
        fn.sum<number>('limited').as('limited'),
      ])
      .where('workspace_id', '=', workspaceId)
      .where('hour_at', '>=', since)
      .groupBy(['key_id', day])
      .execute();
    return rows.map(({ day: number, ...counts }) => ({ ...counts, dayAt: number * 86_400_000 }));
  },
});

export const requestWriter = (db: Db, locks: Locks): RequestWriter => ({
  ...requestReader(db),
  append: (records) =>
    insertMany(
      db,
      'request_log',
      records.map((record) => ({
        workspace_id: record.workspaceId,
        id: record.id,
        request_id: record.requestId,
        key_id: record.callerId,
        method: record.method,
        path: record.path,
        route: record.route,
        status: record.status,
        duration_ms: record.durationMs,
        error_code: record.errorCode,
        outcome: record.outcome,
        created_at: record.at,
      })),
    ),
  async addCounts(counts) {
    // Sorted, so that two processes updating the same rows can't deadlock.
    const ordered = [...counts].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    for (const { workspaceId, keyId, hourAt, requests, errors, limited } of ordered) {
      await db
        .insertInto('request_counts')
        .values({ workspace_id: workspaceId, hour_at: hourAt, key_id: keyId, requests, errors, limited })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'hour_at', 'key_id']).doUpdateSet((eb) => ({
            requests: eb('request_counts.requests', '+', requests),
            errors: eb('request_counts.errors', '+', errors),
            limited: eb('request_counts.limited', '+', limited),
          })),
        )
        .execute();
    }
  },
  async forgetRecordsBefore(workspaceId, instant) {
    // Ids are ordered by time, so the primary key finds the oldest; no index on the time is needed.
    const oldest = locks.unclaimed(
      db
        .selectFrom('request_log')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .limit(forgottenAtOnce),
    );
    const { numDeletedRows } = await db
      .deleteFrom('request_log')
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', oldest)
      .where('created_at', '<', instant)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  async forgetCountsBefore(workspaceId, instant) {
    const { numDeletedRows } = await db
      .deleteFrom('request_counts')
      .where('workspace_id', '=', workspaceId)
      .where('hour_at', '<', instant)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});

const keyOf = ({ workspaceId, hourAt, keyId }: { workspaceId: string; hourAt: number; keyId: string }) =>
  `${workspaceId} ${hourAt} ${keyId}`;
