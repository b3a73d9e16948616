// Who changed what, newest first.

import type { Filters } from '../../generated/lists.ts';
import { listing } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type AuditFilters = Filters['listAuditLog'];

export const auditLog = (send: Send) => ({ list: listing(send, 'listAuditLog') });

export type AuditLog = ReturnType<typeof auditLog>;
