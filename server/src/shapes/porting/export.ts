// Exports in API requests and responses.

import Type, { type Static } from 'typebox';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { type Export, exportFormats, exportStates } from '../../domain/porting/export.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';

const nullableTime = (description: string) =>
  nullable<string>('string', { format: 'date-time', description });

export const ExportShape = named(
  'Export',
  {
    id: identifier('export'),
    format: oneOf(exportFormats),
    includeLedger: Type.Boolean(),
    state: oneOf(exportStates),
    progress: Type.Object(
      {
        done: Type.Integer({ description: 'Records written.' }),
        total: nullable<number>('integer', { description: 'Null until known.' }),
      },
      { title: 'ExportProgress' },
    ),
    size: nullable<number>('integer', { description: 'Of the file, in bytes. Null until it is finished.' }),
    error: nullable<string>('string', { description: 'Why it failed.' }),
    createdAt: dateTime(),
    updatedAt: dateTime(),
    finishedAt: nullableTime('When it finished or failed.'),
    expiresAt: nullableTime('When the file is deleted: 7 days after it is finished.'),
  },
  { description: 'An export of the workspace.' },
);

export const ExportIn = named(
  'ExportIn',
  {
    format: Type.Optional(
      oneOf(exportFormats, {
        description:
          '`archive` has everything, and can be imported again. `csv` has posts, votes and users for spreadsheets. ' +
          'Both are zip files. Default: `archive`.',
      }),
    ),
    includeLedger: Type.Optional(
      Type.Boolean({ description: 'Adds the ledger to an archive. Imports ignore it. Default: false.' }),
    ),
  },
  { examples: [{ format: 'archive' }] },
);

export const presentExport = (found: Export): Static<typeof ExportShape> => ({
  id: found.id,
  format: found.format,
  includeLedger: found.includesLedger,
  state: found.state,
  progress: { done: found.done, total: found.total },
  size: found.size,
  error: found.error,
  createdAt: toIso(found.createdAt),
  updatedAt: toIso(found.updatedAt),
  finishedAt: isoOrNull(found.finishedAt),
  expiresAt: isoOrNull(found.expiresAt),
});

export const exportExample = {
  id: 'export_01jz3k8n5yegs9t2w6qv4m7r8c',
  format: 'archive',
  includeLedger: false,
  state: 'finished',
  progress: { done: 1204, total: 1204 },
  size: 482133,
  error: null,
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:03.456Z',
  finishedAt: '2026-01-31T09:15:03.456Z',
  expiresAt: '2026-02-07T09:15:03.456Z',
};

export const queuedExportExample = {
  ...exportExample,
  state: 'queued',
  progress: { done: 0, total: null },
  size: null,
  updatedAt: exportExample.createdAt,
  finishedAt: null,
  expiresAt: null,
};
