// Imports a checked archive into a workspace, in small transactions. It can be interrupted anywhere: run again with the
// same archive, it continues, and skips what is there. Records that fail are listed in the report; the rest goes in.
//
// Imported objects have no events of their own. The ledger has one entry when an import starts and one when it ends.

import { Failure, notFound } from '../../domain/failure.ts';
import type { Import } from '../../domain/import.ts';
import { change } from '../kernel/change.ts';
import type { CheckedArchive } from './checking.ts';
import { planTags } from './import-catalog.ts';
import { planComments } from './import-comments.ts';
import { planChangelogs, planStatusChanges } from './import-history.ts';
import { importAttachments, importCatalog, importMerged, importMerges, importPart } from './import-parts.ts';
import { planMerged, planPosts } from './import-posts.ts';
import { ImportRun } from './import-run.ts';
import { beginImport, type ImportDeps, type ImportOrder, type StartedImport } from './import-start.ts';
import { planUsers } from './import-users.ts';
import { planVotes } from './import-votes.ts';

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
  try {
    await importCatalog(run);
    await importPart(run, 'tags', planTags);
    await importPart(run, 'users', planUsers);
    await run.readOwnUser();
    await importPart(run, 'posts', planPosts);
    await importMerged(run, planMerged);
    await importPart(run, 'comments', planComments);
    await importPart(run, 'votes', planVotes);
    await importPart(run, 'statusChanges', planStatusChanges);
    await importPart(run, 'changelogs', planChangelogs);
    await importAttachments(run);
    await importMerges(run);
    return await ended(run, 'finished', null);
  } catch (error) {
    // After a lost connection or a stop, the import can be resumed; otherwise it is over.
    if (error instanceof Failure && error.code === 'BAD_REQUEST') await ended(run, 'failed', error.message);
    throw error;
  }
}

