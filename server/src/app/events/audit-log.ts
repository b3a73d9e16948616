// The use cases for the audit log, a view of the ledger.

import type { AuditQuery, NumberedEntry } from '../../domain/events/ledger.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export type AuditListQuery = Omit<AuditQuery, 'slice'> & { page: PageRequest };

export interface Audit {
  page(caller: Caller, query: AuditListQuery): Promise<Page<NumberedEntry>>;
}

export const audit = (deps: Deps): Audit => ({
  page: (caller, asked) =>
    readPage(
      asked,
      (query) => deps.store.read.ledger.audit(caller.workspaceId, query),
      ({ sequence }) => [sequence],
    ),
});
