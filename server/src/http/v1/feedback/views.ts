// The operations on views.

import Type from 'typebox';
import { presentView, ViewIn, ViewPatchIn, viewExample } from '../../../shapes/feedback/view.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { instant } from '../../input/filters.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';
import { checkPostFilters } from './post-filters.ts';

const tags = ['Views'];
const params = idParameter('view', 'view');

const listViews = list({
  operationId: 'listViews',
  summary: 'List views',
  description: 'Sorted by name, ignoring case. API keys see the shared ones.',
  tags,
  plural: 'views',
  shape: 'View',
  example: viewExample,
  filters: { updatedSince: instant('updatedSince') },
  filterExamples: ['updatedSince:2026-01-31T09:15:02.123Z'],
  sorts: { name: ['string', 'string'] },
  read: ({ wiring, caller }, { filters, page }) => wiring.views.page(caller, { ...filters, page }),
  present: presentView,
});

const createView = write({
  operationId: 'createView',
  summary: 'Create a view',
  description:
    'Keeps filters of posts under a name. `GET /posts?filters=viewId:…` lists what they match. A workspace can have ' +
    '500 views.',
  tags,
  body: ViewIn,
  responses: { 201: success('The new view.', Type.Ref('View'), viewExample) },
  errors: ['CONFLICT'],
  async run(request, caller) {
    const { wiring, body } = request;
    await checkPostFilters(request, body.filters);
    return wiring.views.create(caller, body);
  },
  answer: (view) => ({ status: 201, data: presentView(view), version: view.version }),
});

const getView = operation({
  operationId: 'getView',
  summary: 'Get a view',
  description: 'The `ETag` can be sent as `If-Match` in a later write.',
  tags,
  params,
  responses: { 200: success('The view.', Type.Ref('View'), viewExample, 'read') },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request) {
    const view = await request.wiring.views.get(request.caller, request.params.id);
    return single(request, view, presentView(view));
  },
});

const updateView = write({
  operationId: 'updateView',
  summary: 'Update a view',
  description: 'Changes only the fields you send. Only the member who created a view can stop sharing it.',
  tags,
  params,
  body: ViewPatchIn,
  responses: { 200: success('The updated view.', Type.Ref('View'), viewExample) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  async run(request, caller) {
    const { wiring, params, body } = request;
    if (body.filters !== undefined) await checkPostFilters(request, body.filters);
    return wiring.views.update(caller, params.id, body);
  },
  answer: (view) => ({ data: presentView(view), version: view.version }),
});

const deleteView = removal({
  operationId: 'deleteView',
  summary: 'Delete a view',
  description: 'The posts that it matched are kept.',
  tags,
  thing: 'view',
  prefix: 'view',
  remove: (wiring, caller, id) => wiring.views.remove(caller, id),
});

export const viewOperations = {
  list: listViews,
  create: createView,
  read: getView,
  update: updateView,
  remove: deleteView,
} satisfies Record<string, Operation>;
