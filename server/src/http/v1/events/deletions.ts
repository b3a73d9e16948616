// The operation on what was deleted.

import Type from 'typebox';
import { deletedKinds } from '../../../domain/ledger.ts';
import { pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { deletionExample, presentDeletion } from '../../../shapes/deletion.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody } from '../../envelope.ts';
import { type Query, readFilters, readPage, readSince } from '../../vocabulary.ts';
import type { Operation } from '../kernel/operation.ts';

const order = 'oldest';

export const deletionOperations = {
  list: {
    schema: {
      operationId: 'listDeletions',
      summary: 'List what was deleted',
      description:
        'Everything that was deleted, in the order it happened, oldest first. Kept for good, so that a mirror that ' +
        'comes back after any time can catch up. What goes with something else has no deletion of its own: the ' +
        'comments and votes of a deleted post.',
      tags: ['Deletions'],
      querystring: Type.Object({
        filters: Type.Optional(
          Type.String({
            description:
              `Semicolon-separated \`key:value\` pairs. Keys: \`kind\` (${deletedKinds.map((kind) => `\`${kind}\``).join(', ')}), ` +
              '`since` (ISO 8601: deleted at this time or later). A kind given twice means any of its values.',
            examples: ['since:2026-01-31T00:00:00Z;kind:post;kind:comment'],
          }),
        ),
        ...pageParameters,
      }),
      response: {
        200: success(
          'A page of deletions.',
          pageOf('deletions', Type.Ref('Deletion')),
          pageExample('deletions', deletionExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const query = request.query as Query;
      const filters = readFilters(query);
      const kinds = filters.get('kind');
      const since = filters.get('since');
      const page = await request.wiring.deletions.page(request.caller, {
        ...(kinds && { kinds: deletedKinds.filter((kind) => kinds.includes(kind)) }),
        ...(since && { since: readSince(since, 'a "since"') }),
        page: readPage(query, order, ['number']),
      });
      return envelope(request, pageBody('deletions', page, order, presentDeletion));
    },
  },
} satisfies Record<string, Operation>;
