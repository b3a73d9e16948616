// What can still be taken back, the newest first. Longer than a notice is there: whoever looks up from the next post
// and sees that the last one was wrong has only the key left. Pure, but for the clock it is given.

/** Long enough to notice a slip, too short to forget what the last change was. */
export const undoableMs = 2 * 60_000;

interface Undoable {
  undo: () => void;
  until: number;
}

const undoables = new Map<string, Undoable>();

export const keepUndo = (id: string, undo: () => void, now = Date.now()): void =>
  void undoables.set(id, { undo, until: now + undoableMs });

export const forgetUndo = (id: string): void => void undoables.delete(id);

/** After a sign-out, or in another workspace, there is nothing of these to take back. */
export const forgetAllUndos = (): void => undoables.clear();

/** Takes back the last change; false when there is none. */
export function undoLast(now = Date.now()): boolean {
  for (const [id, { until }] of undoables) if (until < now) undoables.delete(id);
  const last = [...undoables.entries()].at(-1);
  if (last === undefined) return false;
  undoables.delete(last[0]);
  last[1].undo();
  return true;
}
