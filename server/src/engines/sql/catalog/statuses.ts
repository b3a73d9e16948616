// Statuses in the database.

import type { Status, StatusCategory, StatusQuery } from '../../../domain/status.ts';
import type { StatusReader, StatusWriter } from '../../../ports/ordered-store.ts';
import type { Db } from '../kernel/tables.ts';
import { type OrderedTable, orderedReader, orderedWriter } from './ordered.ts';
import { insertStatusChanges, pageOfStatusChanges } from './status-changes.ts';

const table: OrderedTable<Status> = {
  name: 'statuses',
  columns: ['category', 'next_status_ids as nextStatusIds'],
  fromRow: ({ category, nextStatusIds }) => ({
    category: category as StatusCategory,
    nextStatusIds: nextStatusIds === null ? null : JSON.parse(nextStatusIds as string),
  }),
  toRow: ({ category, nextStatusIds }) => ({
    category,
    next_status_ids: nextStatusIds === null ? null : JSON.stringify(nextStatusIds),
  }),
};

const byCategory = ({ categories }: StatusQuery) =>
  categories === undefined ? undefined : { column: 'category', values: categories };

export const statusReader = (db: Db): StatusReader => ({
  ...orderedReader(db, table, byCategory),
  pageOfChanges: (workspaceId, query) => pageOfStatusChanges(db, workspaceId, query),
});

export const statusWriter = (db: Db): StatusWriter => ({
  ...statusReader(db),
  ...orderedWriter(db, table, byCategory),
  insertChange: (workspaceId, change) => insertStatusChanges(db, workspaceId, [change]),
});
