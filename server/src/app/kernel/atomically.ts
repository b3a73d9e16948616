// Runs several use cases in one transaction: all commit, or none.

import type { Writer } from '../../ports/store.ts';
import { type Caller, type Deps, type Effect, followed, NothingChanged } from './change.ts';

/** Runs `work` with dependencies that read and write within the transaction. */
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
    let isEmpty = true;
    const result = await work({
      ...deps,
      store: deps.store.within(write),
      afterCommit: collect,
      afterRollback: collect,
      // Nothing is committed before the whole batch is.
      onCommitted: () => undefined,
      onRecorded: () => {
        isEmpty = false;
      },
    });
    if (isEmpty) throw new NothingChanged(result);
    if (caller.idempotencyRecordOf !== undefined)
      await write.idempotency.insert(workspaceId, caller.idempotencyRecordOf(result));
    return result;
  };
  return followed(deps, workspaceId, deps.store.transaction(transacted, { workspaceId, signal }), effects);
}
