// Copies a database while it is used, with the driver's online backup. One read transaction holds a snapshot, so writes
// of the server neither wait for the copy nor make it start over.

import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import type { CopiedDatabase, CopyProgress } from '../../kernel/database-copy.ts';
import type { Dialect } from '../../kernel/dialect.ts';
import { readFileOnly } from './reading.ts';
import { databaseFile } from './sqlite.ts';

/** 2 MB: the driver copies on its own thread, and reports after each step. */
const pagesPerStep = 512;

/** The copy is one file for its owner alone, from the first byte on. */
export async function copySqlite<T>(
  directory: string,
  { path, onProgress }: CopyProgress,
  look: (copy: CopiedDatabase) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'wx', 0o600);
  try {
    await copyPages(join(directory, databaseFile), path, file, onProgress);
    makeSingleFile(path);
    await file.sync();
  } finally {
    await file.close();
  }
  const { reads, close } = readFileOnly(path);
  try {
    return await look({ engine: 'SQLite', reads });
  } finally {
    close();
  }
}

async function copyPages(
  from: string,
  to: string,
  file: FileHandle,
  onProgress: CopyProgress['onProgress'],
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  const syncing = steadySync(file);
  try {
    source.exec('pragma busy_timeout = 10000; begin');
    // The first read takes the snapshot.
    source.prepare('select count(*) from sqlite_schema').get();
    await backup(source, to, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages);
        syncing.note();
      },
    });
  } finally {
    await syncing.end();
    source.close();
  }
}

/**
 * Syncs again and again while the copy is written, so that little of it is ever waiting for the disk. Otherwise the
 * server's own syncs would have to wait for all of it: up to seconds for a gigabyte.
 */
function steadySync(file: FileHandle): { note(): void; end(): Promise<void> } {
  let running: Promise<void> | undefined;
  return {
    note() {
      running ??= file
        .datasync()
        // The last sync reports whatever failed.
        .catch(() => undefined)
        .then(() => {
          running = undefined;
        });
    },
    end: async () => running,
  };
}

/** Copies have the source's journal mode, which would leave two more files beside it. */
function makeSingleFile(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}

/** Writes the whole log into the database file, which can then be moved without its log. */
export async function emptyLog({ writes }: Dialect): Promise<void> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writes);
  if (rows[0]?.busy !== 0) throw new Error('The log of the restored database could not be emptied.');
}
