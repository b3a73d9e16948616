// The operations on posts.

import Type, { type Static } from 'typebox';
import { postIncludes } from '../../../app/feedback/post-includes.ts';
import type { PostSort } from '../../../domain/feedback/post.ts';
import type { CommentPresenter } from '../../../shapes/feedback/comment.ts';
import {
  PostForm,
  PostIn,
  PostPatchForm,
  PostPatchIn,
  type PostPresenter,
  PostUpsertForm,
  PostUpsertIn,
  postDetailExample,
  postExample,
  postForms,
  postWrittenExample,
} from '../../../shapes/feedback/post.ts';
import { externalIdParameter, idParameter } from '../../../shapes/kernel/common.ts';
import { JsonText } from '../../../shapes/kernel/json-text.ts';
import { readNotify } from '../../../shapes/kernel/notify.ts';
import { readPerson } from '../../../shapes/people/user.ts';
import { includeTable } from '../../input/includes.ts';
import type { KeyShape } from '../../input/vocabulary.ts';
import { success } from '../../openapi/responses.ts';
import { sendStreamed, singleText } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { orWouldNotify, wiringFor, withWouldNotify } from '../kernel/notify.ts';
import { declaredIn, type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';
import { postFilters } from './post-filters.ts';

const tags = ['Posts'];
const params = idParameter('post', 'post');

export const postOperations = (present: PostPresenter, presentComment: CommentPresenter) =>
  ({
    list: listPosts(present),
    read: getPost(present, presentComment),
    create: createPost(present),
    upsert: upsertPost(present),
    update: updatePost(present),
    remove: deletePost,
  }) satisfies Record<string, Operation>;

/** The includes of posts in lists. */
export const listedIncludes = includeTable(postIncludes, 'attachments;voters', {
  details: 'everything that a single post has',
});

const postSorts: Record<PostSort, KeyShape> = {
  recent: ['number', 'string'],
  oldest: ['number', 'string'],
  votes: ['number', 'number', 'string'],
};

const listPosts = (present: PostPresenter) =>
  list({
    operationId: 'listPosts',
    summary: 'List posts',
    description:
      'A page of posts. Unknown includes and filters are ignored. A filter given more than once matches any of ' +
      'its values.',
    tags,
    plural: 'posts',
    shape: 'Post',
    example: postExample,
    filters: postFilters,
    kept: { key: 'viewId', find: ({ wiring, caller }, id) => wiring.views.find(caller, id) },
    filterExamples: ['statusId:stat_01jz3k8n5yegs9t2w6qv4m7r8c;search:dark mode'],
    sorts: postSorts,
    includes: listedIncludes,
    read: ({ wiring, caller }, { filters, ...asked }) =>
      wiring.posts.page(caller, { ...filters, ...asked }, postForms),
    present: (post) => new JsonText(present.json(post)),
  });

/** In addition to the author and the tags, which a single post always has. */
const singleIncludes = includeTable(
  ['attachments', 'voters', 'mergedInto', 'owner', 'comments', 'comments.replies'],
  'attachments;comments.replies',
);

const getPost = (present: PostPresenter, presentComment: CommentPresenter) =>
  operation({
    operationId: 'getPost',
    summary: 'Get a post',
    description: 'One post with its author and tags, and what `include` adds.',
    tags,
    params,
    query: { include: singleIncludes.parameter },
    responses: { 200: success('The post.', Type.Ref('PostDetail'), postDetailExample, 'read') },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request, reply) {
      const { wiring, caller, params } = request;
      const asked = singleIncludes.read(request.query);
      const includes = postIncludes.filter((include) => asked.some((word) => word === include));
      const post = await wiring.posts.get(caller, params.id, includes, postForms);
      const json = present.json(post);
      const withReplies = asked.includes('comments.replies');
      if (!withReplies && !asked.includes('comments')) return singleText(request, post, json);
      request.version = post.version;
      const comments = await wiring.comments.ofPost(caller, params.id, { replies: withReplies });
      return sendStreamed(request, reply, withComments(json, presentComment.tree(comments, { withReplies })));
    },
  });

