// The operations on comments.

import Type from 'typebox';
import {
  CommentIn,
  CommentPatchIn,
  commentExample,
  commentsJson,
  presentComment,
} from '../../../shapes/comment.ts';
import { idParameter } from '../../../shapes/common.ts';
import { readPerson } from '../../../shapes/user.ts';
import { success } from '../../answers.ts';
import { sendStreamed, single } from '../../envelope.ts';
import { filterTable, flag, instant, many } from '../../filters.ts';
import { includeTable } from '../../includes.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';
import { emailsBeside } from '../people/people.ts';

const tags = ['Comments'];
const ofPost = idParameter('post', 'post');
const ofComment = idParameter('comment', 'cmt');

const treeIncludes = includeTable(['replies'], 'replies');
const treeFilters = filterTable(
  {
    updatedSince: instant(
      'updatedSince',
      'ISO 8601; top-level comments changed since then, with `include=replies` also those with changed replies',
    ),
  },
  ['updatedSince:2026-01-31T00:00:00Z'],
);

const listComments = operation({
  operationId: 'listComments',
  summary: 'List the comments of a post',
  description: 'All top-level comments, oldest first. With `include=replies`, each has its full reply tree.',
  tags,
  params: ofPost,
  query: { include: treeIncludes.parameter, filters: treeFilters.parameter },
  responses: {
    200: success('The comments.', Type.Array(Type.Ref('FeedbackComment')), [commentExample], 'read'),
  },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request, reply) {
    const { wiring, caller, params, query } = request;
    const withReplies = treeIncludes.read(query).includes('replies');
    const filters = await treeFilters.read(request);
    const comments = await wiring.comments.ofPost(caller, params.id, { ...filters, replies: withReplies });
    return sendStreamed(request, reply, commentsJson(comments, { withReplies }));
  },
});

const listAllComments = list({
  operationId: 'listAllComments',
  summary: 'List all comments',
  description:
    'All comments in the workspace, newest first, including replies. Private notes are listed only with ' +
    '`filters=private:true`.',
  tags,
  plural: 'comments',
  shape: 'FeedbackComment',
  example: commentExample,
  filters: {
    postId: many('postIds'),
    userId: many('userIds'),
    userEmail: emailsBeside('userId', 'userIds'),
    private: flag('isPrivate'),
    updatedSince: instant('updatedSince'),
  },
  filterExamples: ['updatedSince:2026-01-31T00:00:00Z'],
  sorts: { newest: ['number', 'string'] },
  read: ({ wiring, caller }, { filters, page }) =>
    wiring.comments.page(caller, { isPrivate: false, ...filters, page }),
  present: presentComment,
});

const createComment = write({
  operationId: 'createComment',
  summary: 'Comment on a post',
  description: 'If no author is given, the author is the workspace itself.',
  tags,
  params: ofPost,
  body: CommentIn,
  responses: { 201: success('The new comment.', Type.Ref('FeedbackComment'), commentExample) },
  errors: ['NOT_FOUND'],
  run({ wiring, params, body }, caller) {
    const { content, parentId, isPrivate } = body;
    const draft = { content, parentId, isPrivate, author: readPerson(body, 'author') };
    return wiring.comments.create(caller, params.id, draft);
  },
  answer: (view) => ({ status: 201, data: presentComment(view), version: view.version }),
});

const getComment = operation({
  operationId: 'getComment',
  summary: 'Get a comment',
  description: 'One comment without its replies.',
  tags,
  params: ofComment,
  responses: { 200: success('The comment.', Type.Ref('FeedbackComment'), commentExample, 'read') },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request) {
    const view = await request.wiring.comments.get(request.caller, request.params.id);
    return single(request, view, presentComment(view));
  },
});

const updateComment = write({
  operationId: 'updateComment',
  summary: 'Update a comment',
  description: 'Changes only the fields you send.',
  tags,
  params: ofComment,
  body: CommentPatchIn,
  responses: { 200: success('The updated comment.', Type.Ref('FeedbackComment'), commentExample) },
  errors: ['NOT_FOUND'],
  run: ({ wiring, params, body }, caller) => wiring.comments.update(caller, params.id, body),
  answer: (view) => ({ data: presentComment(view), version: view.version }),
});

const deleteComment = removal({
  operationId: 'deleteComment',
  summary: 'Delete a comment',
  description: 'A comment with replies becomes a stub. A comment without replies is removed.',
  tags,
  thing: 'comment',
  prefix: 'cmt',
  remove: (wiring, caller, id) => wiring.comments.remove(caller, id),
});

export const commentOperations = {
  list: listComments,
  feed: listAllComments,
  create: createComment,
  read: getComment,
  update: updateComment,
  remove: deleteComment,
} satisfies Record<string, Operation>;
