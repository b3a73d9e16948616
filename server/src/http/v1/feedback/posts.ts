// The operations on posts.

import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { postIncludes } from '../../../app/feedback/post-includes.ts';
import type { PostEdit } from '../../../app/feedback/post-writing.ts';
import type { PostListQuery } from '../../../app/feedback/posts.ts';
import { type PostSort, postSorts } from '../../../domain/post.ts';
import { asForm, fileFields } from '../../../shapes/attachment.ts';
import { commentsJson } from '../../../shapes/comment.ts';
import { idParameter, oneOf, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import {
  PostIn,
  PostPatchIn,
  type PostPresenter,
  PostUpsertIn,
  postDetailExample,
  postExample,
  postWrittenExample,
} from '../../../shapes/post.ts';
import { readPerson } from '../../../shapes/user.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody, sendStreamed, single } from '../../envelope.ts';
import {
  type Query,
  readFilters,
  readIncludes,
  readPage,
  readSearches,
  readSort,
  readUpdatedSince,
} from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonOrFormBody, type Operation } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';
import { readPeople } from '../people/people.ts';

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
                'word of the title), `updatedSince` (ISO 8601), `voterId`, `voterEmail`, `merged` (`true` or `false`), ' +
                '`mergedIntoId` (posts that were merged into this one).',
              examples: ['statusId:stat_01jz3k8n5yegs9t2w6qv4m7r8c;search:dark mode'],
            }),
          ),
          sortBy: Type.Optional(oneOf(postSorts, { default: 'recent' })),
          ...pageParameters,
          include: Type.Optional(
            Type.String({
              description: 'Semicolon-separated: `attachments`, `voters`, `author`, `tags`, `mergedInto`.',
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
          ...(await readPostFilters(request, query)),
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
              description:
                'Semicolon-separated: `attachments`, `voters`, `mergedInto`, `comments`, `comments.replies`.',
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
        const post = await request.wiring.posts.get(request.caller, idOf(request), includes);
        const view = present.single(post);
        const withReplies = asked.includes('comments.replies');
        if (!withReplies && !asked.includes('comments')) return single(request, post, view);
        request.version = post.version;
        const comments = await request.wiring.comments.ofPost(request.caller, idOf(request), {
          replies: withReplies,
        });
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
          200: success('The post that was there, with `onDuplicate=vote`.', Type.Ref('PostDetail'), {
            ...postWrittenExample,
            isDuplicate: true,
          }),
          201: success('The new post.', Type.Ref('PostDetail'), postWrittenExample),
        },
      },
      errors: ['BAD_REQUEST', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      form: { schema: asForm(PostIn), fileFields },
      async handler(request, reply) {
        const body = request.body as Static<typeof PostIn>;
        const { title, voteAsAuthor, onDuplicate } = body;
        const draft = { ...readEdit(body), title, voteAsAuthor };
        const { posts } = request.wiring;
        return answerWrite(
          request,
          reply,
          (caller) => posts.create(caller, draft, onDuplicate, request.upload),
          ({ view, isNew, similar }) => ({
            status: isNew ? 201 : 200,
            data: {
              ...present.single(view),
              ...(similar && { similar: similar.map(present.similar) }),
              ...(!isNew && { isDuplicate: true }),
            },
            version: view.version,
          }),
        );
      },
    },

    upsert: {
      schema: {
        operationId: 'upsertPost',
        summary: 'Create or update a post by your own id',
        description:
          'Creates the post when none has this external id, then with a title; else changes only what is sent.',
        tags,
        params: Type.Object({
          externalId: Type.String({ description: "The post's id in your own system.", maxLength: 255 }),
        }),
        body: jsonOrFormBody(PostUpsertIn, asForm(PostUpsertIn)),
        response: {
          200: success('The post as it is now.', Type.Ref('PostDetail'), postWrittenExample),
          201: success('The new post.', Type.Ref('PostDetail'), postWrittenExample),
        },
      },
      errors: ['BAD_REQUEST', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      form: { schema: asForm(PostUpsertIn), fileFields },
      async handler(request, reply) {
        const body = request.body as Static<typeof PostUpsertIn>;
        const { externalId } = request.params as { externalId: string };
        const draft = { ...readEdit(body), title: body.title, voteAsAuthor: body.voteAsAuthor };
        return answerWrite(
          request,
          reply,
          (caller) => request.wiring.posts.upsert(caller, externalId, draft, request.upload),
          ({ view, isNew }) => ({
            status: isNew ? 201 : 200,
            data: present.single(view),
            version: view.version,
          }),
        );
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
      async handler(request, reply) {
        const body = request.body as Static<typeof PostPatchIn>;
        const { title, removeAttachmentIds, statusComment } = body;
        const patch = { ...readEdit(body), title, removeAttachmentIds, statusComment };
        return answerWrite(
          request,
          reply,
          (caller) => request.wiring.posts.update(caller, idOf(request), patch, request.upload),
          (view) => ({ data: present.single(view), version: view.version }),
        );
      },
    },

    remove: removal({
      operationId: 'deletePost',
      summary: 'Delete a post',
      description: 'With its comments, votes and files.',
      tags,
      thing: 'post',
      prefix: 'post',
      remove: (wiring, caller, id) => wiring.posts.remove(caller, id),
    }),
  }) satisfies Record<string, Operation>;

async function readPostFilters(request: FastifyRequest, query: Query): Promise<PostFilters> {
  const filters = readFilters(query);
  const typeIds = filters.get('typeId');
  const statusIds = filters.get('statusId');
  const search = filters.get('search');
  const updatedSince = filters.get('updatedSince');
  const voterIds = await readPeople(request, filters, 'voterId', 'voterEmail');
  const merged = filters.get('merged')?.at(-1);
  const mergedIntoIds = filters.get('mergedIntoId');
  return {
    ...(typeIds && { typeIds }),
    ...(statusIds && { statusIds }),
    ...(search && { searches: readSearches(search) }),
    ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
    ...(voterIds && { voterIds }),
    ...((merged === 'true' || merged === 'false') && { isMerged: merged === 'true' }),
    ...(mergedIntoIds && { mergedIntoIds }),
  };
}

type PostFilters = Omit<PostListQuery, 'sort' | 'page' | 'includes'>;

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
