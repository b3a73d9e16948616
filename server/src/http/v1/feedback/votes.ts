// The operations on votes.

import Type from 'typebox';
import { maxVotersAtOnce } from '../../../app/feedback/votes.ts';
import { voteSources } from '../../../domain/feedback/vote.ts';
import {
  BulkVoteIn,
  bulkExample,
  outcomeExample,
  presentOutcome,
  presentVote,
  VoteIn,
  VoterIn,
  voteExample,
} from '../../../shapes/feedback/vote.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { readListedPerson } from '../../../shapes/people/user.ts';
import { entriesPerWrite } from '../../access/request-cost.ts';
import { among, instant, many } from '../../input/filters.ts';
import { success } from '../../openapi/responses.ts';
import { list } from '../kernel/list.ts';
import { type Operation, write } from '../kernel/operation.ts';
import { emailsBeside, flatPersonFields, namedIn, requiredPerson } from '../people/people.ts';

const tags = ['Votes'];
const params = idParameter('post', 'post');

const addedSince = instant('updatedSince', 'ISO 8601; votes added since then, including backdated ones');

/** The part of the declaration that all lists of votes share. */
export const voteList = {
  plural: 'votes',
  shape: 'Vote',
  example: voteExample,
  sorts: { newest: ['number', 'string', 'string'] },
  present: presentVote,
} as const;

const listVotes = list({
  ...voteList,
  operationId: 'listVotes',
  summary: 'List the votes of a post',
  description: 'Newest first, each with its voter.',
  tags,
  params,
  filters: { updatedSince: addedSince },
  filterExamples: ['updatedSince:2026-01-31T00:00:00Z'],
  read: ({ wiring, caller, params }, { filters, page }) =>
    wiring.votes.pageOfPost(caller, params.id, { ...filters, page }),
});

const listAllVotes = list({
  ...voteList,
  operationId: 'listAllVotes',
  summary: 'List votes',
  description: 'All votes in the workspace, newest first, each with its voter.',
  tags,
  filters: {
    userId: many('userIds'),
    userEmail: emailsBeside('userId', 'userIds'),
    postId: many('postIds'),
    source: among('sources', voteSources),
    updatedSince: addedSince,
  },
  filterExamples: ['userEmail:ada@example.com'],
  read: ({ wiring, caller }, { filters, page }) => wiring.votes.page(caller, { ...filters, page }),
});

const addVotes = write({
  operationId: 'addVotes',
  summary: 'Vote on behalf of many people',
  description:
    'Adds a vote for each of these people; existing votes are kept. Unknown people are created. Every ' +
    `${entriesPerWrite} voters, rounded up, count as one write, or as one read if nothing changed.`,
  tags,
  params,
  body: BulkVoteIn,
  responses: { 200: success('The votes were added.', Type.Ref('BulkVote'), bulkExample) },
  errors: ['NOT_FOUND'],
  bulk: { field: 'voters', max: maxVotersAtOnce },
  async run({ wiring, params, body }, caller) {
    // One more than the limit is enough to be refused, so longer lists cost no more.
    const voters = body.voters.slice(0, maxVotersAtOnce + 1);
    const ballots = voters.map((voter, index) => ({
      voter: readListedPerson(voter, 'voters', index),
      votedAt: timeOf(voter, `voters.${index}.votedAt`),
    }));
    return wiring.votes.addMany(caller, params.id, ballots);
  },
  answer: (data) => ({ data }),
});

const addVote = write({
  operationId: 'addVote',
  summary: 'Vote for a post',
  description: 'Votes on behalf of a person, who is created if new. Voting twice changes nothing.',
  tags,
  params,
  body: VoteIn,
  responses: {
    200: success('The person had already voted.', Type.Ref('VoteOutcome'), outcomeExample),
    201: success('The vote was added.', Type.Ref('VoteOutcome'), outcomeExample),
  },
  errors: ['NOT_FOUND'],
  conditional: true,
  run: async ({ wiring, params, body }, caller) =>
    wiring.votes.add(caller, params.id, {
      voter: requiredPerson(body),
      votedAt: timeOf(body, 'votedAt'),
      follow: body.follow,
    }),
  answer: (outcome) => ({ status: outcome.changed ? 201 : 200, data: presentOutcome(outcome) }),
});

const removeVote = write({
  operationId: 'removeVote',
  summary: 'Remove a vote',
  description:
    'Name the person in the body, or with flat fields in the query string. If there is no vote, nothing changes.',
  tags,
  params,
  query: flatPersonFields,
  body: VoterIn,
  responses: {
    200: success('The person has no vote on the post.', Type.Ref('VoteOutcome'), {
      ...outcomeExample,
      voted: false,
      votesCount: 12,
    }),
  },
  errors: ['NOT_FOUND'],
  async run({ wiring, params, query, body }, caller) {
    return wiring.votes.remove(caller, params.id, requiredPerson(namedIn(query, body)));
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

const timeOf = ({ votedAt }: { votedAt?: string | null }, field: string) =>
  votedAt == null ? undefined : { text: votedAt, field };
