// Imports as jobs: reads the uploaded files, imports them in small steps, or undoes an import. A job that its process
// left is resumed by another one.

import { change } from '../app/kernel/change.ts';
import { runImport } from '../app/porting/import/importing.ts';
import type { CheckedArchive } from '../app/porting/import/read/checking.ts';
import { announceEnd } from '../app/porting/import/report.ts';
import type { ImportDeps, StartedImport } from '../app/porting/import/start.ts';
import { recordsIn } from '../app/porting/import/start.ts';
import { undoImport } from '../app/porting/undo/undoing.ts';
import type { Instant } from '../domain/kernel/clock.ts';
import { diskIsFull, Failure, isDatabaseFull, isDiskFull } from '../domain/kernel/failure.ts';
import {
  emptyReport,
  endedEarly,
  type Import,
  type ImportPreview,
  maxImportAttempts,
} from '../domain/porting/import.ts';
import { serverOwner, takeoverBy } from '../domain/porting/job.ts';
import { mintToken } from '../domain/team/token.ts';
import type { JobReference } from '../ports/porting/porting-store.ts';
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

interface ImportJobs extends JobKind<ImportJob> {
  /** Why an import that runs makes no progress at the moment. */
  waitsFor(active: Pick<Import, 'id' | 'updatedAt'>): string | undefined;
}

export function importJobs(deps: ImportJobDeps): ImportJobs {
  const { store, clock } = deps;
  const owner = serverOwner(mintToken());
  const takeover = () => takeoverBy(owner, deps.isAlone, clock.now());

  /** What could not be stored, because that is what fails. Forgotten with the next step, which any process may take. */
  const waiting = new Map<string, { message: string; updatedAt: Instant }>();

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
      const ended = endedEarly(last, error, clock.now());
      if (!(await write.imports.renew(workspaceId, ended, owner))) return;
      write.record(entryFor(state), id);
      await announceEnd(write, workspaceId, ended);
    });
  };

  /** Unless it was started again meanwhile. */
  const dropUpload = async ({ workspaceId, current }: ImportJob): Promise<void> => {
    const dropped = await store.transaction(async (write) => {
      await write.workspaces.raiseRevision(workspaceId, clock.now());
      const found = await write.imports.find(workspaceId, current.id);
      if (found?.state !== 'failed') return [];
      await write.imports.replace(workspaceId, { ...found, files: [] }, '');
      return found.files;
    });
    for (const { key } of dropped) await deps.files.remove(key);
  };

  return {
    async claim() {
      for (;;) {
        const next = await store.read.imports.nextJob(takeover());
        if (next === undefined) return undefined;
        const job = await claimed(next);
        if (job === undefined) continue;
        waiting.delete(job.current.id);
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
      const { id, updatedAt } = await stored(job).catch(() => job.current);
      waiting.set(id, { message: pauseFor(error), updatedAt });
      // Without a message, it is claimed again once this claim has expired: immediately, an outage would use up all
      // attempts.
      if (message !== undefined) await failed(job, message);
      if (isHopeless(job.current, error)) await dropUpload(job);
    },

    release: putBack,

    waitsFor({ id, updatedAt }) {
      const found = waiting.get(id);
      return found?.updatedAt === updatedAt ? found.message : undefined;
    },
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

/** The same files would fail again; only another choice of columns could help. */
const isHopeless = ({ state, mapping }: Import, error: unknown): boolean =>
  state !== 'undoing' &&
  error instanceof Failure &&
  error.code === 'BAD_REQUEST' &&
  Object.keys(mapping.columns).length === 0;

const pauseFor = (error: unknown): string =>
  isDatabaseFull(error) || isDiskFull(error)
    ? `${diskIsFull} The import continues when there is room.`
    : 'The server cannot store anything at the moment. The import continues when it can.';

/** The audit log says which of the two failed. */
const entryFor = (state: Import['state']) =>
  state === 'undoing' ? 'workspace.import_undo_failed' : 'workspace.import_failed';
