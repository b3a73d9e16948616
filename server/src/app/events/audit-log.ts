// Who did what: the audit log as a caller reads it.

import type { AuditEntry } from '../../domain/audit.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import type { AuditQuery } from '../../ports/records-store.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export type AuditListQuery = Omit<AuditQuery, 'slice'> & { page: PageRequest };

export interface Audit {
  page(caller: Caller, query: AuditListQuery): Promise<Page<AuditEntry>>;
}

export const audit = (deps: Deps): Audit => ({
  page: (caller, asked) =>
    readPage(
      deps,
      caller,
      'audit',
      asked,
      (query) => deps.store.read.audit.page(caller.workspaceId, query),
      ({ id }) => [id],
    ),
});
