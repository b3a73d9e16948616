// Imports in API requests and responses.

import Type, { type Static } from 'typebox';
import { visibilities } from '../../domain/feedback/post.ts';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import {
  type Import,
  type ImportError,
  type ImportSummary,
  importSources,
  importStates,
  undoableUntil,
} from '../../domain/porting/import.ts';
import type { resourceNames } from '../../domain/porting/records.ts';
import { type ImportReason, importSentenceCodes, reasonsOf } from '../../domain/porting/sentences.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';

const nullableTime = (description: string) =>
  nullable<string>('string', { format: 'date-time', description });

const perResource = <Shape extends object>(counts: object, description: string) =>
  Type.Unsafe<Partial<Record<(typeof resourceNames)[number], Shape>>>({
    type: 'object',
    additionalProperties: counts,
    description,
  });

const numbers = (...names: string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])));

const texts = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description,
  });

const columns = texts(
  'The column of each field, for CSV files: `{"title": "Subject"}`. Other fields are found by the usual names of ' +
    'columns. An empty text leaves a field out.',
);
const statuses = texts('The slug here for each status of the files: `{"Shipped": "complete"}`.');

const MappingShape = Type.Object({ columns, statuses }, { title: 'ImportMapping' });
const MappingIn = Type.Object(
  { columns: Type.Optional(columns), statuses: Type.Optional(statuses) },
  { title: 'ImportMappingIn' },
);

const PreviewShape = Type.Object(
  {
    columns: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Null if the files have no columns to map.',
    }),
    fields: Type.Unsafe<(string | null)[] | null>({
      type: ['array', 'null'],
      items: { type: ['string', 'null'] },
      description:
        'The field that each column is imported as with this mapping, such as `title`. Null for a column that is not ' +
        "used. Null instead of a list if the columns are those of a service, and can't be mapped.",
    }),
    rows: Type.Array(Type.Array(Type.String()), { description: 'The first 5.' }),
    statuses: Type.Array(
      Type.Object({
        name: Type.String(),
        slug: nullable<string>('string', {
          description:
            'Of the status here that it becomes without a mapping. Null if there is none, so that one is created.',
        }),
      }),
    ),
  },
  { title: 'ImportPreview' },
);

export const ImportReasonShape = named(
  'ImportReason',
  {
    code: oneOf(importSentenceCodes, { description: 'Which sentence it is. More may be added.' }),
    params: texts('What the sentence names, such as `field` or `max`.'),
  },
  { description: 'A sentence of an import’s message.' },
);

const reasonsShape = (what: string) =>
  Type.Unsafe<ImportReason[]>({
    type: 'array',
    items: Type.Ref('ImportReason'),
    description: `${what}, to say them in another language. Empty if there is no code for one of them.`,
  });

const summary = {
  id: identifier('import'),
  source: oneOf(importSources),
  dryRun: Type.Boolean(),
  state: oneOf(importStates),
  progress: Type.Object(
    { done: Type.Integer({ description: 'Records looked at.' }), total: Type.Integer() },
    { title: 'ImportProgress' },
  ),
  counts: perResource<{ created: number; found: number; failed: number }>(
    numbers('created', 'found', 'failed'),
    'By resource, such as `posts`: records that became new objects, were there already, or failed. A dry run ' +
      "can't tell which votes are new.",
  ),
  publicPostsCount: Type.Integer({
    description: 'Of the created posts, how many are public, so that visitors of the public site see them.',
  }),
  errorsCount: Type.Integer(),
  warningsCount: Type.Integer({
    description: 'Values that were left out or cut, of records that were imported all the same.',
  }),
  mapping: MappingShape,
  fetchFiles: Type.Boolean({ description: 'Whether files that the source only links to are fetched.' }),
  visibility: oneOf(visibilities, { description: 'Of new posts, unless their record in the files says.' }),
  publishComments: Type.Boolean({
    description: 'Whether new comments on public posts become public, unless their record in the files says.',
  }),
  error: nullable<string>('string', {
    description: 'Why it failed, that it was canceled, or why it makes no progress at the moment.',
  }),
  errorReasons: reasonsShape('The sentences of `error`'),
  fileNames: Type.Array(Type.String()),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  finishedAt: nullableTime('When the import finished or failed.'),
  undoneCounts: Type.Unsafe<Import['undone']>({
    type: ['object', 'null'],
    additionalProperties: numbers('removed', 'kept'),
    description:
      'By resource, once it is being undone: what was removed, and what was kept because someone has changed or ' +
      'used it since.',
  }),
  undoableUntil: nullableTime('Null if there is nothing to undo.'),
  expiresAt: nullableTime('When the uploaded files are deleted. Null if there are none.'),
};

