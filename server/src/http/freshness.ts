// ETags (contract §7). A read's digest includes the workspace's revision, which every change increments. So polling
// unchanged data costs one lookup, identical responses are shared, and nothing is stale. A single object's tag
// starts with its version, which If-Match compares: someone else's vote does not invalidate an editor's tag.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExpectedVersions } from '../domain/version.ts';
import { answerCache } from './answer-cache.ts';
import { type KeepEncoded, markEncoded } from './compression.ts';
import { chosenEncoding } from './encodings.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Digest of the response, cached or not. */
    answerDigest: string | undefined;
    /** Digest of the response that this request computes. */
    freshDigest: string | undefined;
    /** Version of the single object in the response. */
    version: number | undefined;
  }
  interface FastifyContextConfig {
    /** The response depends on more than the workspace's data. */
    untagged?: boolean;
  }
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** Size of the response cache. */
const cacheBytes = 8 * 1024 * 1024;

/** `environment`: everything besides the workspace's data that a response depends on. */
export function freshness(environment: () => string) {
  const cache = answerCache(cacheBytes);

  const findCached = async ({ method, headers }: FastifyRequest, digest: string) => {
    // Only a GET has a cacheable body.
    if (method !== 'GET') return undefined;
    const { encoding } = chosenEncoding(headers['accept-encoding']);
    return (encoding && cache.findEncoded(digest, encoding)) ?? cache.find(digest);
  };

  const keepEncoded: KeepEncoded = async ({ answerDigest: digest }, reply, encoding, compress) => {
    const etag = reply.getHeader('etag');
    return digest === undefined || typeof etag !== 'string'
      ? compress()
      : cache.encoded(digest, etag, encoding, compress);
  };

  return {
    keepEncoded,

    /** Before the handler: 304 if the client's copy is current, or the cached response. */
    async check(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      // A part of a batch may see uncommitted data, so it never uses the cache.
      if (!isRead(request) || request.routeOptions.config.untagged || request.isPartOfBatch) return undefined;
      const { workspaceId, mode } = request.caller;
      // Ignored parameters have no effect, so they must not make a difference here either.
      const [path = ''] = request.url.split('?', 1);
      const address = `${path} ${request.queryKey}`;
      const state = `${environment()} ${workspaceId} ${mode} ${request.revision} ${address}`;
      const digest = createHash('sha1').update(state).digest('base64url');
      const currentTag = tagsOf(request.headers['if-none-match']).find(
        (tag) => tagShape.exec(tag)?.groups?.digest === digest,
      );
      if (currentTag !== undefined) return reply.code(304).headers(cacheHeaders(currentTag)).send();
      request.answerDigest = digest;
      const cached = await findCached(request, digest);
      if (cached === undefined) {
        request.freshDigest = digest;
        return undefined;
      }
      reply.headers(cacheHeaders(cached.etag)).type('application/json; charset=utf-8');
      if (cached.encoding !== undefined) markEncoded(reply, cached.encoding);
      return reply.send(cached.body);
    },

    /** After the handler: tags and caches a success, or answers 304 to `If-None-Match: *`. */
    async tag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      if (reply.statusCode >= 300) return payload;
      const tagged = reply.hasHeader('etag') ? payload : tagNew(request, reply, payload);
      // Without a tag there is nothing to revalidate.
      const isKnown = isRead(request) && reply.hasHeader('etag');
      return isKnown && request.headers['if-none-match']?.trim() === '*'
        ? dropBody(request, reply, tagged)
        : tagged;
    },

    /**
     * When the response starts or the client is gone: releases requests waiting for a response that was not cached.
     */
    async giveUpWaiting({ method, freshDigest: digest }: FastifyRequest): Promise<void> {
      if (method === 'GET' && digest !== undefined) cache.giveUp(digest);
    },
  };

  /** Returns the payload, encoded once for both uses. */
  function tagNew(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
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
  }
}

/** `*` matches any current response (RFC 9110 §13.1.2), so the client wants none that exists. */
function dropBody({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): '' | null {
  if (payload instanceof Readable) payload.destroy();
  reply.code(304).removeHeader('content-type').removeHeader('content-encoding');
  // The framework measures the body of a HEAD response.
  return method === 'HEAD' ? '' : null;
}

/** The versions that If-Match accepts; undefined if any. A tag that is not ours matches nothing. */
export function expectedVersions(ifMatch: string | undefined): ExpectedVersions | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return tagsOf(ifMatch).flatMap((tag) => {
    const version = tagShape.exec(tag)?.groups?.version;
    return version === undefined ? [] : [Number(version)];
  });
}

const cacheHeaders = (tag: string) => ({ etag: tag, 'cache-control': 'private, no-cache' });

/** `W/"digest"` for lists, `"v7.digest"` for a single object, `"v7"` after a write; digests contain no dot. */
const tagShape = /^(?:W\/)?"(?:v(?<version>\d{1,15}))?\.?(?<digest>[A-Za-z0-9_-]{27})?"$/;

const tagsOf = (header: string | undefined): string[] => header?.split(',').map((tag) => tag.trim()) ?? [];
