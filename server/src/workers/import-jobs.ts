// Imports as jobs: reads the uploaded files, imports them in small steps, or undoes an import. A job that its process
// left is resumed by another one.

import { change } from '../app/kernel/change.ts';
import type { CheckedArchive } from '../app/porting/checking.ts';
import type { ImportDeps, StartedImport } from '../app/porting/import-start.ts';
import { recordsIn } from '../app/porting/import-start.ts';
import { runImport } from '../app/porting/importing.ts';
import { undoImport } from '../app/porting/undoing.ts';
import {
  emptyReport,
  endedEarly,
  type Import,
  type ImportPreview,
  maxImportAttempts,
} from '../domain/import.ts';
import { serverOwner, takeoverBy } from '../domain/job.ts';
import { mintToken } from '../domain/token.ts';
import type { JobReference } from '../ports/porting-store.ts';
import { endOf, type JobKind, type JobTools } from './jobs.ts';

export interface ImportJobDeps extends ImportDeps {
  /** Opens the uploaded files as a checked archive, with pauses, and removes what that left on the disk. */
  withArchive<T>(
    workspaceId: string,
    upload: Import,
    tools: JobTools,
    work: (checked: CheckedArchive, preview: ImportPreview | null) => Promise<T>,
  ): Promise<T>;
  /** No other process serves this installation, so what other servers ran was left by processes that are gone. */
  isAlone: boolean;
  onFault(error: unknown): void;
}

interface ImportJob {
  workspaceId: string;
  current: Import;
}

export function importJobs(deps: ImportJobDeps): JobKind<ImportJob> {
  const { store, clock } = deps;
  const owner = serverOwner(mintToken());
  const takeover = () => takeoverBy(owner, deps.isAlone, clock.now());

  const claimed = ({ workspaceId, id }: JobReference): Promise<ImportJob | undefined> =>
    store.transaction(async (write) => {
      const claim = { owner, at: clock.now(), takeover: takeover() };
      if (!(await write.imports.claim(workspaceId, id, claim))) return undefined;
      const current = await write.imports.find(workspaceId, id);
      return current && { workspaceId, current };
    });

  /** As it was stored last: a run has its own copy. */
  const stored = async ({ workspaceId, current }: ImportJob): Promise<Import> =>
    (await store.read.imports.find(workspaceId, current.id)) ?? current;

  /** Without an owner, any process can take it. What was stopped by us doesn't count as an attempt. */
  const putBack = async (job: ImportJob): Promise<void> => {
    const last = await stored(job);
    const state = last.state === 'undoing' ? 'undoing' : 'queued';
    const attempts = job.current.attempts - 1;
    const waiting: Import = { ...last, state, attempts, updatedAt: clock.now() };
    await store.transaction(async (write) => {
      if (await write.imports.touch(job.workspaceId, last.id, owner, clock.now()))
        await write.imports.replace(job.workspaceId, waiting, '');
    });
  };

  const failed = async (job: ImportJob, error: string): Promise<void> => {
    const { workspaceId } = job;
    const last = await stored(job);
    const { id, state, actor } = last;
    await change(deps, { workspaceId, actor, requestId: null }, async (write) => {
      const isOurs = await write.imports.renew(workspaceId, endedEarly(last, error, clock.now()), owner);
      if (isOurs) write.record(entryFor(state), id);
    });
  };

  return {
    async claim() {
      for (;;) {
        const next = await store.read.imports.nextJob(takeover());
        if (next === undefined) return undefined;
        const job = await claimed(next);
        if (job === undefined) continue;
        if (job.current.attempts <= maxImportAttempts) return job;
        await failed(job, 'It was interrupted too many times.');
      }
    },

    renew: ({ workspaceId, current }) =>
      store.transaction((write) => write.imports.touch(workspaceId, current.id, owner, clock.now())),

    run: ({ workspaceId, current }, tools) =>
      current.state === 'undoing'
        ? undo(deps, workspaceId, current, owner, tools)
        : run(deps, workspaceId, current, owner, tools),

    async fail(job, error) {
      const { message, isOurs } = endOf(error);
      if (isOurs) deps.onFault(error);
      // Without a message, it is claimed again once this claim has expired: at once, an outage would use up all
      // attempts.
      if (message !== undefined) await failed(job, message);
    },

    release: putBack,
  };
}

async function run(
  allDeps: ImportJobDeps,
  workspaceId: string,
  current: Import,
  owner: string,
  tools: JobTools,
): Promise<void> {
  const { id, source, actor, isDryRun } = current;
  const deps = current.fetchesFiles ? allDeps : { ...allDeps, fetcher: undefined };
  await deps.withArchive(workspaceId, current, tools, async (checked, preview) => {
    const { imports } = deps.store.read;
    const isResumed = await imports.hasJournal(workspaceId, id);
    const isFaithful = isResumed
      ? current.isFaithful
      : source === 'earshot' && (await imports.isUnused(workspaceId));
    const { digest, manifest } = checked;
    // A resumed import goes through all records again, and counts those that are there as created.
    const fresh = { done: 0, total: recordsIn(manifest), report: emptyReport() };
    const progress = { ...current, digest, isFaithful, preview, ...fresh };
    const started: StartedImport = { progress, isResumed, owner, isStored: true };
    const order = { workspaceId, source, actor, requestId: null, isDryRun, ...tools };
    await runImport(deps, order, checked, started);
  });
}

async function undo(
  deps: ImportJobDeps,
  workspaceId: string,
  current: Import,
  owner: string,
  { signal, pace }: JobTools,
): Promise<void> {
  const order = { workspaceId, actor: current.actor, requestId: null, signal, pace };
  await undoImport(deps, order, current, owner);
}

/** The audit log says which of the two failed. */
const entryFor = (state: Import['state']) =>
  state === 'undoing' ? 'workspace.import_undo_failed' : 'workspace.import_failed';
