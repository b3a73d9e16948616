// ETags (contract §7). The state that a read depends on includes the workspace's revision, which every change
// increments. So polling unchanged data costs one lookup, identical responses are shared, and nothing is stale. A tag
// holds a digest of the state. A single object's tag starts with its version, which If-Match compares: someone else's
// vote does not invalidate an editor's tag.

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rightsOf } from '../../app/kernel/change.ts';
import { chosenEncoding } from '../kernel/encodings.ts';
import { partsOfTag, tagsOf } from '../kernel/entity-tags.ts';
import { isRead } from '../kernel/reading.ts';
import { answerCache, type KeptAnswer } from './answer-cache.ts';
import { type KeepEncoded, markEncoded } from './compression.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The state of the response, cached or not. */
    answerState: string | undefined;
    /** The state of the response that this request computes. */
    freshState: string | undefined;
    /** The response changes with time alone, so it has no tag and is not kept. */
    dependsOnTime: boolean;
    /** Version of the single object in the response. */
    version: number | undefined;
  }
  interface FastifyContextConfig {
    /** The response depends on more than the workspace's data. */
    untagged?: boolean;
  }
}

export type Freshness = ReturnType<typeof freshness>;

/** Size of the response cache. */
const cacheBytes = 8 * 1024 * 1024;

/**
 * `environment`: everything besides the workspace's data that a response depends on. It stays the same while requests
 * are answered, so it is part of the tags, which outlive the process, and not of the states.
 */
export function freshness(environment: () => string) {
  const cache = answerCache(cacheBytes);
  const digestOf = (state: string): string => hash('sha1', `${environment()} ${state}`, 'base64url');

  const findCached = async ({ method, headers }: FastifyRequest, state: string) => {
    // Only a GET has a cacheable body.
    if (method !== 'GET') return undefined;
    const { encoding } = chosenEncoding(headers['accept-encoding']);
    return (encoding && cache.recall(state, encoding)) ?? cache.find(state);
  };

  const keepEncoded: KeepEncoded = async ({ answerState: state }, reply, encoding, compress) => {
    const etag = reply.getHeader('etag');
    return state === undefined || typeof etag !== 'string'
      ? compress()
      : cache.encoded(state, etag, encoding, compress);
  };

  const stateOf = ({ caller, url, queryKey, revision }: FastifyRequest): string => {
    const queryAt = url.indexOf('?');
    // Ignored parameters have no effect, so they must not make a difference here either.
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    return `${caller.workspaceId} ${rightsOf(caller)} ${path} ${queryKey} ${revision}`;
  };

  return {
    keepEncoded,

    /** Before a read is handled: the cached body, or an empty one with 304 if the client's copy is current. */
    async check(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | '' | undefined> {
      // A part of a batch may see uncommitted data, so it never uses the cache.
      if (request.isPartOfBatch) return undefined;
      const state = stateOf(request);
      const currentTag = currentTagIn(request.headers['if-none-match'], state);
      if (currentTag !== undefined) {
        tagged(reply.code(304), currentTag);
        return '';
      }
      request.answerState = state;
      const cached = await findCached(request, state);
      if (cached === undefined) request.freshState = state;
      else describeCached(reply, cached);
      return cached?.body;
    },

    /** After the handler: tags and caches a success, or answers 304 to `If-None-Match: *`. */
    tag(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
      if (reply.statusCode === 304) return dropBody(request, reply, payload);
      if (reply.statusCode >= 300) return payload;
      const body = reply.hasHeader('etag') ? payload : tagNew(request, reply, payload);
      if (request.headers['if-none-match']?.trim() !== '*') return body;
      // It matches any current response (RFC 9110 §13.1.2). Without a tag there is nothing to revalidate.
      return isRead(request) && reply.hasHeader('etag') ? dropBody(request, reply.code(304), body) : body;
    },

    /**
     * When the response starts or the client is gone: releases requests waiting for a response that was not cached.
     */
    giveUpWaiting({ method, freshState: state }: FastifyRequest): void {
      if (method === 'GET' && state !== undefined) cache.giveUp(state);
    },
  };

  /** The tag of the client's copy, if that is current. */
  function currentTagIn(ifNoneMatch: string | undefined, state: string): string | undefined {
    if (ifNoneMatch === undefined) return undefined;
    const digest = digestOf(state);
    return tagsOf(ifNoneMatch).find((tag) => partsOfTag(tag)?.digest === digest);
  }

  /** Returns the payload, encoded once for both uses. */
  function tagNew(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const { version, freshState: state, dependsOnTime } = request;
    if (state === undefined || dependsOnTime) {
      reply.header('cache-control', 'no-store');
      if (version !== undefined) reply.header('etag', `"v${version}"`);
      return payload;
    }
    const digest = digestOf(state);
    const etag = version === undefined ? `W/"${digest}"` : `"v${version}.${digest}"`;
    tagged(reply, etag);
    if (typeof payload !== 'string' || request.method !== 'GET') return payload;
    const body = Buffer.from(payload);
    cache.keep(state, { etag, body });
    return body;
  }
}

/** Of a 304. */
function dropBody({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): '' | null {
  if (payload instanceof Readable) payload.destroy();
  reply.removeHeader('content-type').removeHeader('content-encoding');
  // The framework measures the body of a HEAD response.
  return method === 'HEAD' ? '' : null;
}

const tagged = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.header('etag', tag).header('cache-control', 'private, no-cache');

function describeCached(reply: FastifyReply, { etag, encoding }: KeptAnswer): void {
  tagged(reply, etag).type('application/json; charset=utf-8');
  if (encoding !== undefined) markEncoded(reply, encoding);
}
