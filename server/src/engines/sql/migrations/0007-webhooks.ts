// Webhooks, their deliveries with every attempt, and the thresholds that posts have reached. Deliveries outlive their
// webhook: the sweeper removes them by age, so that deleting a webhook is cheap.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('types', 'text', (c) => c.notNull())
    .addColumn('is_enabled', 'integer', (c) => c.notNull())
    .addColumn('headers', 'text', (c) => c.notNull())
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_expires_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_at', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('failing_since', 'bigint')
    .addPrimaryKeyConstraint('webhooks_pk', ['workspace_id', 'id'])
    .execute();
  await schema
    .createTable('deliveries')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('claim', 'text')
    .addColumn('last_status', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('deliveries_pk', ['workspace_id', 'webhook_id', 'sequence'])
    .execute();
  await schema
    .createIndex('deliveries_by_event')
    .on('deliveries')
    .columns(['workspace_id', 'webhook_id', 'event_id'])
    .execute();
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['workspace_id', 'webhook_id', 'next_attempt_at', 'sequence'])
    .where('next_attempt_at', 'is not', null)
    .execute();
  // For the list of one state, however rare it is among the others.
  await schema
    .createIndex('deliveries_by_state')
    .on('deliveries')
    .columns(['workspace_id', 'webhook_id', 'state', 'sequence'])
    .execute();
  await schema
    .createIndex('deliveries_by_age')
    .on('deliveries')
    .columns(['workspace_id', 'created_at'])
    .execute();
  await schema
    .createTable('delivery_attempts')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('duration_ms', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('answer', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_attempts_pk', ['workspace_id', 'webhook_id', 'sequence', 'number'])
    .execute();
  await schema
    .createTable('reached_thresholds')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('metric', 'text', (c) => c.notNull())
    .addColumn('at_least', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('reached_thresholds_pk', ['workspace_id', 'post_id', 'metric', 'at_least'])
    .execute();
}
