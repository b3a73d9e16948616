// The operations on followers.

import Type from 'typebox';
import { maxFollowersAtOnce } from '../../../app/feedback/followers.ts';
import {
  BulkFollowIn,
  bulkFollowExample,
  FollowerIn,
  followedPostExample,
  followerExample,
  followOutcomeExample,
  presentFollowedPost,
  presentFollower,
  presentFollowOutcome,
} from '../../../shapes/feedback/follower.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { readListedPerson } from '../../../shapes/people/user.ts';
import { entriesPerWrite } from '../../access/request-cost.ts';
import { success } from '../../openapi/responses.ts';
import { list } from '../kernel/list.ts';
import { type Operation, write } from '../kernel/operation.ts';
import { flatPersonFields, namedIn, requiredPerson } from '../people/people.ts';

const tags = ['Followers'];
const params = idParameter('post', 'post');

const listFollowers = list({
  operationId: 'listFollowers',
  summary: 'List the followers of a post',
  description: 'Newest first.',
  tags,
  params,
  plural: 'followers',
  shape: 'Follower',
  example: followerExample,
  filters: {},
  filterExamples: [],
  sorts: { newest: ['number', 'string'] },
  read: ({ wiring, caller, params }, { page }) => wiring.followers.pageOfPost(caller, params.id, page),
  present: presentFollower,
});

const listFollowingOfUser = list({
  operationId: 'listFollowingOfUser',
  summary: 'List what a user follows',
  description: 'The posts this user follows, and since when. The post added last comes first.',
  tags: ['Users'],
  params: idParameter('user', 'user'),
  plural: 'following',
  shape: 'FollowedPost',
  example: followedPostExample,
  filters: {},
  filterExamples: [],
  sorts: { recent: ['string'] },
  read: ({ wiring, caller, params }, { page }) => wiring.userContent.following(caller, params.id, page),
  present: presentFollowedPost,
});

const addFollowers = write({
  operationId: 'addFollowers',
  summary: 'Let many people follow a post',
  description:
    'Adds each of these people; those who follow it already stay as they are. Unknown people are created. Every ' +
    `${entriesPerWrite} people, rounded up, count as one write, or as one read if nothing changed.`,
  tags,
  params,
  body: BulkFollowIn,
  responses: { 200: success('The people follow the post.', Type.Ref('BulkFollow'), bulkFollowExample) },
  errors: ['NOT_FOUND'],
  bulk: { field: 'users', max: maxFollowersAtOnce },
  async run({ wiring, params, body }, caller) {
    // One more than the limit is enough to be refused, so longer lists cost no more.
    const users = body.users.slice(0, maxFollowersAtOnce + 1);
    const people = users.map((user, index) => readListedPerson(user, 'users', index));
    return wiring.followers.addMany(caller, params.id, people);
  },
  answer: (data) => ({ data }),
});

const addFollower = write({
  operationId: 'addFollower',
  summary: 'Let a person follow a post',
  description: 'The person is created if new. Following twice changes nothing.',
  tags,
  params,
  body: FollowerIn,
  responses: {
    200: success('The person followed the post already.', Type.Ref('FollowOutcome'), followOutcomeExample),
    201: success('The person follows the post.', Type.Ref('FollowOutcome'), followOutcomeExample),
  },
  errors: ['NOT_FOUND'],
  conditional: true,
  run: async ({ wiring, params, body }, caller) =>
    wiring.followers.add(caller, params.id, requiredPerson(body)),
  answer: (outcome) => ({ status: outcome.changed ? 201 : 200, data: presentFollowOutcome(outcome) }),
});

const removeFollower = write({
  operationId: 'removeFollower',
  summary: 'Remove a follower',
  description:
    "Name the person in the body, or with flat fields in the query string. If they don't follow the post, nothing " +
    'changes.',
  tags,
  params,
  query: flatPersonFields,
  body: FollowerIn,
  responses: {
    200: success('The person does not follow the post.', Type.Ref('FollowOutcome'), {
      ...followOutcomeExample,
      following: false,
    }),
  },
  errors: ['NOT_FOUND'],
  run: async ({ wiring, params, query, body }, caller) =>
    wiring.followers.remove(caller, params.id, requiredPerson(namedIn(query, body))),
  answer: (outcome) => ({ data: presentFollowOutcome(outcome) }),
});

export const followerOperations = {
  list: listFollowers,
  ofUser: listFollowingOfUser,
  addMany: addFollowers,
  add: addFollower,
  remove: removeFollower,
} satisfies Record<string, Operation>;
