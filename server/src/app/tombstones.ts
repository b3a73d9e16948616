// What was deleted, for a mirror that is kept by polling.

import type { Instant } from '../domain/clock.ts';
import { type Page, type PageRequest, pageOf, sliceOf } from '../domain/page.ts';
import type { BuriedKind, Tombstone } from '../domain/tombstone.ts';
import type { Caller, Deps } from './deps.ts';

export interface Tombstones {
  /** Oldest first. */
  page(
    caller: Caller,
    kind: BuriedKind,
    since: Instant | undefined,
    page: PageRequest,
  ): Promise<Page<Tombstone>>;
}

export const tombstones = ({ store }: Deps): Tombstones => ({
  page: async ({ workspaceId }, kind, since, page) =>
    pageOf(
      await store.read.tombstones.page(workspaceId, kind, since, sliceOf(page)),
      page,
      ({ deletedAt, id }) => [deletedAt, id],
    ),
});
