// The operation on what was deleted.

import { deletedKinds } from '../../../domain/ledger.ts';
import { deletionExample, presentDeletion } from '../../../shapes/deletion.ts';
import { among, instant } from '../../filters.ts';
import { list } from '../kernel/list.ts';
import type { Operation } from '../kernel/operation.ts';

const listDeletions = list({
  operationId: 'listDeletions',
  summary: 'List what was deleted',
  description:
    'Everything that was deleted, in the order it happened, oldest first. Kept indefinitely, so a mirror can catch ' +
    'up after any time. The comments and votes of a deleted post have no deletions of their own.',
  tags: ['Deletions'],
  plural: 'deletions',
  shape: 'Deletion',
  example: deletionExample,
  filters: {
    kind: among('kinds', deletedKinds),
    since: instant('since', 'ISO 8601: deleted at this time or later'),
  },
  filterExamples: ['since:2026-01-31T00:00:00Z;kind:post;kind:comment'],
  sorts: { oldest: ['number'] },
  read: ({ wiring, caller }, { filters, page }) => wiring.deletions.page(caller, { ...filters, page }),
  present: presentDeletion,
});

export const deletionOperations = { list: listDeletions } satisfies Record<string, Operation>;
