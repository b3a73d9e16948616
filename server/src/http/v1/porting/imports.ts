// The operations on imports.

import Type, { type Static } from 'typebox';
import { badField } from '../../../domain/kernel/failure.ts';
import { fileFields } from '../../../shapes/files/attachment.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import {
  canceledImportExample,
  ImportForm,
  ImportStartIn,
  importExample,
  importSummaryExample,
  presentImport,
  presentImportSummary,
  queuedImportExample,
  undoingImportExample,
} from '../../../shapes/porting/import.ts';
import { success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Exports and imports'];
const params = idParameter('import', 'import');

const listImports = list({
  operationId: 'listImports',
  summary: 'List imports',
  description: 'Newest first, including those on the command line, without their errors and previews.',
  tags,
  plural: 'imports',
  shape: 'ImportSummary',
  example: importSummaryExample,
  filters: {},
  filterExamples: [],
  sorts: { newest: ['string'] },
  // Progress changes without a change in the workspace.
  untagged: true,
  read: ({ wiring, caller }, { page }) => wiring.imports.page(caller, page),
  present: presentImportSummary,
});

const createImport = write({
  operationId: 'createImport',
  summary: 'Import files',
  description:
    'Uploads files and starts a job. Read the import until its `state` is `finished` or `failed`. One import of a ' +
    'workspace can wait or run at a time. Importing the same content again adds only what is missing. In the console, ' +
    'only owners and admins can import.',
  tags,
  form: ImportForm,
  receiving: {
    // The same names as for attachments.
    fields: fileFields,
    start: ({ wiring, caller, headers }) =>
      wiring.imports.upload(caller, headers['idempotency-key'] !== undefined),
  },
  responses: { 202: success('The import, queued.', Type.Ref('Import'), queuedImportExample) },
  errors: ['FORBIDDEN'],
  run: ({ wiring, upload, body }, caller) => {
    if (upload === undefined) throw badField('file', 'is required.');
    return wiring.imports.create(caller, body as Static<typeof ImportForm>, upload);
  },
  answer: (queued) => ({ status: 202, data: presentImport(queued) }),
});

const getImport = operation({
  operationId: 'getImport',
  summary: 'Get an import',
  description:
    'Its state, its progress, its report with the first errors, and a preview of the uploaded files.',
  tags,
  params,
  responses: { 200: success('The import.', Type.Ref('Import'), importExample, 'untagged') },
  errors: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'],
  untagged: true,
  async handler(request) {
    const found = await request.wiring.imports.get(request.caller, request.params.id);
    return envelope(request, presentImport(found));
  },
});

const startImport = write({
  operationId: 'startImport',
  summary: 'Start an import again',
  description:
    'Runs the uploaded files again: after a dry run, with another mapping, or to continue after a failure. Fails with ' +
    '409 while an import of the workspace waits or runs, or once the files have expired.',
  tags,
  params,
  body: ImportStartIn,
  responses: { 202: success('The import, queued.', Type.Ref('Import'), queuedImportExample) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  run: ({ wiring, params, body }, caller) => wiring.imports.start(caller, params.id, body),
  answer: (queued) => ({ status: 202, data: presentImport(queued) }),
});

const undoImport = write({
  operationId: 'undoImport',
  summary: 'Undo an import',
  description:
    'Removes what it added, up to 30 days later. Posts go with everything on them; anything else that someone has ' +
    'changed or used since is kept. No events are sent, but `GET /deletions` lists what was removed.',
  tags,
  params,
  responses: { 202: success('The import.', Type.Ref('Import'), undoingImportExample) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  run: ({ wiring, params }, caller) => wiring.imports.undo(caller, params.id),
  answer: (undoing) => ({ status: 202, data: presentImport(undoing) }),
});

const cancelImport = write({
  operationId: 'cancelImport',
  summary: 'Cancel an import',
  description:
    'Ends an import that waits or runs, or its undo: its `state` is `failed`. What was done so far stays; it can be ' +
    'undone, or started again. An import that has ended already is returned as it is.',
  tags,
  params,
  responses: { 200: success('The import.', Type.Ref('Import'), canceledImportExample) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  run: ({ wiring, params }, caller) => wiring.imports.cancel(caller, params.id),
  answer: (canceled) => ({ data: presentImport(canceled) }),
});

const deleteImport = removal({
  operationId: 'deleteImport',
  summary: 'Delete an import',
  description:
    "Deletes its files and its entry, not what it added. It can't be undone anymore. 409 while it waits or runs: " +
    'cancel it first.',
  tags,
  thing: 'import',
  prefix: 'import',
  errors: ['FORBIDDEN'],
  conditional: false,
  remove: (wiring, caller, id) => wiring.imports.remove(caller, id),
});

export const importOperations = {
  list: listImports,
  create: createImport,
  read: getImport,
  start: startImport,
  undo: undoImport,
  cancel: cancelImport,
  remove: deleteImport,
} satisfies Record<string, Operation>;
