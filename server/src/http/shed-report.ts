// Tells operators about shed requests: counts for the metrics, and log lines that don't grow with the load.

import type { FastifyBaseLogger } from 'fastify';
import { type Clock, toIso } from '../domain/clock.ts';

/** `loop`: the event loop had no time. `queue`: too many writes or reads of the workspace were waiting. */
export const shedReasons = ['loop', 'queue'] as const;
export type ShedReason = (typeof shedReasons)[number];

export interface ShedReport {
  note(reason: ShedReason): void;
  /** Since the start of the process. */
  total(reason: ShedReason): number;
  stop(): void;
}

export interface ShedReportDeps {
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  clock: Pick<Clock, 'now'>;
}

const reportEveryMs = 1_000;

/** A line when shedding begins, then one a second with the count, and one when a second passed without. */
export function shedReport({ log, clock }: ShedReportDeps): ShedReport {
  const totals: Record<ShedReason, number> = { loop: 0, queue: 0 };
  let timer: NodeJS.Timeout | undefined;
  let since = '';
  let before = { ...totals };

  const begin = (): void => {
    since = toIso(clock.now());
    before = { ...totals };
    log.warn({ since }, 'shedding load');
    timer = setInterval(report, reportEveryMs).unref();
  };
  const report = (): void => {
    const shed = { loop: totals.loop - before.loop, queue: totals.queue - before.queue };
    before = { ...totals };
    if (shed.loop + shed.queue > 0) {
      log.warn({ since, shed }, 'shedding load');
    } else {
      stop();
      log.info({ since }, 'no longer shedding load');
    }
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    note(reason) {
      if (timer === undefined) begin();
      totals[reason] += 1;
    },
    total: (reason) => totals[reason],
    stop,
  };
}
