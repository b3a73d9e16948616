// The operations on comments.

import Type from 'typebox';
import { maxCommentsAtOnce } from '../../../domain/feedback/comment.ts';
import {
  BulkCommentIn,
  bulkCommentExample,
  CommentForm,
  CommentIn,
  CommentPatchForm,
  CommentPatchIn,
  type CommentPresenter,
  CommentUpsertIn,
  commentExample,
} from '../../../shapes/feedback/comment.ts';
import { externalIdParameter, idParameter } from '../../../shapes/kernel/common.ts';
import { readPerson, withinEntry } from '../../../shapes/people/user.ts';
import { entriesPerWrite } from '../../access/request-cost.ts';
import { filterTable, flag, instant, lookups, many } from '../../input/filters.ts';
import { includeTable } from '../../input/includes.ts';
import { success } from '../../openapi/responses.ts';
import { sendStreamed, single } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { declaredIn, type Operation, operation, write } from '../kernel/operation.ts';
import { deletedAnswer, removal } from '../kernel/removal.ts';
import { emailsBeside } from '../people/people.ts';

const tags = ['Comments'];
const ofPost = idParameter('post', 'post');
const ofComment = idParameter('comment', 'cmt');
const byExternalId = externalIdParameter('comment');

/** Fits 500 comments of 10,000 Latin letters. Parsing more in one go would block the event loop. */
export const maxBulkMegabytes = 8;

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

const listComments = (present: CommentPresenter) =>
  operation({
    operationId: 'listComments',
    summary: 'List the comments of a post',
    description:
      'All top-level comments, oldest first. With `include=replies`, each has its full reply tree.',
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
      return sendStreamed(request, reply, present.tree(comments, { withReplies }));
    },
  });

const listAllComments = (present: CommentPresenter) =>
  list({
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
      externalId: lookups('externalIds'),
      private: flag('isPrivate'),
      updatedSince: instant('updatedSince'),
    },
    filterExamples: ['updatedSince:2026-01-31T00:00:00Z'],
    sorts: { newest: ['number', 'string'] },
    read: ({ wiring, caller }, { filters, page }) =>
      wiring.comments.page(caller, { isPrivate: false, ...filters, page }),
    present: present.single,
  });

const createComment = (present: CommentPresenter) =>
  write({
    operationId: 'createComment',
    summary: 'Comment on a post',
    description:
      'Accepts JSON, or a multipart form with files. If no author is given, the author is the workspace itself. A taken ' +
      '`externalId` is 409.',
    tags,
    params: ofPost,
    body: CommentIn,
    form: CommentForm,
    responses: { 201: success('The new comment.', Type.Ref('FeedbackComment'), commentExample) },
    errors: ['NOT_FOUND'],
    run({ wiring, params, body, upload }, caller) {
      const draft = { ...declaredIn(CommentIn, body), author: readPerson(body, 'author') };
      return wiring.comments.create(caller, params.id, draft, upload);
    },
    answer: (view) => ({ status: 201, data: present.single(view), version: view.version }),
  });

const upsertComments = write({
  operationId: 'upsertComments',
  summary: 'Create or update many comments of a post',
  description:
    'Creates the comments whose external ID is new and updates the others; comments that are not listed stay. All are ' +
    'written, or none. A parent may be another entry, in any order. An external ID that belongs to a comment of ' +
    `another post is 409. Repeating a request changes nothing. Every ${entriesPerWrite} comments, rounded up, count ` +
    `as one write, or as one read if nothing changed. The body may have up to ${maxBulkMegabytes} MB.`,
  tags,
  params: ofPost,
  body: BulkCommentIn,
  responses: { 200: success('The comments were written.', Type.Ref('BulkComment'), bulkCommentExample) },
  errors: ['NOT_FOUND'],
  bulk: { field: 'comments', max: maxCommentsAtOnce, maxBodyBytes: maxBulkMegabytes * 1024 * 1024 },
  async run({ wiring, params, body }, caller) {
    // One more than the limit is enough to be refused, so longer lists cost no more.
    const comments = body.comments.slice(0, maxCommentsAtOnce + 1);
    const entries = comments.map((entry, index) => ({
      ...entry,
      author: withinEntry(readPerson(entry, 'author'), 'comments', index),
    }));
    return wiring.comments.upsertMany(caller, params.id, entries);
  },
  answer: (data) => ({ data }),
});

