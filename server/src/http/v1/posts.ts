// The operations on posts.

import Type, { type Static } from 'typebox';
import { postIncludes } from '../../app/includes.ts';
import type { PostEdit, PostListQuery } from '../../app/posts.ts';
import { type PostSort, postSorts } from '../../domain/post.ts';
import { envelope, pageBody, sendStreamed } from '../envelope.ts';
import {
  type Query,
  readFilters,
  readIncludes,
  readPage,
  readSearches,
  readSort,
  readUpdatedSince,
} from '../vocabulary.ts';
import { idOf, jsonOrFormBody, type Operation } from './operation.ts';
import { commentsJson } from './shapes/comment.ts';
import { idParameter, oneOf, pageExample, pageOf, pageParameters, success } from './shapes/common.ts';
import {
  asForm,
  fileFields,
  PostIn,
  PostPatchIn,
  type PostPresenter,
  postDetailExample,
  postExample,
  postWrittenExample,
} from './shapes/post.ts';
import { readPerson } from './shapes/user.ts';

const tags = ['Posts'];

/** The values that `next` holds for each order. */
const sortKeyShapes = {
  recent: ['number', 'string'],
  oldest: ['number', 'string'],
  votes: ['number', 'number', 'string'],
} as const satisfies Record<PostSort, readonly ('number' | 'string')[]>;

const singleIncludes = [...postIncludes, 'comments', 'comments.replies'] as const;

export const postOperations = (present: PostPresenter) =>
  ({
    list: {
      schema: {
        operationId: 'listPosts',
        summary: 'List posts',
        description:
          'A page of posts. Unknown includes and filters are ignored; a filter given twice means any of its values.',
        tags,
        querystring: Type.Object({
          filters: Type.Optional(
            Type.String({
              description:
                'Semicolon-separated `key:value` pairs. Keys: `typeId`, `statusId`, `search` (every word must begin a ' +
                'word of the title), `updatedSince` (ISO 8601).',
              examples: ['statusId:stat_01jz3k8n5yegs9t2w6qv4m7r8c;search:dark mode'],
            }),
          ),
          sortBy: Type.Optional(oneOf(postSorts, { default: 'recent' })),
          ...pageParameters,
          include: Type.Optional(
            Type.String({
              description: 'Semicolon-separated: `attachments`, `voters`, `author`, `tags`.',
              examples: ['attachments;voters'],
            }),
          ),
        }),
        response: {
          200: success(
            'A page of posts.',
            pageOf('posts', Type.Ref('Post')),
            pageExample('posts', postExample),
            'read',
          ),
        },
      },
      errors: ['BAD_REQUEST'],
      async handler(request) {
        const query = request.query as Query;
        const sort = readSort(query, postSorts, 'recent');
        const page = await request.wiring.posts.page(request.caller, {
          ...readPostFilters(query),
          sort,
          page: readPage(query, sort, sortKeyShapes[sort]),
          includes: readIncludes(query, postIncludes),
        });
        return envelope(request, pageBody('posts', page, sort, present.listed));
      },
    },

    read: {
      schema: {
        operationId: 'getPost',
        summary: 'Get a post',
        tags,
        params: idParameter('post', 'post'),
        querystring: Type.Object({
          include: Type.Optional(
            Type.String({
              description: 'Semicolon-separated: `attachments`, `voters`, `comments`, `comments.replies`.',
              examples: ['attachments;comments.replies'],
            }),
          ),
        }),
        response: {
          200: success('The post.', Type.Ref('PostDetail'), postDetailExample, 'read'),
        },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request, reply) {
        const asked = readIncludes(request.query as Query, singleIncludes);
        const includes = postIncludes.filter((include) => asked.includes(include));
        const view = present.single(await request.wiring.posts.get(request.caller, idOf(request), includes));
        const withReplies = asked.includes('comments.replies');
        if (!withReplies && !asked.includes('comments')) return envelope(request, view);
        const which = withReplies ? 'all' : 'top-level';
        const comments = await request.wiring.comments.ofPost(request.caller, idOf(request), which);
        return sendStreamed(request, reply, withComments(view, commentsJson(comments, { withReplies })));
      },
    },

    create: {
      schema: {
        operationId: 'createPost',
        summary: 'Create a post',
        description:
          'Takes JSON, or a form with files. Without an author, the workspace itself is the author.',
        tags,
        body: jsonOrFormBody(PostIn, asForm(PostIn)),
        response: {
          201: success('The new post.', Type.Ref('PostDetail'), postWrittenExample),
        },
      },
      errors: ['BAD_REQUEST', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      form: { schema: asForm(PostIn), fileFields },
      async handler(request, reply) {
        const body = request.body as Static<typeof PostIn>;
        const { title, voteAsAuthor } = body;
        const draft = { ...readEdit(body), title, voteAsAuthor };
        const view = await request.wiring.posts.create(request.caller, draft, request.upload);
        reply.code(201);
        return envelope(request, present.single(view));
      },
    },

    update: {
      schema: {
        operationId: 'updatePost',
        summary: 'Update a post',
        description: 'Changes only what is sent. Files are added to those that are there.',
        tags,
        params: idParameter('post', 'post'),
        body: jsonOrFormBody(PostPatchIn, asForm(PostPatchIn)),
        response: {
          200: success('The post as it is now.', Type.Ref('PostDetail'), postWrittenExample),
        },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      form: { schema: asForm(PostPatchIn), fileFields },
      async handler(request) {
        const body = request.body as Static<typeof PostPatchIn>;
        const { title, removeAttachmentIds, statusComment } = body;
        const patch = { ...readEdit(body), title, removeAttachmentIds, statusComment };
        const view = await request.wiring.posts.update(request.caller, idOf(request), patch, request.upload);
        return envelope(request, present.single(view));
      },
    },

    remove: {
      schema: {
        operationId: 'deletePost',
        summary: 'Delete a post',
        description: 'With its comments, votes and files.',
        tags,
        params: idParameter('post', 'post'),
        response: {
          200: success('Deleted.', Type.Ref('Deleted'), { id: postExample.id, deleted: true }),
        },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request) {
        await request.wiring.posts.remove(request.caller, idOf(request));
        return envelope(request, { id: idOf(request), deleted: true });
      },
    },
  }) satisfies Record<string, Operation>;

function readPostFilters(
  query: Query,
): Pick<PostListQuery, 'typeIds' | 'statusIds' | 'searches' | 'updatedSince'> {
  const filters = readFilters(query);
  const typeIds = filters.get('typeId');
  const statusIds = filters.get('statusId');
  const search = filters.get('search');
  const updatedSince = filters.get('updatedSince');
  return {
    ...(typeIds && { typeIds }),
    ...(statusIds && { statusIds }),
    ...(search && { searches: readSearches(search) }),
    ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
  };
}

const readEdit = (body: Static<typeof PostPatchIn>): PostEdit => ({
  description: body.description,
  descriptionFormat: body.descriptionFormat,
  postTypeId: body.postTypeId ?? body.typeId,
  statusId: body.statusId,
  tags: body.tags,
  externalId: body.externalId,
  sourceUrl: body.sourceUrl,
  createdAt: body.createdAt,
  author: readPerson(body, 'author'),
});

async function* withComments(post: object, comments: AsyncIterable<string>): AsyncIterable<string> {
  yield `${JSON.stringify(post).slice(0, -1)},"comments":`;
  yield* comments;
  yield '}';
}
