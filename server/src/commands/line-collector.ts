// Collects log lines and hands them to the log's stream in pieces. The stream can collect them itself, but measures all
// that it has collected with each line.

import type { DestinationStream } from 'pino';

export interface Stream {
  write(text: string): unknown;
  flush(onWritten?: (error?: Error) => void): void;
  flushSync(): void;
}

export interface CollectorLimits {
  /** In characters. */
  maxLength: number;
  maxMs: number;
}

export interface LineCollector extends DestinationStream {
  flush(onWritten?: (error?: Error) => void): void;
  /** For the end of the process. */
  flushSync(): void;
}

export function lineCollector(stream: Stream, { maxLength, maxMs }: CollectorLimits): LineCollector {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;

  const passOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === '') return;
    stream.write(lines);
    lines = '';
  };
  const flush = (onWritten?: (error?: Error) => void): void => {
    passOn();
    stream.flush(onWritten);
  };

  return {
    write(line) {
      lines += line;
      if (lines.length >= maxLength) passOn();
      else timer ??= setTimeout(flush, maxMs).unref();
    },
    flush,
    flushSync() {
      // A stream that has nothing left to write may be closed already.
      if (lines === '') return;
      passOn();
      stream.flushSync();
    },
  };
}
