// Exports as jobs: writes the archive to the file storage, one attempt at a time. An attempt that ends early, or whose
// process was killed, leaves a file that the next one removes.

import { type ChangeDeps, change } from '../app/kernel/change.ts';
import { exportTables } from '../app/porting/export/csv-exporting.ts';
import { type ExportDeps, exportWorkspace, type OnProgress } from '../app/porting/export/exporting.ts';
import { type Export, exportKeptMs, maxExportAttempts } from '../domain/porting/export.ts';
import { serverOwner, takeoverBy } from '../domain/porting/job.ts';
import { mintToken } from '../domain/team/token.ts';
import type { ArchiveWriter } from '../ports/porting/archive.ts';
import type { JobReference } from '../ports/porting/porting-store.ts';
import { endOf, type JobKind } from './jobs.ts';

export interface ExportJobDeps extends ExportDeps, ChangeDeps {
  /** Writes a zip file to the file storage; it can't be read before it is complete. */
  archiveAt(fileKey: string): ArchiveWriter;
  /** No other process serves this installation, so what other servers ran was left by processes that are gone. */
  isAlone: boolean;
  onFault(error: unknown): void;
}

interface ExportJob {
  workspaceId: string;
  /** Changed in memory while it runs. */
  current: Export & { fileKey: string };
}

export function exportJobs(deps: ExportJobDeps): JobKind<ExportJob> {
  const { store, files, clock } = deps;
  const owner = serverOwner(mintToken());
  const takeover = () => takeoverBy(owner, deps.isAlone, clock.now());

  const save = ({ workspaceId, current }: ExportJob, edits: Partial<Export> = {}): Promise<boolean> =>
    store.transaction((write) =>
      write.exports.save(workspaceId, { ...current, ...edits, updatedAt: clock.now() }, owner),
    );

  /** Undefined if another process was faster. */
  const claimed = async ({ workspaceId, id }: JobReference): Promise<ExportJob | undefined> => {
    const before = await store.read.exports.find(workspaceId, id);
    const fileKey = mintToken();
    const at = clock.now();
    const current = await store.transaction(async (write) => {
      const claim = { owner, fileKey, at, takeover: takeover() };
      if (!(await write.exports.claim(workspaceId, id, claim))) return undefined;
      return write.exports.find(workspaceId, id);
    });
    if (current === undefined) return undefined;
    if (before !== undefined && before.fileKey !== null) await files.remove(before.fileKey);
    return { workspaceId, current: { ...current, fileKey } };
  };

  /** False if it was deleted, or taken over. */
  const end = ({ workspaceId, current }: ExportJob, edits: Partial<Export>): Promise<boolean> =>
    change(deps, { workspaceId, actor: current.actor, requestId: null }, async (write) => {
      const now = clock.now();
      const ended: Export = { ...current, ...edits, updatedAt: now, finishedAt: now };
      const isOurs = await write.exports.save(workspaceId, ended, owner);
      const outcome = ended.state === 'finished' ? 'workspace.exported' : 'workspace.export_failed';
      if (isOurs) write.record(outcome, current.id);
      return isOurs;
    });

  const failed = (job: ExportJob, error: string): Promise<boolean> =>
    end(job, { state: 'failed', error, fileKey: null });

  return {
    async claim() {
      for (;;) {
        const next = await store.read.exports.nextJob(takeover());
        if (next === undefined) return undefined;
        const job = await claimed(next);
        if (job === undefined) continue;
        if (job.current.attempts <= maxExportAttempts) return job;
        await failed(job, 'The export was interrupted too many times.');
      }
    },

    renew: (job) => save(job),

    async run(job, { signal, pace }) {
      const { current } = job;
      const archive = deps.archiveAt(current.fileKey);
      // Otherwise a file that is read slowly would hold up the end of the process.
      const discard = () => void archive.discard();
      signal.addEventListener('abort', discard, { once: true });
      const onProgress = async (records: number, total: number) => {
        Object.assign(current, { done: records, total });
        await pace();
      };
      try {
        await write(deps, job, archive, onProgress);
      } finally {
        signal.removeEventListener('abort', discard);
      }
      const size = (await files.sizeOf(current.fileKey)) ?? null;
      const expiresAt = clock.now() + exportKeptMs;
      const isOurs = await end(job, { state: 'finished', size, total: current.done, expiresAt });
      // It was deleted, or taken over, in this moment.
      if (!isOurs) await files.remove(current.fileKey);
    },

    async fail(job, error) {
      const { message, isOurs } = endOf(error);
      if (isOurs) deps.onFault(error);
      // Without a message, it begins again once this claim has expired: immediately, an outage would use up all attempts.
      if (message !== undefined) await failed(job, message);
    },

    async release(job) {
      // What was stopped by us does not count as an attempt.
      const attempts = job.current.attempts - 1;
      await save(job, { state: 'queued', attempts, fileKey: null, done: 0, total: null });
    },
  };
}

async function write(
  deps: ExportJobDeps,
  { workspaceId, current }: ExportJob,
  archive: ArchiveWriter,
  onProgress: OnProgress,
): Promise<void> {
  if (current.format === 'csv') {
    current.done = await exportTables(deps, { workspaceId, onProgress }, archive);
    return;
  }
  const order = { workspaceId, withLedger: current.includesLedger, leaveLostFiles: true, onProgress };
  const { manifest } = await exportWorkspace(deps, order, archive);
  current.done = manifest.parts.reduce((sum, { records }) => sum + records, 0);
}
