import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LogOutput, logOutput } from './log-output.ts';

/** A stream that writes when it is told to, and its output. */
function slowStream() {
  const written: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    emitClose: false,
    autoDestroy: false,
    write(text: string, _encoding, done) {
      waiting.push((error) => {
        if (error === undefined) written.push(text);
        done(error);
      });
    },
  });
  return { stream, written, next: (error?: Error) => waiting.shift()?.(error) };
}

describe('the output of the log', () => {
  let output: LogOutput;
  let end: ReturnType<typeof slowStream>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    end = slowStream();
    output = logOutput(end.stream, { maxLength: 10, maxMs: 100, maxWaiting: 20 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const write = (...lines: string[]) => {
    for (const line of lines) output.write(`${line}\n`);
  };

  it('writes lines together once they are long enough', () => {
    write('one', 'two', 'three', 'four');
    end.next();
    expect(end.written).toEqual(['one\ntwo\nthree\n']);
  });

  it('writes what has waited long enough, and starts a new wait for the next line', () => {
    write('one');
    vi.advanceTimersByTime(60);
    write('two');
    vi.advanceTimersByTime(39);
    expect(end.stream.writableLength).toBe(0);
    vi.advanceTimersByTime(1);
    end.next();
    write('three');
    vi.advanceTimersByTime(100);
    end.next();
    expect(end.written).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('writes everything on a flush', () => {
    output.flush();
    write('one');
    output.flush();
    end.next();
    expect(end.written).toEqual(['one\n']);
  });

  it('drops lines while too much waits for a reader, and says how many', () => {
    write('a first long line', 'a second long line');
    for (let line = 0; line < 1000; line += 1) write('a long line');
    expect(end.stream.writableLength).toBeLessThan(50);
    for (let text = 0; text < 2; text += 1) end.next();
    write('back again');
    end.next();
    expect(end.written.slice(0, 2)).toEqual(['a first long line\n', 'a second long line\n']);
    const [note = '', line] = end.written[2]?.split('\n') ?? [];
    expect([JSON.parse(note), line]).toEqual([
      { level: 40, time: expect.any(String), count: 1000, msg: 'log lines were lost' },
      'back again',
    ]);
  });
});
