// The one shape of a key (ports/files), and of the names beside keys, for every engine. A key that is not ours is a mistake in this program,
// never a caller's, so it is a plain Error.

import type { Readable } from 'node:stream';
import { type Instant, parseInstant, toIso } from '../../domain/clock.ts';

const keyShape = /^[A-Za-z0-9_-]{1,128}$/;

export const isFileKey = (text: string): boolean => keyShape.test(text);

export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error('A file key must be 1 to 128 letters, digits, "_" or "-".');
}

/** The folder of the trash beside the files, which no key can name. Below it, a folder for each time. */
export const trashFolder = '.trash';
/** The name of the sweeper's note. */
export const noteName = '.note';

/** A time as the name of a folder: `2026-01-31T091502.123Z`. */
export const stampOf = (at: Instant): string => toIso(at).replaceAll(':', '');

const stampShape = /^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2}\.\d{3}Z)$/;

/** The time that a folder of the trash is named after; undefined for any other folder. */
export function stampedAt(name: string): Instant | undefined {
  const [, hour, minute, second] = stampShape.exec(name) ?? [];
  return hour === undefined ? undefined : parseInstant(`${hour}:${minute}:${second}`);
}

/** A source that fails before anyone reads it must not end the process: reading it reports the same error. */
export const tolerateEarlyError = (bytes: Readable): Readable => bytes.on('error', () => undefined);
