import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineCollector } from './line-collector.ts';

describe('collecting log lines', () => {
  const stream = { write: vi.fn(), flush: vi.fn(), flushSync: vi.fn() };
  const collector = () => lineCollector(stream, { maxLength: 10, maxMs: 100 });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('passes lines on together once they are long enough', () => {
    const lines = collector();
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) lines.write(line);
    expect(stream.write.mock.calls).toEqual([['one\ntwo\nthree\n']]);
  });

  it('passes on and flushes what has waited long enough, once', () => {
    const lines = collector();
    lines.write('one\n');
    vi.advanceTimersByTime(60);
    lines.write('two\n');
    vi.advanceTimersByTime(39);
    expect(stream.write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(stream.write.mock.calls).toEqual([['one\ntwo\n']]);
    expect(stream.flush).toHaveBeenCalledTimes(1);
  });

  it('starts a new wait for the lines after those', () => {
    const lines = collector();
    lines.write('one\n');
    vi.advanceTimersByTime(100);
    lines.write('two\n');
    vi.advanceTimersByTime(100);
    expect(stream.write.mock.calls).toEqual([['one\n'], ['two\n']]);
  });

  it('passes everything on before a flush, which reports when it is written', () => {
    const lines = collector();
    const written = vi.fn();
    lines.write('one\n');
    lines.flush(written);
    expect(stream.write.mock.calls).toEqual([['one\n']]);
    expect(stream.flush).toHaveBeenCalledWith(written);
  });

  it('writes the rest at the end of the process, and leaves the stream alone if there is none', () => {
    const lines = collector();
    lines.flushSync();
    expect(stream.flushSync).not.toHaveBeenCalled();
    lines.write('one\n');
    lines.flushSync();
    expect(stream.write.mock.calls).toEqual([['one\n']]);
    expect(stream.flushSync).toHaveBeenCalledTimes(1);
  });
});
