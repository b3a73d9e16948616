// ETags (contract §7). The state that a read depends on includes the workspace's revision, which every change
// increments. So polling unchanged data costs one lookup, identical responses are shared, and nothing is stale. A tag
// holds a digest of the state. A single object's tag starts with its version, which If-Match compares: someone else's
// vote does not invalidate an editor's tag.

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Eventual, whenKnown } from '../domain/eventual.ts';
import type { ExpectedVersions } from '../domain/version.ts';
import { answerCache, type KeptAnswer } from './answer-cache.ts';
import { type KeepEncoded, markEncoded } from './compression.ts';
import { chosenEncoding } from './encodings.ts';
import { isRead } from './reading.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The state of the response, cached or not. */
    answerState: string | undefined;
    /** The state of the response that this request computes. */
    freshState: string | undefined;
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

  const findCached = ({ method, headers }: FastifyRequest, state: string, address: string) => {
    // Only a GET has a cacheable body.
    if (method !== 'GET') return undefined;
    const { encoding } = chosenEncoding(headers['accept-encoding']);
    return (encoding && cache.recall(state, encoding)) ?? cache.find(state, address);
  };

  const keepEncoded: KeepEncoded = async ({ answerState: state }, reply, encoding, compress) => {
    const etag = reply.getHeader('etag');
    return state === undefined || typeof etag !== 'string'
      ? compress()
      : cache.encoded(state, etag, encoding, compress);
  };

  const addressOf = ({ caller, url, queryKey }: FastifyRequest): string => {
    const queryAt = url.indexOf('?');
    // Ignored parameters have no effect, so they must not make a difference here either.
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    return `${caller.workspaceId} ${caller.mode} ${caller.role ?? 'key'} ${path} ${queryKey}`;
  };

  return {
    keepEncoded,

    recall: cache.recall,

    /** Before a read is handled: 304 if the client's copy is current, or the cached response. */
    check(request: FastifyRequest, reply: FastifyReply): Eventual<FastifyReply | undefined> {
      // A part of a batch may see uncommitted data, so it never uses the cache.
      if (request.isPartOfBatch) return undefined;
      const address = addressOf(request);
      const state = `${address} ${request.revision}`;
      const currentTag = currentTagIn(request.headers['if-none-match'], state);
      if (currentTag !== undefined) return tagged(reply.code(304), currentTag).send();
      request.answerState = state;
      return whenKnown(findCached(request, state, address), (cached) => {
        if (cached !== undefined) return sendCached(reply, cached);
        request.freshState = state;
        return undefined;
      });
    },

    /** After the handler: tags and caches a success, or answers 304 to `If-None-Match: *`. */
    tag(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
      if (reply.statusCode >= 300) return payload;
      const body = reply.hasHeader('etag') ? payload : tagNew(request, reply, payload);
      if (request.headers['if-none-match']?.trim() !== '*') return body;
      // Without a tag there is nothing to revalidate.
      return isRead(request) && reply.hasHeader('etag') ? dropBody(request, reply, body) : body;
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
    return tagsOf(ifNoneMatch).find((tag) => tagShape.exec(tag)?.groups?.digest === digest);
  }

  /** Returns the payload, encoded once for both uses. */
  function tagNew(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const { version, freshState: state } = request;
    if (state === undefined) {
      reply.header('cache-control', 'no-store');
      if (version !== undefined) reply.header('etag', `"v${version}"`);
      return payload;
    }
    const digest = digestOf(state);
    const etag = version === undefined ? `W/"${digest}"` : `"v${version}.${digest}"`;
    tagged(reply, etag);
    if (typeof payload !== 'string' || request.method !== 'GET' || !cache.isWanted(state)) return payload;
    const body = Buffer.from(payload);
    cache.keep(state, { etag, body });
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

const tagged = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.header('etag', tag).header('cache-control', 'private, no-cache');

function sendCached(reply: FastifyReply, { etag, encoding, body }: KeptAnswer): FastifyReply {
  tagged(reply, etag).type('application/json; charset=utf-8');
  if (encoding !== undefined) markEncoded(reply, encoding);
  return reply.send(body);
}

/** `W/"digest"` for lists, `"v7.digest"` for a single object, `"v7"` after a write; digests contain no dot. */
const tagShape = /^(?:W\/)?"(?:v(?<version>\d{1,15}))?\.?(?<digest>[A-Za-z0-9_-]{27})?"$/;

const tagsOf = (header: string | undefined): string[] => header?.split(',').map((tag) => tag.trim()) ?? [];
