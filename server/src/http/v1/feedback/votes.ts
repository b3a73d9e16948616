// The operations on the votes of a post.

import Type, { type Static } from 'typebox';
import { maxVotersAtOnce } from '../../../app/feedback/votes.ts';
import { badField } from '../../../domain/failure.ts';
import type { NamedPerson } from '../../../domain/user.ts';
import { idParameter } from '../../../shapes/common.ts';
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
import { instant, many } from '../../filters.ts';
import { entriesPerWrite } from '../../request-cost.ts';
import { type Query, readText } from '../../vocabulary.ts';
import { list } from '../kernel/list.ts';
import { type Operation, write } from '../kernel/operation.ts';
import { emailsBeside } from '../people/people.ts';

const tags = ['Votes'];
const params = idParameter('post', 'post');

/** What every list of votes has. */
export const voteList = {
  plural: 'votes',
  shape: 'Vote',
  example: voteExample,
  sorts: { newest: ['number', 'string', 'string'] },
  present: presentVote,
} as const;

/** Not every client can send a body with DELETE: the same flat fields are taken from the query string. */
const { author: _author, user: _user, ...flatPersonFields } = personFields;

const listVotes = list({
  ...voteList,
  operationId: 'listVotes',
  summary: 'List the votes of a post',
  description: 'Newest first, each with its voter.',
  tags,
  params,
  filters: { updatedSince: instant('updatedSince') },
  filterExamples: ['updatedSince:2026-01-31T00:00:00Z'],
  read: ({ wiring, caller, params }, { filters, page }) =>
    wiring.votes.pageOfPost(caller, params.id, { ...filters, page }),
});

const listAllVotes = list({
  ...voteList,
  operationId: 'listAllVotes',
  summary: 'List votes',
  description: 'Of the whole workspace, newest first, each with its voter.',
  tags,
  filters: {
    userId: many('userIds'),
    userEmail: emailsBeside('userId', 'userIds'),
    postId: many('postIds'),
    updatedSince: instant('updatedSince'),
  },
  filterExamples: ['userEmail:ada@example.com'],
  read: ({ wiring, caller }, { filters, page }) => wiring.votes.page(caller, { ...filters, page }),
});

const addVotes = write({
  operationId: 'addVotes',
  summary: 'Vote for many people',
  description:
    'Afterwards all of them have voted; the votes of others stay. People who are unknown are created. Counts as ' +
    `one write for every ${entriesPerWrite} voters begun.`,
  tags,
  params,
  body: BulkVoteIn,
  responses: { 200: success('All have voted.', Type.Ref('BulkVote'), bulkExample) },
  errors: ['NOT_FOUND'],
  bulk: { field: 'voters', max: maxVotersAtOnce },
  async run({ wiring, params, body }, caller) {
    // One more than may be named is enough to be refused: a list of any length costs no more than that.
    const judged = body.voters.slice(0, maxVotersAtOnce + 1);
    const people = judged.map((voter, index) => readListedPerson(voter, 'voters', index));
    return wiring.votes.addMany(caller, params.id, people);
  },
  answer: (data) => ({ data }),
});

const addVote = write({
  operationId: 'addVote',
  summary: 'Vote for a post',
  description: 'On behalf of a person, who is made when unknown. Voting twice changes nothing.',
  tags,
  params,
  body: VoteIn,
  responses: {
    200: success('The vote was there already.', Type.Ref('VoteOutcome'), outcomeExample),
    201: success('The vote is new.', Type.Ref('VoteOutcome'), outcomeExample),
  },
  errors: ['NOT_FOUND'],
  conditional: true,
  run: async ({ wiring, params, body }, caller) => wiring.votes.add(caller, params.id, requiredPerson(body)),
  answer: (outcome) => ({ status: outcome.changed ? 201 : 200, data: presentOutcome(outcome) }),
});

const removeVote = write({
  operationId: 'removeVote',
  summary: 'Take a vote back',
  description:
    'The person is named in the body or, flat, in the query string. Without a vote nothing changes.',
  tags,
  params,
  query: flatPersonFields,
  body: VoteIn,
  responses: {
    200: success('There is no vote now.', Type.Ref('VoteOutcome'), {
      ...outcomeExample,
      voted: false,
      votesCount: 12,
    }),
  },
  errors: ['NOT_FOUND'],
  async run({ wiring, params, query, body }, caller) {
    return wiring.votes.remove(caller, params.id, requiredPerson({ ...textsOf(query), ...body }));
  },
  answer: (outcome) => ({ data: presentOutcome(outcome) }),
});

export const voteOperations = {
  list: listVotes,
  feed: listAllVotes,
  addMany: addVotes,
  add: addVote,
  remove: removeVote,
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
