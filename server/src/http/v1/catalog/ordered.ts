// The operations that statuses and post types share, made once and named twice.

import type { FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { OrderedThings } from '../../../app/catalog/ordered.ts';
import type { Ordered, OrderedQuery } from '../../../domain/ordered.ts';
import { idParameter, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { OrderIn } from '../../../shapes/ordered.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody, single } from '../../envelope.ts';
import { type Query, readFilters, readPage, readText, readUpdatedSince } from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonBody, type Operation } from '../kernel/operation.ts';

const order = 'position';

/** What tells the two apart. */
export interface OrderedResource<T extends Ordered, Draft, Patch, Own extends OrderedQuery> {
  tag: string;
  noun: string;
  nouns: string;
  /** In operation ids: `Status`, `Statuses`. */
  names: { one: string; many: string };
  /** The name of the list in an answer. */
  plural: string;
  prefix: string;
  shape: string;
  draftShape: TSchema;
  patchShape: TSchema;
  example: object;
  thingsOf(request: FastifyRequest): OrderedThings<T, Draft, Patch, Own>;
  present(thing: T): object;
  filters: { description: string; example: string };
  /** The filters that the other kind does not have. */
  readOwnFilters(filters: Map<string, string[]>): Omit<Own, 'slice' | 'updatedSince'>;
}

export function orderedOperations<T extends Ordered, Draft, Patch, Own extends OrderedQuery>(
  resource: OrderedResource<T, Draft, Patch, Own>,
) {
  const { noun, nouns, names, plural, prefix, example, thingsOf, present } = resource;
  const tags = [resource.tag];
  const params = idParameter(noun, prefix);
  const shape = Type.Ref(resource.shape);
  const Order = OrderIn(prefix);

  return {
    list: {
      schema: {
        operationId: `list${names.many}`,
        summary: `List ${nouns}`,
        description: 'In the order the workspace gives them.',
        tags,
        querystring: Type.Object({
          filters: Type.Optional(
            Type.String({ description: resource.filters.description, examples: [resource.filters.example] }),
          ),
          ...pageParameters,
        }),
        response: {
          200: success(`A page of ${nouns}.`, pageOf(plural, shape), pageExample(plural, example), 'read'),
        },
      },
      errors: ['BAD_REQUEST'],
      async handler(request) {
        const query = request.query as Query;
        const filters = readFilters(query);
        const updatedSince = filters.get('updatedSince');
        const asked = {
          ...resource.readOwnFilters(filters),
          ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
          page: readPage(query, order, ['position', 'string']),
        } as Parameters<OrderedThings<T, Draft, Patch, Own>['page']>[1];
        const page = await thingsOf(request).page(request.caller, asked);
        return envelope(request, pageBody(plural, page, order, present));
      },
    },

    create: {
      schema: {
        operationId: `create${names.one}`,
        summary: `Create a ${noun}`,
        description: 'At the end of the order unless it says where. A slug that is taken is refused.',
        tags,
        body: jsonBody(resource.draftShape),
        response: { 201: success(`The new ${noun}.`, shape, example) },
      },
      errors: ['BAD_REQUEST', 'FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      async handler(request, reply) {
        return answerWrite(
          request,
          reply,
          (caller) => thingsOf(request).create(caller, request.body as Draft),
          (made) => ({ status: 201, data: present(made), version: made.version }),
        );
      },
    },

    read: {
      schema: {
        operationId: `get${names.one}`,
        summary: `Get a ${noun}`,
        description: 'Its ETag is what If-Match takes.',
        tags,
        params,
        response: { 200: success(`The ${noun}.`, shape, example, 'read') },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request) {
        const thing = await thingsOf(request).get(request.caller, idOf(request));
        return single(request, thing, present(thing));
      },
    },

    update: {
      schema: {
        operationId: `update${names.one}`,
        summary: `Update a ${noun}`,
        description:
          'Changes only what is sent. There is always exactly one default: making another one the default is ' +
          'the way to change it.',
        tags,
        params,
        body: jsonBody(resource.patchShape),
        response: { 200: success(`The ${noun} as it is now.`, shape, example) },
      },
      errors: [
        'BAD_REQUEST',
        'FORBIDDEN',
        'NOT_FOUND',
        'CONFLICT',
        'PAYLOAD_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      async handler(request, reply) {
        return answerWrite(
          request,
          reply,
          (caller) => thingsOf(request).update(caller, idOf(request), request.body as Patch),
          (thing) => ({ data: present(thing), version: thing.version }),
        );
      },
    },

    reorder: {
      schema: {
        operationId: `reorder${names.many}`,
        summary: `Reorder the ${nouns}`,
        description: 'Takes the ids of all of them in the new order, and answers all of them as one page.',
        tags,
        body: jsonBody(Order),
        response: {
          200: success(`All ${nouns} in the new order.`, pageOf(plural, shape), {
            ...pageExample(plural, example),
            cursor: 1,
            hasMore: false,
            next: null,
          }),
        },
      },
      errors: ['BAD_REQUEST', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      conditional: false,
      async handler(request, reply) {
        const { ids } = request.body as Static<typeof Order>;
        const page = { cursor: 1, hasMore: false, next: undefined };
        return answerWrite(
          request,
          reply,
          (caller) => thingsOf(request).reorder(caller, ids),
          (items) => ({ data: pageBody(plural, { items, ...page }, order, present) }),
        );
      },
    },

    remove: {
      schema: {
        operationId: `delete${names.one}`,
        summary: `Delete a ${noun}`,
        description:
          `One that posts have needs \`moveTo\`: all of them get that ${noun}, in the same step. The default ` +
          'cannot be deleted.',
        tags,
        params,
        querystring: Type.Object({
          moveTo: Type.Optional(
            Type.String({
              description: `The ${noun} that its posts get.`,
              examples: [`${prefix}_01jz3k8n5ye0h8n2w6qv4m7r8c`],
            }),
          ),
        }),
        response: {
          200: success('Deleted.', Type.Ref('Deleted'), {
            id: `${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`,
            deleted: true,
          }),
        },
      },
      errors: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
      async handler(request, reply) {
        const id = idOf(request);
        const moveTo = readText((request.query as Query).moveTo);
        return answerWrite(
          request,
          reply,
          (caller) => thingsOf(request).remove(caller, id, moveTo),
          () => ({ data: { id, deleted: true } }),
        );
      },
    },
  } satisfies Record<string, Operation>;
}
