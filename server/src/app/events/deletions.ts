// What was deleted, for a mirror that is kept by polling.

import type { Instant } from '../../domain/clock.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import type { BuriedKind, Tombstone } from '../../domain/tombstone.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export interface Tombstones {
  /** Oldest first. */
  page(
    caller: Caller,
    kind: BuriedKind,
    since: Instant | undefined,
    page: PageRequest,
  ): Promise<Page<Tombstone>>;
}

export const tombstones = (deps: Deps): Tombstones => ({
  page: (caller, kind, since, page) =>
    readPage(
      deps,
      caller,
      'tombstones',
      { kind, since, page },
      ({ slice }) => deps.store.read.tombstones.page(caller.workspaceId, kind, since, slice),
      ({ deletedAt, id }) => [deletedAt, id],
    ),
});
