// The operations on statuses.

import { type Status, statusCategories } from '../../../domain/catalog/status.ts';
import { presentStatus, StatusIn, StatusPatchIn, statusExample } from '../../../shapes/catalog/status.ts';
import { among, instant } from '../../input/filters.ts';
import { list } from '../kernel/list.ts';
import { type OrderedResource, orderedList, orderedOperations } from './ordered.ts';

const statuses = {
  tag: 'Statuses',
  noun: 'status',
  nouns: 'statuses',
  names: { one: 'Status', many: 'Statuses' },
  plural: 'statuses',
  prefix: 'stat',
  shape: 'Status',
  example: statusExample,
  draft: StatusIn,
  patch: StatusPatchIn,
  thingsOf: (wiring) => wiring.statuses,
  present: presentStatus,
} satisfies OrderedResource<Status, typeof StatusIn, typeof StatusPatchIn>;

const listStatuses = list({
  ...orderedList(statuses),
  filters: {
    category: among('categories', statusCategories),
    updatedSince: instant('updatedSince'),
  },
  filterExamples: ['category:active;category:completed'],
  read: ({ wiring, caller }, { filters, page }) => wiring.statuses.page(caller, { ...filters, page }),
});

export const statusOperations = { list: listStatuses, ...orderedOperations(statuses) };