export const ImportSummaryShape = named('ImportSummary', summary, {
  description: 'An import in a list, without its errors, warnings and preview.',
});

const linesShape = (title: string, what: string) =>
  Type.Array(
    Type.Object(
      {
        file: Type.String(),
        line: Type.Integer(),
        message: Type.String(),
        reasons: reasonsShape('The sentences of `message`'),
      },
      { title },
    ),
    { description: `${what} The first 1,000, once it has ended. Deleted with the upload.` },
  );

export const ImportShape = named(
  'Import',
  {
    ...summary,
    errors: linesShape('ImportError', 'Why records failed.'),
    warnings: linesShape('ImportWarning', 'What was left out or cut, and why.'),
    preview: Type.Unsafe<Static<typeof PreviewShape> | null>({
      anyOf: [PreviewShape, { type: 'null' }],
      description: 'The start of the files, if they are of another service. Deleted with the upload.',
    }),
  },
  { description: 'An import of files into the workspace.' },
);

export const ImportResultShape = named(
  'ImportResult',
  {
    importId: identifier('import'),
    state: oneOf(['finished', 'failed', 'undone'], {
      description: '`failed` also if the import or its undo was canceled.',
    }),
    counts: perResource<
      { created: number; found: number; failed: number } | { removed: number; kept: number }
    >(
      { anyOf: [numbers('created', 'found', 'failed'), numbers('removed', 'kept')] },
      'By resource, as in the import: its `counts`, or after an undo its `undoneCounts`. If it ended early, the last ' +
        'records may be missing.',
    ),
  },
  { description: 'How an import or its undo ended. What it changed is in the lists, and in the deletions.' },
);

const source = Type.Optional(
  oneOf(importSources, { description: 'The service that wrote the files. Default: `earshot`.' }),
);
const mapping = Type.Optional(MappingIn);
const dryRun = (or: string) =>
  Type.Optional(
    Type.Boolean({ description: `Report what would happen, and change nothing. Default: ${or}.` }),
  );

const fetchFiles = (or: string) =>
  Type.Optional(
    Type.Boolean({
      description: `Fetch files that the source only links to, such as pictures of posts. If false, they are left out. Default: ${or}.`,
    }),
  );

const visibility = (or: string) =>
  Type.Optional(
    oneOf(visibilities, {
      description:
        'Whether visitors of the public site see the new posts. A post whose record says otherwise, such as in an ' +
        `export of ours or in a column \`visibility\`, follows its record. Default: ${or}.`,
    }),
  );

const publishComments = (or: string) =>
  Type.Optional(
    Type.Boolean({
      description:
        'Make new comments on public posts public, too, unless their record says otherwise. Private notes, replies ' +
        `to what is not public, and comments on internal posts stay with the team. Default: ${or}.`,
    }),
  );

export const ImportForm = named(
  'ImportForm',
  {
    file: Type.Array(Type.Unsafe<never>({ type: 'string', format: 'binary' }), {
      description: 'The zip file of an export, or one or more files of another service.',
      maxItems: 50,
    }),
    source,
    mapping,
    dryRun: dryRun('false'),
    fetchFiles: fetchFiles('true'),
    visibility: visibility('internal'),
    publishComments: publishComments('false'),
  },
  { required: [] },
);

export const ImportStartIn = named(
  'ImportStartIn',
  {
    mapping,
    dryRun: dryRun('false'),
    fetchFiles: fetchFiles('as before'),
    visibility: visibility('as before'),
    publishComments: publishComments('as before'),
  },
  { examples: [{ dryRun: false }] },
);

