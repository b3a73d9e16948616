// The operations on exports.

import Type from 'typebox';
import { gone } from '../../../app/porting/exports.ts';
import { badField } from '../../../domain/kernel/failure.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import {
  ExportIn,
  exportExample,
  presentExport,
  queuedExportExample,
} from '../../../shapes/porting/export.ts';
import { type ReadFile, sendDownload } from '../../edge/files.ts';
import { fileAnswer, notModified, success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Exports and imports'];
const params = idParameter('export', 'export');

const listExports = list({
  operationId: 'listExports',
  summary: 'List exports',
  description: 'Newest first. Listed for 30 days.',
  tags,
  plural: 'exports',
  shape: 'Export',
  example: exportExample,
  filters: {},
  filterExamples: [],
  sorts: { newest: ['string'] },
  // Progress changes without a change in the workspace.
  untagged: true,
  read: ({ wiring, caller }, { page }) => wiring.exports.page(caller, page),
  present: presentExport,
});

const createExport = write({
  operationId: 'createExport',
  summary: 'Export the workspace',
  description:
    'Starts a job. Read the export until its `state` is `finished`, then download its file. One export of a ' +
    'workspace can wait or run at a time. In the console, only owners and admins can export.',
  tags,
  body: ExportIn,
  responses: { 202: success('The export, queued.', Type.Ref('Export'), queuedExportExample) },
  errors: ['FORBIDDEN'],
  run: ({ wiring, body }, caller) => wiring.exports.create(caller, body),
  answer: (queued) => ({ status: 202, data: presentExport(queued) }),
});

const getExport = operation({
  operationId: 'getExport',
  summary: 'Get an export',
  description: 'Its state, its progress, and until when its file can be downloaded.',
  tags,
  params,
  responses: { 200: success('The export.', Type.Ref('Export'), exportExample, 'untagged') },
  errors: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'],
  untagged: true,
  async handler(request) {
    const found = await request.wiring.exports.get(request.caller, request.params.id);
    return envelope(request, presentExport(found));
  },
});

const downloadExport = (read: ReadFile) =>
  operation({
    operationId: 'downloadExport',
    summary: 'Download the file of an export',
    description: 'A zip file. Ranges are supported, so a download can be resumed. Not possible in a batch.',
    tags,
    params,
    responses: {
      200: fileAnswer('The file.', 'application/zip'),
      206: fileAnswer('The part of the file that `Range` asks for.', 'application/zip'),
      ...notModified,
      416: { description: 'The file has no such part.', type: 'null' },
    },
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'GONE'],
    untagged: true,
    async handler(request, reply) {
      const { id, fileKey, size, fileName } = await request.wiring.exports.file(
        request.caller,
        request.params.id,
      );
      if (request.isPartOfBatch) throw badField('path', 'must not be that of a file.');
      const file = { fileKey, size, fileName, etag: `"${id}"`, mimeType: 'application/zip' };
      await sendDownload(request, reply, file, async (...wanted) => {
        const bytes = await read(...wanted);
        // A backup that was restored doesn't contain files of exports.
        if (bytes === undefined) throw gone();
        return bytes;
      });
      // The response is sent.
      return undefined;
    },
  });

const deleteExport = removal({
  operationId: 'deleteExport',
  summary: 'Delete an export',
  description: 'Also deletes its file. One that waits or runs is canceled.',
  tags,
  thing: 'export',
  prefix: 'export',
  errors: ['FORBIDDEN'],
  conditional: false,
  remove: (wiring, caller, id) => wiring.exports.remove(caller, id),
});

export const exportOperations = (read: ReadFile) =>
  ({
    list: listExports,
    create: createExport,
    read: getExport,
    remove: deleteExport,
    download: downloadExport(read),
  }) satisfies Record<string, Operation>;
