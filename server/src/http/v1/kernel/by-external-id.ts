// The operations on one post, mounted a second time under its external id. The second route is derived from the first,
// so whatever is added under /posts/:id exists under both.

import type { FastifyRequest } from 'fastify';
import { externalIdParameter } from '../../../shapes/kernel/common.ts';
import type { Operation } from './operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Finds the object that the path names, and sets the `id` that the handler reads. */
    locate?: ((request: FastifyRequest) => Promise<void>) | undefined;
  }
}

const params = externalIdParameter('post');

const ofPost = /^\/posts\/:id(?=\/|$)/;

/** The second path of a route; undefined if it has only one. */
export const pathByExternalId = (path: string): string | undefined =>
  ofPost.test(path) ? path.replace(ofPost, '/posts/by-external-id/:externalId') : undefined;

export function byExternalId({ schema, ...operation }: Operation): Operation {
  const { operationId = '', summary } = schema;
  return {
    ...operation,
    schema: {
      ...schema,
      operationId: nameByExternalId(operationId),
      summary: `${summary}, by external ID`,
      description: `Like \`${operationId}\`, for the post with this external ID.`,
      params,
    },
    locate: locatePost,
  };
}

/** `getPostByExternalId`, but `addVoteByPostExternalId`: votes have no external id. */
const nameByExternalId = (operationId: string): string =>
  operationId + (operationId.includes('Post') ? 'ByExternalId' : 'ByPostExternalId');

/** Part of the state that a request is checked against: runs after the body is validated. */
async function locatePost({ wiring, caller, params }: FastifyRequest): Promise<void> {
  const named = params as { externalId: string; id?: string };
  named.id = await wiring.posts.getIdByExternalId(caller, named.externalId);
}
