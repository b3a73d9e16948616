// The operations that statuses and post types share, made once and named twice.

import type { FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { OrderedThings } from '../../../app/catalog/ordered.ts';
import type { Ordered } from '../../../domain/ordered.ts';
import { idParameter, pageExample, pageName } from '../../../shapes/common.ts';
import { orderIn } from '../../../shapes/ordered.ts';
import { success } from '../../answers.ts';
import { pageBody, single } from '../../envelope.ts';
import { readText } from '../../vocabulary.ts';
import { operation, write } from '../kernel/operation.ts';
import { deletedAnswer } from '../kernel/removal.ts';

export const order = 'position';

/** What tells the two apart. */
export interface OrderedResource<T extends Ordered, Draft extends TSchema, Patch extends TSchema> {
  tag: string;
  noun: string;
  nouns: string;
  /** In operation ids: `Status`, `Statuses`. */
  names: { one: string; many: string };
  /** The name of the list in an answer. */
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

/** What the lists of both have. */
export const orderedList = <T extends Ordered>({
  tag,
  nouns,
  names,
  plural,
  shape,
  example,
  present,
}: OrderedResource<T, TSchema, TSchema>) => ({
  operationId: `list${names.many}`,
  summary: `List ${nouns}`,
  description: 'In the order the workspace gives them.',
  tags: [tag],
  plural,
  shape,
  example,
  sorts: { [order]: ['position', 'string'] as const },
  present,
});

/** All operations but the list, which has filters of its own. */
export const orderedOperations = <T extends Ordered, Draft extends TSchema, Patch extends TSchema>(
  resource: OrderedResource<T, Draft, Patch>,
) => ({
  create: creationOf(resource),
  read: readingOf(resource),
  update: updateOf(resource),
  reorder: reorderingOf(resource),
  remove: removalOf(resource),
});

const creationOf = <T extends Ordered, Draft extends TSchema, Patch extends TSchema>({
  tag,
  noun,
  names,
  draft,
  shape,
  example,
  thingsOf,
  present,
}: OrderedResource<T, Draft, Patch>) =>
  write({
    operationId: `create${names.one}`,
    summary: `Create a ${noun}`,
    description: 'At the end of the order unless it says where. A slug that is taken is refused.',
    tags: [tag],
    body: draft,
    responses: { 201: success(`The new ${noun}.`, Type.Ref(shape), example) },
    errors: ['FORBIDDEN'],
    run: ({ wiring, body }, caller) => thingsOf(wiring).create(caller, body),
    answer: (thing) => ({ status: 201, data: present(thing), version: thing.version }),
  });

const readingOf = <T extends Ordered>({
  tag,
  noun,
  names,
  prefix,
  shape,
  example,
  thingsOf,
  present,
}: OrderedResource<T, TSchema, TSchema>) =>
  operation({
    operationId: `get${names.one}`,
    summary: `Get a ${noun}`,
    description: 'Its ETag is what If-Match takes.',
    tags: [tag],
    params: idParameter(noun, prefix),
    responses: { 200: success(`The ${noun}.`, Type.Ref(shape), example, 'read') },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const thing = await thingsOf(request.wiring).get(request.caller, request.params.id);
      return single(request, thing, present(thing));
    },
  });

const updateOf = <T extends Ordered, Draft extends TSchema, Patch extends TSchema>({
  tag,
  noun,
  names,
  prefix,
  patch,
  shape,
  example,
  thingsOf,
  present,
}: OrderedResource<T, Draft, Patch>) =>
  write({
    operationId: `update${names.one}`,
    summary: `Update a ${noun}`,
    description:
      'Changes only what is sent. There is always exactly one default: making another one the default is ' +
      'the way to change it.',
    tags: [tag],
    params: idParameter(noun, prefix),
    body: patch,
    responses: { 200: success(`The ${noun} as it is now.`, Type.Ref(shape), example) },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    run: ({ wiring, params, body }, caller) => thingsOf(wiring).update(caller, params.id, body),
    answer: (thing) => ({ data: present(thing), version: thing.version }),
  });

const reorderingOf = <T extends Ordered>({
  tag,
  nouns,
  names,
  plural,
  prefix,
  shape,
  example,
  thingsOf,
  present,
}: OrderedResource<T, TSchema, TSchema>) => {
  const onlyPage = { cursor: 1, hasMore: false };
  return write({
    operationId: `reorder${names.many}`,
    summary: `Reorder the ${nouns}`,
    description: 'Takes the ids of all of them in the new order, and answers all of them as one page.',
    tags: [tag],
    body: orderIn(`${names.one}OrderIn`, prefix),
    responses: {
      200: success(`All ${nouns} in the new order.`, Type.Ref(pageName(shape)), {
        ...pageExample(plural, example),
        ...onlyPage,
        next: null,
      }),
    },
    errors: ['FORBIDDEN'],
    conditional: false,
    run: ({ wiring, body }, caller) => thingsOf(wiring).reorder(caller, body.ids),
    answer: (items) => ({
      data: pageBody(plural, { items, ...onlyPage, next: undefined }, order, present),
    }),
  });
};

const removalOf = <T extends Ordered>({
  tag,
  noun,
  names,
  prefix,
  thingsOf,
}: OrderedResource<T, TSchema, TSchema>) =>
  write({
    operationId: `delete${names.one}`,
    summary: `Delete a ${noun}`,
    description:
      `One that posts have needs \`moveTo\`: all of them get that ${noun}, in the same step. The default ` +
      'cannot be deleted.',
    tags: [tag],
    params: idParameter(noun, prefix),
    query: {
      moveTo: Type.Optional(
        Type.String({
          description: `The ${noun} that its posts get.`,
          examples: [`${prefix}_01jz3k8n5ye0h8n2w6qv4m7r8c`],
        }),
      ),
    },
    responses: { 200: deletedAnswer(prefix) },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    run: ({ wiring, params, query }, caller) =>
      thingsOf(wiring).remove(caller, params.id, readText(query.moveTo)),
    answer: (_, { params }) => ({ data: { id: params.id, deleted: true } }),
  });
