// Answers a request that is the same as an earlier one, byte for byte, with the same response, as long as nothing has
// changed (docs/adr: repeated requests). It stands before the framework, which takes most of the time of a request whose
// answer is in memory. What must be decided for each request is decided here as well, by the same parts: whether the key
// is valid, what is left of its rate limit, and whether the workspace has changed. Otherwise the
// request takes the normal path.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Access, Allowance } from '../app/kernel/access.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Clock } from '../domain/clock.ts';
import type { MintId } from '../domain/id.ts';
import { secretOf } from './admission.ts';
import type { KeptAnswer } from './answer-cache.ts';
import type { NoteAnswer } from './answered.ts';
import { isCompressed } from './compression.ts';
import type { Encoding } from './encodings.ts';
import { hasBody } from './lingering.ts';
import { limitHeaders } from './quota.ts';
import { Sightings } from './sightings.ts';

export interface RepeatsDeps {
  access: Access;
  clock: Clock;
  mintId: MintId;
  noteAnswer: NoteAnswer;
  /** A cached answer. */
  recall(state: string, encoding: Encoding | undefined): KeptAnswer | undefined;
}

export interface Repeats {
  /** Call after a response. Remembers the request if its answer is in memory, and the same was sent before. */
  note(request: FastifyRequest, reply: FastifyReply): void;
  /** Puts itself before the listeners that the server has so far. */
  standBefore(server: Server): void;
  /** From now on, every request goes the usual way. */
  stop(): void;
  /** How many requests it has answered. */
  total(): number;
}

interface Repeat {
  secret: string;
  /** Of the workspace, when the response was made. */
  revision: number;
  state: string;
  encoding: Encoding | undefined;
  /** Of the body, as the headers say. */
  length: number;
  route: string | null;
  /** Names and values in turn, without those that each response has of its own. */
  headers: readonly string[];
}

interface Recalled {
  repeat: Repeat;
  key: ApiKey;
  body: Buffer;
}

/** What is recorded when the response has been sent. */
interface Sent {
  requestId: string;
  key: ApiKey;
  route: string | null;
  startedAt: number;
}

const maxRepeats = 1_000;
const maxHeadLength = 2_048;

/** On the objects themselves: a listener per response would keep it alive for longer. */
const head = Symbol('head');
const sent = Symbol('sent');
type NotedMessage = IncomingMessage & { [head]?: string };
type NotedResponse = ServerResponse & { [sent]?: Sent };

export function requestRepeats({ access, clock, mintId, noteAnswer, recall }: RepeatsDeps): Repeats {
  const repeats = new LRUCache<string, Repeat>({ max: maxRepeats });
  /** Many clients send something new with each request, such as the ID of a trace. */
  const heads = new Sightings();
  let isStopped = false;
  let total = 0;

  function onFinish(this: NotedResponse): void {
    const { [sent]: answered, req: message } = this;
    if (answered === undefined) return;
    const { requestId, key: apiKey, route, startedAt } = answered;
    noteAnswer({
      requestId,
      method: 'GET',
      url: message.url ?? '',
      route,
      status: 200,
      durationMs: clock.elapsed() - startedAt,
      waitedMs: 0,
      apiKey,
      caller: undefined,
      isPartOfBatch: false,
    });
  }

  /** What the usual way would answer, if that is known at once. */
  function recalled(text: string): Recalled | undefined {
    const repeat = repeats.get(text);
    const known = repeat && access.recognize(repeat.secret);
    if (repeat === undefined || known === undefined) return undefined;
    const { key, revision } = known;
    const kept = revision === repeat.revision ? recall(repeat.state, repeat.encoding) : undefined;
    if (kept?.body.length === repeat.length) return { repeat, key, body: kept.body };
    repeats.delete(text);
    return undefined;
  }

  function send(
    response: NotedResponse,
    { repeat: { headers, route }, key, body }: Recalled,
    allowance: Allowance | undefined,
    startedAt: number,
  ): void {
    total += 1;
    const requestId = mintId('request');
    response[sent] = { requestId, key, route, startedAt };
    response.on('finish', onFinish);
    response.writeHead(200, [requestIdHeader, requestId, ...limitHeaders(allowance).flat(), ...headers]);
    response.end(body);
  }

  function answer(message: NotedMessage, response: ServerResponse, otherwise: () => void): void {
    const startedAt = clock.elapsed();
    message[head] = headOf(message);
    const found = recalled(message[head]);
    if (found === undefined) {
      otherwise();
      return;
    }
    const answerWithin = (allowance: Allowance | undefined): void => {
      // Nothing was taken from the limit. The usual way says when to try again.
      if (allowance?.allowed === false) otherwise();
      else send(response, found, allowance, startedAt);
    };
    const allowance = access.admit({ type: 'key', id: found.key.id }, 'read');
    if (allowance instanceof Promise) allowance.then(answerWithin, otherwise);
    else answerWithin(allowance);
  }

  return {
    standBefore(server) {
      const accept = server.listeners('request') as RequestListener[];
      server.removeAllListeners('request');
      server.on('request', (message, response) => {
        const otherwise = (): void => {
          for (const listener of accept) listener.call(server, message, response);
        };
        if (isStopped || message.method !== 'GET') otherwise();
        else answer(message, response, otherwise);
      });
    },

    note(request, reply) {
      const { raw, apiKey, answerState: state, revision } = request;
      const { [head]: text }: NotedMessage = raw;
      if (text === undefined || text.length > maxHeadLength || apiKey === undefined) return;
      if (state === undefined || reply.statusCode !== 200) return;
      const encoding = reply.getHeader('content-encoding') as Encoding | undefined;
      const kept = recall(state, encoding);
      if (kept === undefined || hasOwnId(raw) || hasBody(raw) || !heads.isKnown(text)) return;
      const { length } = kept.body;
      // It was too busy to compress this one. The next may be compressed.
      if (encoding === undefined && isCompressed(raw.headers['accept-encoding'], length)) return;
      const secret = secretOf(request.headers);
      if (secret === undefined) return;
      const route = request.routeOptions.url ?? null;
      const headers = sharedHeaders(reply);
      repeats.set(text, { secret, revision, state, encoding, length, route, headers });
    },

    stop() {
      isStopped = true;
      repeats.clear();
    },

    total: () => total,
  };
}

const requestIdHeader = 'x-request-id';

/** The client's own ID is that of its response. */
const hasOwnId = ({ headers }: IncomingMessage): boolean => headers[requestIdHeader] !== undefined;

/** Everything that the client sent. Neither addresses nor headers contain line breaks. */
const headOf = ({ httpVersion, url, rawHeaders }: IncomingMessage): string =>
  `${httpVersion} ${url}\n${rawHeaders.join('\n')}`;

const isOwn = (name: string): boolean => name === requestIdHeader || name.startsWith('x-ratelimit-');

const sharedHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => (isOwn(name) ? [] : [name, String(value)]));
