// What became of claimed deliveries: their new state, and the log of attempts.

import { maxKeptAttempts, type Outcome } from '../../../domain/events/delivery.ts';
import { inFewSizes, runBuilt } from '../kernel/statements/insert-many.ts';
import { prepared } from '../kernel/statements/prepared.ts';
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

interface Settled extends Receiver {
  sequences: readonly number[];
  state: Outcome['state'];
  nextAttemptAt: number | null;
  claim: string;
  status: number | null;
  finishedAt: number | null;
}

const setOutcome = prepared(
  (db, settled: Settled, { isAttempt, isClaimChecked }: { isAttempt: boolean; isClaimChecked: boolean }) => {
    let update = db
      .updateTable('deliveries')
      .set({ state: settled.state, next_attempt_at: settled.nextAttemptAt, claim: null })
      .where('workspace_id', '=', settled.workspaceId)
      .where('webhook_id', '=', settled.webhookId)
      .where('sequence', 'in', settled.sequences);
    if (isAttempt)
      update = update.set((eb) => ({
        attempts: eb('attempts', '+', 1),
        tries: eb('tries', '+', 1),
        last_status: settled.status,
        finished_at: settled.finishedAt,
      }));
    if (isClaimChecked) update = update.where('claim', '=', settled.claim);
    return update.compile();
  },
);

async function settleAlike(
  db: Db,
  receiver: Receiver,
  outcomes: readonly Outcome[],
  at: number,
): Promise<void> {
  const [first] = outcomes;
  if (first === undefined) return;
  const { state, nextAttemptAt, attempt, claim } = first;
  const settled = {
    ...receiver,
    sequences: outcomes.map(({ sequence }) => sequence),
    state,
    nextAttemptAt,
    claim,
    status: attempt?.status ?? null,
    finishedAt: state === 'pending' ? null : at,
  };
  await setOutcome(db, settled, { isAttempt: attempt !== undefined, isClaimChecked: state !== 'succeeded' });
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
  for (const some of inFewSizes(rows)) {
    const build = () =>
      db
        .insertInto('delivery_attempts')
        .values(some)
        // Two workers can have made the same attempt, after a claim has expired.
        .onConflict((conflict) => conflict.doNothing())
        .compile();
    const parameters = some.flatMap((row) => Object.values(row));
    await runBuilt(db, `delivery_attempts ${some.length}`, build, parameters);
  }
  for (const { sequence, number } of rows.filter((row) => row.number > maxKeptAttempts))
    await db
      .deleteFrom('delivery_attempts')
      .where('workspace_id', '=', workspaceId)
      .where('webhook_id', '=', webhookId)
      .where('sequence', '=', sequence)
      .where('number', '<=', number - maxKeptAttempts)
      .execute();
}
