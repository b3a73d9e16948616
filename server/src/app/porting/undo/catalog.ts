// Undoes the statuses and post types of an import: those that no post has, but never the default or an edited one.
// After an import into an empty workspace they stay: they replaced its own.

import type { Ordered } from '../../../domain/catalog/ordered.ts';
import { isUnedited } from '../../../domain/porting/import.ts';
import type { OrderedWriter } from '../../../ports/catalog/catalog-store.ts';
import type { Writer } from '../../../ports/store.ts';
import { forgetStatus } from '../../catalog/statuses.ts';
import type { UndoRun, UndoStep } from './run.ts';

/** In one step: there are at most a thousand. */
const allAtOnce = 1_000;

export async function undoCatalog(run: UndoRun): Promise<void> {
  await run.each('status', allAtOnce, async (step) => {
    await undoOrdered(run, step, 'status', step.write.statuses, (write, id) =>
      forgetStatus(write, run.workspaceId, id, step.now),
    );
    return undefined;
  });
  await run.each('postType', allAtOnce, async (step) => {
    await undoOrdered(run, step, 'postType', step.write.postTypes, async () => undefined);
    return undefined;
  });
}

async function undoOrdered(
  { workspaceId, unedited, progress }: UndoRun,
  { write, now, objectIds, undone, count }: UndoStep,
  kind: 'status' | 'postType',
  things: OrderedWriter<Ordered>,
  forget: (write: Writer, id: string) => Promise<void>,
): Promise<void> {
  const added = new Set(objectIds);
  const all = await things.list(workspaceId);
  const found = all.filter(({ id }) => added.has(id));
  const removed = found.filter(
    ({ isDefault, postsCount, ...each }) =>
      !progress.isFaithful && !isDefault && postsCount === 0 && isUnedited(each, unedited),
  );
  for (const { id } of removed) {
    await forget(write, id);
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