async function ended(run: ImportRun, state: 'finished' | 'failed', error: string | null): Promise<Import> {
  const { deps, order, progress } = run;
  const now = deps.clock.now();
  const end: Import = { ...progress, state, error, updatedAt: now, finishedAt: now };
  // Without an upload, nothing would remove the errors.
  const stored = end.expiresAt === null ? { ...end, report: { ...end.report, errors: [] } } : end;
  if (progress.isDryRun) {
    if (run.isStored) await deps.store.transaction((write) => run.store(write, stored));
    return end;
  }
  await change(deps, order, async (write) => {
    await run.store(write, stored);
    write.record(state === 'finished' ? 'workspace.imported' : 'workspace.import_failed', progress.id);
  });

  /** Errors are not stored: their messages may name people, whose erasure would miss them. */
  const renew = async (write: Writer, current: Import): Promise<void> => {
    const stored = { ...current, report: { ...report, errors: [] } };
    if (!(await write.imports.renew(workspaceId, stored, owner)))
      throw conflict('The import was taken over by another process.');
  };

  /** One transaction, which also proves that the import still belongs to this process. */
  const inTransaction = async <T>(work: (write: Writer) => Promise<T>): Promise<T> => {
    order.signal?.throwIfAborted();
    const result = await store.transaction(async (write) => {
      await write.workspaces.raiseRevision(workspaceId, clock.now());
      await renew(write, { ...progress, updatedAt: clock.now() });
      return work(write);
    });
    deps.onCommitted?.(workspaceId);
    return result;
  };

  const count = (resource: Resource, step: Pick<Step<never>, 'created' | 'found' | 'errors'>): void => {
    report.counts[resource] ??= { created: 0, found: 0, failed: 0 };
    const counts = report.counts[resource];
    counts.created += step.created;
    counts.found += step.found;
    counts.failed += step.errors.length;
    report.errorsCount += step.errors.length;
    for (const error of step.errors)
      if (report.errors.length < maxListedErrors) report.errors.push({ part: partName(resource), ...error });
  };

  const advance = async (records: number): Promise<void> => {
    progress.done += records;
    order.onProgress?.(progress);
    await (order.pace ?? setImmediate)();
  };

  const noted = (write: Writer, entries: readonly JournalEntry[]): Promise<void> =>
    write.imports.note(workspaceId, progress.id, sealedEntries(entries));

  /** Plans a batch and applies it. */
  const perform = async <Item>(plan: Plan<Item>, batch: readonly Numbered<Item>[]): Promise<Step<Item>> => {
    const place = placeNow();
    if (isDryRun) {
      const step = await plan(place, store.read, batch);
      memory.note(step.notes);
      return step;
    }
    return inTransaction(async (write) => {
      const step = await plan(place, write, batch);
      await step.apply(write);
      await noted(write, step.notes);
      return step;
    });
  };

  const batchesOf = <R extends Resource>(resource: R, limits: Partial<BatchLimits> = {}) =>
    recordBatches({ archive, source }, resource, { size: rowsAtOnce, ...limits });

  return {
    /** All at once: a workspace must never be without a status. */
    async catalog(): Promise<void> {
      const read = async <R extends 'postTypes' | 'statuses'>(
        resource: R,
      ): Promise<Numbered<RecordOf<R>>[]> => {
        const all: Numbered<RecordOf<R>>[] = [];
        for await (const { records, errors } of batchesOf(resource)) {
          all.push(...records);
          count(resource, { created: 0, found: 0, errors });
          if (all.length > maxCatalog)
            throw badArchive(`${partName(resource)} has more than ${maxCatalog} records.`);
        }
        return all;
      };
      const batch: CatalogBatch = { postTypes: await read('postTypes'), statuses: await read('statuses') };
      if (batch.postTypes.length + batch.statuses.length === 0) return;
      const place = placeNow();
      const planned = isDryRun
        ? await planCatalog(place, store.read, batch)
        : await inTransaction(async (write) => {
            const made = await planCatalog(place, write, batch);
            await made.apply(write);
            const notes = [...made.postTypes.notes, ...made.statuses.notes];
            await noted(write, notes);
            return made;
          });
      if (isDryRun) memory.note([...planned.postTypes.notes, ...planned.statuses.notes]);
      count('postTypes', planned.postTypes);
      count('statuses', planned.statuses);
      await advance(batch.postTypes.length + batch.statuses.length);
    },

    async part<R extends Resource>(
      resource: R,
      plan: Plan<RecordOf<R>>,
      { isCounted = true, only }: { isCounted?: boolean; only?: RegExp } = {},
    ): Promise<void> {
      let deferred: Numbered<RecordOf<R>>[] = [];
      const again = async (): Promise<void> => {
        for (let before = -1; deferred.length > 0 && deferred.length !== before; ) {
          before = deferred.length;
          const waiting = deferred;
          deferred = [];
          for (let start = 0; start < waiting.length; start += rowsAtOnce) {
            const step = await perform(plan, waiting.slice(start, start + rowsAtOnce));
            deferred.push(...step.deferred);
            count(resource, step);
          }
        }
      };
      for await (const { records, errors } of batchesOf(resource, { only })) {
        const step = await perform(plan, records);
        deferred.push(...step.deferred);
        step.errors.push(...errors);
        if (isCounted) count(resource, step);
        else count(resource, { created: 0, found: 0, errors: step.errors });
        if (deferred.length > maxDeferred) await again();
        if (deferred.length > maxDeferred)
          throw badArchive('Too many replies come before the comment that they answer.');
        if (isCounted) await advance(records.length + errors.length);
      }
      await again();
      const lost = deferred.map((numbered) => ({
        ...lineOf(numbered),
        message: '"parentId" names no comment that was imported.',
      }));
      if (lost.length > 0) count(resource, { created: 0, found: 0, errors: lost });
    },

    /** An empty workspace has taken over the source's. */
    async readOwnUser(): Promise<void> {
      ownUserId = (await store.read.workspaces.find(workspaceId))?.userId ?? ownUserId;
    },

    async attachments(): Promise<void> {
      const { files, limits, fetcher } = deps;
      const source = { archive, files, limits, fetcher, isDryRun, signal: order.signal };
      for await (const { records, errors } of batchesOf('attachments', { size: filesAtOnce })) {
        const step = await stageAttachments(source, placeNow(), store.read, records);
        if (isDryRun) memory.note(step.notes);
        else {
          try {
            await inTransaction(async (write) => {
              await step.apply(write);
              await noted(write, step.notes);
            });
          } catch (error) {
            if (!(error instanceof OutcomeUnknown)) await step.rolledBack();
            throw error;
          }
          await step.committed();
        }
        count('attachments', { ...step, errors: [...step.errors, ...errors] });
        await advance(records.length + errors.length);
      }
    },

    /** Merges posts that are to be merged: sources without merged votes and comments of their own. */
    async merges(): Promise<void> {
      if (isDryRun) return;
      for await (const { records } of batchesOf('posts', { only: /"mergeIntoId"\s*:\s*"/ }))
        for (const numbered of records) {
          const { id, mergeIntoId } = numbered.record;
          if (mergeIntoId === null) continue;
          const refusal = await inTransaction(async (write) => {
            const found = await placeNow().journal.find(write, 'post', [id, mergeIntoId]);
            const [from, into] = [found.get(id), found.get(mergeIntoId)];
            if (from === undefined || into === undefined) return 'names no post that was imported.';
            // What is here already is not changed: it may have been unmerged.
            if (!from.isNew) return undefined;
            return mergePosts(write, workspaceId, from.objectId, into.objectId, clock.now());
          });
          if (refusal !== undefined)
            count('posts', {
              created: 0,
              found: 0,
              errors: [{ ...lineOf(numbered), message: `"mergeIntoId" ${refusal}` }],
            });
        }
    },

    async end(state: 'finished' | 'failed'): Promise<Import> {
      const ended: Import = { ...progress, state, updatedAt: clock.now(), finishedAt: clock.now() };
      if (isDryRun) return ended;
      await change(deps, { workspaceId, actor, requestId }, async (write) => {
        await renew(write, ended);
        write.record(state === 'finished' ? 'workspace.imported' : 'workspace.import_failed', workspaceId);
      });
      return ended;
    },
  };
}
