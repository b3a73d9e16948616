// Followers in API requests and responses.

import Type, { type Static } from 'typebox';
import type { Follower, FollowerView, FollowOutcome } from '../../domain/feedback/follower.ts';
import { voteSources } from '../../domain/feedback/vote.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { listedPersonFields, personFields, presentUser, userExample } from '../people/user.ts';

const source = oneOf(voteSources, {
  description:
    'Where they began to follow: on the public site (`visitor`), in the console (`team`), through the API, or in ' +
    'the workspace or service that an import came from.',
});

export const FollowerShape = named(
  'Follower',
  {
    postId: identifier('post'),
    userId: identifier('user'),
    followedAt: dateTime(),
    source,
    user: Type.Ref('User'),
  },
  { description: 'A person who wants to hear of a post.' },
);

export const FollowedPostShape = named(
  'FollowedPost',
  { postId: identifier('post'), followedAt: dateTime(), source },
  { description: 'A post that a person follows.' },
);

export const FollowOutcomeShape = named(
  'FollowOutcome',
  {
    postId: identifier('post'),
    userId: nullable<string>('string', { description: 'Null if the person is unknown.' }),
    following: Type.Boolean({ description: 'Whether the person now follows the post.' }),
  },
  { description: 'The state after adding or removing a follower.' },
);

export const BulkFollowShape = named(
  'BulkFollow',
  {
    postId: identifier('post'),
    userIds: Type.Array(Type.String(), {
      description: 'The IDs of all people in the request, without duplicates.',
    }),
    added: Type.Integer({ description: 'The number of new followers.' }),
  },
  { description: 'The state after adding many followers.' },
);

export const FollowerIn = named('FollowerIn', personFields, {
  description: 'The follower (required).',
  examples: [{ userEmail: 'ada@example.com' }],
});

export const BulkFollowIn = named(
  'BulkFollowIn',
  {
    users: Type.Array(Type.Object(listedPersonFields), {
      description:
        '1 to 1,000 people, each `{id}`, `{externalId}` or `{email}`; `name` and `avatarUrl` are optional.',
    }),
  },
  { examples: [{ users: [{ email: 'ada@example.com' }, { externalId: 'crm-7' }] }] },
);

/** Of a vote, a post or a comment. */
export const followField = (who: string) =>
  Type.Optional(
    Type.Boolean({
      default: false,
      description: `Whether ${who} also follows the post.`,
    }),
  );

export const presentFollower = (view: FollowerView): Static<typeof FollowerShape> => ({
  postId: view.postId,
  userId: view.userId,
  followedAt: toIso(view.followedAt),
  source: view.source,
  user: view.user === null ? null : presentUser(view.user),
});

export const presentFollowedPost = (follower: Follower): Static<typeof FollowedPostShape> => ({
  postId: follower.postId,
  followedAt: toIso(follower.followedAt),
  source: follower.source,
});

export const presentFollowOutcome = ({ postId, userId, following }: FollowOutcome) => ({
  postId,
  userId,
  following,
});

export const followerExample = {
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  userId: userExample.id,
  followedAt: '2026-01-31T09:15:02.123Z',
  source: 'api' as const,
  user: userExample,
};

export const followedPostExample = {
  postId: followerExample.postId,
  followedAt: followerExample.followedAt,
  source: followerExample.source,
};

export const followOutcomeExample = {
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  userId: userExample.id,
  following: true,
};

export const bulkFollowExample = {
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  userIds: [userExample.id],
  added: 1,
};
