// The operations on comments.

import Type, { type Static } from 'typebox';
import { envelope, sendStreamed } from '../envelope.ts';
import { type Query, readIncludes } from '../vocabulary.ts';
import { idOf, jsonBody, type Operation } from './operation.ts';
import { CommentIn, CommentPatchIn, commentExample, commentsJson, presentComment } from './shapes/comment.ts';
import { idParameter, success } from './shapes/common.ts';
import { readPerson } from './shapes/user.ts';

const tags = ['Comments'];

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
      }),
      response: {
        200: success('The comments.', Type.Array(Type.Ref('Comment')), [commentExample], 'read'),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request, reply) {
      const withReplies = readIncludes(request.query as Query, ['replies']).length > 0;
      const which = withReplies ? 'all' : 'top-level';
      const comments = await request.wiring.comments.ofPost(request.caller, idOf(request), which);
      return sendStreamed(request, reply, commentsJson(comments, { withReplies }));
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
      const view = await request.wiring.comments.create(request.caller, idOf(request), draft);
      reply.code(201);
      return envelope(request, presentComment(view));
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
      return envelope(
        request,
        presentComment(await request.wiring.comments.get(request.caller, idOf(request))),
      );
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
    async handler(request) {
      const patch = request.body as Static<typeof CommentPatchIn>;
      const view = await request.wiring.comments.update(request.caller, idOf(request), patch);
      return envelope(request, presentComment(view));
    },
  },

  remove: {
    schema: {
      operationId: 'deleteComment',
      summary: 'Delete a comment',
      description: 'One that has replies leaves a tombstone; one without is gone.',
      tags,
      params: idParameter('comment', 'cmt'),
      response: {
        200: success('Deleted.', Type.Ref('Deleted'), { id: commentExample.id, deleted: true }),
      },
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      await request.wiring.comments.remove(request.caller, idOf(request));
      return envelope(request, { id: idOf(request), deleted: true });
    },
  },
} satisfies Record<string, Operation>;
