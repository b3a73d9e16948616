// The webhooks table. The configuration changes with its version; the position and the health change on their own.

import { type ExpressionBuilder, sql } from 'kysely';
import type { DeliveryState } from '../../../domain/events/delivery.ts';
import type { Webhook, WebhookHealth } from '../../../domain/events/webhook.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { WebhookReader, WebhookWriter } from '../../../ports/events/webhook-store.ts';
import { columnsOf, flagColumn, jsonColumn } from '../kernel/columns.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import type { Db, Tables } from '../kernel/tables.ts';

const columns = columnsOf<Tables['webhooks'], Webhook>()({
  id: 'id',
  url: 'url',
  description: 'description',
  types: jsonColumn('types'),
  isEnabled: flagColumn('is_enabled'),
  headers: jsonColumn('headers'),
  when: jsonColumn('rule'),
  format: 'format',
  secret: 'secret',
  previousSecret: 'previous_secret',
  previousSecretExpiresAt: 'previous_secret_expires_at',
  disabledReason: 'disabled_reason',
  disabledAt: 'disabled_at',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

const editable = columns.without('id');

export function webhookReader(db: Db): WebhookReader {
  const webhooks = (workspaceId: string) =>
    db.selectFrom('webhooks').select(columns.selected).where('workspace_id', '=', workspaceId);
  return {
    async find(workspaceId, id) {
      const row = await webhooks(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && columns.read(row);
    },
    async list(workspaceId) {
      const rows = await webhooks(workspaceId).orderBy('id').execute();
      return rows.map(columns.read);
    },
    async activeOf(workspaceId) {
      const rows = await webhooks(workspaceId)
        .select(['position', 'failing_since as failingSince'])
        .select((eb) =>
          eb
            .selectFrom('deliveries')
            .select('next_attempt_at')
            .where('deliveries.workspace_id', '=', workspaceId)
            .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
            .where('next_attempt_at', 'is not', null)
            .orderBy('next_attempt_at')
            .limit(1)
            .as('dueAt'),
        )
        .where('is_enabled', '=', 1)
        .orderBy('id')
        .execute();
      return rows.map(({ position, failingSince, dueAt, ...row }) => ({
        workspaceId,
        webhook: columns.read(row),
        position,
        failingSince,
        dueAt,
      }));
    },
    async healthOf(workspaceId) {
      const rows = await db
        .selectFrom('webhooks')
        .select(['id', 'failing_since as failingSince'])
        .select((eb) => [
          lastFinished(eb, 'succeeded').as('lastSuccessAt'),
          lastFinished(eb, 'failed').as('lastFailedAt'),
          lastAttempt(eb).as('lastAttemptAt'),
        ])
        .where('workspace_id', '=', workspaceId)
        .execute();
      return new Map(rows.map(({ id, ...row }) => [id, healthFrom(row)]));
    },
    async activeWorkspaces() {
      const rows = await db
        .selectFrom('webhooks')
        .select('workspace_id')
        .distinct()
        .where('is_enabled', '=', 1)
        .execute();
      return rows.map(({ workspace_id: id }) => id);
    },
  };
}

type Scope = ExpressionBuilder<Tables, 'webhooks'>;

/** When the newest event that is in this state got there. */
const lastFinished = (eb: Scope, state: DeliveryState) =>
  eb
    .selectFrom('deliveries')
    .select('finished_at')
    .whereRef('deliveries.workspace_id', '=', 'webhooks.workspace_id')
    .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
    .where('state', '=', state)
    .orderBy('sequence', 'desc')
    .limit(1);

/** When the newest event that was attempted was attempted last. */
const lastAttempt = (eb: Scope) =>
  eb
    .selectFrom('delivery_attempts')
    .select('at')
    .whereRef('delivery_attempts.workspace_id', '=', 'webhooks.workspace_id')
    .whereRef('delivery_attempts.webhook_id', '=', 'webhooks.id')
    .orderBy('sequence', 'desc')
    .orderBy('number', 'desc')
    .limit(1);

interface HealthRow {
  failingSince: Instant | null;
  lastSuccessAt: Instant | null;
  lastFailedAt: Instant | null;
  lastAttemptAt: Instant | null;
}

/** While it is failing, the last attempt is a failure, even if its delivery is to be retried. */
function healthFrom({ failingSince, lastSuccessAt, lastFailedAt, lastAttemptAt }: HealthRow): WebhookHealth {
  const failures = [lastFailedAt, failingSince === null ? null : lastAttemptAt].filter((at) => at !== null);
  const lastFailureAt = failures.length === 0 ? null : Math.max(...failures);
  return { failingSince, lastSuccessAt, lastFailureAt };
}

/** Leaves a webhook alone that was healthy and still is, as almost always. */
const noteHealth = prepared(
  (db, given: { workspaceId: string; id: string; at: number }, { isHealthy }: { isHealthy: boolean }) => {
    const noted = db
      .updateTable('webhooks')
      .set({ failing_since: isHealthy ? null : sql<number>`coalesce(failing_since, ${given.at})` })
      .where('workspace_id', '=', given.workspaceId)
      .where('id', '=', given.id);
    const needed = isHealthy ? noted.where('failing_since', 'is not', null) : noted;
    return needed.returning('failing_since').compile();
  },
);

export function webhookWriter(db: Db): WebhookWriter {
  const updated = (workspaceId: string, id: string) =>
    db.updateTable('webhooks').where('workspace_id', '=', workspaceId).where('id', '=', id);
  return {
    ...webhookReader(db),
    async insert(workspaceId, webhook, position) {
      await db
        .insertInto('webhooks')
        .values({ workspace_id: workspaceId, ...columns.valuesOf(webhook), position, failing_since: null })
        .execute();
    },
    async update(workspaceId, webhook) {
      await updated(workspaceId, webhook.id).set(editable.valuesOf(webhook)).execute();
    },
    async remove(workspaceId, id) {
      await db.deleteFrom('webhooks').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
    async advance(workspaceId, id, from, to) {
      const { numUpdatedRows } = await updated(workspaceId, id)
        .set({ position: to })
        .where('position', '=', from)
        .where('is_enabled', '=', 1)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async rewind(workspaceId, id, to) {
      await updated(workspaceId, id).set({ position: to }).where('position', '>', to).execute();
    },
    async noteHealth(workspaceId, id, isHealthy, at) {
      const row = await firstOf(noteHealth(db, { workspaceId, id, at }, { isHealthy }));
      return row?.failing_since ?? null;
    },
  };
}
