// The operations on comments.

import Type, { type Static } from 'typebox';
import {
  CommentIn,
  CommentPatchIn,
  commentExample,
  commentsJson,
  presentComment,
} from '../../../shapes/comment.ts';
import { idParameter, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { readPerson } from '../../../shapes/user.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody, sendStreamed, single } from '../../envelope.ts';
import { type Query, readFilters, readIncludes, readPage, readUpdatedSince } from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonBody, type Operation } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';
import { readPeople } from '../people/people.ts';

const tags = ['Comments'];
const feedOrder = 'newest';

export const commentOperations = {
  list: {
    schema: {
      operationId: 'listComments',
      summary: 'List the comments of a post',
      description:
        'All top-level comments, oldest first; with `include=replies` each with its whole tree of replies.',
      tags,
      params: idParameter('post', 'post'),
      querystring: Type.Object({
        include: Type.Optional(Type.String({ description: '`replies`', examples: ['replies'] })),
        filters: Type.Optional(
          Type.String({
            description:
              'Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601; top-level comments that ' +
              'changed since, and with their replies those in whose tree anything did).',
            examples: ['updatedSince:2026-01-31T00:00:00Z'],
          }),
        ),
      }),
      response: {
        200: success('The comments.', Type.Array(Type.Ref('Comment')), [commentExample], 'read'),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request, reply) {
      const query = request.query as Query;
      const withReplies = readIncludes(query, ['replies']).length > 0;
      const updatedSince = readFilters(query).get('updatedSince');
      const comments = await request.wiring.comments.ofPost(request.caller, idOf(request), {
        replies: withReplies,
        ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
      });
      return sendStreamed(request, reply, commentsJson(comments, { withReplies }));
    },
  },

  feed: {
    schema: {
      operationId: 'listAllComments',
      summary: 'List comments of the workspace',
      description: 'Newest first, replies included. Private notes only with `filters=private:true`.',
      tags,
      querystring: Type.Object({
        filters: Type.Optional(
          Type.String({
            description:
              'Semicolon-separated `key:value` pairs. Keys: `postId`, `userId`, `userEmail`, `private`, ' +
              '`updatedSince`.',
            examples: ['updatedSince:2026-01-31T00:00:00Z'],
          }),
        ),
        ...pageParameters,
      }),
      response: {
        200: success(
          'A page of comments.',
          pageOf('comments', Type.Ref('Comment')),
          pageExample('comments', commentExample),
          'read',
        ),
      },
    },
    errors: ['BAD_REQUEST'],
    async handler(request) {
      const query = request.query as Query;
      const filters = readFilters(query);
      const postIds = filters.get('postId');
      const userIds = await readPeople(request, filters, 'userId', 'userEmail');
      const updatedSince = filters.get('updatedSince');
      const page = await request.wiring.comments.page(request.caller, {
        ...(postIds && { postIds }),
        ...(userIds && { userIds }),
        ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
        isPrivate: filters.get('private')?.at(-1) === 'true',
        page: readPage(query, feedOrder, ['number', 'string']),
      });
      return envelope(request, pageBody('comments', page, feedOrder, presentComment));
    },
  },

  create: {
    schema: {
      operationId: 'createComment',
      summary: 'Comment on a post',
      description: 'Without an author, the workspace itself is the author.',
      tags,
      params: idParameter('post', 'post'),
      body: jsonBody(CommentIn),
      response: {
        201: success('The new comment.', Type.Ref('Comment'), commentExample),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request, reply) {
      const body = request.body as Static<typeof CommentIn>;
      const { content, parentId, isPrivate } = body;
      const draft = { content, parentId, isPrivate, author: readPerson(body, 'author') };
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.comments.create(caller, idOf(request), draft),
        (view) => ({ status: 201, data: presentComment(view), version: view.version }),
      );
    },
  },

  read: {
    schema: {
      operationId: 'getComment',
      summary: 'Get a comment',
      tags,
      params: idParameter('comment', 'cmt'),
      response: {
        200: success('The comment.', Type.Ref('Comment'), commentExample, 'read'),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const view = await request.wiring.comments.get(request.caller, idOf(request));
      return single(request, view, presentComment(view));
    },
  },

  update: {
    schema: {
      operationId: 'updateComment',
      summary: 'Update a comment',
      description: 'Changes only what is sent.',
      tags,
      params: idParameter('comment', 'cmt'),
      body: jsonBody(CommentPatchIn),
      response: {
        200: success('The comment as it is now.', Type.Ref('Comment'), commentExample),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    async handler(request, reply) {
      const patch = request.body as Static<typeof CommentPatchIn>;
      return answerWrite(
        request,
        reply,
        (caller) => request.wiring.comments.update(caller, idOf(request), patch),
        (view) => ({ data: presentComment(view), version: view.version }),
      );
    },
  },

  remove: removal({
    operationId: 'deleteComment',
    summary: 'Delete a comment',
    description: 'One that has replies leaves an empty comment behind; one without is gone.',
    tags,
    thing: 'comment',
    prefix: 'cmt',
    remove: (wiring, caller, id) => wiring.comments.remove(caller, id),
  }),
} satisfies Record<string, Operation>;
