// Reads a part of an archive line by line, with bounded memory.

import type { Readable } from 'node:stream';
import { badArchive } from '../../../../domain/porting/manifest.ts';
import { Turn } from '../../turns.ts';

/** More than any record of ours: a document takes less than 800 KB as JSON. */
export const maxLineBytes = 2 * 1024 * 1024;

export interface Line {
  /** From 1. */
  number: number;
  /** Undefined if the line is too long. */
  text: string | undefined;
}

const lineFeed = 0x0a;

export async function* linesOf(stream: Readable): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 0;
  const turn = new Turn();
  const take = (last: Buffer): Line => {
    number += 1;
    const whole = length + last.length;
    const text = whole > maxLineBytes ? undefined : Buffer.concat([...pieces, last], whole).toString('utf8');
    pieces = [];
    length = 0;
    return { number, text };
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const line = take(chunk.subarray(start, end));
      start = end + 1;
      if (line.text !== '') yield line;
      if (turn.isOver) await turn.end();
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    // What is too long already is not kept.
    if (length <= maxLineBytes) pieces.push(rest);
  }
  if (length > 0) yield take(Buffer.alloc(0));
}

/** Reports a stream that breaks off as what it is: a damaged archive. */
export async function* intact(name: string, stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw badArchive(`The archive's ${name} is damaged: ${reason}.`);
  } finally {
    stream.destroy();
  }
}
