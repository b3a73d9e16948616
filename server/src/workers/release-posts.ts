// Takes former members off the posts that they looked after: what did not fit into the transaction that removed them, and
// what another release left, which knows no owners.

import { releasePosts } from '../app/feedback/owners.ts';
import type { Deps } from '../app/kernel/change.ts';
import { type DueLoop, dueLoop } from './due-loop.ts';

/** Removing a member wakes this worker, but its process may end before the last step. */
const everyMs = 3_600_000;

/** Is woken when a member left more posts behind than one transaction takes. */
export function postReleaser(deps: Deps, onFault: (error: unknown) => void): DueLoop {
  let isStopping = false;

  const releaseIn = async (workspaceId: string): Promise<void> => {
    for (const ownerId of await deps.store.read.posts.formerOwners(workspaceId))
      while (!isStopping && (await releasePosts(deps, workspaceId, ownerId)));
  };
  const run = async (): Promise<void> => {
    for (const { id } of await deps.store.read.workspaces.list()) await releaseIn(id).catch(onFault);
  };

  const loop = dueLoop(async () => {
    await run().catch(onFault);
    return everyMs;
  });
  return {
    ...loop,
    stop() {
      isStopping = true;
      return loop.stop();
    },
  };
}
