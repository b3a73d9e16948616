// Tells operators about refused requests: counts for the metrics, and log lines that don't grow with the load.

import type { FastifyBaseLogger } from 'fastify';
import { type Clock, toIso } from '../../domain/kernel/clock.ts';

export interface ShedReportDeps {
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  clock: Pick<Clock, 'now'>;
}

const reportEveryMs = 1_000;

export class ShedReport {
  /**
   * Since the start of the process. `loop`: too many requests were in flight. `queue`: too many writes or reads of the
   * workspace were waiting.
   */
  readonly totals = { loop: 0, queue: 0 };
  readonly #deps: ShedReportDeps;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ShedReportDeps) {
    this.#deps = deps;
  }

  note(reason: 'loop' | 'queue'): void {
    if (this.#timer === undefined) this.#begin();
    this.totals[reason] += 1;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** A line when shedding begins, then one a second with the count, and one when a second passed without. */
  #begin(): void {
    const { log, clock } = this.#deps;
    const since = toIso(clock.now());
    let before = { ...this.totals };
    log.warn({ since }, 'shedding load');
    const report = (): void => {
      const { loop, queue } = this.totals;
      const shed = { loop: loop - before.loop, queue: queue - before.queue };
      before = { loop, queue };
      if (shed.loop + shed.queue > 0) {
        log.warn({ since, shed }, 'shedding load');
      } else {
        this.stop();
        log.info({ since }, 'no longer shedding load');
      }
    };
    this.#timer = setInterval(report, reportEveryMs).unref();
  }
}
