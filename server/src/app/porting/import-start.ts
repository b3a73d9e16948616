// Starts an import, or resumes one that was interrupted. At most one runs in a workspace.

import type { UploadLimits } from '../../domain/attachment.ts';
import type { Actor } from '../../domain/event.ts';
import { conflict } from '../../domain/failure.ts';
import { emptyReport, type Import, type ImportSource, isInterrupted } from '../../domain/import.ts';
import { partName } from '../../domain/porting/records.ts';
import type { Files } from '../../ports/files.ts';
import type { Reader } from '../../ports/store.ts';
import { type ChangeDeps, change } from '../kernel/change.ts';
import type { CheckedArchive } from './checking.ts';

export interface ImportDeps extends ChangeDeps {
  files: Files;
  limits: UploadLimits;
}

export interface ImportOrder {
  workspaceId: string;
  source: ImportSource;
  actor: Actor;
  requestId: string | null;
  /** Report what would happen, and change nothing. */
  isDryRun: boolean;
  onProgress?(progress: Import): void;
  /** Rows of a transaction. More are faster, but others wait longer for each. */
  rowsAtOnce?: number;
  /** Waits between steps, so that others get their turn. */
  pace?(): Promise<void>;
  signal?: AbortSignal;
}

/** `owner` names this process. A dry run is not stored. */
export async function beginImport(
  deps: ImportDeps,
  order: ImportOrder,
  { manifest, digest }: Pick<CheckedArchive, 'manifest' | 'digest'>,
  owner: string,
): Promise<{ progress: Import; isResumed: boolean }> {
  const { store, clock, mintId } = deps;
  const { workspaceId, actor, requestId, source } = order;
  const total = manifest.parts
    .filter(({ name }) => name !== partName('ledger'))
    .reduce((sum, { records }) => sum + records, 0);
  const fresh = async ({ imports }: Pick<Reader, 'imports'>): Promise<Import> => ({
    id: mintId('import'),
    source,
    state: 'running',
    digest,
    isFaithful: source === 'earshot' && (await imports.isEmpty(workspaceId)),
    actor,
    done: 0,
    total,
    report: emptyReport(),
    createdAt: clock.now(),
    updatedAt: clock.now(),
    finishedAt: null,
  });
  if (order.isDryRun) return { progress: await fresh(store.read), isResumed: false };
  return change(deps, { workspaceId, actor, requestId }, async (write) => {
    const running = await write.imports.findRunning(workspaceId);
    if (running !== undefined) {
      if (!isInterrupted(running, clock.now()))
        throw conflict('An import is running in this workspace, or was interrupted less than a minute ago.');
      await write.imports.take(workspaceId, running.id, owner, clock.now());
      if (running.digest === digest) {
        write.record('workspace.import_resumed', workspaceId);
        return { progress: { ...running, total, done: 0, report: emptyReport() }, isResumed: true };
      }
      const failed: Import = { ...running, state: 'failed', finishedAt: clock.now() };
      await write.imports.renew(workspaceId, failed, owner);
    }
    const progress = await fresh(write);
    await write.imports.insert(workspaceId, progress, owner);
    write.record('workspace.import_started', workspaceId);
    return { progress, isResumed: false };
  });
}
