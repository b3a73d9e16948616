// The operation on deletions.

import { deletedKinds } from '../../../domain/events/ledger.ts';
import { deletionExample, presentDeletion } from '../../../shapes/events/deletion.ts';
import { among, instant } from '../../input/filters.ts';
import { list } from '../kernel/list.ts';
import type { Operation } from '../kernel/operation.ts';

const listDeletions = list({
  operationId: 'listDeletions',
  summary: 'List deletions',
  description:
    'All deleted objects, oldest first. Deletions are kept indefinitely, so a mirror can catch up at any time. The ' +
    'comments and votes of a deleted post are not listed separately.',
  tags: ['Deletions'],
  plural: 'deletions',
  shape: 'Deletion',
  example: deletionExample,
  filters: {
    kind: among('kinds', deletedKinds),
    since: instant('since', 'ISO 8601; deleted at or after this time'),
  },
  filterExamples: ['since:2026-01-31T00:00:00Z;kind:post;kind:comment'],
  sorts: { oldest: ['number'] },
  read: ({ wiring, caller }, { filters, page }) => wiring.deletions.page(caller, { ...filters, page }),
  present: presentDeletion,
});

export const deletionOperations = { list: listDeletions } satisfies Record<string, Operation>;
