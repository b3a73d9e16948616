// The use cases for imports of uploaded files. They show and change everything, so people need to be admins.

import type { Visibility } from '../../domain/feedback/post.ts';
import { counted, grouped } from '../../domain/kernel/count.ts';
import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import {
  activeStates,
  emptyReport,
  endedEarly,
  type Import,
  type ImportSource,
  type ImportState,
  type ImportSummary,
  importKeptMs,
  isAbandoned,
  maxImportFiles,
  maxKeptUploads,
  newImport,
} from '../../domain/porting/import.ts';
import { removeAfterCommit } from '../files/attachments.ts';
import { rawUpload } from '../files/raw-uploads.ts';
import type { Upload } from '../files/uploads.ts';
import { type Caller, type Change, change, type Deps, faultsOf, needsRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { checkedMapping, type MappingIn } from './import/read/mapping.ts';
import { announceEnd } from './import/report.ts';
import { activeImport, giveUp, refuseIfActive } from './import/start.ts';
import { startUndo } from './undo/start.ts';

export interface ImportDraft {
  source?: ImportSource | undefined;
  mapping?: MappingIn | undefined;
  dryRun?: boolean | undefined;
  /** False to leave out files that the source only links to. */
  fetchFiles?: boolean | undefined;
  /** Of posts whose record doesn't say. */
  visibility?: Visibility | undefined;
  /** Of comments on public posts whose record doesn't say. */
  publishComments?: boolean | undefined;
}

export interface Imports {
  /** Newest first. */
  page(caller: Caller, page: PageRequest): Promise<Page<ImportSummary>>;
  get(caller: Caller, id: string): Promise<Import>;
  /** Call it before the files arrive. CONFLICT while another import of the workspace is active. */
  upload(caller: Caller, isRetry: boolean): Promise<Upload>;
  create(caller: Caller, draft: ImportDraft, upload: Upload): Promise<Import>;
  /** Runs the same files again: after a dry run, with another mapping, or to resume after a failure. */
  start(caller: Caller, id: string, draft: Omit<ImportDraft, 'source'>): Promise<Import>;
  undo(caller: Caller, id: string): Promise<Import>;
  /** Ends one that waits or runs. What it did so far stays: it can be undone, or started again. */
  cancel(caller: Caller, id: string): Promise<Import>;
  /** Also removes its files, and its journal: it can't be undone anymore. */
  remove(caller: Caller, id: string): Promise<void>;
}

export interface ImportTools {
  maxBytes: number;
  /** Called after a commit that queued an import or an undo. */
  onQueued(): void;
  /** Why an active import makes no progress at the moment. */
  waitsFor(active: Pick<Import, 'id' | 'updatedAt'>): string | undefined;
}

export function imports(deps: Deps, { maxBytes, onQueued, waitsFor }: ImportTools): Imports {
  const { clock, mintId, files } = deps;
  const { read } = deps.store;

  const found = async (write: Change, { workspaceId }: Caller, id: string): Promise<Import> => {
    const known = await write.imports.find(workspaceId, id);
    if (known === undefined) throw notFound('Import');
    return isAbandoned(known, clock.now()) ? giveUp(write, workspaceId, known) : known;
  };

  /** Uploads that are kept may take as much as one upload, and then one more. */
  const refuseIfKept = async ({ workspaceId }: Caller): Promise<void> => {
    const kept = await read.imports.keptUploads(workspaceId, maxKeptUploads);
    const bytes = kept.reduce((sum, size) => sum + size, 0);
    if (kept.length < maxKeptUploads && bytes <= maxBytes) return;
    throw conflict(
      `The workspace keeps the uploads of ${counted(kept.length, 'import')}, with ${grouped(bytes)} bytes. ` +
        'Delete imports that you no longer need, or wait until their files expire.',
    );
  };

  const queue = async (write: Change, { workspaceId }: Caller, queued: Import): Promise<Import> => {
    await write.imports.replace(workspaceId, queued, '');
    write.afterCommit(onQueued);
    return queued;
  };

  const withPause = <Known extends ImportSummary | Import>(known: Known): Known =>
    isActive(known.state) ? { ...known, error: known.error ?? waitsFor(known) ?? null } : known;

  return {
    page(caller, page) {
      needsRole(caller, 'admin');
      return readPage(
        { page },
        async ({ slice }) => (await read.imports.page(caller.workspaceId, slice)).map(withPause),
        ({ id }) => [id],
      );
    },
    async get(caller, id) {
      needsRole(caller, 'admin');
      const known = await read.imports.find(caller.workspaceId, id);
      if (known === undefined) throw notFound('Import');
      return withPause(known);
    },
    async upload(caller, isRetry) {
      needsRole(caller, 'admin');
      // A retry may be answered with what the first request achieved, so it is not refused because of that.
      const active = isRetry ? undefined : await read.imports.findActive(caller.workspaceId);
      if (active !== undefined && !isAbandoned(active, clock.now())) throw activeImport();
      if (!isRetry) await refuseIfKept(caller);
      return rawUpload(files, { maxFiles: maxImportFiles, maxBytes });
    },
    async create(caller, { source = 'earshot', mapping = {}, dryRun = false, ...draft }, upload) {
      needsRole(caller, 'admin');
      const { fetchFiles = true, visibility = 'internal', publishComments = false } = draft;
      const { workspaceId, actor } = caller;
      const faults = faultsOf(caller);
      const checked = faults.check(() => checkedMapping(mapping), { columns: {}, statuses: {} });
      faults.check(() => checkFiles(source, upload), undefined);
      faults.throwAny();
      return change(deps, caller, async (write) => {
        const now = clock.now();
        await refuseIfActive(write, workspaceId, now);
        const queued = newImport(
          {
            ...{ id: mintId('import'), source, state: 'queued', actor, isDryRun: dryRun, mapping: checked },
            ...{ fetchesFiles: fetchFiles, visibility, publishesComments: publishComments },
            files: upload.files.map(({ fileName, size, fileKey }) => ({
              name: fileName,
              size,
              key: fileKey,
            })),
            expiresAt: now + importKeptMs,
          },
          now,
        );
        upload.markPending();
        write.afterwards({
          committed: () => upload.markCommitted(),
          rolledBack: () => upload.markRolledBack(),
        });
        await write.imports.insert(workspaceId, queued, '');
        write.record('workspace.import_started', queued.id);
        write.afterCommit(onQueued);
        return queued;
      });
    },
    async start(caller, id, { mapping, dryRun = false, fetchFiles, visibility, publishComments }) {
      needsRole(caller, 'admin');
      const { workspaceId, actor } = caller;
      const given = mapping === undefined ? undefined : checkedMapping(mapping);
      return change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        const now = clock.now();
        await refuseIfActive(write, workspaceId, now);
        if (before.files.length === 0)
          throw conflict('The files of this import are no longer there; upload them again.');
        if (dryRun && (await write.imports.hasJournal(workspaceId, id)))
          throw conflict(
            'The import has changed the workspace already; for a dry run, upload the files again.',
          );
        write.record('workspace.import_started', id);
        return queue(write, caller, {
          ...before,
          ...{ state: 'queued', actor, isDryRun: dryRun, mapping: given ?? before.mapping },
          fetchesFiles: fetchFiles ?? before.fetchesFiles,
          visibility: visibility ?? before.visibility,
          publishesComments: publishComments ?? before.publishesComments,
          ...{ done: 0, total: 0, report: emptyReport(), undone: null, preview: null, error: null },
          ...{ attempts: 0, updatedAt: now, finishedAt: null, expiresAt: now + importKeptMs },
        });
      });
    },
    async undo(caller, id) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        const { workspaceId, actor } = caller;
        const started = await startUndo(write, workspaceId, before, clock.now());
        write.record('workspace.import_undo_started', id);
        return queue(write, caller, { ...started, actor, attempts: 0 });
      });
    },
    async cancel(caller, id) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        // Canceling a finished import is not an error.
        if (!isActive(before.state)) return before;
        const canceled = endedEarly(before, 'It was canceled.', clock.now());
        // Without an owner, the process that runs it can't commit its next step.
        await write.imports.replace(caller.workspaceId, canceled, '');
        write.record('workspace.import_canceled', id);
        await announceEnd(write, caller.workspaceId, canceled);
        return canceled;
      });
    },
    async remove(caller, id) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        if (isActive(before.state)) throw conflict('The import is active; cancel it first.');
        await write.imports.remove(workspaceId, id);
        write.record('workspace.import_deleted', id);
        removeAfterCommit(
          deps,
          write,
          before.files.map(({ key }) => key),
        );
      });
    },
  };
}

const isActive = (state: ImportState): boolean => activeStates.some((active) => active === state);

function checkFiles(source: ImportSource, { files }: Upload): void {
  if (files.length === 0) throw badField('file', 'is required.');
  if (source === 'earshot' && files.length > 1) throw badField('file', 'must be a single zip file.');
}
