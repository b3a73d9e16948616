// Reads the text of a file in whatever encoding it was saved: UTF-8 or UTF-16, with or without a byte order mark, or
// Windows-1252.

import type { VendorFiles } from './vendor.ts';

/** To find an encoding, the whole file is read; it is read several times. */
const encodings = new WeakMap<VendorFiles, Map<string, string>>();

export async function* textOf(files: VendorFiles, name: string): AsyncGenerator<string> {
  const known = encodings.get(files) ?? new Map<string, string>();
  encodings.set(files, known);
  const encoding = known.get(name) ?? (await encodingOf(files, name));
  known.set(name, encoding);
  const decoder = new TextDecoder(encoding);
  for await (const chunk of files.open(name) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

async function encodingOf(files: VendorFiles, name: string): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const mark: number[] = [];
  try {
    for await (const chunk of files.open(name) as AsyncIterable<Buffer>) {
      if (mark.length < 2) {
        mark.push(...chunk.subarray(0, 2 - mark.length));
        if (mark[0] === 0xff && mark[1] === 0xfe) return 'utf-16le';
        if (mark[0] === 0xfe && mark[1] === 0xff) return 'utf-16be';
        if (mark.length < 2 && (mark[0] === 0xff || mark[0] === 0xfe)) continue;
        const unmarked = utf16In(chunk.subarray(0, sampleLength));
        if (unmarked !== undefined) return unmarked;
      }
      utf8.decode(chunk, { stream: true });
    }
    utf8.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

const sampleLength = 512;

/** In UTF-16, every second byte of Latin letters, digits, separators and line breaks is zero. */
function utf16In(sample: Buffer): string | undefined {
  const zeros = [0, 0] as [number, number];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (even === 0 && odd > sample.length / 4) return 'utf-16le';
  return odd === 0 && even > sample.length / 4 ? 'utf-16be' : undefined;
}
