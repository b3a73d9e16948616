// The operation on the audit log.

import Type from 'typebox';
import { auditExample, presentEntry } from '../../../shapes/audit-entry.ts';
import { pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody } from '../../envelope.ts';
import { type Query, readFilters, readPage, readUpdatedSince } from '../../vocabulary.ts';
import type { Operation } from '../kernel/operation.ts';

const order = 'newest';

export const auditOperations = {
  list: {
    schema: {
      operationId: 'listAuditLog',
      summary: 'List what was done',
      description: 'Every change of the workspace with who made it, newest first.',
      tags: ['Audit log'],
      querystring: Type.Object({
        filters: Type.Optional(
          Type.String({
            description:
              'Semicolon-separated `key:value` pairs. Keys: `action`, `objectId`, `actorId`, `updatedSince`.',
            examples: ['action:post.created'],
          }),
        ),
        ...pageParameters,
      }),
      response: {
        200: success(
          'A page of entries.',
          pageOf('entries', Type.Ref('AuditEntry')),
          pageExample('entries', auditExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const query = request.query as Query;
      const filters = readFilters(query);
      const actions = filters.get('action');
      const objectIds = filters.get('objectId');
      const actorIds = filters.get('actorId');
      const updatedSince = filters.get('updatedSince');
      const page = await request.wiring.audit.page(request.caller, {
        ...(actions && { actions }),
        ...(objectIds && { objectIds }),
        ...(actorIds && { actorIds }),
        ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
        page: readPage(query, order, ['number']),
      });
      return envelope(request, pageBody('entries', page, order, presentEntry));
    },
  },
} satisfies Record<string, Operation>;
