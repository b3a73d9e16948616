// The use cases for imports of uploaded files. They show and change everything, so people need to be admins.

import { badField, conflict, notFound } from '../../domain/failure.ts';
import {
  emptyReport,
  type Import,
  type ImportSource,
  importKeptMs,
  maxImportFiles,
  newImport,
} from '../../domain/import.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import { removeAfterCommit } from '../files/attachments.ts';
import { rawUpload } from '../files/raw-uploads.ts';
import type { Upload } from '../files/uploads.ts';
import { type Caller, type Change, change, type Deps, faultsOf, needsRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { checkedMapping, type MappingIn } from './import-mapping.ts';
import { activeImport } from './import-start.ts';
import { startUndo } from './undo-start.ts';

export interface ImportDraft {
  source?: ImportSource | undefined;
  mapping?: MappingIn | undefined;
  dryRun?: boolean | undefined;
}

export interface Imports {
  /** Newest first. */
  page(caller: Caller, page: PageRequest): Promise<Page<Import>>;
  get(caller: Caller, id: string): Promise<Import>;
  /** Call it before the files arrive. CONFLICT while another import of the workspace is active. */
  upload(caller: Caller, isRetry: boolean): Promise<Upload>;
  create(caller: Caller, draft: ImportDraft, upload: Upload): Promise<Import>;
  /** Runs the same files again: after a dry run, with another mapping, or to resume after a failure. */
  start(caller: Caller, id: string, draft: Pick<ImportDraft, 'mapping' | 'dryRun'>): Promise<Import>;
  undo(caller: Caller, id: string): Promise<Import>;
  /** Also removes its files, and its journal: it can't be undone anymore. */
  remove(caller: Caller, id: string): Promise<void>;
}

export interface ImportTools {
  maxBytes: number;
  /** Called after a commit that queued an import or an undo. */
  onQueued(): void;
}

export function imports(deps: Deps, { maxBytes, onQueued }: ImportTools): Imports {
  const { clock, mintId, files } = deps;
  const { read } = deps.store;

  const found = async (write: Change, { workspaceId }: Caller, id: string): Promise<Import> => {
    const known = await write.imports.find(workspaceId, id);
    if (known === undefined) throw notFound('Import');
    return known;
  };

  const queue = async (write: Change, { workspaceId }: Caller, queued: Import): Promise<Import> => {
    await write.imports.replace(workspaceId, queued, '');
    write.afterCommit(onQueued);
    return queued;
  };

  return {
    page(caller, page) {
      needsRole(caller, 'admin');
      return readPage(
        deps,
        caller,
        'imports',
        { page },
        ({ slice }) => read.imports.page(caller.workspaceId, slice),
        ({ id }) => [id],
      );
    },
    async get(caller, id) {
      needsRole(caller, 'admin');
      const known = await read.imports.find(caller.workspaceId, id);
      if (known === undefined) throw notFound('Import');
      return known;
    },
    async upload(caller, isRetry) {
      needsRole(caller, 'admin');
      // A retry may be answered with what the first request achieved, so it is not refused because of that.
      const isActive = !isRetry && (await read.imports.findActive(caller.workspaceId)) !== undefined;
      if (isActive) throw activeImport();
      return rawUpload(files, { maxFiles: maxImportFiles, maxBytes });
    },
    async create(caller, { source = 'earshot', mapping = {}, dryRun = false }, upload) {
      needsRole(caller, 'admin');
      const { workspaceId, actor } = caller;
      const faults = faultsOf(caller);
      const checked = faults.check(() => checkedMapping(mapping), { columns: {}, statuses: {} });
      faults.check(() => checkFiles(source, upload), undefined);
      faults.throwAny();
      return change(deps, caller, async (write) => {
        if ((await write.imports.findActive(workspaceId)) !== undefined) throw activeImport();
        const now = clock.now();
        const queued = newImport(
          {
            ...{ id: mintId('import'), source, state: 'queued', actor, isDryRun: dryRun, mapping: checked },
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
    async start(caller, id, { mapping, dryRun = false }) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const given = mapping === undefined ? undefined : checkedMapping(mapping);
      return change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        const active = await write.imports.findActive(workspaceId);
        if (active !== undefined) throw activeImport();
        if (before.files.length === 0)
          throw conflict('The files of this import have expired; upload them again.');
        if (dryRun && (await write.imports.hasJournal(workspaceId, id)))
          throw conflict(
            'The import has changed the workspace already; for a dry run, upload the files again.',
          );
        const now = clock.now();
        write.record('workspace.import_started', id);
        return queue(write, caller, {
          ...before,
          ...{ state: 'queued', isDryRun: dryRun, mapping: given ?? before.mapping },
          ...{ done: 0, total: 0, report: emptyReport(), undone: null, preview: null, error: null },
          ...{ attempts: 0, updatedAt: now, finishedAt: null, expiresAt: now + importKeptMs },
        });
      });
    },
    async undo(caller, id) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        const started = await startUndo(write, caller.workspaceId, before, clock.now());
        write.record('workspace.import_undo_started', id);
        return queue(write, caller, { ...started, attempts: 0 });
      });
    },
    async remove(caller, id) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        const active = await write.imports.findActive(workspaceId);
        if (active?.id === id) throw conflict('The import is active; wait until it has ended.');
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

function checkFiles(source: ImportSource, { files }: Upload): void {
  if (files.length === 0) throw badField('file', 'is required.');
  if (source === 'earshot' && files.length > 1) throw badField('file', 'must be a single zip file.');
}
