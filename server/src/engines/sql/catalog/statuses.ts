// The statuses table.

import type { Status, StatusQuery } from '../../../domain/status.ts';
import type { StatusReader, StatusWriter } from '../../../ports/catalog-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { orderedColumns, orderedReader, orderedTable, orderedWriter } from './ordered.ts';
import { insertStatusChanges, pageOfStatusChanges } from './status-changes.ts';

export const statusTable = orderedTable(
  'statuses',
  columnsOf<Tables['statuses'], Status>()({
    ...orderedColumns,
    category: 'category',
    nextStatusIds: {
      column: 'next_status_ids',
      encode: (ids) => (ids === null ? null : JSON.stringify(ids)),
      decode: (stored) => (stored === null ? null : JSON.parse(stored)),
    },
  }),
);

const byCategory = ({ categories }: StatusQuery) =>
  categories === undefined ? undefined : { column: 'category', values: categories };

export const statusReader = (db: Db): StatusReader => ({
  ...orderedReader(db, statusTable, byCategory),
  pageOfChanges: (workspaceId, query) => pageOfStatusChanges(db, workspaceId, query),
});

export const statusWriter = (db: Db): StatusWriter => ({
  ...statusReader(db),
  ...orderedWriter(db, statusTable, byCategory),
  insertChange: (workspaceId, change) => insertStatusChanges(db, workspaceId, [change]),
});
