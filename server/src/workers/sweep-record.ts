// Totals of this process's sweeps, for the metrics.

import type { Clock, Instant } from '../domain/kernel/clock.ts';
import type { Swept } from './sweep.ts';

export interface SweepRecord {
  /** Totals since startup, by kind: rows by table; files trashed, removed and restored. */
  swept(): Readonly<Record<string, number>>;
  failures(): number;
  lastSuccessAt(): Instant | undefined;
  note(swept: Swept): void;
  noteFailure(): void;
}

export function sweepRecord(clock: Clock): SweepRecord {
  const totals: Record<string, number> = {};
  let failures = 0;
  let lastSuccessAt: Instant | undefined;
  return {
    swept: () => totals,
    failures: () => failures,
    lastSuccessAt: () => lastSuccessAt,
    note({ files, ...rows }) {
      lastSuccessAt = clock.now();
      const { trashed, removed, restored } = files;
      const counts = { ...rows, filesTrashed: trashed, filesRemoved: removed, filesRestored: restored };
      for (const [kind, count] of Object.entries(counts)) totals[kind] = (totals[kind] ?? 0) + count;
    },
    noteFailure() {
      failures += 1;
    },
  };
}
