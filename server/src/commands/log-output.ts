// Where the log goes: lines are collected and written together. Never waits for the other end, which may have closed
// the pipe, stopped reading or run out of disk space. Lines that can't be written are dropped and counted.

import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';
import { systemClock, toIso } from '../domain/kernel/clock.ts';

export interface LogOutput extends DestinationStream {
  flush(): void;
}

export interface LogLimits {
  /** Collected lines are written when they reach this length, in characters. */
  maxLength: number;
  maxMs: number;
  /** How much may wait for the other end, in bytes. */
  maxWaiting: number;
}

export function logOutput(
  stream: Pick<Writable, 'write' | 'writableLength'>,
  { maxLength, maxMs, maxWaiting }: LogLimits,
): LogOutput {
  let lines = '';
  let count = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (count === 0) return;
    const lostBefore = lost;
    const text = lostBefore === 0 ? lines : lostLine(lostBefore) + lines;
    const unwritten = lostBefore + count;
    lines = '';
    count = 0;
    lost = stream.writableLength > maxWaiting ? unwritten : 0;
    if (lost > 0) return;
    stream.write(text, (error) => {
      if (error) lost += unwritten;
    });
  };

  return {
    write(line) {
      lines += line;
      count += 1;
      if (lines.length >= maxLength) flush();
      else timer ??= setTimeout(flush, maxMs).unref();
    },
    flush,
  };
}

const lostLine = (count: number): string =>
  `${JSON.stringify({ level: 40, time: toIso(systemClock.now()), count, msg: 'log lines were lost' })}\n`;
