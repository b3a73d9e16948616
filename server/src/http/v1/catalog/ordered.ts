// The operations that statuses and post types share. Each resource supplies its names and shapes.

import type { FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { OrderedThings } from '../../../app/catalog/ordered.ts';
import type { Ordered } from '../../../domain/catalog/ordered.ts';
import { orderIn } from '../../../shapes/catalog/ordered.ts';
import { idParameter, pageExample, pageName } from '../../../shapes/kernel/common.ts';
import { readText } from '../../input/vocabulary.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { operation, write } from '../kernel/operation.ts';
import { deletedAnswer } from '../kernel/removal.ts';

const order = 'position';

/** The differences between the two resources. */
export interface OrderedResource<T extends Ordered, Draft extends TSchema, Patch extends TSchema> {
  tag: string;
  noun: string;
  nouns: string;
  /** In operation ids: `Status`, `Statuses`. */
  names: { one: string; many: string };
  /** The key of the list in a response. */
  plural: string;
  prefix: string;
  shape: string;
  example: object;
  draft: Draft;
  patch: Patch;
  thingsOf(
    wiring: FastifyRequest['wiring'],
  ): Omit<OrderedThings<T, Static<Draft>, Static<Patch>, never>, 'page'>;
  present(thing: T): object;
}

/** The part of the list declaration that both share. */
export const orderedList = <T extends Ordered>(of: OrderedResource<T, TSchema, TSchema>) => ({
  operationId: `list${of.names.many}`,
  summary: `List ${of.nouns}`,
  description: 'In the order set by the workspace.',
  tags: [of.tag],
  plural: of.plural,
  shape: of.shape,
  example: of.example,
  sorts: { [order]: ['position', 'string'] as const },
  present: of.present,
});

/** All operations except the list: its filters differ. */
export const orderedOperations = <T extends Ordered, Draft extends TSchema, Patch extends TSchema>(
  of: OrderedResource<T, Draft, Patch>,
) => ({
  create: creation(of),
  read: reading(of),
  update: update(of),
  reorder: reordering(of),
  remove: removal(of),
});

const creation = <T extends Ordered, Draft extends TSchema>(of: OrderedResource<T, Draft, TSchema>) =>
  write({
    operationId: `create${of.names.one}`,
    summary: `Create a ${of.noun}`,
    description: 'Added at the end of the order unless `position` is set. The slug must be unique.',
    tags: [of.tag],
    body: of.draft,
    responses: { 201: success(`The new ${of.noun}.`, Type.Ref(of.shape), of.example) },
    errors: ['FORBIDDEN'],
    run: ({ wiring, body }, caller) => of.thingsOf(wiring).create(caller, body),
    answer: (thing) => ({ status: 201, data: of.present(thing), version: thing.version }),
  });

const reading = <T extends Ordered>(of: OrderedResource<T, TSchema, TSchema>) =>
  operation({
    operationId: `get${of.names.one}`,
    summary: `Get a ${of.noun}`,
    description: 'The `ETag` can be sent as `If-Match` in a later write.',
    tags: [of.tag],
    params: idParameter(of.noun, of.prefix),
    responses: { 200: success(`The ${of.noun}.`, Type.Ref(of.shape), of.example, 'read') },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const thing = await of.thingsOf(request.wiring).get(request.caller, request.params.id);
      return single(request, thing, of.present(thing));
    },
  });

const update = <T extends Ordered, Patch extends TSchema>(of: OrderedResource<T, TSchema, Patch>) =>
  write({
    operationId: `update${of.names.one}`,
    summary: `Update a ${of.noun}`,
    description:
      'Changes only the fields you send. There is always exactly one default; to change it, make another one ' +
      'the default.',
    tags: [of.tag],
    params: idParameter(of.noun, of.prefix),
    body: of.patch,
    responses: { 200: success(`The updated ${of.noun}.`, Type.Ref(of.shape), of.example) },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    run: ({ wiring, params, body }, caller) => of.thingsOf(wiring).update(caller, params.id, body),
    answer: (thing) => ({ data: of.present(thing), version: thing.version }),
  });

const onlyPage = { cursor: 1, hasMore: false };

const reordering = <T extends Ordered>(of: OrderedResource<T, TSchema, TSchema>) =>
  write({
    operationId: `reorder${of.names.many}`,
    summary: `Reorder the ${of.nouns}`,
    description: `Send the IDs or slugs of all ${of.nouns} in the new order. Returns all of them as one page.`,
    tags: [of.tag],
    body: orderIn(`${of.names.one}OrderIn`, of.prefix),
    responses: {
      200: success(`All ${of.nouns} in the new order.`, Type.Ref(pageName(of.shape)), {
        ...pageExample(of.plural, of.example),
        ...onlyPage,
        next: null,
      }),
    },
    errors: ['FORBIDDEN'],
    conditional: false,
    run: ({ wiring, body }, caller) => of.thingsOf(wiring).reorder(caller, body.ids),
    answer: (items) => ({ data: { [of.plural]: items.map(of.present), ...onlyPage, next: null } }),
  });

const removal = <T extends Ordered>(of: OrderedResource<T, TSchema, TSchema>) =>
  write({
    operationId: `delete${of.names.one}`,
    summary: `Delete a ${of.noun}`,
    description:
      `If posts use it, \`moveTo\` is required: those posts get that ${of.noun} in the same transaction. The ` +
      'default cannot be deleted.',
    tags: [of.tag],
    params: idParameter(of.noun, of.prefix),
    query: {
      moveTo: Type.Optional(
        Type.String({
          description: `The ${of.noun} to move its posts to, by ID or slug.`,
          examples: [`${of.prefix}_01jz3k8n5ye0h8n2w6qv4m7r8c`],
        }),
      ),
    },
    responses: { 200: deletedAnswer(of.prefix) },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    run: ({ wiring, params, query }, caller) =>
      of.thingsOf(wiring).remove(caller, params.id, readText(query.moveTo) || undefined),
    answer: (_, { params }) => ({ data: { id: params.id, deleted: true } }),
  });
