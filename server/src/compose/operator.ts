// What the operator of the command line may do, without a server.

import type { ChangeDeps } from '../app/kernel/change.ts';
import { type Workspaces, workspaces } from '../app/team/workspaces.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { idMinter } from '../domain/kernel/id.ts';
import type { Store } from '../ports/store.ts';
import { presenter } from '../shapes/events/present.ts';

/** Operator actions are recorded by id only, so nothing is presented and URLs aren't needed. */
export function operatorDeps(store: Store, clock: Clock): ChangeDeps {
  const nothing = async () => undefined;
  const present = presenter(() => '', { hostOf: () => undefined, hasMail: false, urlOf: () => '' });
  const mintId = idMinter(clock, 'live');
  return { store, clock, mintId, present, afterCommit: nothing, afterRollback: nothing };
}

export const operatorOf = (store: Store, clock: Clock): Workspaces => workspaces(operatorDeps(store, clock));
