// The list of deletions, for clients that keep a copy in sync by polling.

import type { Deletion, DeletionQuery } from '../../domain/events/ledger.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export type DeletionListQuery = Omit<DeletionQuery, 'slice'> & { page: PageRequest };

export interface Deletions {
  /** In ledger order, oldest first. */
  page(caller: Caller, query: DeletionListQuery): Promise<Page<Deletion>>;
}

export const deletions = (deps: Deps): Deletions => ({
  page: (caller, asked) =>
    readPage(
      asked,
      (query) => deps.store.read.ledger.deletions(caller.workspaceId, query),
      ({ sequence }) => [sequence],
    ),
});
