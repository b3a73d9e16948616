// What a database remembers of a move: that it is being left, or that it is being filled. Either keeps servers away
// until the move is finished or given up, so that what was copied yesterday is still true tomorrow.

import type { Instant } from '../../../domain/clock.ts';
import { conflict } from '../../../domain/failure.ts';
import type { Dialect } from '../kernel/dialect.ts';
import { versionsOf } from '../migrations/schema-version.ts';

export type MoveRole = 'source' | 'target';

export interface Move {
  id: string;
  finishedAt: Instant | null;
}

export const findMove = ({ reads }: Dialect, role: MoveRole): Promise<Move | undefined> =>
  reads
    .selectFrom('moves')
    .select(['id', 'finished_at as finishedAt'])
    .where('role', '=', role)
    .executeTakeFirst();

export async function noteMove(
  { writes }: Dialect,
  role: MoveRole,
  id: string,
  startedAt: Instant,
): Promise<void> {
  await writes
    .insertInto('moves')
    .values({ role, id, started_at: startedAt, finished_at: null })
    .onConflict((clash) => clash.column('role').doUpdateSet({ id, started_at: startedAt, finished_at: null }))
    .execute();
}

/** The source is free again. */
export async function forgetMove({ writes }: Dialect): Promise<boolean> {
  const { numDeletedRows } = await writes
    .deleteFrom('moves')
    .where('role', '=', 'source')
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** From now on the target is an installation like any other. It remembers which move made it. */
export const finishMove = ({ writes }: Dialect, finishedAt: Instant): Promise<void> =>
  writes.transaction().execute(async (db) => {
    await db.deleteFrom('move_progress').execute();
    await db.updateTable('moves').set({ finished_at: finishedAt }).where('role', '=', 'target').execute();
  });

/** For whoever wants to work with the installation, whose schema is up to date. */
export async function refuseWhileMoving(dialect: Dialect): Promise<void> {
  if ((await findMove(dialect, 'source')) !== undefined) {
    throw conflict(
      'This installation is being moved to another place. Run the same "earshot move" again to finish that, ' +
        'or "earshot move --abandon" to go on here.',
    );
  }
  const filling = await findMove(dialect, 'target');
  if (filling !== undefined && filling.finishedAt === null) {
    throw conflict('A move into this database is not finished. Run the same "earshot move" again.');
  }
}

/** The source must be an installation of this very version: what is copied is rows, not their meaning. */
export async function requireMovable(source: Dialect): Promise<void> {
  const { applied, known } = await versionsOf(source);
  if (applied.length === 0) throw conflict('There is no installation to move: the source is empty.');
  if (!isSame(applied, known)) {
    throw conflict(
      'The schema of the source is not that of this version. Run "earshot migrate" first; a move that has ' +
        'begun with another version must be given up before, with "earshot move --abandon".',
    );
  }
  const filling = await findMove(source, 'target');
  if (filling !== undefined && filling.finishedAt === null) {
    throw conflict('The source is itself the target of a move that is not finished.');
  }
}

export type TargetState = 'empty' | 'begun' | 'finished';

/** What the target is to the move that the source knows of, if it knows of one. Refuses what is none of its business. */
export async function judgeTarget(target: Dialect, ours: Move | undefined): Promise<TargetState> {
  const { applied, known } = await versionsOf(target);
  if (applied.length === 0) return 'empty';
  const move = await findMove(target, 'target');
  if (move === undefined) {
    const workspace = await target.reads.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
    if (workspace !== undefined) throw conflict('The target holds an installation already.');
    return 'empty';
  }
  if (move.id !== ours?.id) {
    throw conflict(
      move.finishedAt === null
        ? 'The target holds a half-finished move of another source, or of one that was given up. Empty it first.'
        : 'The target holds an installation already.',
    );
  }
  if (move.finishedAt !== null) return 'finished';
  if (!isSame(applied, known)) {
    throw conflict('The schema of the target is not that of this version. Empty it and begin again.');
  }
  return 'begun';
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, index) => name === others[index]);
