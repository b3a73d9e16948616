// Starts an import on the command line, or resumes one that was interrupted. At most one is active in a workspace.

import { randomUUID } from 'node:crypto';
import type { Visibility } from '../../../domain/feedback/post.ts';
import type { UploadLimits } from '../../../domain/files/attachment.ts';
import type { Actor } from '../../../domain/kernel/actor.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import { conflict } from '../../../domain/kernel/failure.ts';
import {
  emptyReport,
  endedEarly,
  type Import,
  type ImportSource,
  isAbandoned,
  isInterrupted,
  newImport,
} from '../../../domain/porting/import.ts';
import type { Manifest } from '../../../domain/porting/manifest.ts';
import { partName } from '../../../domain/porting/records.ts';
import type { Files } from '../../../ports/files/files.ts';
import type { Fetcher } from '../../../ports/porting/fetcher.ts';
import type { Reader } from '../../../ports/store.ts';
import { type Change, type ChangeDeps, change } from '../../kernel/change.ts';
import type { CheckedArchive } from './read/checking.ts';
import { announceEnd } from './report.ts';

export interface ImportDeps extends ChangeDeps {
  files: Files;
  limits: UploadLimits;
  /** Without one, attachments that have to be fetched are left out. */
  fetcher?: Fetcher | undefined;
}

/** How a job of an import is run, and for whom. */
export interface JobOrder {
  workspaceId: string;
  actor: Actor;
  requestId: string | null;
  onProgress?(progress: Import): void;
  /** Rows of a transaction. More are faster, but others wait longer for each. */
  rowsAtOnce?: number;
  /** Waits between steps, so that others get their turn. */
  pace?(): Promise<void>;
  signal?: AbortSignal;
}

export interface ImportOrder extends JobOrder {
  source: ImportSource;
  isDryRun: boolean;
  visibility?: Visibility;
  publishesComments?: boolean;
}

/** An import that belongs to this process. */
export interface StartedImport {
  progress: Import;
  /** An earlier run was interrupted or failed, so that the journal knows some of the records. */
  isResumed: boolean;
  /** Names this process. */
  owner: string;
  /** False for a dry run on the command line. */
  isStored: boolean;
}

/** How many records an import has to go through. */
export const recordsIn = ({ parts }: Manifest): number =>
  parts.filter(({ name }) => name !== partName('ledger')).reduce((sum, { records }) => sum + records, 0);

export const activeImport = () =>
  conflict('An import is active in this workspace, or was interrupted less than a minute ago.');

/** Fails if an import is active. One that was left on the command line is over: nothing else would end it. */
export async function refuseIfActive(write: Change, workspaceId: string, now: Instant): Promise<void> {
  const active = await write.imports.findActive(workspaceId);
  if (active === undefined) return;
  if (!isAbandoned(active, now)) throw activeImport();
  await giveUp(write, workspaceId, active);
}

/** It ended when it fell silent: what people have changed since is theirs. */
export async function giveUp(write: Change, workspaceId: string, abandoned: Import): Promise<Import> {
  const over = endedEarly(abandoned, 'It was interrupted.', abandoned.updatedAt);
  await write.imports.replace(workspaceId, over, '');
  write.record('workspace.import_failed', over.id);
  await announceEnd(write, workspaceId, over);
  return over;
}

export async function beginImport(
  deps: ImportDeps,
  order: ImportOrder,
  { manifest, digest }: Pick<CheckedArchive, 'manifest' | 'digest'>,
): Promise<StartedImport> {
  const { store, clock, mintId } = deps;
  const { workspaceId, actor, source, isDryRun } = order;
  const owner = randomUUID();
  const total = recordsIn(manifest);
  const fresh = async ({ imports }: Pick<Reader, 'imports'>): Promise<Import> => {
    const isFaithful = source === 'earshot' && (await imports.isUnused(workspaceId));
    const given = { source, state: 'running', actor, isDryRun, digest, isFaithful, total } as const;
    const { visibility = 'internal', publishesComments = false } = order;
    return newImport({ id: mintId('import'), ...given, visibility, publishesComments }, clock.now());
  };
  if (isDryRun) return { progress: await fresh(store.read), isResumed: false, owner, isStored: false };
  return change(deps, order, async (write) => {
    const active = await write.imports.findActive(workspaceId);
    if (active !== undefined) {
      // A queued or undone import belongs to the server.
      if (active.state !== 'running' || !isInterrupted(active, clock.now())) throw activeImport();
      if (active.digest === digest) {
        await write.imports.take(workspaceId, active.id, owner, clock.now());
        write.record('workspace.import_resumed', active.id);
        const progress = { ...active, total, done: 0, report: emptyReport() };
        return { progress, isResumed: true, owner, isStored: true };
      }
      await giveUp(write, workspaceId, active);
    }
    const progress = await fresh(write);
    await write.imports.insert(workspaceId, progress, owner);
    write.record('workspace.import_started', progress.id);
    return { progress, isResumed: false, owner, isStored: true };
  });
}
