// Backups: what a manifest says, how backups are named, and how far counters advance when one is restored.

import { type Instant, parseInstant, toIso } from '../kernel/clock.ts';
import { badField, conflict } from '../kernel/failure.ts';

/** The format of backups that this program writes. It reads this one and older ones. */
export const backupFormat = 1;

/** One file of a backup. */
export interface BackupPart {
  name: string;
  size: number;
  sha256: string;
}

/** Written last: a backup without a manifest is not one. */
export interface BackupManifest {
  format: number;
  /** The version of the program that made the backup. */
  program: string;
  /** The database that made it, such as `SQLite`. Only the same one can restore it. */
  engine: string;
  /** The migrations that the database has. */
  schema: string[];
  /** Before the database was copied, as ISO 8601. */
  createdAt: string;
  /** Rows by table. */
  rows: Record<string, number>;
  database: BackupPart;
  /** A list of the files that attachments name: one JSON object per line. */
  list: BackupPart;
  files: {
    count: number;
    bytes: number;
    /** Keys of files that attachments name, but that did not exist or were damaged when the backup was made. */
    missing: string[];
    /**
     * Keys of files that were deleted while the backup was made. A restore removes their attachments. Manifests of
     * older versions have none.
     */
    deleted?: string[] | undefined;
  };
}

/** The files that the list of the backup names, and the backup doesn't have. */
export const absentFiles = ({ files: { missing, deleted = [] } }: BackupManifest): Set<string> =>
  new Set([...missing, ...deleted]);

/** With the digest of everything else in it; manifests of older versions have none. */
export type StoredManifest = BackupManifest & { sha256?: string | undefined };

export const manifestName = 'manifest.json';
export const fileListName = 'files.ndjson';

/** Reads a manifest; CONFLICT if it is damaged, or made by a newer program. */
export function parseManifest(text: string): StoredManifest {
  const read = jsonOf(text);
  if (!isRecord(read) || typeof read.format !== 'number')
    throw conflict('The manifest of the backup is damaged.');
  if (read.format > backupFormat) {
    throw conflict(
      `The backup was made by a newer version of Earshot (${String(read.program)}): use that version, or a later one.`,
    );
  }
  if (!isManifest(read)) throw conflict('The manifest of the backup is damaged.');
  return read;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Names of parts become paths, so they have a narrow form. */
const partShape = /^[a-z]{1,32}\.[a-z]{1,16}$/;

const isPart = (value: unknown): value is BackupPart =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  partShape.test(value.name) &&
  isCount(value.size) &&
  typeof value.sha256 === 'string' &&
  /^[0-9a-f]{64}$/.test(value.sha256);

const isManifest = (value: Record<string, unknown>): value is Record<string, unknown> & StoredManifest =>
  (value.sha256 === undefined || typeof value.sha256 === 'string') &&
  typeof value.program === 'string' &&
  typeof value.engine === 'string' &&
  areTexts(value.schema) &&
  typeof value.createdAt === 'string' &&
  parseInstant(value.createdAt) !== undefined &&
  isRecord(value.rows) &&
  Object.values(value.rows).every(isCount) &&
  isPart(value.database) &&
  isPart(value.list) &&
  isRecord(value.files) &&
  isCount(value.files.count) &&
  isCount(value.files.bytes) &&
  areTexts(value.files.missing) &&
  (value.files.deleted === undefined || areTexts(value.files.deleted));

/** A line of the list of files. */
export interface BackedUpFile {
  fileKey: string;
  size: number;
  sha256: string;
}

export const fileLine = ({ fileKey, size, sha256 }: BackedUpFile): string =>
  `${JSON.stringify({ fileKey, size, sha256 })}\n`;

/** Reads a line of the list; CONFLICT if it is damaged. */
export function parseFileLine(line: string): BackedUpFile {
  const read = jsonOf(line);
  if (
    isRecord(read) &&
    typeof read.fileKey === 'string' &&
    isCount(read.size) &&
    typeof read.sha256 === 'string'
  )
    return { fileKey: read.fileKey, size: read.size, sha256: read.sha256 };
  throw conflict('The list of files in the backup is damaged.');
}

/** The name of a backup made on a schedule: `earshot-2026-01-31T091502.123Z`. */
export const backupName = (at: Instant): string => `earshot-${toIso(at).replaceAll(':', '')}`;

/** A draft that was not written to for this time was left by a process that died. */
export const abandonedAfterMs = 24 * 3_600_000;

const nameShape = /^earshot-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;

/** Whether a schedule gave a backup this name. */
export const isScheduledName = (name: string): boolean => nameShape.test(name);

/** Which backups to remove so that `keep` are left, oldest first. Names that no schedule gives are left alone. */
export const outdated = (names: readonly string[], keep: number): string[] =>
  names.filter(isScheduledName).toSorted().slice(0, -keep);

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Timers can't wait longer than 24.8 days. */
const longestIntervalMs = 24 * 86_400_000;

/** `6h` in milliseconds. */
export function parseInterval(text: string, field: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (unitMs[unit] ?? 0);
  if (ms > 0 && ms <= longestIntervalMs) return ms;
  throw badField(field, 'must be a time such as 30m, 6h or 1d, up to 24 days.');
}

/**
 * How far versions and sequence numbers advance when a backup is restored, so that none that was given after the
 * backup is given again: a million, and 100 for each millisecond since. No installation writes that fast.
 */
export const advanceAfter = (elapsedMs: number): number =>
  1_000_000 + 100 * Math.max(0, Math.ceil(elapsedMs));

/** The same for versions in a column of 32 bits, of things that only people edit: one for each second. */
export const slowAdvanceAfter = (elapsedMs: number): number =>
  10_000 + Math.ceil(Math.max(0, elapsedMs) / 1000);

/** How far a revision, which is a time in milliseconds, may have been ahead of the clock. */
export const revisionMarginMs = 3_600_000;
