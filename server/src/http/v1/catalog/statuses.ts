// The operations on statuses.

import { presentStatus, StatusIn, StatusPatchIn, statusExample } from '../../../shapes/status.ts';
import { orderedOperations } from './ordered.ts';

export const statusOperations = orderedOperations({
  tag: 'Statuses',
  noun: 'status',
  nouns: 'statuses',
  names: { one: 'Status', many: 'Statuses' },
  plural: 'statuses',
  prefix: 'stat',
  shape: 'Status',
  draftShape: StatusIn,
  patchShape: StatusPatchIn,
  example: statusExample,
  thingsOf: ({ wiring }) => wiring.statuses,
  present: presentStatus,
  filters: {
    description: 'Semicolon-separated `key:value` pairs. Keys: `category`, `updatedSince` (ISO 8601).',
    example: 'category:active;category:completed',
  },
  readOwnFilters(filters) {
    const categories = filters.get('category');
    return categories === undefined ? {} : { categories };
  },
});
