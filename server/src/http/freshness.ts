// ETags (contract §7). The digest of a read is made of the workspace's revision, which every change raises, so
// that a poll of something unchanged costs one look, what is made once is sent to all who ask for it, and nothing is
// stale. A single thing's tag begins with its version, which is what If-Match compares: a vote by somebody else does
// not void an editor's tag.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExpectedVersions } from '../domain/version.ts';
import { answerCache } from './answer-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the answer that this request has to make. */
    freshDigest: string | undefined;
    /** Of the single thing that is answered. */
    version: number | undefined;
  }
  interface FastifyContextConfig {
    /** The answer depends on more than the workspace's data. */
    untagged?: boolean;
  }
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** How much of what was sent is kept to be sent again. */
const cacheBytes = 8 * 1024 * 1024;

/** `surroundings`: whatever else an answer depends on, beside the workspace's data. */
export function freshness(surroundings: () => string) {
  const cache = answerCache(cacheBytes);
  return {
    /** Before the work: 304 when the caller has what would be sent, or what was sent for the same before. */
    async judge(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      // A part of a batch may see what never gets committed: it leaves no trace here.
      if (!isRead(request) || request.routeOptions.config.untagged || request.isPartOfBatch) return undefined;
      const { workspaceId, mode } = request.caller;
      const state = `${surroundings()} ${workspaceId} ${mode} ${request.revision} ${request.url}`;
      const digest = createHash('sha1').update(state).digest('base64url');
      const known = tagsOf(request.headers['if-none-match']).find(
        (tag) => tagShape.exec(tag)?.groups?.digest === digest,
      );
      if (known !== undefined) return reply.code(304).headers(cacheHeaders(known)).send();
      // Only a GET leaves a body that others can be sent.
      const kept = request.method === 'GET' ? await cache.find(digest) : undefined;
      if (kept === undefined) {
        request.freshDigest = digest;
        return undefined;
      }
      return reply.headers(cacheHeaders(kept.etag)).type('application/json; charset=utf-8').send(kept.body);
    },

    /** After the work: only a success is worth keeping. Answers what is to be sent, encoded once for both. */
    async tag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      if (reply.statusCode >= 300 || reply.hasHeader('etag')) return payload;
      const { version, freshDigest: digest } = request;
      if (digest === undefined) {
        reply.header('cache-control', 'no-store');
        if (version !== undefined) reply.header('etag', `"v${version}"`);
        return payload;
      }
      const etag = version === undefined ? `W/"${digest}"` : `"v${version}.${digest}"`;
      reply.headers(cacheHeaders(etag));
      if (typeof payload !== 'string' || request.method !== 'GET') return payload;
      const body = Buffer.from(payload);
      cache.keep(digest, { etag, body });
      return body;
    },

    /** When the answer begins, or nobody is there to take it: who waits for what was not kept is let go. */
    async giveUpWaiting({ method, freshDigest: digest }: FastifyRequest): Promise<void> {
      if (method === 'GET' && digest !== undefined) cache.giveUp(digest);
    },
  };
}

/** The versions that If-Match accepts; undefined when it does not restrict. A tag that is not ours matches nothing. */
export function expectedVersions(ifMatch: string | undefined): ExpectedVersions | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return tagsOf(ifMatch).flatMap((tag) => {
    const version = tagShape.exec(tag)?.groups?.version;
    return version === undefined ? [] : [Number(version)];
  });
}

const cacheHeaders = (tag: string) => ({ etag: tag, 'cache-control': 'private, no-cache' });

/** `W/"digest"` for lists, `"v7.digest"` for a single thing, `"v7"` after a write; digests hold no dot. */
const tagShape = /^(?:W\/)?"(?:v(?<version>\d{1,15}))?\.?(?<digest>[A-Za-z0-9_-]{27})?"$/;

const tagsOf = (header: string | undefined): string[] => header?.split(',').map((tag) => tag.trim()) ?? [];