const createPost = (present: PostPresenter) =>
  write({
    operationId: 'createPost',
    summary: 'Create a post',
    description:
      'Accepts JSON, or a multipart form with files. If no author is given, the author is the workspace itself.',
    tags,
    body: PostIn,
    form: PostForm,
    comparedTitle: ({ body }) => {
      const { onDuplicate, title } = (body ?? {}) as { onDuplicate?: unknown; title?: unknown };
      return onDuplicate == null ? undefined : title;
    },
    responses: {
      200: success('The existing post, with `onDuplicate=vote`.', Type.Ref('PostDetail'), {
        ...postWrittenExample,
        isDuplicate: true,
      }),
      201: success('The new post.', Type.Ref('PostDetail'), postWrittenExample),
    },
    errors: [],
    run: ({ wiring, body, upload }, caller) =>
      wiring.posts.create(caller, readEdit(declaredIn(PostIn, body)), body.onDuplicate, upload),
    answer: ({ view, isNew, similar }) => ({
      status: isNew ? 201 : 200,
      data: {
        ...present.single(view),
        ...(similar && { similar: similar.map(present.similar) }),
        ...(!isNew && { isDuplicate: true }),
      },
      version: view.version,
    }),
  });

const upsertPost = (present: PostPresenter) =>
  write({
    operationId: 'upsertPost',
    summary: 'Create or update a post by external ID',
    description:
      'Creates the post if the external ID is new; this requires a title. Otherwise changes only the fields you ' +
      'send. No one is told of a new post.',
    tags,
    params: externalIdParameter('post'),
    body: PostUpsertIn,
    form: PostUpsertForm,
    responses: {
      200: success('The updated post.', orWouldNotify('PostDetail'), postWrittenExample),
      201: success('The new post.', Type.Ref('PostDetail'), postWrittenExample),
    },
    errors: [],
    run: (request, caller) => {
      const { params, body, upload } = request;
      const { notify, dryRun, ...edit } = declaredIn(PostUpsertIn, body);
      const draft = { ...readEdit(edit), notify: readNotify(notify) };
      return wiringFor(request, { dryRun }).posts.upsert(caller, params.externalId, draft, upload);
    },
    answer: ({ view, isNew }) => ({
      status: isNew ? 201 : 200,
      data: withWouldNotify(present.single(view), view),
      version: view.version,
    }),
  });

const updatePost = (present: PostPresenter) =>
  write({
    operationId: 'updatePost',
    summary: 'Update a post',
    description: 'Changes only the fields you send. New files are added to the existing ones.',
    tags,
    params,
    body: PostPatchIn,
    form: PostPatchForm,
    responses: { 200: success('The updated post.', orWouldNotify('PostDetail'), postWrittenExample) },
    errors: ['NOT_FOUND'],
    run: (request, caller) => {
      const { params, body, upload } = request;
      const { notify, dryRun, ...edit } = declaredIn(PostPatchIn, body);
      const patch = { ...readEdit(edit), notify: readNotify(notify) };
      return wiringFor(request, { dryRun }).posts.update(caller, params.id, patch, upload);
    },
    answer: (view) => ({ data: withWouldNotify(present.single(view), view), version: view.version }),
  });

const deletePost = removal({
  operationId: 'deletePost',
  summary: 'Delete a post',
  description: 'Also deletes its comments, votes and files.',
  tags,
  thing: 'post',
  prefix: 'post',
  remove: (wiring, caller, id) => wiring.posts.remove(caller, id),
});

/** Most fields have the same names in the body and in the edit. */
const readEdit = <Body extends Omit<Static<typeof PostPatchIn>, 'notify' | 'dryRun'>>({
  typeId,
  ...body
}: Body) => ({
  ...body,
  postTypeId: body.postTypeId ?? typeId,
  postTypeField: body.postTypeId === undefined && typeId !== undefined ? ('typeId' as const) : undefined,
  author: readPerson(body, 'author'),
});

async function* withComments(post: string, comments: AsyncIterable<string>): AsyncIterable<string> {
  yield `${post.slice(0, -1)},"comments":`;
  yield* comments;
  yield '}';
}
