// The deliveries table. A claim is a time of the next attempt in the future and a mark: if the claimer dies, the
// delivery becomes due again by itself.

import { sql } from 'kysely';
import type { Delivery, DeliveryOutcome, DeliveryQuery } from '../../../domain/events/delivery.ts';
import type { EventType } from '../../../domain/events/event.ts';
import type { DeliveryReader, DeliveryWriter } from '../../../ports/events/webhook-store.ts';
import { type Conditions, conditionsOf, where } from '../kernel/conditions.ts';
import type { Locks } from '../kernel/dialect.ts';
import { branchesBy, type Order, pageOfAny } from '../kernel/paging.ts';
import { inFewSizes } from '../kernel/statements/insert-many.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { settle } from './delivery-outcomes.ts';

const columns = [
  'sequence',
  'event_id',
  'type',
  'state',
  'attempts',
  'tries',
  'next_attempt_at',
  'claim',
  'last_status',
  'created_at',
  'finished_at',
] as const;

const newestFirst: Order = { columns: ['sequence'], names: ['sequence'], direction: 'desc' };

/** Of the filters besides `states`, which has an index. */
const conditions: Conditions<Omit<DeliveryQuery, 'states'>> = {};

const forgottenAtOnce = 500;

export function deliveryReader(db: Db): DeliveryReader {
  const deliveries = (workspaceId: string, webhookId: string) =>
    db
      .selectFrom('deliveries')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('webhook_id', '=', webhookId);
  return {
    async page(workspaceId, webhookId, { states, slice, ...others }) {
      const rows = where(deliveries(workspaceId, webhookId), conditionsOf(conditions, workspaceId, others));
      const branches = branchesBy(rows, 'state', states);
      return (await pageOfAny(branches, newestFirst, slice)).map(toDelivery);
    },
    async find(workspaceId, webhookId, eventId) {
      const row = await deliveries(workspaceId, webhookId).where('event_id', '=', eventId).executeTakeFirst();
      return row && toDelivery(row);
    },
    async thresholdsOf(workspaceId, postIds) {
      if (postIds.length === 0) return [];
      return db
        .selectFrom('reached_thresholds')
        .select(['post_id as postId', 'metric', 'at_least as atLeast'])
        .where('workspace_id', '=', workspaceId)
        .where('post_id', 'in', postIds)
        .execute();
    },
    attempts: (workspaceId, webhookId, sequence) =>
      db
        .selectFrom('delivery_attempts')
        .select(['at', 'duration_ms as durationMs', 'status', 'error', 'answer'])
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('sequence', '=', sequence)
        .orderBy('number')
        .execute(),
    async counts(workspaceId, webhookId, { after, periodMs, take }) {
      const outcome = sql<DeliveryOutcome>`case when state = 'pending' and attempts > 0 then 'retrying' else state end`;
      const period = sql<number>`created_at / ${sql.lit(periodMs)}`;
      const newest = db
        .selectFrom('deliveries')
        .select([outcome.as('outcome'), period.as('period')])
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('sequence', '>', after)
        .orderBy('sequence', 'desc')
        .limit(take)
        .as('newest');
      const rows = await db
        .selectFrom(newest)
        .select(({ fn }) => ['outcome', 'period', fn.countAll<number>().as('count')])
        .groupBy(['outcome', 'period'])
        .execute();
      return rows.map(({ period: number, ...counted }) => ({ from: number * periodMs, ...counted }));
    },
  };
}

export function deliveryWriter(db: Db, locks: Locks): DeliveryWriter {
  return {
    ...deliveryReader(db),
    async enqueue(workspaceId, webhookId, deliveries, at) {
      for (const some of inFewSizes(deliveries))
        await db
          .insertInto('deliveries')
          .values(
            some.map(({ sequence, eventId, type }) => ({
              workspace_id: workspaceId,
              webhook_id: webhookId,
              sequence,
              event_id: eventId,
              type,
              state: 'pending' as const,
              attempts: 0,
              tries: 0,
              next_attempt_at: at,
              claim: null,
              last_status: null,
              created_at: at,
              finished_at: null,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'webhook_id', 'sequence']).doUpdateSet({
              state: 'pending',
              tries: 0,
              next_attempt_at: at,
              claim: null,
              finished_at: null,
            }),
          )
          .execute();
    },
    async claim(workspaceId, webhookId, { at, until, claim, take }) {
      const due = db
        .selectFrom('deliveries')
        .select('sequence')
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .orderBy('sequence')
        .limit(take);
      const sequences = (await locks.unclaimed(due).execute()).map(({ sequence }) => sequence);
      if (sequences.length === 0) return [];
      const rows = await db
        .updateTable('deliveries')
        .set({ next_attempt_at: until, claim })
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('sequence', 'in', sequences)
        .returning(columns)
        .execute();
      return rows.map(toDelivery).sort((one, other) => one.sequence - other.sequence);
    },
    settle: (workspaceId, webhookId, outcomes, at) => settle(db, { workspaceId, webhookId }, outcomes, at),
    async releaseClaims(workspaceId, at) {
      await db
        .updateTable('deliveries')
        .set({ next_attempt_at: at, claim: null })
        .where('workspace_id', '=', workspaceId)
        .where('next_attempt_at', 'is not', null)
        .where('claim', 'is not', null)
        .execute();
    },
    async reach(workspaceId, postId, { metric, atLeast }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('reached_thresholds')
        .values({ workspace_id: workspaceId, post_id: postId, metric, at_least: atLeast })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async forgetBefore(workspaceId, instant) {
      const old = await locks
        .unclaimed(
          db
            .selectFrom('deliveries')
            .select(['webhook_id', 'sequence'])
            .where('workspace_id', '=', workspaceId)
            .where('created_at', '<', instant)
            .orderBy('created_at')
            .limit(forgottenAtOnce),
        )
        .execute();
      if (old.length === 0) return 0;
      const keys = sql.join(old.map((row) => sql`(${row.webhook_id}, cast(${row.sequence} as bigint))`));
      for (const table of ['delivery_attempts', 'deliveries'] as const)
        await sql`
          delete from ${sql.table(table)}
          where workspace_id = ${workspaceId} and (webhook_id, sequence) in (values ${keys})`.execute(db);
      return old.length;
    },
  };
}

type Row = Pick<Tables['deliveries'], (typeof columns)[number]>;

const toDelivery = (row: Row): Delivery => ({
  sequence: row.sequence,
  eventId: row.event_id,
  type: row.type as EventType,
  state: row.state,
  attempts: row.attempts,
  tries: row.tries,
  nextAttemptAt: row.next_attempt_at,
  isUnderway: row.claim !== null,
  lastStatus: row.last_status,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
