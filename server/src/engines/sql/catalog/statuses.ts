// The statuses table.

import type { Status, StatusQuery } from '../../../domain/catalog/status.ts';
import type { StatusReader, StatusWriter } from '../../../ports/catalog/catalog-store.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import { type Conditions, isAny } from '../kernel/conditions.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { orderedColumns, orderedConditions, orderedReader, orderedTable, orderedWriter } from './ordered.ts';
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
    notifyFollowers: flagColumn('notify_followers'),
  }),
);

const conditions: Conditions<StatusQuery> = { ...orderedConditions, categories: isAny('category') };

export const statusReader = (db: Db): StatusReader => ({
  ...orderedReader(db, statusTable, conditions),
  pageOfChanges: (workspaceId, query) => pageOfStatusChanges(db, workspaceId, query),
});

export const statusWriter = (db: Db): StatusWriter => ({
  ...statusReader(db),
  ...orderedWriter(db, statusTable, conditions),
  insertChange: (workspaceId, change) => insertStatusChanges(db, workspaceId, [change]),
});
