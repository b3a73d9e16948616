// The operations on the content of one user: posts, comments and votes.

import { type CommentPresenter, commentExample } from '../../../shapes/feedback/comment.ts';
import { type PostPresenter, postExample, postForms } from '../../../shapes/feedback/post.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { JsonText } from '../../../shapes/kernel/json-text.ts';
import { flag, instant } from '../../input/filters.ts';
import { list } from '../kernel/list.ts';
import type { Operation } from '../kernel/operation.ts';
import { userSorts } from '../people/users.ts';
import { listedIncludes } from './posts.ts';
import { voteList } from './votes.ts';

const tags = ['Users'];
const params = idParameter('user', 'user');

const since = { updatedSince: instant('updatedSince') };
const sinceExamples = ['updatedSince:2026-01-31T09:15:02.123Z'];

export const userContentOperations = (present: PostPresenter, presentComment: CommentPresenter) =>
  ({
    posts: listPostsOfUser(present),
    comments: listCommentsOfUser(presentComment),
    votes: listVotesOfUser,
  }) satisfies Record<string, Operation>;

const listPostsOfUser = (present: PostPresenter) =>
  list({
    operationId: 'listPostsOfUser',
    summary: 'List the posts of a user',
    description: 'A page of the posts by this user, with the same fields as in the list of posts.',
    tags,
    params,
    plural: 'posts',
    shape: 'Post',
    example: postExample,
    filters: since,
    filterExamples: sinceExamples,
    sorts: userSorts,
    includes: listedIncludes,
    read: ({ wiring, caller, params }, { filters, ...asked }) =>
      wiring.userContent.posts(caller, params.id, { ...filters, ...asked }, postForms),
    present: (post) => new JsonText(present.json(post)),
  });

const listCommentsOfUser = (present: CommentPresenter) =>
  list({
    operationId: 'listCommentsOfUser',
    summary: 'List the comments of a user',
    description:
      'Newest first, across all posts. Private notes are left out; `filters=private:true` lists only private notes.',
    tags,
    params,
    plural: 'comments',
    shape: 'FeedbackComment',
    example: commentExample,
    filters: { private: flag('isPrivate'), ...since },
    filterExamples: ['private:true'],
    sorts: { newest: ['number', 'string'] },
    read: ({ wiring, caller, params }, { filters, page }) =>
      wiring.userContent.comments(caller, params.id, { isPrivate: false, ...filters, page }),
    present: present.single,
  });

const listVotesOfUser = list({
  ...voteList,
  operationId: 'listVotesOfUser',
  summary: 'List the votes of a user',
  description: 'The posts this user voted for and when, newest first.',
  tags,
  params,
  filters: since,
  filterExamples: sinceExamples,
  read: ({ wiring, caller, params }, { filters, page }) =>
    wiring.userContent.votes(caller, params.id, { ...filters, page }),
});
