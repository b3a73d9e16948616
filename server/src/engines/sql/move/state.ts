// The state of a move, stored in both databases. A database that is being moved from or into refuses to start servers
// until the move is finished or abandoned, so that already copied data can't go stale.

import type { Instant } from '../../../domain/kernel/clock.ts';
import { conflict } from '../../../domain/kernel/failure.ts';
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

/** Abandons the move, so that the source can be used again. */
export async function forgetMove({ writes }: Dialect): Promise<boolean> {
  const { numDeletedRows } = await writes
    .deleteFrom('moves')
    .where('role', '=', 'source')
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Makes the target a normal installation; it keeps the id of the move that created it. */
export const finishMove = ({ writes }: Dialect, finishedAt: Instant): Promise<void> =>
  writes.transaction().execute(async (db) => {
    await db.deleteFrom('move_progress').execute();
    await db.updateTable('moves').set({ finished_at: finishedAt }).where('role', '=', 'target').execute();
  });

/** Throws during a move. Needs an up-to-date schema. */
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

/** The source must have the schema of this version, because rows are copied unchanged. */
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

/** The state of the target with regard to the source's move, if any. Throws if the target holds anything else. */
export async function checkTarget(target: Dialect, ours: Move | undefined): Promise<TargetState> {
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
