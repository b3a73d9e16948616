// The operations on people.

import Type, { type Static } from 'typebox';
import type { UserListQuery } from '../../../app/people/users.ts';
import { type UserEdit, userSorts } from '../../../domain/user.ts';
import { idParameter, oneOf, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { presentUser, UserIn, UserPatchIn, userExample } from '../../../shapes/user.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody, single } from '../../envelope.ts';
import {
  type Query,
  readFilters,
  readPage,
  readSearches,
  readSort,
  readUpdatedSince,
} from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonBody, type Operation } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Users'];

export const userOperations = {
  list: {
    schema: {
      operationId: 'listUsers',
      summary: 'List users',
      description:
        'A page of people. Unknown filters are ignored; a filter given twice means any of its values. Deleted ' +
        'users are not among them: `GET /deletions` lists their ids.',
      tags,
      querystring: Type.Object({
        filters: Type.Optional(
          Type.String({
            description:
              'Semicolon-separated `key:value` pairs. Keys: `email` (letter case does not count), `externalId`, ' +
              '`search` (every word must begin a word of name, e-mail or external id), `updatedSince` (ISO 8601).',
            examples: ['search:ada', 'email:ada@example.com'],
          }),
        ),
        sortBy: Type.Optional(oneOf(userSorts, { default: 'recent' })),
        ...pageParameters,
      }),
      response: {
        200: success(
          'A page of users.',
          pageOf('users', Type.Ref('User')),
          pageExample('users', userExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const query = request.query as Query;
      const sort = readSort(query, userSorts, 'recent');
      const page = await request.wiring.users.page(request.caller, {
        ...readUserFilters(query),
        sort,
        page: readPage(query, sort, ['number', 'string']),
      });
      return envelope(request, pageBody('users', page, sort, presentUser));
    },
  },

  upsert: {
    schema: {
      operationId: 'upsertUser',
      summary: 'Create or update a user',
      description:
        'Found by `externalId`, then by `email`; made when unknown. What is sent overwrites what is there. An ' +
        'address that belongs to a user with another `externalId` is a conflict.',
      tags,
      body: jsonBody(UserIn),
      response: {
        200: success('The user was there, and is now as sent.', Type.Ref('User'), userExample),
        201: success('The new user.', Type.Ref('User'), userExample),
      },
    },
    errors: ['BAD_REQUEST', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request, reply) {
      const fields = withoutNulls(request.body as Static<typeof UserIn>);
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.users.upsert(caller, fields),
        ({ user, isNew }) => ({
          status: isNew ? 201 : 200,
          data: presentUser(user),
          version: user.version,
        }),
      );
    },
  },

  read: {
    schema: {
      operationId: 'getUser',
      summary: 'Get a user',
      description: 'A deleted user is not found.',
      tags,
      params: idParameter('user', 'user'),
      response: {
        200: success('The user.', Type.Ref('User'), userExample, 'read'),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const user = await request.wiring.users.get(request.caller, idOf(request));
      return single(request, user, presentUser(user));
    },
  },

  update: {
    schema: {
      operationId: 'updateUser',
      summary: 'Update a user',
      description: 'Changes only what is sent; null clears. What identifies another user is a conflict.',
      tags,
      params: idParameter('user', 'user'),
      body: jsonBody(UserPatchIn),
      response: {
        200: success('The user as it is now.', Type.Ref('User'), userExample),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request, reply) {
      const edit = request.body as Static<typeof UserPatchIn>;
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.users.update(caller, idOf(request), edit),
        (user) => ({ data: presentUser(user), version: user.version }),
      );
    },
  },

  remove: removal({
    operationId: 'deleteUser',
    summary: 'Erase a user',
    description:
      'Name, e-mail address, external id and picture are gone everywhere, kept events and kept answers ' +
      'included. What the person wrote and voted for stays, as by "Deleted user". The workspace\'s own user ' +
      'cannot be erased.',
    tags,
    thing: 'user',
    prefix: 'user',
    errors: ['CONFLICT'],
    remove: (wiring, caller, id) => wiring.users.remove(caller, id),
  }),
} satisfies Record<string, Operation>;

function readUserFilters(
  query: Query,
): Pick<UserListQuery, 'emails' | 'externalIds' | 'searches' | 'updatedSince'> {
  const filters = readFilters(query);
  const emails = filters.get('email');
  const externalIds = filters.get('externalId');
  const search = filters.get('search');
  const updatedSince = filters.get('updatedSince');
  return {
    ...(emails && { emails }),
    ...(externalIds && { externalIds }),
    ...(search && { searches: readSearches(search) }),
    ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
  };
}

/** Who sends null for what they do not know does not mean to clear it: PATCH is there for that. */
const withoutNulls = (body: Static<typeof UserIn>): UserEdit =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
