// The operations on tags.

import Type, { type Static } from 'typebox';
import { idParameter, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { presentTag, TagIn, TagPatchIn, tagExample } from '../../../shapes/tag.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody, single } from '../../envelope.ts';
import { type Query, readFilters, readPage, readSearches, readUpdatedSince } from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonBody, type Operation } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Tags'];
const order = 'name';
const params = idParameter('tag', 'tag');

export const tagOperations = {
  list: {
    schema: {
      operationId: 'listTags',
      summary: 'List tags',
      description: 'By name; letter case does not count.',
      tags,
      querystring: Type.Object({
        filters: Type.Optional(
          Type.String({
            description:
              'Semicolon-separated `key:value` pairs. Keys: `search` (every word must begin a word of the name), ' +
              '`updatedSince` (ISO 8601).',
            examples: ['search:mob'],
          }),
        ),
        ...pageParameters,
      }),
      response: {
        200: success(
          'A page of tags.',
          pageOf('tags', Type.Ref('Tag')),
          pageExample('tags', tagExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const query = request.query as Query;
      const filters = readFilters(query);
      const search = filters.get('search');
      const updatedSince = filters.get('updatedSince');
      const page = await request.wiring.tags.page(request.caller, {
        ...(search && { searches: readSearches(search) }),
        ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
        page: readPage(query, order, ['string']),
      });
      return envelope(request, pageBody('tags', page, order, presentTag));
    },
  },

  create: {
    schema: {
      operationId: 'createTag',
      summary: 'Create a tag',
      description: 'A name that exists is refused. Naming a new tag on a post makes it too.',
      tags,
      body: jsonBody(TagIn),
      response: { 201: success('The new tag.', Type.Ref('Tag'), { ...tagExample, postsCount: 0 }) },
    },
    errors: ['BAD_REQUEST', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request, reply) {
      const draft = request.body as Static<typeof TagIn>;
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.tags.create(caller, draft),
        (tag) => ({ status: 201, data: presentTag(tag), version: tag.version }),
      );
    },
  },

  read: {
    schema: {
      operationId: 'getTag',
      summary: 'Get a tag',
      description: 'Its ETag is what If-Match takes.',
      tags,
      params,
      response: { 200: success('The tag.', Type.Ref('Tag'), tagExample, 'read') },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const tag = await request.wiring.tags.get(request.caller, idOf(request));
      return single(request, tag, presentTag(tag));
    },
  },

  update: {
    schema: {
      operationId: 'updateTag',
      summary: 'Update a tag',
      description: 'Changes only what is sent; every post that has the tag shows the change.',
      tags,
      params,
      body: jsonBody(TagPatchIn),
      response: { 200: success('The tag as it is now.', Type.Ref('Tag'), tagExample) },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request, reply) {
      const patch = request.body as Static<typeof TagPatchIn>;
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.tags.update(caller, idOf(request), patch),
        (tag) => ({ data: presentTag(tag), version: tag.version }),
      );
    },
  },

  remove: removal({
    operationId: 'deleteTag',
    summary: 'Delete a tag',
    description: 'From all posts that have it, too; the posts stay.',
    tags,
    thing: 'tag',
    prefix: 'tag',
    remove: (wiring, caller, id) => wiring.tags.remove(caller, id),
  }),
} satisfies Record<string, Operation>;