const endedStates: readonly Import['state'][] = ['finished', 'failed'];

const presentLine = ({ part, line, message }: ImportError) => ({
  file: part,
  line,
  message,
  reasons: reasonsOf(message),
});

export const presentImport = (found: Import): Static<typeof ImportShape> => ({
  ...presentImportSummary(found),
  errors: found.report.errors.map(presentLine),
  warnings: found.report.warnings.map(presentLine),
  // Older previews don't have it.
  preview: found.preview && { ...found.preview, fields: found.preview.fields ?? null },
});

export const presentImportResult = ({ id, state, report, undone }: Import): object => ({
  importId: id,
  state,
  counts: undone ?? report.counts,
});

export const presentImportSummary = (found: ImportSummary): Static<typeof ImportSummaryShape> => ({
  id: found.id,
  source: found.source,
  dryRun: found.isDryRun,
  state: found.state,
  progress: { done: found.done, total: found.total },
  counts: found.report.counts,
  publicPostsCount: found.report.publicPostsCount,
  errorsCount: found.report.errorsCount,
  warningsCount: found.report.warningsCount,
  mapping: found.mapping,
  fetchFiles: found.fetchesFiles,
  visibility: found.visibility,
  publishComments: found.publishesComments,
  error: found.error,
  errorReasons: found.error === null ? [] : reasonsOf(found.error),
  fileNames: found.files.map(({ name }) => name),
  createdAt: toIso(found.createdAt),
  updatedAt: toIso(found.updatedAt),
  finishedAt: isoOrNull(found.finishedAt),
  undoneCounts: found.undone,
  undoableUntil: isoOrNull(
    !found.isDryRun && endedStates.includes(found.state) ? undoableUntil(found) : null,
  ),
  expiresAt: isoOrNull(found.files.length === 0 ? null : found.expiresAt),
});

export const importSummaryExample = {
  id: 'import_01jz3k8n5yegs9t2w6qv4m7r8c',
  source: 'csv',
  dryRun: false,
  state: 'finished',
  progress: { done: 3, total: 3 },
  counts: { posts: { created: 2, found: 0, failed: 1 } },
  publicPostsCount: 2,
  errorsCount: 1,
  warningsCount: 1,
  mapping: { columns: { title: 'Subject', status: 'State' }, statuses: { Shipped: 'complete' } },
  fetchFiles: true,
  visibility: 'public',
  publishComments: false,
  error: null,
  errorReasons: [],
  fileNames: ['posts.csv'],
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:03.456Z',
  finishedAt: '2026-01-31T09:15:03.456Z',
  undoneCounts: null,
  undoableUntil: '2026-03-02T09:15:03.456Z',
  expiresAt: '2026-02-07T09:15:02.123Z',
};

export const importExample = {
  ...importSummaryExample,
  errors: [
    {
      file: 'posts.csv',
      line: 3,
      message: 'The title is empty.',
      reasons: [{ code: 'emptyTitle', params: {} }],
    },
  ],
  warnings: [
    {
      file: 'posts.csv',
      line: 1,
      message: 'Columns that are not used: "Owner".',
      reasons: [{ code: 'unusedColumns', params: { columns: '"Owner"' } }],
    },
  ],
  preview: {
    columns: ['Subject', 'State', 'Owner'],
    fields: ['title', 'status', null],
    rows: [['Dark mode', 'Shipped', 'Ada']],
    statuses: [{ name: 'Shipped', slug: null }],
  },
};

export const queuedImportExample = {
  ...importExample,
  state: 'queued',
  progress: { done: 0, total: 0 },
  counts: {},
  publicPostsCount: 0,
  errorsCount: 0,
  warningsCount: 0,
  errors: [],
  warnings: [],
  preview: null,
  updatedAt: importExample.createdAt,
  finishedAt: null,
  undoableUntil: null,
};

export const undoingImportExample = {
  ...importExample,
  state: 'undoing',
  undoneCounts: {},
  undoableUntil: null,
};

export const canceledImportExample = {
  ...importExample,
  state: 'failed',
  error: 'It was canceled.',
  errorReasons: [{ code: 'canceled', params: {} }],
};
