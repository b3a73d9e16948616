// Votes in API requests and responses.

import Type, { type Static } from 'typebox';
import { type VoteOutcome, type VoteView, voteSources } from '../../domain/feedback/vote.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { absentBefore, dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { listedPersonFields, personFields, presentUser, userExample } from '../people/user.ts';
import { followField } from './follower.ts';

export const VoteShape = named(
  'Vote',
  {
    postId: identifier('post'),
    userId: identifier('user'),
    votedAt: dateTime(),
    source: Type.Optional(
      oneOf(voteSources, {
        description:
          'Where the vote was given: on the public site (`visitor`), in the console (`team`), through the API, or in ' +
          `the service that an import came from. ${absentBefore}`,
      }),
    ),
    user: Type.Ref('User'),
  },
  { description: "One person's vote for one post." },
);

export const VoteOutcomeShape = named(
  'VoteOutcome',
  {
    postId: identifier('post'),
    userId: nullable<string>('string', { description: 'Null if the person is unknown.' }),
    voted: Type.Boolean({ description: 'Whether the person now has a vote on the post.' }),
    votesCount: Type.Integer(),
  },
  { description: 'The state after adding or removing a vote.' },
);

export const BulkVoteShape = named(
  'BulkVote',
  {
    postId: identifier('post'),
    userIds: Type.Array(Type.String(), {
      description: 'The IDs of all people in the request, without duplicates.',
    }),
    added: Type.Integer({ description: 'The number of new votes.' }),
    votesCount: Type.Integer(),
  },
  { description: 'The state after voting on behalf of many people.' },
);

const votedAt = Type.Optional(
  nullable<string>('string', {
    description:
      'ISO 8601, not in the future. Backdates a new vote, for imports; an existing vote keeps its time.',
  }),
);

export const BulkVoteIn = named(
  'BulkVoteIn',
  {
    voters: Type.Array(Type.Object({ ...listedPersonFields, votedAt }), {
      description:
        '1 to 1,000 people, each `{id}`, `{externalId}` or `{email}`; `name`, `avatarUrl` and `votedAt` are optional.',
    }),
  },
  {
    examples: [
      {
        voters: [{ email: 'ada@example.com' }, { externalId: 'crm-7', votedAt: '2025-01-31T09:15:02.123Z' }],
      },
    ],
  },
);

export const bulkExample = {
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  userIds: [userExample.id],
  added: 1,
  votesCount: 13,
};

export const VoteIn = named(
  'VoteIn',
  { ...personFields, votedAt, follow: followField('the voter') },
  {
    description: 'The voter (required), and when they voted.',
    examples: [{ userEmail: 'ada@example.com' }],
  },
);

export const VoterIn = named('VoterIn', personFields, {
  description: 'The voter (required).',
  examples: [{ userEmail: 'ada@example.com' }],
});

export const presentVote = (view: VoteView): Static<typeof VoteShape> => ({
  postId: view.postId,
  userId: view.userId,
  votedAt: toIso(view.votedAt),
  source: view.source ?? 'api',
  user: view.user === null ? null : presentUser(view.user),
});

export const presentOutcome = ({ postId, userId, voted, votesCount }: VoteOutcome) => ({
  postId,
  userId,
  voted,
  votesCount,
});

export const voteExample = {
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  userId: userExample.id,
  votedAt: '2026-01-31T09:15:02.123Z',
  source: 'api' as const,
  user: userExample,
};

export const outcomeExample = {
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  userId: userExample.id,
  voted: true,
  votesCount: 13,
};
