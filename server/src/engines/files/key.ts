// The format of file keys (ports/files) and of the reserved names next to them, for every engine. An invalid key is
// a bug in this program, not a client error, so it throws a plain Error.

import type { Readable } from 'node:stream';
import { type Instant, parseInstant, toIso } from '../../domain/kernel/clock.ts';

const keyShape = /^[A-Za-z0-9_-]{1,128}$/;

export const isFileKey = (text: string): boolean => keyShape.test(text);

export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error('A file key must be 1 to 128 letters, digits, "_" or "-".');
}

/** Trash folder; not a valid key. Contains one folder per trashing time. */
export const trashFolder = '.trash';
/** Holds the sweeper's note. */
export const noteName = '.note';

/** A time as a folder name: `2026-01-31T091502.123Z`. */
export const stampOf = (at: Instant): string => toIso(at).replaceAll(':', '');

const stampShape = /^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2}\.\d{3}Z)$/;

/** The time in a trash folder's name; undefined for other folders. */
export function stampedAt(name: string): Instant | undefined {
  const [, hour, minute, second] = stampShape.exec(name) ?? [];
  return hour === undefined ? undefined : parseInstant(`${hour}:${minute}:${second}`);
}

/** Without a listener, a stream error before the first read would crash the process. Reading reports it anyway. */
export const tolerateEarlyError = (bytes: Readable): Readable => bytes.on('error', () => undefined);
