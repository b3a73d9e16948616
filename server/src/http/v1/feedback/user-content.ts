// The operations on what one person has made.

import Type from 'typebox';
import { postIncludes } from '../../../app/feedback/post-includes.ts';
import type { ContentQuery } from '../../../app/feedback/user-content.ts';
import { userSorts } from '../../../domain/user.ts';
import { commentExample, presentComment } from '../../../shapes/comment.ts';
import { idParameter, oneOf, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { type PostPresenter, postExample } from '../../../shapes/post.ts';
import { userExportExample, userExportJson } from '../../../shapes/user-export.ts';
import { presentVote, voteExample } from '../../../shapes/vote.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody, sendStreamed } from '../../envelope.ts';
import {
  type Query,
  readFilters,
  readIncludes,
  readPage,
  readSort,
  readUpdatedSince,
} from '../../vocabulary.ts';
import { idOf, type Operation } from '../kernel/operation.ts';

const tags = ['Users'];
const newest = 'newest';
const params = idParameter('user', 'user');

const filters = (keys: string, example: string) =>
  Type.Optional(
    Type.String({
      description: `Semicolon-separated \`key:value\` pairs. Keys: ${keys}.`,
      examples: [example],
    }),
  );

export const userContentOperations = (present: PostPresenter) =>
  ({
    posts: {
      schema: {
        operationId: 'listPostsOfUser',
        summary: 'List the posts of a user',
        description: 'A page of the posts whose author the user is, as in the list of posts.',
        tags,
        params,
        querystring: Type.Object({
          filters: filters('`updatedSince` (ISO 8601)', 'updatedSince:2026-01-31T09:15:02.123Z'),
          sortBy: Type.Optional(oneOf(userSorts, { default: 'recent' })),
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
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request) {
        const query = request.query as Query;
        const sort = readSort(query, userSorts, 'recent');
        const page = await request.wiring.userContent.posts(request.caller, idOf(request), {
          ...readSince(query),
          sort,
          page: readPage(query, sort, ['number', 'string']),
          includes: readIncludes(query, postIncludes),
        });
        return envelope(request, pageBody('posts', page, sort, present.listed));
      },
    },

    comments: {
      schema: {
        operationId: 'listCommentsOfUser',
        summary: 'List the comments of a user',
        description:
          'Newest first, over all posts. Private notes are in no list unless asked for: `filters=private:true` ' +
          'lists them, and them alone.',
        tags,
        params,
        querystring: Type.Object({
          filters: filters('`private`, `updatedSince` (ISO 8601)', 'private:true'),
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
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request) {
        const query = request.query as Query;
        const page = await request.wiring.userContent.comments(request.caller, idOf(request), {
          ...readSince(query),
          isPrivate: readFilters(query).get('private')?.includes('true') === true,
          page: readPage(query, newest, ['number', 'string']),
        });
        return envelope(request, pageBody('comments', page, newest, presentComment));
      },
    },

    votes: {
      schema: {
        operationId: 'listVotesOfUser',
        summary: 'List the votes of a user',
        description: 'Newest first: which posts the user supports, and since when.',
        tags,
        params,
        querystring: Type.Object({
          filters: filters('`updatedSince` (ISO 8601)', 'updatedSince:2026-01-31T09:15:02.123Z'),
          ...pageParameters,
        }),
        response: {
          200: success(
            'A page of votes.',
            pageOf('votes', Type.Ref('Vote')),
            pageExample('votes', voteExample),
            'read',
          ),
        },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request) {
        const query = request.query as Query;
        const page = await request.wiring.userContent.votes(request.caller, idOf(request), {
          ...readSince(query),
          page: readPage(query, newest, ['number', 'string', 'string']),
        });
        return envelope(request, pageBody('votes', page, newest, presentVote));
      },
    },

    export: {
      schema: {
        operationId: 'exportUser',
        summary: 'Export all that is held of a user',
        description:
          'The user with all posts, comments (private ones too) and votes as one document, however large.',
        tags,
        params,
        response: {
          200: success('All that is held.', Type.Ref('UserExport'), userExportExample, 'read'),
        },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request, reply) {
        const held = await request.wiring.userContent.export(request.caller, idOf(request));
        return sendStreamed(request, reply, userExportJson(held, present));
      },
    },
  }) satisfies Record<string, Operation>;

function readSince(query: Query): Pick<ContentQuery, 'updatedSince'> {
  const updatedSince = readFilters(query).get('updatedSince');
  return updatedSince === undefined ? {} : { updatedSince: readUpdatedSince(updatedSince) };
}
