// Removes what imports keep for a while: their files, previews and errors, and the journals by which they are undone.

import type { Instant } from '../domain/kernel/clock.ts';
import { undoableUntil } from '../domain/porting/import.ts';
import type { Files } from '../ports/files/files.ts';
import type { JobReference } from '../ports/porting/porting-store.ts';
import type { Reader, Store } from '../ports/store.ts';

export interface SweepImportsDeps {
  store: Store;
  files: Files;
}

const entriesAtOnce = 1_000;

/** Returns how many uploads and journals were removed. */
export async function sweepImports(
  deps: SweepImportsDeps,
  now: Instant,
  isStopping: () => boolean,
): Promise<number> {
  return (await sweepUploads(deps, now, isStopping)) + (await sweepJournals(deps, now, isStopping));
}

async function sweepUploads(
  { store, files }: SweepImportsDeps,
  now: Instant,
  isStopping: () => boolean,
): Promise<number> {
  let removed = 0;
  for (let some = await store.read.imports.expired(now); some.length > 0 && !isStopping(); ) {
    for (const { workspaceId, id } of some) {
      const keys = await store.transaction(async (write) => {
        await write.workspaces.raiseRevision(workspaceId, now);
        const found = await write.imports.find(workspaceId, id);
        const active = await write.imports.findActive(workspaceId);
        // It may have been started again meanwhile.
        if (found === undefined || active?.id === id) return [];
        const report = { ...found.report, errors: [], warnings: [] };
        const kept = { ...found, report, files: [], preview: null, expiresAt: null };
        await write.imports.replace(workspaceId, kept, '');
        return found.files.map(({ key }) => key);
      });
      for (const key of keys) await files.remove(key);
    }
    removed += some.length;
    some = await store.read.imports.expired(now);
  }
  return removed;
}

async function sweepJournals(
  { store }: SweepImportsDeps,
  now: Instant,
  isStopping: () => boolean,
): Promise<number> {
  let removed = 0;
  let after: JobReference = { workspaceId: '', id: '' };
  for (;;) {
    const next = await store.read.imports.nextJournal(after);
    if (next === undefined || isStopping()) return removed;
    after = next;
    const { workspaceId, id } = next;
    if (await isNeeded(store.read, next, now)) continue;
    for (let left = 1; left > 0 && !isStopping(); )
      left = await store.transaction(async (write) => {
        // Locks the workspace: from here on, no undo of the import can start.
        await write.workspaces.raiseRevision(workspaceId, now);
        return (await isNeeded(write, next, now))
          ? 0
          : write.imports.clearJournal(workspaceId, id, entriesAtOnce);
      });
    removed += 1;
  }
}

/** Whether the import runs, is being undone, or can still be undone. */
async function isNeeded(
  { imports }: Pick<Reader, 'imports'>,
  { workspaceId, id }: JobReference,
  now: Instant,
): Promise<boolean> {
  const found = await imports.find(workspaceId, id);
  const active = await imports.findActive(workspaceId);
  return active?.id === id || (found !== undefined && undoableUntil(found) > now);
}
