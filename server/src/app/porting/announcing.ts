// Tells followers about an import or its undo once, at its end. The objects have no events of their own: thousands of
// them about old votes would help no one.

import type { Import } from '../../domain/import.ts';
import type { Change } from '../kernel/change.ts';

/** Whether it changed the workspace, by its own count. */
export const hasChanged = ({ isDryRun, undone, report }: Import): boolean =>
  !isDryRun &&
  (undone === null
    ? Object.values(report.counts).some(({ created }) => created > 0)
    : Object.values(undone).some(({ removed }) => removed > 0));

/** Call it in the transaction that ends an import or its undo, however it ends. */
export async function announceEnd(write: Change, workspaceId: string, ended: Import): Promise<void> {
  // The count of one that ended early is behind by a step; its journal is not.
  const mayHave =
    hasChanged(ended) ||
    (ended.state === 'failed' &&
      ended.undone === null &&
      (await write.imports.hasJournal(workspaceId, ended.id)));
  if (mayHave) write.happened(ended.undone === null ? 'import.finished' : 'import.undone', 'import', ended);
}
