// Undoes the statuses and post types of an import: those that no post and no roadmap has, but never the default or an
// edited one.
// After an import into an empty workspace they stay: they replaced its own.

import type { Ordered } from '../../../domain/catalog/ordered.ts';
import { isUnedited } from '../../../domain/porting/import.ts';
import type { OrderedWriter } from '../../../ports/catalog/catalog-store.ts';
import { forgetStatus } from '../../catalog/statuses.ts';
import type { UndoRun, UndoStep } from './run.ts';

/** In one step: there are at most a thousand. */
const allAtOnce = 1_000;

export async function undoCatalog(run: UndoRun): Promise<void> {
  await run.each('status', allAtOnce, async (step) => {
    const site = await step.write.sites.find(run.workspaceId);
    await undoOrdered(run, step, 'status', step.write.statuses, {
      // Someone has chosen it since.
      isUsed: (id) => site?.roadmapStatusIds.includes(id) === true,
      forget: (id) => forgetStatus(step.write, run.workspaceId, id, step.now),
    });
    return undefined;
  });
  await run.each('postType', allAtOnce, async (step) => {
    const nowhere = { isUsed: () => false, forget: async () => undefined };
    await undoOrdered(run, step, 'postType', step.write.postTypes, nowhere);
    return undefined;
  });
}

async function undoOrdered(
  { workspaceId, unedited, progress }: UndoRun,
  { now, objectIds, undone, count }: UndoStep,
  kind: 'status' | 'postType',
  things: OrderedWriter<Ordered>,
  elsewhere: { isUsed(id: string): boolean; forget(id: string): Promise<void> },
): Promise<void> {
  const added = new Set(objectIds);
  const all = await things.list(workspaceId);
  const found = all.filter(({ id }) => added.has(id));
  const removed = found.filter(
    ({ isDefault, postsCount, ...each }) =>
      !progress.isFaithful &&
      !isDefault &&
      postsCount === 0 &&
      !elsewhere.isUsed(each.id) &&
      isUnedited(each, unedited),
  );
  for (const { id } of removed) {
    await elsewhere.forget(id);
    await things.remove(workspaceId, id);
    undone(kind, { id });
  }
  const gone = new Set(removed.map(({ id }) => id));
  const left = all.flatMap(({ id }) => (gone.has(id) ? [] : id));
  await things.reorder(workspaceId, left, now);
  count(kind === 'status' ? 'statuses' : 'postTypes', {
    removed: removed.length,
    kept: found.length - removed.length,
  });
}
