// The operations on tags.

import Type from 'typebox';
import { presentTag, TagIn, TagPatchIn, tagExample } from '../../../shapes/catalog/tag.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { instant, words } from '../../input/filters.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Tags'];
const params = idParameter('tag', 'tag');

const listTags = list({
  operationId: 'listTags',
  summary: 'List tags',
  description: 'Sorted by name, ignoring case.',
  tags,
  plural: 'tags',
  shape: 'Tag',
  example: tagExample,
  filters: {
    search: words('searches', 'the name'),
    updatedSince: instant('updatedSince'),
  },
  filterExamples: ['search:mob'],
  sorts: { name: ['string'] },
  read: ({ wiring, caller }, { filters, page }) => wiring.tags.page(caller, { ...filters, page }),
  present: presentTag,
});

const createTag = write({
  operationId: 'createTag',
  summary: 'Create a tag',
  description: 'The name must be unique. A new tag name on a post also creates the tag.',
  tags,
  body: TagIn,
  responses: { 201: success('The new tag.', Type.Ref('Tag'), { ...tagExample, postsCount: 0 }) },
  errors: [],
  run: ({ wiring, body }, caller) => wiring.tags.create(caller, body),
  answer: (tag) => ({ status: 201, data: presentTag(tag), version: tag.version }),
});

const getTag = operation({
  operationId: 'getTag',
  summary: 'Get a tag',
  description: 'The `ETag` can be sent as `If-Match` in a later write.',
  tags,
  params,
  responses: { 200: success('The tag.', Type.Ref('Tag'), tagExample, 'read') },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request) {
    const tag = await request.wiring.tags.get(request.caller, request.params.id);
    return single(request, tag, presentTag(tag));
  },
});

const updateTag = write({
  operationId: 'updateTag',
  summary: 'Update a tag',
  description: 'Changes only the fields you send. Every post with the tag shows the change.',
  tags,
  params,
  body: TagPatchIn,
  responses: { 200: success('The updated tag.', Type.Ref('Tag'), tagExample) },
  errors: ['NOT_FOUND'],
  run: ({ wiring, params, body }, caller) => wiring.tags.update(caller, params.id, body),
  answer: (tag) => ({ data: presentTag(tag), version: tag.version }),
});

const deleteTag = removal({
  operationId: 'deleteTag',
  summary: 'Delete a tag',
  description: 'Also removes it from all posts. The posts are kept.',
  tags,
  thing: 'tag',
  prefix: 'tag',
  remove: (wiring, caller, id) => wiring.tags.remove(caller, id),
});

export const tagOperations = {
  list: listTags,
  create: createTag,
  read: getTag,
  update: updateTag,
  remove: deleteTag,
} satisfies Record<string, Operation>;
