// The operations on the words a workspace sorts its feedback by: statuses and post types.

import Type from 'typebox';
import { envelope, pageBody } from '../envelope.ts';
import { type Query, readPage } from '../vocabulary.ts';
import type { Operation } from './operation.ts';
import { pageExample, pageOf, pageParameters, success } from './shapes/common.ts';
import { postTypeExample, presentPostType } from './shapes/post-type.ts';
import { presentStatus, statusExample } from './shapes/status.ts';

const order = 'position';
const keyShape = ['number', 'string'] as const;

export const statusOperations = {
  list: {
    schema: {
      operationId: 'listStatuses',
      summary: 'List statuses',
      description: 'In the order the workspace gives them.',
      tags: ['Statuses'],
      querystring: Type.Object(pageParameters),
      response: {
        200: success(
          'A page of statuses.',
          pageOf('statuses', Type.Ref('Status')),
          pageExample('statuses', statusExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const wanted = readPage(request.query as Query, order, keyShape);
      const page = await request.wiring.statuses.page(request.caller, wanted);
      return envelope(request, pageBody('statuses', page, order, presentStatus));
    },
  },
} satisfies Record<string, Operation>;

export const postTypeOperations = {
  list: {
    schema: {
      operationId: 'listPostTypes',
      summary: 'List post types',
      description: 'In the order the workspace gives them.',
      tags: ['Post types'],
      querystring: Type.Object(pageParameters),
      response: {
        200: success(
          'A page of post types.',
          pageOf('postTypes', Type.Ref('PostType')),
          pageExample('postTypes', postTypeExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const wanted = readPage(request.query as Query, order, keyShape);
      const page = await request.wiring.postTypes.page(request.caller, wanted);
      return envelope(request, pageBody('postTypes', page, order, presentPostType));
    },
  },
} satisfies Record<string, Operation>;
