// The audit log in the database: appended to, never changed.

import type { AuditEntry } from '../../../domain/audit.ts';
import type { AuditReader, AuditWriter } from '../../../ports/records-store.ts';
import { insertMany } from '../kernel/insert-many.ts';
import { areFew, branchesBy, type Order, pageOfAny } from '../kernel/paging.ts';
import type { Db } from '../kernel/tables.ts';

const order: Order = { columns: ['id'], names: ['id'], direction: 'desc' };

export const auditReader = (db: Db): AuditReader => ({
  async page(workspaceId, { actions, objectIds, actorIds, updatedSince, slice }) {
    let entries = db
      .selectFrom('audit_log')
      .select(['id', 'actor_type', 'actor_id', 'action', 'object_id as objectId', 'request_id as requestId'])
      .select('created_at as createdAt')
      .where('workspace_id', '=', workspaceId);
    if ([actions, objectIds, actorIds].some((values) => values?.length === 0)) return [];
    // The rarest first: its index finds the rows, the others are judged on them.
    const [by, ...others] = [
      { column: 'object_id' as const, values: objectIds },
      { column: 'actor_id' as const, values: actorIds },
      { column: 'action' as const, values: actions },
    ].filter(({ values }) => values !== undefined);
    for (const { column, values = [] } of others) entries = entries.where(column, 'in', values);
    if (updatedSince !== undefined) {
      const since = db
        .selectFrom('audit_log')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('created_at', '>=', updatedSince);
      entries = (await areFew(db, since))
        ? entries.where('id', 'in', since)
        : entries.where('created_at', '>=', updatedSince);
    }
    const branches = by === undefined ? [entries] : branchesBy(entries, by.column, by.values);
    const rows = await pageOfAny(branches, order, slice);
    return rows.map(
      ({ actor_type: type, actor_id: id, ...entry }): AuditEntry => ({
        ...entry,
        actor: { type: type as AuditEntry['actor']['type'], id },
      }),
    );
  },
  async has(workspaceId, id) {
    const entry = db
      .selectFrom('audit_log')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id);
    return (await entry.executeTakeFirst()) !== undefined;
  },
});

export const auditWriter = (db: Db): AuditWriter => ({
  ...auditReader(db),
  async append(workspaceId, entries) {
    if (entries.length === 0) return;
    await insertMany(
      db,
      'audit_log',
      entries.map((entry) => ({
        workspace_id: workspaceId,
        id: entry.id,
        actor_type: entry.actor.type,
        actor_id: entry.actor.id,
        action: entry.action,
        object_id: entry.objectId,
        request_id: entry.requestId,
        created_at: entry.createdAt,
      })),
    );
  },
});
