// The operations on duplicates: finding them, merging them, taking a merge back.

import Type, { type Static } from 'typebox';
import { badField } from '../../../domain/failure.ts';
import { idParameter } from '../../../shapes/common.ts';
import { Listed } from '../../../shapes/listed.ts';
import {
  type PostPresenter,
  postDetailExample,
  postExample,
  postWrittenExample,
} from '../../../shapes/post.ts';
import { success } from '../../answers.ts';
import { envelope } from '../../envelope.ts';
import { type Query, readLimit, readText } from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonBody, type Operation } from '../kernel/operation.ts';

const tags = ['Duplicates'];

const MergeIn = Type.Object(
  { intoId: Type.String({ description: 'The post that stays.' }) },
  { examples: [{ intoId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c' }] },
);

export const mergingOperations = (present: PostPresenter) =>
  ({
    similar: {
      schema: {
        operationId: 'findSimilarPosts',
        summary: 'Find posts like a title',
        description: 'The most similar posts first; `similarity` is 1 when the titles have the same words.',
        tags,
        querystring: Type.Object({
          title: Type.String({ description: 'The title to compare with.', examples: ['Dark theme'] }),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
        }),
        response: {
          200: success(
            'Similar posts.',
            Type.Object({ posts: Type.Array(Type.Ref('SimilarPost')) }),
            { posts: [{ ...postExample, similarity: 0.8 }] },
            'read',
          ),
        },
      },
      errors: ['BAD_REQUEST'],
      async handler(request) {
        const query = request.query as Query;
        const title = readText(query.title);
        if (title === undefined) throw badField('title', 'is required.');
        const found = await request.wiring.duplicates.similarTo(request.caller, title, readLimit(query));
        return envelope(request, { posts: new Listed(found, present.similar) });
      },
    },

    merge: {
      schema: {
        operationId: 'mergePost',
        summary: 'Merge a post into another',
        description:
          'Votes move, each person counted once, and comments follow. The merged post stays readable, with ' +
          '`mergedIntoId`; votes and comments for it count for the other. One level only: chains are refused.',
        tags,
        params: idParameter('post', 'post'),
        body: jsonBody(MergeIn),
        response: {
          200: success('The post that was merged away.', Type.Ref('PostDetail'), {
            ...postWrittenExample,
            votesCount: 0,
            mergedIntoId: 'post_01jz3k8n5yegs9t2w6qv4m7r8d',
          }),
        },
      },
      errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      conditional: true,
      async handler(request, reply) {
        const { intoId } = request.body as Static<typeof MergeIn>;
        return answerWrite(
          request,
          reply,
          (caller) => request.wiring.merging.merge(caller, idOf(request), intoId),
          (view) => ({ data: present.single(view), version: view.version }),
        );
      },
    },

    unmerge: {
      schema: {
        operationId: 'unmergePost',
        summary: 'Take a merge back',
        description: 'Exactly: votes and comments return to the post they were given to.',
        tags,
        params: idParameter('post', 'post'),
        response: { 200: success('The post on its own again.', Type.Ref('PostDetail'), postDetailExample) },
      },
      errors: ['NOT_FOUND'],
      conditional: true,
      async handler(request, reply) {
        return answerWrite(
          request,
          reply,
          (caller) => request.wiring.merging.unmerge(caller, idOf(request)),
          (view) => ({ data: present.single(view), version: view.version }),
        );
      },
    },
  }) satisfies Record<string, Operation>;
