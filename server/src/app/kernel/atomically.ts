// Several use cases as one: all of them commit together, or none happened.

import type { Writer } from '../../ports/store.ts';
import { type Caller, type Deps, type Effect, followed } from './change.ts';
import { noPageStarts } from './page-starts.ts';

/** Runs `work` with dependencies whose writes, and reads, are all within the one transaction. */
export async function atomically<T>(
  deps: Deps,
  caller: Caller,
  work: (joined: Deps) => Promise<T>,
): Promise<T> {
  const effects: Effect[] = [];
  const collect = async (more: readonly Effect[]) => void effects.push(...more);
  const { workspaceId, signal } = caller;
  const transacted = async (write: Writer): Promise<T> => {
    effects.length = 0;
    const made = await work({
      ...deps,
      store: deps.store.within(write),
      afterCommit: collect,
      afterRollback: collect,
      pageStarts: noPageStarts,
    });
    if (caller.idempotencyRecordOf !== undefined)
      await write.idempotency.insert(workspaceId, caller.idempotencyRecordOf(made));
    return made;
  };
  return followed(deps, deps.store.transaction(transacted, { workspaceId, signal }), effects);
}
