// The operations on users.

import Type, { type Static } from 'typebox';
import type { UserEdit, UserSort } from '../../../domain/people/user.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { presentUser, UserIn, UserPatchIn, userExample } from '../../../shapes/people/user.ts';
import { instant, lookups, words } from '../../input/filters.ts';
import type { KeyShape } from '../../input/vocabulary.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { declaredIn, type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Users'];
const params = idParameter('user', 'user');

/** The sort orders of users, and of the posts of a user. */
export const userSorts: Record<UserSort, KeyShape> = {
  recent: ['number', 'string'],
  oldest: ['number', 'string'],
};

const listUsers = list({
  operationId: 'listUsers',
  summary: 'List users',
  description:
    'A page of users. Unknown filters are ignored. A filter given more than once matches any of its values. ' +
    'Deleted users are not included; `GET /deletions` lists them.',
  tags,
  plural: 'users',
  shape: 'User',
  example: userExample,
  filters: {
    email: lookups('emails', 'case-insensitive'),
    externalId: lookups('externalIds'),
    search: words('searches', 'the name, email or external ID'),
    updatedSince: instant('updatedSince'),
  },
  filterExamples: ['search:ada', 'email:ada@example.com'],
  sorts: userSorts,
  read: ({ wiring, caller }, { filters, sort, page }) =>
    wiring.users.page(caller, { ...filters, sort, page }),
  present: presentUser,
});

const upsertUser = write({
  operationId: 'upsertUser',
  summary: 'Create or update a user',
  description:
    'Looks up the user by `externalId`, then by `email`, and creates it if new. The fields you send overwrite the ' +
    'existing values. An email that belongs to a user with a different `externalId` is a conflict.',
  tags,
  body: UserIn,
  responses: {
    200: success('The existing user, updated.', Type.Ref('User'), userExample),
    201: success('The new user.', Type.Ref('User'), userExample),
  },
  errors: [],
  run: ({ wiring, body }, caller) => wiring.users.upsert(caller, withoutNulls(declaredIn(UserIn, body))),
  answer: ({ user, isNew }) => ({
    status: isNew ? 201 : 200,
    data: presentUser(user),
    version: user.version,
  }),
});

const getUser = operation({
  operationId: 'getUser',
  summary: 'Get a user',
  description: 'Returns 404 for a deleted user.',
  tags,
  params,
  responses: { 200: success('The user.', Type.Ref('User'), userExample, 'read') },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request) {
    const user = await request.wiring.users.get(request.caller, request.params.id);
    return single(request, user, presentUser(user));
  },
});

const updateUser = write({
  operationId: 'updateUser',
  summary: 'Update a user',
  description:
    'Changes only the fields you send; null clears a field. An `externalId` or `email` that belongs to another ' +
    'user is a conflict.',
  tags,
  params,
  body: UserPatchIn,
  responses: { 200: success('The updated user.', Type.Ref('User'), userExample) },
  errors: ['NOT_FOUND'],
  run: ({ wiring, params, body }, caller) => wiring.users.update(caller, params.id, body),
  answer: (user) => ({ data: presentUser(user), version: user.version }),
});

const deleteUser = removal({
  operationId: 'deleteUser',
  summary: 'Erase a user',
  description:
    'Removes the name, email, external ID and avatar everywhere, including stored events and stored responses. ' +
    'The posts, comments and votes of the user are kept under "Deleted user". The workspace\'s own user cannot be ' +
    'erased.',
  tags,
  thing: 'user',
  prefix: 'user',
  remove: (wiring, caller, id) => wiring.users.remove(caller, id),
});

export const userOperations = {
  list: listUsers,
  upsert: upsertUser,
  read: getUser,
  update: updateUser,
  remove: deleteUser,
} satisfies Record<string, Operation>;

/** In an upsert, null means "unknown" and does not clear the field. PATCH clears fields. */
const withoutNulls = (body: Static<typeof UserIn>): UserEdit =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
