// Renames that are undone if a later step fails.

import { rename, rmdir } from 'node:fs/promises';
import { conflict } from '../../domain/kernel/failure.ts';

export type Move = (from: string, to: string) => Promise<void>;

/** If the work fails, whatever it moved goes back. */
export async function undoable<T>(aside: string, work: (move: Move) => Promise<T>): Promise<T> {
  const moved: { from: string; to: string }[] = [];
  try {
    return await work(async (from, to) => {
      await rename(from, to);
      moved.unshift({ from, to });
    });
  } catch (error) {
    try {
      for (const { from, to } of moved) await rename(to, from);
    } catch (second) {
      throw conflict(
        `The restore failed: ${reasonOf(error)}. So did moving back what was there before (${reasonOf(second)}): ` +
          `it is in "${aside}".`,
      );
    }
    await rmdir(aside).catch(() => undefined);
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw conflict(`The restore failed: ${reasonOf(error)}. What was there before is in place again.`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'no reason given');
