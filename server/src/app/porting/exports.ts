// The use cases for exports. They hold email addresses and private notes, so people need to be admins even to see them.

import { conflict, Failure, notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import {
  asOf,
  type Export,
  type ExportFormat,
  isWaitingOrRunning,
  newExport,
} from '../../domain/porting/export.ts';
import { removeAfterCommit } from '../files/attachments.ts';
import { type Caller, change, type Deps, needsRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export interface ExportDraft {
  format?: ExportFormat;
  includeLedger?: boolean;
}

export interface ExportFile {
  id: string;
  fileKey: string;
  size: number;
  fileName: string;
}

export interface Exports {
  /** Newest first. */
  page(caller: Caller, page: PageRequest): Promise<Page<Export>>;
  get(caller: Caller, id: string): Promise<Export>;
  /** CONFLICT while another one of the workspace waits or runs. */
  create(caller: Caller, draft: ExportDraft): Promise<Export>;
  /** The finished file. CONFLICT if it is not finished, GONE once it expired. */
  file(caller: Caller, id: string): Promise<ExportFile>;
  /** Also stops it, and removes its file. */
  remove(caller: Caller, id: string): Promise<void>;
}

export interface ExportTools {
  /** Called after a commit that queued an export. */
  onQueued(): void;
}

export function exports(deps: Deps, { onQueued }: ExportTools): Exports {
  const { clock, mintId } = deps;
  const { read } = deps.store;

  const get = async (caller: Caller, id: string): Promise<Export> => {
    needsRole(caller, 'admin');
    const found = await read.exports.find(caller.workspaceId, id);
    if (found === undefined) throw notFound('Export');
    return asOf(found, clock.now());
  };

  return {
    async page(caller, page) {
      needsRole(caller, 'admin');
      const { items, ...rest } = await readPage(
        { page },
        ({ slice }) => read.exports.page(caller.workspaceId, slice),
        ({ id }) => [id],
      );
      return { ...rest, items: items.map((each) => asOf(each, clock.now())) };
    },
    get,
    async create(caller, { format = 'archive', includeLedger = false }) {
      needsRole(caller, 'admin');
      const { workspaceId, actor } = caller;
      return change(deps, caller, async (write) => {
        if ((await write.exports.findActive(workspaceId)) !== undefined)
          throw conflict('An export of this workspace is waiting or running already.');
        const given = { id: mintId('export'), format, includesLedger: includeLedger, actor };
        const queued = newExport(given, clock.now());
        await write.exports.insert(workspaceId, queued);
        write.record('workspace.export_started', queued.id);
        write.afterCommit(onQueued);
        return queued;
      });
    },
    async file(caller, id) {
      const found = await get(caller, id);
      if (isWaitingOrRunning(found)) throw conflict('The export is not finished yet.');
      if (found.state === 'failed') throw conflict('The export failed, so it has no file.');
      const { fileKey, size } = found;
      if (found.state === 'expired' || fileKey === null || size === null) throw gone();
      return { id, fileKey, size, fileName: fileNameOf(found) };
    },
    async remove(caller, id) {
      needsRole(caller, 'admin');
      await change(deps, caller, async (write) => {
        const found = await write.exports.find(caller.workspaceId, id);
        if (found === undefined) throw notFound('Export');
        await write.exports.remove(caller.workspaceId, id);
        write.record('workspace.export_deleted', id);
        if (found.fileKey !== null) removeAfterCommit(deps, write, [found.fileKey]);
      });
    },
  };
}

export const gone = (): Failure =>
  new Failure('GONE', 'The file of this export has expired; make another export.');

const fileNameOf = ({ format, createdAt }: Export): string =>
  `earshot-${format === 'csv' ? 'csv' : 'export'}-${new Date(createdAt).toISOString().slice(0, 10)}.zip`;
