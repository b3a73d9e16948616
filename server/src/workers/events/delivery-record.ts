// Totals of this process's attempts to deliver, for the metrics.

import { isSuccess, type Outcome } from '../../domain/events/delivery.ts';

/** What came of an attempt: a 2xx answer, another answer, or none. */
export const attemptResults = ['succeeded', 'refused', 'unanswered'] as const;
export type AttemptResult = (typeof attemptResults)[number];

export interface DeliveryRecord {
  /** Totals since startup. */
  attempts(): Readonly<Record<AttemptResult, number>>;
  note(outcomes: readonly Outcome[]): void;
}

export function deliveryRecord(): DeliveryRecord {
  const totals = { succeeded: 0, refused: 0, unanswered: 0 };
  return {
    attempts: () => totals,
    note(outcomes) {
      for (const { attempt } of outcomes) if (attempt !== undefined) totals[resultOf(attempt.status)] += 1;
    },
  };
}

function resultOf(status: number | null): AttemptResult {
  if (status === null) return 'unanswered';
  return isSuccess(status) ? 'succeeded' : 'refused';
}
