// Runs several use cases, each with its own commit, and waits for the disk once, after the last of them.

import { OutcomeUnknown } from '../../domain/kernel/failure.ts';
import type { Deps } from './change.ts';

/**
 * Effects outside the store wait until everything is durable: a power cut must not bring back a row whose file was
 * removed. If the outcome is unknown, none of them runs.
 */
export async function inSequence<T>(deps: Deps, work: (joined: Deps) => Promise<T>): Promise<T> {
  const effects: (() => void | Promise<void>)[] = [];
  const changed = new Set<string>();
  const joined = (store: Deps['store']): Deps => ({
    ...deps,
    store,
    afterCommit: async (committed) => void effects.push(() => deps.afterCommit(committed)),
    afterRollback: async (rolledBack) => void effects.push(() => deps.afterRollback(rolledBack)),
    onCommitted: (workspaceId) => void changed.add(workspaceId),
  });
  const follow = async () => {
    for (const workspaceId of changed) deps.onCommitted?.(workspaceId);
    for (const effect of effects) await effect();
  };
  let result: T;
  try {
    result = await deps.store.syncedTogether((store) => work(joined(store)));
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await follow();
    throw error;
  }
  await follow();
  return result;
}
