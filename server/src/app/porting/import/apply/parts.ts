// The parts of an archive, and how each is imported.

import { OutcomeUnknown } from '../../../../domain/kernel/failure.ts';
import { badArchive } from '../../../../domain/porting/manifest.ts';
import {
  type PostRecord,
  partName,
  type RecordOf,
  type Resource,
} from '../../../../domain/porting/records.ts';
import { mergePosts } from '../../../feedback/merging.ts';
import { filesAtOnce, stageAttachments } from '../plan/attachments.ts';
import { type CatalogBatch, planCatalog } from '../plan/catalog.ts';
import { planSite } from '../plan/site.ts';
import type { Plan } from '../plan/step.ts';
import { type LineError, lineOf, type Numbered } from '../read/records.ts';
import { patientFetcher } from './patient-fetcher.ts';
import type { ImportRun } from './run.ts';

const maxCatalog = 1_000;
/** Replies that wait for their parent. */
const maxDeferred = 20_000;

/** In one transaction: a workspace must never be without a status. */
export async function importCatalog(run: ImportRun): Promise<void> {
  const batch: CatalogBatch = {
    postTypes: await readAll(run, 'postTypes'),
    statuses: await readAll(run, 'statuses'),
  };
  const records = batch.postTypes.length + batch.statuses.length;
  if (records === 0) return;
  const context = run.context();
  const { postTypes, statuses } = await run.perform((read) => planCatalog(context, read, batch));
  run.count('postTypes', postTypes);
  run.count('statuses', statuses);
  await run.advance(records);
}

/** Only into a workspace that was empty: elsewhere, the team has its own. */
export async function importSite(run: ImportRun): Promise<void> {
  const { site } = run.checked.manifest;
  if (site === undefined || !run.progress.isFaithful) return;
  const context = run.context();
  await run.perform((read) => planSite(context, read, site));
}

async function readAll<R extends 'postTypes' | 'statuses'>(
  run: ImportRun,
  resource: R,
): Promise<Numbered<RecordOf<R>>[]> {
  const all: Numbered<RecordOf<R>>[] = [];
  for await (const { records, errors, warnings } of run.batchesOf(resource)) {
    all.push(...records);
    run.count(resource, { errors, warnings });
    if (all.length > maxCatalog)
      throw badArchive(`${partName(resource)} has more than ${maxCatalog} records.`);
  }
  return all;
}

export async function importPart<R extends Resource>(
  run: ImportRun,
  resource: R,
  plan: Plan<RecordOf<R>>,
): Promise<void> {
  let deferred: Numbered<RecordOf<R>>[] = [];
  for await (const { records, errors, warnings } of run.batchesOf(resource)) {
    const step = await run.performPlan(plan, records);
    deferred.push(...step.deferred);
    run.count(resource, {
      ...step,
      errors: [...step.errors, ...errors],
      warnings: [...step.warnings, ...warnings],
    });
    if (deferred.length > maxDeferred) deferred = await retry(run, resource, plan, deferred);
    if (deferred.length > maxDeferred)
      throw badArchive('Too many replies come before the comment that they answer.');
    await run.advance(records.length + errors.length);
  }
  const lost = await retry(run, resource, plan, deferred);
  const message = '"parentId" names no comment that was imported.';
  if (lost.length > 0)
    run.count(resource, { errors: lost.map((numbered) => ({ ...lineOf(numbered), message })) });
}

/** Plans deferred records again, as long as that helps; returns those that are left. */
async function retry<R extends Resource>(
  run: ImportRun,
  resource: R,
  plan: Plan<RecordOf<R>>,
  deferred: Numbered<RecordOf<R>>[],
): Promise<Numbered<RecordOf<R>>[]> {
  let waiting = deferred;
  for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
    before = waiting.length;
    const left: Numbered<RecordOf<R>>[] = [];
    for (let start = 0; start < waiting.length; start += run.rowsAtOnce) {
      const step = await run.performPlan(plan, waiting.slice(start, start + run.rowsAtOnce));
      left.push(...step.deferred);
      run.count(resource, step);
      await run.pause();
    }
    waiting = left;
  }
  return waiting;
}

/** A second pass over the posts, which are counted already. */
export async function importMerged(run: ImportRun, plan: Plan<PostRecord>): Promise<void> {
  for await (const { records } of run.batchesOf('posts', { only: /"mergedIntoId"\s*:\s*"/ })) {
    const { errors } = await run.performPlan(plan, records);
    run.count('posts', { errors });
    await run.pause();
  }
}

export async function importAttachments(run: ImportRun): Promise<void> {
  const { deps, isDryRun } = run;
  const { files, limits, fetcher } = deps;
  const { archive } = run.checked;
  const patient = fetcher && patientFetcher(fetcher);
  const source = { archive, files, limits, fetcher: patient, isDryRun, signal: run.order.signal };
  for await (const { records, errors, warnings } of run.batchesOf('attachments', { size: filesAtOnce })) {
    const step = await stageAttachments(source, run.context(), deps.store.read, records);
    try {
      await run.perform(async () => step);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) await step.rolledBack();
      throw error;
    }
    await step.committed();
    run.count('attachments', { ...step, errors: [...step.errors, ...errors], warnings });
    await run.advance(records.length + errors.length);
  }
}

/** Merges posts that are to be merged: sources without merged votes and comments of their own. */
export async function importMerges(run: ImportRun): Promise<void> {
  if (run.isDryRun) return;
  for await (const { records } of run.batchesOf('posts', { only: /"mergeIntoId"\s*:\s*"/ })) {
    const errors: LineError[] = [];
    for (const numbered of records) {
      const refusal = await mergeOne(run, numbered.record);
      if (refusal !== undefined) errors.push({ ...lineOf(numbered), message: `"mergeIntoId": ${refusal}` });
      // Each merge is a transaction of its own.
      await run.pause();
    }
    run.count('posts', { errors });
  }
}

/** Returns why the post can't be merged. */
async function mergeOne(run: ImportRun, { id, mergeIntoId }: PostRecord): Promise<string | undefined> {
  if (mergeIntoId === null) return undefined;
  return run.transact(async (write) => {
    const found = await run.context().journal.find(write, 'post', [id, mergeIntoId]);
    const [from, into] = [found.get(id), found.get(mergeIntoId)];
    if (from === undefined || into === undefined) return 'No post with this ID was imported.';
    // What is here already is not changed: it may have been unmerged.
    if (!from.isNew) return undefined;
    return mergePosts(write, run.order.workspaceId, from.objectId, into.objectId, run.deps.clock.now());
  });
}
