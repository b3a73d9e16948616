import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShedReport, type ShedReportDeps } from './shed-report.ts';

describe('the report of shed load', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const noted = () => {
    const lines: unknown[] = [];
    const line = (level: string) => (fields: object, message: string) =>
      void lines.push({ level, message, ...fields });
    const log = { warn: line('warn'), info: line('info') } as ShedReportDeps['log'];
    const report = new ShedReport({ log, clock: { now: () => Date.now() } });
    return { lines, report };
  };

  it('logs the beginning, a line per second with the counts, and the end', () => {
    const { lines, report } = noted();
    const since = new Date().toISOString();
    for (let count = 0; count < 1_000; count += 1) report.note('loop');
    report.note('queue');
    vi.advanceTimersByTime(1_000);
    report.note('queue');
    vi.advanceTimersByTime(1_000);
    vi.advanceTimersByTime(5_000);
    const shedding = { level: 'warn', message: 'shedding load', since };
    expect(lines).toEqual([
      shedding,
      { ...shedding, shed: { loop: 1_000, queue: 1 } },
      { ...shedding, shed: { loop: 0, queue: 1 } },
      { level: 'info', message: 'no longer shedding load', since },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps totals over several periods', () => {
    const { lines, report } = noted();
    report.note('loop');
    vi.advanceTimersByTime(5_000);
    report.note('loop');
    expect(report.totals).toEqual({ loop: 2, queue: 0 });
    expect(lines).toHaveLength(4);
    report.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
