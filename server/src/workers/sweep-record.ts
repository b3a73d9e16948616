// What the sweeps of this process came to, for the metrics.

import type { Clock, Instant } from '../domain/clock.ts';
import type { Swept } from './sweep.ts';

export interface SweepRecord {
  /** Removed since the start, by kind. */
  swept(): Readonly<Partial<Swept>>;
  failures(): number;
  lastSuccessAt(): Instant | undefined;
  note(swept: Swept): void;
  noteFailure(): void;
}

export function sweepRecord(clock: Clock): SweepRecord {
  const totals: Partial<Swept> = {};
  let failures = 0;
  let lastSuccessAt: Instant | undefined;
  return {
    swept: () => totals,
    failures: () => failures,
    lastSuccessAt: () => lastSuccessAt,
    note(swept) {
      lastSuccessAt = clock.now();
      for (const [kind, count] of Object.entries(swept) as [keyof Swept, number][])
        totals[kind] = (totals[kind] ?? 0) + count;
    },
    noteFailure() {
      failures += 1;
    },
  };
}
