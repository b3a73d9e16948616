// ETags on reads (contract §2): made of the workspace's revision, which every change raises, so that a poll
// of something unchanged costs one look and no answer is ever stale.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    entityTag: string | undefined;
  }
  interface FastifyContextConfig {
    /** The answer depends on more than the workspace's data. */
    untagged?: boolean;
  }
}

export const freshness = (programVersion: string) => ({
  /** Before the work: answers 304 when the caller has what would be sent. */
  async judge(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.routeOptions.config.untagged) return undefined;
    const revision = await request.wiring.revision(request.caller);
    const { workspaceId, mode } = request.caller;
    const state = `${programVersion} ${workspaceId} ${mode} ${revision} ${request.url}`;
    request.entityTag = `W/"${createHash('sha1').update(state).digest('base64url')}"`;
    if (!hasTag(request.headers['if-none-match'], request.entityTag)) return undefined;
    return reply.code(304).headers(cacheHeaders(request.entityTag)).send();
  },

  /** After the work: only a success is worth keeping. */
  async tag(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (reply.statusCode !== 200) return;
    if (request.entityTag !== undefined) reply.headers(cacheHeaders(request.entityTag));
    else reply.header('cache-control', 'no-store');
  },
});

const cacheHeaders = (tag: string) => ({ etag: tag, 'cache-control': 'private, no-cache' });

/** The weak comparison, which is the one for reads: `W/` does not count. */
const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((candidate) => `W/${candidate.trim().replace(/^W\//, '')}` === tag) ?? false;
