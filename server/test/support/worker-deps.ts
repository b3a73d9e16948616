// What the use cases of a background worker need, as in the program.

import { type Deps, effectRunner } from '../../src/app/kernel/change.ts';
import { positions } from '../../src/app/kernel/positions.ts';
import { idMinter } from '../../src/domain/id.ts';
import type { Store } from '../../src/ports/store.ts';
import { fileUrlAt } from '../../src/shapes/attachment.ts';
import { presenter } from '../../src/shapes/present.ts';
import type { TestProgram } from './program.ts';

/** All from one call mint ids together, so that the order of ids is the order of events. */
export function workerDeps({ engines, clock }: TestProgram): (store?: Store) => Deps {
  const mintId = idMinter(clock, 'live');
  return (store = engines.store) => ({
    store,
    files: engines.files,
    clock,
    mintId,
    present: presenter(fileUrlAt(() => 'http://earshot.test')),
    positions: positions(),
    ...effectRunner((error) => {
      throw error;
    }),
  });
}
