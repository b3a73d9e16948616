// The operation on the audit log.

import { auditExample, presentEntry } from '../../../shapes/events/audit-entry.ts';
import { instant, many } from '../../input/filters.ts';
import { list } from '../kernel/list.ts';
import type { Operation } from '../kernel/operation.ts';

const listAuditLog = list({
  operationId: 'listAuditLog',
  summary: 'List the audit log',
  description: 'Every change in the workspace and who made it, newest first.',
  tags: ['Audit log'],
  plural: 'entries',
  shape: 'AuditEntry',
  example: auditExample,
  filters: {
    action: many('actions'),
    objectId: many('objectIds'),
    actorId: many('actorIds'),
    updatedSince: instant('updatedSince'),
  },
  filterExamples: ['action:post.created'],
  sorts: { newest: ['number'] },
  read: ({ wiring, caller }, { filters, page }) => wiring.audit.page(caller, { ...filters, page }),
  present: presentEntry,
});

export const auditOperations = { list: listAuditLog } satisfies Record<string, Operation>;
