// The addresses that get no mail.

import type { Filters } from '../../generated/lists.ts';
import { acting, creating, listing, reading } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type SuppressionFilters = Filters['listSuppressions'];

export const suppressions = (send: Send) => ({
  list: listing(send, 'listSuppressions'),
  get: reading(send, 'getSuppression'),
  /** For what other systems report. */
  create: creating(send, 'createSuppression'),
  /** Only of an address that bounced. */
  delete: acting(send, 'deleteSuppression'),
});

export type Suppressions = ReturnType<typeof suppressions>;
