// The steps of a move: open and check both ends, copy rows and files while the source is frozen, compare the counts,
// and only then activate the target. An interrupted move resumes where it stopped.

import { randomUUID } from 'node:crypto';
import { type MovedFiles, moveFiles } from '../../app/files/moving-files.ts';
import { claimInstallation, openDatabase, openFiles, unusable } from '../../compose/engines.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { counted, grouped, plural } from '../../domain/kernel/count.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import type { Dialect, Purpose } from '../../engines/sql/kernel/dialect.ts';
import { versionsOf } from '../../engines/sql/migrations/schema-version.ts';
import {
  attachedFiles,
  copyTables,
  countRows,
  type RowCounts,
  type TableProgress,
} from '../../engines/sql/move/copy.ts';
import {
  checkTarget,
  findMove,
  finishMove,
  forgetMove,
  noteMove,
  requireMovable,
} from '../../engines/sql/move/state.ts';
import { refuseUnfinished } from '../../engines/sql/restore/unfinished.ts';
import { migrate, toFailure } from '../../engines/sql/store.ts';
import type { MovePlan } from './move-target.ts';

export interface MoveWatch {
  onRows(progress: TableProgress): void;
  onFiles(done: number, total: number): void;
}

export interface MoveOrder extends MovePlan {
  clock: Clock;
  /** Finish even if files are already missing from the source. */
  leaveLostFiles: boolean;
  watch: MoveWatch;
}

export interface Moved {
  /** Undefined if the database was not moved. */
  rows: number | undefined;
  files: MovedFiles | undefined;
  /** An earlier run finished the move but was interrupted before it could report that. */
  wasFinished: boolean;
}

export async function move(order: MoveOrder): Promise<Moved> {
  const { from, to, isDatabaseMoved } = order;
  const claims = [claim(from), ...(isDatabaseMoved ? [claim(to)] : [])];
  try {
    return await withDatabase(from, 'bulk', async (source) => {
      await requireMovable(source);
      if (isDatabaseMoved) return moveDatabase(source, order);
      return { ...nothing, files: await source.frozen(() => copyFiles(source, order)) };
    });
  } finally {
    for (const { release } of claims) release();
  }
}

/** Makes the source usable again; copied data stays in the target. Returns false if there was no move. */
export async function abandonMove(config: Config): Promise<boolean> {
  const { release } = claim(config);
  try {
    return await withDatabase(config, 'serve', async (source) => {
      const { applied } = await versionsOf(source);
      return applied.length > 0 && forgetMove(source);
    });
  } finally {
    release();
  }
}

const nothing: Moved = { rows: undefined, files: undefined, wasFinished: false };

async function moveDatabase(source: Dialect, order: MoveOrder): Promise<Moved> {
  const { to, clock, areFilesMoved } = order;
  const known = await findMove(source, 'source');
  const state = await withDatabase(to, 'bulk', (target) => checkTarget(target, known));
  if (state === 'finished') {
    await forgetMove(source);
    return { ...nothing, wasFinished: true };
  }
  const id = known?.id ?? randomUUID();
  if (known === undefined) await noteMove(source, 'source', id, clock.now());
  let hasBegun = known !== undefined;
  try {
    const moved = await source.frozen(async () => {
      hasBegun = true;
      await withDatabase(to, 'bulk', async (target) => {
        if (state === 'empty') {
          await migrate(target);
          await noteMove(target, 'target', id, clock.now());
        }
        await copyTables(source, target, order.watch.onRows);
      });
      const files = areFilesMoved ? await copyFiles(source, order) : undefined;
      return { rows: await compareCounts(source, to), files, wasFinished: false };
    });
    // Opened with purpose `serve`, so that this commit and everything before it are durable.
    await withDatabase(to, 'serve', (target) => finishMove(target, clock.now()));
    await forgetMove(source);
    return moved;
  } catch (error) {
    if (!hasBegun) await forgetMove(source);
    throw error;
  }
}

/** Returns the number of rows; throws if the two sides differ. */
async function compareCounts(source: Dialect, to: Config): Promise<number> {
  const wanted = await countRows(source);
  const found = await withDatabase(to, 'serve', countRows);
  const different = (Object.keys(wanted) as (keyof RowCounts)[]).filter(
    (table) => wanted[table] !== found[table],
  );
  if (different.length > 0) {
    const lines = different.map((table) => `  ${table}: ${wanted[table]} here, ${found[table]} there`);
    throw conflict(
      `The target does not have what the source has:\n${lines.join('\n')}\n` +
        'Run "earshot move --abandon", empty the target and begin again.',
    );
  }
  return Object.values(wanted).reduce((sum, count) => sum + count, 0);
}

const lostShown = 10;

async function copyFiles(
  source: Dialect,
  { from, to, leaveLostFiles, watch }: MoveOrder,
): Promise<MovedFiles> {
  const { attachments: total } = await countRows(source);
  const moved = await moveFiles({
    from: openFiles(from),
    to: openFiles(to),
    wanted: () => attachedFiles(source),
    onProgress: (done) => watch.onFiles(done, total),
  });
  const { present, lost } = moved;
  if (lost.length > 0 && !leaveLostFiles) {
    const shown = [...lost.slice(0, lostShown), ...(lost.length > lostShown ? ['…'] : [])];
    throw conflict(
      `${grouped(lost.length)} of ${counted(total, 'file')} ${plural(lost.length, 'is', 'are')} missing or damaged in the source:\n` +
        `${shown.map((key) => `  ${key}`).join('\n')}\n` +
        'Put them back, or run the same command with --leave-lost-files.',
    );
  }
  if (present + lost.length !== total) {
    throw conflict(
      `The target has ${counted(present, 'file')}, and should have ${grouped(total - lost.length)}.`,
    );
  }
  return moved;
}

/** Claims the installation, so that no server can start there during the move. */
function claim(config: Config): { release(): void } {
  const held = claimInstallation(config);
  if (held !== undefined) return held;
  throw conflict(`A process is at work in the data directory "${config.dataDir}". Stop it first.`);
}

/** Opens the database, always closes it, and translates driver errors. */
async function withDatabase<T>(
  config: Config,
  purpose: Purpose,
  work: (dialect: Dialect) => Promise<T>,
): Promise<T> {
  const dialect = await openDatabase(config, purpose);
  try {
    if (config.database !== undefined) await refuseUnfinished(dialect.reads);
    return await work(dialect);
  } catch (error) {
    const failure = toFailure(dialect, error);
    throw failure === error ? error : unusable(failure);
  } finally {
    await dialect.close();
  }
}
