// What an import reports: the numbers and errors of each part while it runs, and to followers one event at its end, as
// for its undo. The objects have no events of their own: thousands of them about old votes would help no one.

import { type Import, type ImportReport, maxListedErrors } from '../../../domain/porting/import.ts';
import { partName, type Resource } from '../../../domain/porting/records.ts';
import type { Change } from '../../kernel/change.ts';
import type { LineError } from './read/records.ts';

export interface Counted {
  created?: number;
  found?: number;
  publicPosts?: number;
  errors: readonly LineError[];
  warnings?: readonly LineError[];
}

/** All are counted, and the first of them listed. */
export function addToReport(
  report: ImportReport,
  resource: Resource,
  { created = 0, found = 0, publicPosts = 0, errors, warnings = [] }: Counted,
): void {
  report.counts[resource] ??= { created: 0, found: 0, failed: 0 };
  const counts = report.counts[resource];
  counts.created += created;
  counts.found += found;
  counts.failed += errors.length;
  report.publicPostsCount += publicPosts;
  report.errorsCount += errors.length;
  report.warningsCount += warnings.length;
  for (const [list, added] of [
    [report.errors, errors],
    [report.warnings, warnings],
  ] as const)
    for (const each of added)
      if (list.length < maxListedErrors) list.push({ part: partName(resource), ...each });
}

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
