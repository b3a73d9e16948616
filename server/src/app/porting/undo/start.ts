// Decides whether an import can be undone, and starts or resumes that.

import { randomUUID } from 'node:crypto';
import type { Instant } from '../../../domain/kernel/clock.ts';
import { conflict, type Failure, notFound } from '../../../domain/kernel/failure.ts';
import { type Import, isInterrupted, undoableUntil } from '../../../domain/porting/import.ts';
import { type Change, change } from '../../kernel/change.ts';
import { activeImport, type ImportDeps, type JobOrder, refuseIfActive } from '../import/start.ts';
import { undoImport } from './undoing.ts';

/** For the command line: starts or resumes the undo, and runs it to its end. */
export async function undoHere(deps: ImportDeps, order: JobOrder, id: string): Promise<Import> {
  const owner = randomUUID();
  const { workspaceId } = order;
  const progress = await change(deps, order, async (write) => {
    const found = await write.imports.find(workspaceId, id);
    if (found === undefined) throw notFound('Import');
    const now = deps.clock.now();
    if (found.state === 'undoing') {
      if (!isInterrupted(found, now)) throw activeImport();
      write.record('workspace.import_undo_resumed', id);
      await write.imports.take(workspaceId, id, owner, now);
      return found;
    }
    const started = { ...(await startUndo(write, workspaceId, found, now)), actor: order.actor };
    await write.imports.replace(workspaceId, started, owner);
    write.record('workspace.import_undo_started', id);
    return started;
  });
  return undoImport(deps, order, progress, owner);
}

/** The import as it is when its undo starts; fails if it can't be undone. */
export async function startUndo(
  write: Change,
  workspaceId: string,
  found: Import,
  now: Instant,
): Promise<Import> {
  const refusal = refusalToUndo(found, now);
  if (refusal !== undefined) throw refusal;
  if (found.state !== 'running') await refuseIfActive(write, workspaceId, now);
  const total = Object.entries(found.report.counts)
    // Most of these go with their post.
    .filter(([resource]) => !['votes', 'followers', 'statusChanges'].includes(resource))
    .reduce((sum, [, { created }]) => sum + created, 0);
  const finishedAt = found.finishedAt ?? found.updatedAt;
  return { ...found, state: 'undoing', done: 0, total, undone: {}, error: null, updatedAt: now, finishedAt };
}

function refusalToUndo(found: Import, now: Instant): Failure | undefined {
  if (found.isDryRun) return conflict('A dry run changes nothing, so there is nothing to undo.');
  if (found.state === 'undone') return conflict('This import has already been undone.');
  if (found.state === 'queued' || found.state === 'undoing') return activeImport();
  if (found.state === 'running' && !isInterrupted(found, now)) return activeImport();
  if (undoableUntil(found) < now)
    return conflict('The import ended more than 30 days ago; it can no longer be undone.');
  return undefined;
}
