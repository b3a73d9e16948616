// The owner of a post is a member. Whoever leaves the workspace looks after none: their posts lose their owner in steps,
// so that very many posts hold up no other write.

import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../domain/kernel/clock.ts';
import { asSystem, type Change, change, type Deps } from '../kernel/change.ts';
import { recordEdited } from './post-writing.ts';

/** The ledger actor of what remains to be done once someone has left. */
const actor = { type: 'system', id: 'owners' } as const;

const postsAStep = 64;
const stepsAtOnce = 4;

/** Gives some posts of one owner to another member, or to no one. Returns whether there may be more. */
export async function handOver(
  { clock }: { clock: Clock },
  write: Change,
  workspaceId: string,
  fromId: string,
  toId: string | null,
): Promise<boolean> {
  for (let step = 0; step < stepsAtOnce; step += 1) {
    const given = { fromId, toId, take: postsAStep, at: clock.now() };
    const ids = await write.posts.handOver(workspaceId, given);
    await recordEdited(write, workspaceId, ids, () => ({ ownerId: fromId }));
    await write.flush();
    if (ids.length < postsAStep) return false;
    await setImmediate();
  }
  return true;
}

/** One transaction of what someone who left has left behind. Returns whether there may be more. */
export const releasePosts = (deps: Deps, workspaceId: string, ownerId: string): Promise<boolean> =>
  change(deps, asSystem(workspaceId, actor), async (write) => {
    // They may have come back.
    if ((await write.memberships.find(workspaceId, ownerId)) !== undefined) return false;
    return handOver(deps, write, workspaceId, ownerId, null);
  });
