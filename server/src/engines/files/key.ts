// The one shape of a key (ports/files), for every engine. A key that is not ours is a mistake in this program,
// never a caller's, so it is a plain Error.

import type { Readable } from 'node:stream';

const keyShape = /^[A-Za-z0-9_-]{1,128}$/;

export const isFileKey = (text: string): boolean => keyShape.test(text);

export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error('A file key must be 1 to 128 letters, digits, "_" or "-".');
}

/** A source that fails before anyone reads it must not end the process: reading it reports the same error. */
export const tolerateEarlyError = (bytes: Readable): Readable => bytes.on('error', () => undefined);
