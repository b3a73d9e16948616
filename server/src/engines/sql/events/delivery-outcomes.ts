// What became of claimed deliveries: their new state, and the log of attempts.

import { maxKeptAttempts, type Outcome } from '../../../domain/delivery.ts';
import { inFewSizes } from '../kernel/insert-many.ts';
import type { Db } from '../kernel/tables.ts';

interface Receiver {
  workspaceId: string;
  webhookId: string;
}

export async function settle(
  db: Db,
  receiver: Receiver,
  outcomes: readonly Outcome[],
  at: number,
): Promise<void> {
  for (const alike of grouped(outcomes)) await settleAlike(db, receiver, alike, at);
  await logAttempts(db, receiver, outcomes);
}

/** Outcomes that set the same values, so that many successes are one statement. */
function grouped(outcomes: readonly Outcome[]): Outcome[][] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const { state, nextAttemptAt, claim, attempt } = outcome;
    const key = JSON.stringify([state, nextAttemptAt, claim, attempt === undefined, attempt?.status]);
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()];
}

async function settleAlike(
  db: Db,
  { workspaceId, webhookId }: Receiver,
  outcomes: readonly Outcome[],
  at: number,
): Promise<void> {
  const [first] = outcomes;
  if (first === undefined) return;
  const { state, nextAttemptAt, attempt, claim } = first;
  let update = db
    .updateTable('deliveries')
    .set({ state, next_attempt_at: nextAttemptAt, claim: null })
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .where(
      'sequence',
      'in',
      outcomes.map(({ sequence }) => sequence),
    );
  if (attempt !== undefined)
    update = update.set((eb) => ({
      attempts: eb('attempts', '+', 1),
      tries: eb('tries', '+', 1),
      last_status: attempt.status,
      finished_at: state === 'pending' ? null : at,
    }));
  if (state !== 'succeeded') update = update.where('claim', '=', claim);
  await update.execute();
}

async function logAttempts(
  db: Db,
  { workspaceId, webhookId }: Receiver,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.flatMap(({ sequence, attempt }) =>
    attempt === undefined
      ? []
      : {
          workspace_id: workspaceId,
          webhook_id: webhookId,
          sequence,
          number: attempt.number,
          at: attempt.at,
          duration_ms: attempt.durationMs,
          status: attempt.status,
          error: attempt.error,
          answer: attempt.answer,
        },
  );
  for (const some of inFewSizes(rows))
    await db
      .insertInto('delivery_attempts')
      .values(some)
      // Two workers can have made the same attempt, after a claim has expired.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const { sequence, number } of rows.filter((row) => row.number > maxKeptAttempts))
    await db
      .deleteFrom('delivery_attempts')
      .where('workspace_id', '=', workspaceId)
      .where('webhook_id', '=', webhookId)
      .where('sequence', '=', sequence)
      .where('number', '<=', number - maxKeptAttempts)
      .execute();
}
