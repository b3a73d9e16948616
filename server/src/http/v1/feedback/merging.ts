// The operations on duplicates: find, merge and unmerge.

import Type from 'typebox';
import { badField } from '../../../domain/kernel/failure.ts';
import {
  type PostPresenter,
  postDetailExample,
  postExample,
  postWrittenExample,
} from '../../../shapes/feedback/post.ts';
import { idParameter, named } from '../../../shapes/kernel/common.ts';
import { Listed } from '../../../shapes/kernel/listed.ts';
import { readLimit, readText } from '../../input/vocabulary.ts';
import { success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';

const tags = ['Duplicates'];
const params = idParameter('post', 'post');

const MergeIn = named(
  'MergeIn',
  {
    intoId: Type.String({ description: 'The post to merge into.' }),
    publishComments: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Into a public post: also show visitors the comments that were written while this post was internal, except ' +
          'private notes.',
      }),
    ),
  },
  { examples: [{ intoId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c' }] },
);

export const mergingOperations = (present: PostPresenter) =>
  ({
    similar: findSimilarPosts(present),
    merge: mergePost(present),
    unmerge: unmergePost(present),
  }) satisfies Record<string, Operation>;

const findSimilarPosts = (present: PostPresenter) =>
  operation({
    operationId: 'findSimilarPosts',
    summary: 'Find similar posts',
    description: 'Compares titles. Most similar first; `similarity` is 1 if the titles have the same words.',
    tags,
    query: {
      title: Type.String({ description: 'The title to compare with.', examples: ['Dark theme'] }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    },
    responses: {
      200: success(
        'The similar posts.',
        Type.Object({ posts: Type.Array(Type.Ref('SimilarPost')) }),
        { posts: [{ ...postExample, similarity: 0.8 }] },
        'read',
      ),
    },
    errors: ['BAD_REQUEST'],
    comparedTitle: ({ query }) => readText(query.title),
    async handler(request) {
      const { wiring, caller, query } = request;
      const title = readText(query.title);
      if (title === undefined) throw badField('title', 'is required.');
      const found = await wiring.duplicates.similarTo(caller, title, readLimit(query));
      return envelope(request, { posts: new Listed(found, present.similar) });
    },
  });

const mergePost = (present: PostPresenter) =>
  write({
    operationId: 'mergePost',
    summary: 'Merge a post into another',
    description:
      'Moves votes and comments to the other post; people who voted on both are counted once. The merged post stays ' +
      'readable and has `mergedIntoId`; new votes and comments on it go to the other post. Merges cannot be chained. ' +
      'Visitors of the public site no longer find a public post that is merged into an internal one.',
    tags,
    params,
    body: MergeIn,
    responses: {
      200: success('The merged post.', Type.Ref('PostDetail'), {
        ...postWrittenExample,
        votesCount: 0,
        mergedIntoId: 'post_01jz3k8n5yegs9t2w6qv4m7r8d',
      }),
    },
    errors: ['NOT_FOUND'],
    conditional: true,
    run: ({ wiring, params, body }, caller) => wiring.merging.merge(caller, params.id, body.intoId, body),
    answer: (view) => ({ data: present.single(view), version: view.version }),
  });

const unmergePost = (present: PostPresenter) =>
  write({
    operationId: 'unmergePost',
    summary: 'Unmerge a post',
    description: 'Undoes the merge exactly: votes and comments return to their original posts.',
    tags,
    params,
    responses: { 200: success('The unmerged post.', Type.Ref('PostDetail'), postDetailExample) },
    errors: ['NOT_FOUND'],
    conditional: true,
    run: ({ wiring, params }, caller) => wiring.merging.unmerge(caller, params.id),
    answer: (view) => ({ data: present.single(view), version: view.version }),
  });
