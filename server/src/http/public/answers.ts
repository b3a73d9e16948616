// Sends what visitors read. It depends on the workspace's public revision, the address and the known parameters: that is
// the state under which it is cached, and its tag is a digest of that. So an unchanged page costs one lookup, nothing
// is stale, and a change that visitors can't see changes no tag.

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerCache, type KeptAnswer } from '../cache/answer-cache.ts';
import { newCompressor } from '../cache/compressor.ts';
import { chosenEncoding } from '../kernel/encodings.ts';
import { tagsOf } from '../kernel/entity-tags.ts';
import { checkedEachTime, pageHeaders } from './headers.ts';
import { notFoundPage, notFoundStyle } from './pages/not-found.ts';

const cacheBytes = 16 * 1024 * 1024;
/** Shorter answers fit into one packet either way. */
const minCompressedBytes = 1024;

export interface Shown {
  /** Everything that the answer depends on. */
  state: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined if there is no such page. */
  render(): Promise<string | Moved | undefined>;
}

/** To a page of the same site. */
export class Moved {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}

/** `environment`: everything else that an answer depends on, which stays the same while the program runs. */
export function publicAnswers(environment: () => string) {
  const cache = answerCache(cacheBytes);
  const compressor = newCompressor();

  /** From the cache, or rendered once for all who ask at the same time. */
  const keptOf = async ({ state, render }: Shown, etag: string): Promise<KeptAnswer | Moved | undefined> => {
    const known = await cache.find(state);
    if (known !== undefined) return known;
    try {
      const rendered = await render();
      if (typeof rendered !== 'string') return rendered;
      const answer = { etag, body: Buffer.from(rendered) };
      cache.keep(state, answer);
      return answer;
    } finally {
      // Without effect if it was kept.
      cache.giveUp(state);
    }
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, shown: Shown): Promise<FastifyReply> => {
    const { state } = shown;
    const etag = `W/"${hash('sha1', `${environment()} ${state}`, 'base64url')}"`;
    const describe = () =>
      reply.headers({
        'cache-control': checkedEachTime,
        ...shown.headers,
        etag,
        vary: 'accept-encoding',
      });
    const tags = tagsOf(request.headers['if-none-match']);
    if (tags.includes(etag)) return describe().code(304).send();
    const { encoding } = chosenEncoding(request.headers['accept-encoding']);
    const recalled = encoding && cache.recall(state, encoding);
    const found = recalled ?? (await keptOf(shown, etag));
    if (found === undefined) return sendNotFound(reply);
    if (found instanceof Moved) return sendMoved(reply, found.url, 302);
    describe();
    if (tags.includes('*')) return reply.code(304).send();
    const { body } = found;
    if (found.encoding !== undefined) return reply.header('content-encoding', found.encoding).send(body);
    if (encoding === undefined || body.length < minCompressedBytes) return reply.send(body);
    const compressed = await cache.encoded(state, etag, encoding, () => compressor.compress(body, encoding));
    if (compressed === undefined) return reply.send(body);
    return reply.header('content-encoding', encoding).send(compressed);
  };

  /** For this visitor alone: nothing of it is kept, here or elsewhere. */
  const sendOwn: typeof send = async (request, reply, { headers, render }) => {
    const made = await render();
    if (made === undefined) return sendNotFound(reply);
    if (typeof made !== 'string') return sendMoved(reply, made.url, 302);
    reply.headers({ ...headers, 'cache-control': 'no-store', vary: 'accept-encoding' });
    const { encoding } = chosenEncoding(request.headers['accept-encoding']);
    if (encoding === undefined || made.length < minCompressedBytes) return reply.send(made);
    const compressed = await compressor.compress(Buffer.from(made), encoding);
    if (compressed === undefined) return reply.send(made);
    return reply.header('content-encoding', encoding).send(compressed);
  };

  return { send, sendOwn };
}

/** The same bytes and headers for everything that is not there, or not for visitors. */
export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .headers({ ...pageHeaders({ frameOrigins: [] }, notFoundStyle), 'cache-control': 'no-store' })
    .send(notFoundPage);

export const sendMoved = (reply: FastifyReply, url: string, status: 302 | 308): FastifyReply =>
  reply.headers({ 'cache-control': checkedEachTime, 'referrer-policy': 'same-origin' }).redirect(url, status);
