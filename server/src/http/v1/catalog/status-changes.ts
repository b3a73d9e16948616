// The operations on the history of statuses.

import Type from 'typebox';
import type { StatusChangeList } from '../../../app/catalog/status-changes.ts';
import { idParameter, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { presentStatusChange, statusChangeExample } from '../../../shapes/status-change.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody } from '../../envelope.ts';
import { type Query, readFilters, readPage, readUpdatedSince } from '../../vocabulary.ts';
import { idOf, type Operation } from '../kernel/operation.ts';

const tags = ['Status changes'];
const order = 'newest';
const name = 'statusChanges';

const filtersOf = (keys: string, example: string) =>
  Type.Optional(
    Type.String({
      description: `Semicolon-separated \`key:value\` pairs. Keys: ${keys}.`,
      examples: [example],
    }),
  );

const response = {
  200: success(
    'A page of status changes.',
    pageOf(name, Type.Ref('StatusChange')),
    pageExample(name, statusChangeExample),
    'read',
  ),
};

export const statusChangeOperations = {
  list: {
    schema: {
      operationId: 'listStatusChanges',
      summary: 'List status changes',
      description: 'Of all posts, newest first.',
      tags,
      querystring: Type.Object({
        filters: filtersOf(
          '`statusId` (the status moved to), `postId`, `updatedSince` (ISO 8601)',
          'statusId:stat_01jz3k8n5yegs9t2w6qv4m7r8c',
        ),
        ...pageParameters,
      }),
      response,
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const page = await request.wiring.statusChanges.page(request.caller, readList(request.query as Query));
      return envelope(request, pageBody(name, page, order, presentStatusChange));
    },
  },

  ofPost: {
    schema: {
      operationId: 'listStatusChangesOfPost',
      summary: 'List the status changes of a post',
      description: 'Newest first; each with the comment that was given with the move.',
      tags,
      params: idParameter('post', 'post'),
      querystring: Type.Object({
        filters: filtersOf(
          '`statusId` (the status moved to), `updatedSince` (ISO 8601)',
          'updatedSince:2026-01-31T09:15:02.123Z',
        ),
        ...pageParameters,
      }),
      response,
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const query = readList(request.query as Query);
      const page = await request.wiring.statusChanges.ofPost(request.caller, idOf(request), query);
      return envelope(request, pageBody(name, page, order, presentStatusChange));
    },
  },
} satisfies Record<string, Operation>;

function readList(query: Query): StatusChangeList {
  const filters = readFilters(query);
  const toStatusIds = filters.get('statusId');
  const postIds = filters.get('postId');
  const updatedSince = filters.get('updatedSince');
  return {
    ...(toStatusIds && { toStatusIds }),
    ...(postIds && { postIds }),
    ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
    page: readPage(query, order, ['number', 'string']),
  };
}
