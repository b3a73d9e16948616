// What was deleted, for a mirror that is kept by polling.

import type { Deletion, DeletionQuery } from '../../domain/ledger.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export type DeletionListQuery = Omit<DeletionQuery, 'slice'> & { page: PageRequest };

export interface Deletions {
  /** In the order of the ledger, oldest first. */
  page(caller: Caller, query: DeletionListQuery): Promise<Page<Deletion>>;
}

export const deletions = (deps: Deps): Deletions => ({
  page: (caller, asked) =>
    readPage(
      deps,
      caller,
      'deletions',
      asked,
      (query) => deps.store.read.ledger.deletions(caller.workspaceId, query),
      ({ sequence }) => [sequence],
    ),
});
