// The changes that can still be undone with a key, newest first. They stay longer than the notice with the undo
// button, for people who notice a mistake while on the next post. Pure, given the time.

/** Long enough to notice a mistake, short enough to remember what the last change was. */
export const undoMs = 2 * 60_000;

interface Undoable {
  undo: () => void;
  /** Hides the notice that offers it. */
  hide: () => void;
}

const undoables = new Map<string, Undoable & { until: number }>();

export const pushUndo = (id: string, undoable: Undoable, now = Date.now()): void =>
  void undoables.set(id, { ...undoable, until: now + undoMs });

export const removeUndo = (id: string): void => void undoables.delete(id);

/** After signing out or switching workspaces. */
export function clearUndos(): void {
  for (const { hide } of undoables.values()) hide();
  undoables.clear();
}

/** Undoes the last change; false if there is none. */
export function undoLast(now = Date.now()): boolean {
  for (const [id, { until }] of undoables) if (until < now) undoables.delete(id);
  const last = [...undoables.entries()].at(-1);
  if (last === undefined) return false;
  undoables.delete(last[0]);
  last[1].undo();
  return true;
}
