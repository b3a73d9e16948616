// The operations on the votes of a post.

import Type, { type Static } from 'typebox';
import type { NamedPerson } from '../../app/people.ts';
import { badField } from '../../domain/failure.ts';
import { envelope, pageBody } from '../envelope.ts';
import { type Query, readPage } from '../vocabulary.ts';
import { idOf, jsonBody, type Operation } from './operation.ts';
import { idParameter, pageExample, pageOf, pageParameters, success } from './shapes/common.ts';
import { personFields, readPerson } from './shapes/user.ts';
import { outcomeExample, presentOutcome, presentVote, VoteIn, voteExample } from './shapes/vote.ts';

const tags = ['Votes'];
const order = 'newest';

/** Not every client can send a body with DELETE: the same flat fields are taken from the query string. */
const { author: _author, user: _user, ...flatPersonFields } = personFields;

export const voteOperations = {
  list: {
    schema: {
      operationId: 'listVotes',
      summary: 'List the votes of a post',
      description: 'Newest first, each with its voter.',
      tags,
      params: idParameter('post', 'post'),
      querystring: Type.Object(pageParameters),
      response: {
        200: success(
          'A page of votes.',
          pageOf('votes', Type.Ref('Vote')),
          pageExample('votes', voteExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const wanted = readPage(request.query as Query, order, ['number', 'string']);
      const page = await request.wiring.votes.page(request.caller, idOf(request), wanted);
      return envelope(request, pageBody('votes', page, order, presentVote));
    },
  },

  add: {
    schema: {
      operationId: 'addVote',
      summary: 'Vote for a post',
      description: 'On behalf of a person, who is made when unknown. Voting twice changes nothing.',
      tags,
      params: idParameter('post', 'post'),
      body: jsonBody(VoteIn),
      response: {
        200: success('The vote was there already.', Type.Ref('VoteOutcome'), outcomeExample),
        201: success('The vote is new.', Type.Ref('VoteOutcome'), outcomeExample),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request, reply) {
      const voter = requiredPerson(request.body as Static<typeof VoteIn>);
      const outcome = await request.wiring.votes.add(request.caller, idOf(request), voter);
      reply.code(outcome.changed ? 201 : 200);
      return envelope(request, presentOutcome(outcome));
    },
  },

  remove: {
    schema: {
      operationId: 'removeVote',
      summary: 'Take a vote back',
      description:
        'The person is named in the body or, flat, in the query string. Without a vote nothing changes.',
      tags,
      params: idParameter('post', 'post'),
      querystring: Type.Object(flatPersonFields),
      body: jsonBody(VoteIn),
      response: {
        200: success('There is no vote now.', Type.Ref('VoteOutcome'), {
          ...outcomeExample,
          voted: false,
          votesCount: 12,
        }),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request) {
      const body = (request.body ?? {}) as Static<typeof VoteIn>;
      const voter = requiredPerson({ ...textsOf(request.query as Query), ...body });
      const outcome = await request.wiring.votes.remove(request.caller, idOf(request), voter);
      return envelope(request, presentOutcome(outcome));
    },
  },
} satisfies Record<string, Operation>;

function requiredPerson(body: Static<typeof VoteIn>): NamedPerson {
  const person = readPerson(body, 'user');
  if (person === undefined)
    throw badField('userId', 'is required; "userExternalId" or "userEmail" will do as well.');
  return person;
}

const textsOf = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.keys(flatPersonFields).flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
