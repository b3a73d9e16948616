// Imports a checked archive into a workspace, in small transactions. It can be interrupted anywhere: run again with the
// same archive, it continues, and skips what is there. Records that fail are listed in the report; the rest goes in.
//
// Imported objects have no events of their own: there is one at the end of the import.

import { Failure, notFound } from '../../../domain/kernel/failure.ts';
import type { Import } from '../../../domain/porting/import.ts';
import { change } from '../../kernel/change.ts';
import {
  importAttachments,
  importCatalog,
  importMerged,
  importMerges,
  importPart,
  importSite,
} from './apply/parts.ts';
import { ImportRun } from './apply/run.ts';
import { planTags } from './plan/catalog.ts';
import { planComments } from './plan/comments.ts';
import { planFollowers } from './plan/followers.ts';
import { planChangelogs, planStatusChanges } from './plan/history.ts';
import { planMailSettings } from './plan/mail-settings.ts';
import { planMerged, planPosts } from './plan/posts.ts';
import { planBans, planSubmissions } from './plan/submissions.ts';
import { planSuppressions } from './plan/suppressions.ts';
import { planUsers } from './plan/users.ts';
import { planVotes } from './plan/votes.ts';
import type { CheckedArchive } from './read/checking.ts';
import { announceEnd, hasChanged } from './report.ts';
import { beginImport, type ImportDeps, type ImportOrder, type StartedImport } from './start.ts';

/** Starts or resumes an import, and runs it to its end. */
export async function importArchive(
  deps: ImportDeps,
  order: ImportOrder,
  checked: CheckedArchive,
): Promise<Import> {
  return runImport(deps, order, checked, await beginImport(deps, order, checked));
}

/** Runs an import that belongs to this process. */
export async function runImport(
  deps: ImportDeps,
  order: ImportOrder,
  checked: CheckedArchive,
  started: StartedImport,
): Promise<Import> {
  const workspace = await deps.store.read.workspaces.find(order.workspaceId);
  if (workspace === undefined) throw notFound('Workspace');
  const run = new ImportRun(deps, order, checked, started, workspace.userId);
  // Only our own conversion writes them.
  const { notes = [] } = order.source === 'earshot' ? {} : checked.manifest;
  run.count('posts', { errors: [], warnings: notes });
  try {
    await importCatalog(run);
    await importSite(run);
    await importPart(run, 'tags', planTags);
    await importPart(run, 'users', planUsers);
    await run.readOwnUser();
    await importPart(run, 'posts', planPosts);
    await importMerged(run, planMerged);
    await importPart(run, 'comments', planComments);
    await importPart(run, 'votes', planVotes);
    await importPart(run, 'followers', planFollowers);
    await importPart(run, 'statusChanges', planStatusChanges);
    await importPart(run, 'changelogs', planChangelogs);
    await importPart(run, 'submissions', planSubmissions);
    await importPart(run, 'bans', planBans);
    await importPart(run, 'mailSettings', planMailSettings);
    await importPart(run, 'suppressions', planSuppressions);
    await importAttachments(run);
    await importMerges(run);
    return await ended(run, 'finished', null);
  } catch (error) {
    // After a lost connection or a stop, the import can be resumed; otherwise it is over.
    const isOver = error instanceof Failure && error.code === 'BAD_REQUEST' && order.signal?.aborted !== true;
    if (isOver) await ended(run, 'failed', error.message);
    throw error;
  }
}

async function ended(run: ImportRun, state: 'finished' | 'failed', error: string | null): Promise<Import> {
  const { deps, order, progress } = run;
  const now = deps.clock.now();
  const end: Import = { ...progress, state, error, updatedAt: now, finishedAt: now };
  // Without an upload, nothing would remove the errors and warnings.
  const unlisted = { ...end.report, errors: [], warnings: [] };
  const stored = end.expiresAt === null ? { ...end, report: unlisted } : end;
  if (progress.isDryRun && !run.isStored) return end;
  if (state === 'finished' && !hasChanged(end)) {
    await deps.store.transaction((write) => run.store(write, stored));
    return end;
  }
  await change(deps, order, async (write) => {
    await run.store(write, stored);
    if (state === 'failed') write.record('workspace.import_failed', progress.id);
    await announceEnd(write, order.workspaceId, end);
  });
  return end;
}
