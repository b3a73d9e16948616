// Who did what: the audit log as a caller reads it.

import type { AuditEntry } from '../domain/audit.ts';
import { type Page, type PageRequest, pageOf, sliceOf } from '../domain/page.ts';
import type { AuditQuery } from '../ports/store.ts';
import type { Caller, Deps } from './deps.ts';

export type AuditListQuery = Omit<AuditQuery, 'slice'> & { page: PageRequest };

export interface Audit {
  page(caller: Caller, query: AuditListQuery): Promise<Page<AuditEntry>>;
}

export const audit = ({ store }: Deps): Audit => ({
  page: async ({ workspaceId }, { page, ...query }) =>
    pageOf(await store.read.audit.page(workspaceId, { ...query, slice: sliceOf(page) }), page, ({ id }) => [
      id,
    ]),
});
