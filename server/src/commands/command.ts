// Shared by all commands: error handling, output, and opening the installation.

import { openMigrated, unusable } from '../compose/engines.ts';
import { operatorOf } from '../compose/operator.ts';
import { ConfigError, readConfig } from '../config.ts';
import { systemClock, toIso } from '../domain/kernel/clock.ts';
import { Failure } from '../domain/kernel/failure.ts';
import { CannotServe } from '../http/edge/listening.ts';

/** EX_CONFIG of sysexits.h. */
const badConfiguration = 78;

/** Prints operator errors as one sentence. Anything else is a bug and keeps its stack trace. */
export const guarded =
  <T>(run: (context: T) => Promise<void>) =>
  async (context: T): Promise<void> => {
    try {
      await run(context);
    } catch (thrown) {
      const error = unusable(thrown);
      if (error instanceof ConfigError || error instanceof CannotServe || error instanceof Failure) {
        process.stderr.write(`${error.message}\n`);
        process.exit(error instanceof ConfigError ? badConfiguration : 1);
      }
      throw error;
    }
  };

const reasons: Record<string, string> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EIO: 'the disk failed',
  EISDIR: 'a directory is where a file should be',
  ENOTDIR: 'a file is where a directory should be',
};

/** The reason of an error of the system, in words. */
export function systemReason(error: NodeJS.ErrnoException): string {
  const reason = reasons[error.code ?? ''];
  // SQLite says so, too, if there is no room for the memory that its processes share.
  if (error.message === 'disk I/O error') return 'the disk is full or failed';
  if (reason === undefined) return error.message;
  return error.path === undefined ? reason : `${reason}: "${error.path}"`;
}

/** The error of the system or an engine, above all of the disk, that a failure is about; undefined for others. */
export function systemErrorOf(error: unknown): Error | undefined {
  const cause = error instanceof Failure && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Failure || !(cause instanceof Error)) return undefined;
  return 'code' in cause || 'reason' in cause ? cause : undefined;
}

/** Opens the store for a command, and always closes it. */
export async function withOperator(
  work: (operator: ReturnType<typeof operatorOf>) => Promise<void>,
): Promise<void> {
  const { store } = await openMigrated(readConfig(process.env));
  try {
    await work(operatorOf(store, systemClock));
  } finally {
    await store.close();
  }
}

export const workspaceArg = {
  workspace: { type: 'string', default: 'default', description: 'Slug of the workspace', valueHint: 'SLUG' },
} as const;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints columns; the first row is the header. */
export function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    print(cells.join('  ').trimEnd());
  }
}

export const isoOrDash = (instant: number | null): string => (instant === null ? '-' : toIso(instant));
