// The operations on the votes of a post.

import Type, { type Static } from 'typebox';
import { maxVotersAtOnce } from '../../../app/feedback/votes.ts';
import { badField } from '../../../domain/failure.ts';
import type { NamedPerson } from '../../../domain/user.ts';
import { idParameter, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { personFields, readListedPerson, readPerson } from '../../../shapes/user.ts';
import {
  BulkVoteIn,
  bulkExample,
  outcomeExample,
  presentOutcome,
  presentVote,
  VoteIn,
  voteExample,
} from '../../../shapes/vote.ts';
import { success } from '../../answers.ts';
import { entriesPerWrite } from '../../charging.ts';
import { envelope, pageBody } from '../../envelope.ts';
import { type Query, readFilters, readPage, readText, readUpdatedSince } from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonBody, type Operation } from '../kernel/operation.ts';
import { readPeople } from '../people/people.ts';

const tags = ['Votes'];
const order = 'newest';
const keyShape = ['number', 'string', 'string'] as const;

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
      querystring: Type.Object({
        filters: Type.Optional(
          Type.String({
            description: 'Semicolon-separated `key:value` pairs. Keys: `updatedSince`.',
            examples: ['updatedSince:2026-01-31T00:00:00Z'],
          }),
        ),
        ...pageParameters,
      }),
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
      const wanted = readPage(request.query as Query, order, keyShape);
      const since = readFilters(request.query as Query).get('updatedSince');
      const page = await request.wiring.votes.pageOfPost(request.caller, idOf(request), {
        ...(since && { updatedSince: readUpdatedSince(since) }),
        page: wanted,
      });
      return envelope(request, pageBody('votes', page, order, presentVote));
    },
  },

  feed: {
    schema: {
      operationId: 'listAllVotes',
      summary: 'List votes',
      description: 'Of the whole workspace, newest first, each with its voter.',
      tags,
      querystring: Type.Object({
        filters: Type.Optional(
          Type.String({
            description:
              'Semicolon-separated `key:value` pairs. Keys: `userId`, `userEmail`, `postId`, `updatedSince`.',
            examples: ['userEmail:ada@example.com'],
          }),
        ),
        ...pageParameters,
      }),
      response: {
        200: success(
          'A page of votes.',
          pageOf('votes', Type.Ref('Vote')),
          pageExample('votes', voteExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const query = request.query as Query;
      const filters = readFilters(query);
      const postIds = filters.get('postId');
      const updatedSince = filters.get('updatedSince');
      const userIds = await readPeople(request, filters, 'userId', 'userEmail');
      const page = await request.wiring.votes.page(request.caller, {
        ...(postIds && { postIds }),
        ...(userIds && { userIds }),
        ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
        page: readPage(query, order, keyShape),
      });
      return envelope(request, pageBody('votes', page, order, presentVote));
    },
  },

  addMany: {
    schema: {
      operationId: 'addVotes',
      summary: 'Vote for many people',
      description:
        'Afterwards all of them have voted; the votes of others stay. People who are unknown are created. Counts as ' +
        `one write for every ${entriesPerWrite} voters begun.`,
      tags,
      params: idParameter('post', 'post'),
      body: jsonBody(BulkVoteIn),
      response: { 200: success('All have voted.', Type.Ref('BulkVote'), bulkExample) },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    bulk: { field: 'voters', most: maxVotersAtOnce },
    async handler(request, reply) {
      const { voters } = request.body as Static<typeof BulkVoteIn>;
      // One more than may be named is enough to be refused: a list of any length costs no more than that.
      const judged = voters.slice(0, maxVotersAtOnce + 1);
      const people = judged.map((voter, index) => readListedPerson(voter, 'voters', index));
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.votes.addMany(caller, idOf(request), people),
        (data) => ({ data }),
      );
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
    conditional: true,
    async handler(request, reply) {
      const voter = requiredPerson(request.body as Static<typeof VoteIn>);
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.votes.add(caller, idOf(request), voter),
        (outcome) => ({ status: outcome.changed ? 201 : 200, data: presentOutcome(outcome) }),
      );
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
    async handler(request, reply) {
      const body = (request.body ?? {}) as Static<typeof VoteIn>;
      const voter = requiredPerson({ ...textsOf(request.query as Query), ...body });
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.votes.remove(caller, idOf(request), voter),
        (outcome) => ({ data: presentOutcome(outcome) }),
      );
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
      const value = readText(query[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
