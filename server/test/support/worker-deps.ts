// What the use cases of a background worker need, as in the program.

import { type Deps, effectRunner } from '../../src/app/kernel/change.ts';
import { idMinter } from '../../src/domain/kernel/id.ts';
import type { Store } from '../../src/ports/store.ts';
import { presenter } from '../../src/shapes/events/present.ts';
import { fileUrlAt } from '../../src/shapes/files/attachment.ts';
import { siteAddresses } from '../../src/shapes/site/addresses.ts';
import type { TestProgram } from './program.ts';

/** All from one call mint ids together, so that the order of ids is the order of events. */
export function workerDeps({ engines, clock }: TestProgram): (store?: Store) => Deps {
  const mintId = idMinter(clock, 'live');
  return (store = engines.store) => ({
    store,
    files: engines.files,
    clock,
    mintId,
    present: presenter(
      fileUrlAt(() => 'http://earshot.test'),
      siteAddresses(() => 'http://earshot.test', new Map()),
    ),
    ...effectRunner((error) => {
      throw error;
    }),
  });
}