const upsertComment = (present: CommentPresenter) =>
  write({
    operationId: 'upsertComment',
    summary: 'Create or update a comment by external ID',
    description:
      'Creates the comment if the external ID is new; this requires `content` and the post. Otherwise changes only the ' +
      'fields you send; naming another post or another parent is 409.',
    tags,
    params: byExternalId,
    body: CommentUpsertIn,
    responses: {
      200: success('The existing comment.', Type.Ref('FeedbackComment'), commentExample),
      201: success('The new comment.', Type.Ref('FeedbackComment'), commentExample),
    },
    errors: [],
    run({ wiring, params, body }, caller) {
      const given = { ...declaredIn(CommentUpsertIn, body), author: readPerson(body, 'author') };
      return wiring.comments.upsert(caller, params.externalId, given);
    },
    answer: ({ view, isNew }) => ({
      status: isNew ? 201 : 200,
      data: present.single(view),
      version: view.version,
    }),
  });

const getCommentByExternalId = (present: CommentPresenter) =>
  operation({
    operationId: 'getCommentByExternalId',
    summary: 'Get a comment by external ID',
    description: 'Reads the comment with your own ID. A deleted comment has none.',
    tags,
    params: byExternalId,
    responses: { 200: success('The comment.', Type.Ref('FeedbackComment'), commentExample, 'read') },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const { wiring, caller, params } = request;
      const view = await wiring.comments.getByExternalId(caller, params.externalId);
      return single(request, view, present.single(view));
    },
  });

const deleteCommentByExternalId = write({
  operationId: 'deleteCommentByExternalId',
  summary: 'Delete a comment by external ID',
  description: 'Like `deleteComment`. The external ID is free again.',
  tags,
  params: byExternalId,
  responses: { 200: deletedAnswer('cmt') },
  errors: ['NOT_FOUND'],
  run: ({ wiring, params }, caller) => wiring.comments.removeByExternalId(caller, params.externalId),
  answer: (id) => ({ data: { id, deleted: true } }),
});

const getComment = (present: CommentPresenter) =>
  operation({
    operationId: 'getComment',
    summary: 'Get a comment',
    description: 'One comment without its replies.',
    tags,
    params: ofComment,
    responses: { 200: success('The comment.', Type.Ref('FeedbackComment'), commentExample, 'read') },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const view = await request.wiring.comments.get(request.caller, request.params.id);
      return single(request, view, present.single(view));
    },
  });

const updateComment = (present: CommentPresenter) =>
  write({
    operationId: 'updateComment',
    summary: 'Update a comment',
    description: 'Changes only the fields you send. New files are added to the existing ones.',
    tags,
    params: ofComment,
    body: CommentPatchIn,
    form: CommentPatchForm,
    responses: { 200: success('The updated comment.', Type.Ref('FeedbackComment'), commentExample) },
    errors: ['NOT_FOUND'],
    run: ({ wiring, params, body, upload }, caller) =>
      wiring.comments.update(caller, params.id, body, upload),
    answer: (view) => ({ data: present.single(view), version: view.version }),
  });

const deleteComment = removal({
  operationId: 'deleteComment',
  summary: 'Delete a comment',
  description:
    'A comment with replies becomes a stub, which goes with its last reply. A comment without replies is removed. ' +
    'Its external ID is free again.',
  tags,
  thing: 'comment',
  prefix: 'cmt',
  remove: (wiring, caller, id) => wiring.comments.remove(caller, id),
});

export const commentOperations = (present: CommentPresenter) =>
  ({
    list: listComments(present),
    feed: listAllComments(present),
    create: createComment(present),
    read: getComment(present),
    update: updateComment(present),
    remove: deleteComment,
    upsert: upsertComment(present),
    upsertMany: upsertComments,
    readByExternalId: getCommentByExternalId(present),
    removeByExternalId: deleteCommentByExternalId,
  }) satisfies Record<string, Operation>;
