// Protocol-level handling before routing: invalid HTTP, bad Host headers and JSON bodies.

import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/kernel/failure.ts';
import { notJson } from '../../domain/kernel/json-error.ts';
import { isWithinSize } from '../../domain/kernel/json-size.ts';
import { maxJsonBytes, maxJsonSize, readInSteps, tooManyValues } from '../input/large-bodies.ts';
import { noSuchEndpoint, rawAnswer } from '../kernel/failures.ts';
import type { RequestIdOf } from '../kernel/request-id.ts';
import { endAfterAnswer, isEnding } from './lingering.ts';

type ParserError = Error & { code?: string };

/** Responds to requests that Node's parser rejects. */
export const answerParserErrors =
  (requestIdOf: RequestIdOf, log: FastifyBaseLogger) =>
  (error: ParserError, socket: Socket): void => {
    if (isEnding(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const requestId = requestIdOf();
    // Do not log the error itself: it contains the received bytes, which may include a key.
    log.info({ requestId, reason: error.code }, 'not understood');
    endAfterAnswer(socket, rawAnswer(parserFailure(error), requestId));
  };

function parserFailure({ code }: ParserError): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure('BAD_REQUEST', 'The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('BAD_REQUEST', 'The request took too long to arrive.');
  return new Failure('BAD_REQUEST', 'The request is not valid HTTP.');
}

/** Without this, Node closes the connection without a response. */
export function refuseConnectMethod({ server }: FastifyInstance, requestIdOf: RequestIdOf): void {
  server.on('connect', (message, socket: Socket) =>
    endAfterAnswer(socket, rawAnswer(noSuchEndpoint(), requestIdOf(message))),
  );
}

const oddInHost = /[\s,/?#@\\]/;

/** Refuses invalid Host headers, and duplicates: a proxy may have used the other one (RFC 9112 §3.2). */
export function refuseOddHost({ raw: { rawHeaders }, headers: { host } }: FastifyRequest): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 'host'.length && rawHeaders[index]?.toLowerCase() === 'host')
      hosts += 1;
  if (hosts > 1) throw new Failure('BAD_REQUEST', 'The request has more than one Host header.');
  if (host !== undefined && oddInHost.test(host))
    throw new Failure('BAD_REQUEST', 'The Host header is not valid.');
}

/** JSON is the only body type besides forms. An empty body counts as absent: many clients send the header anyway. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.decorateRequest('bodyDigest', undefined);
  app.removeAllContentTypeParsers();
  const read = (request: FastifyRequest, text: string, done: Parsed): void =>
    void parse(request, text, (error, body) => done(error && notJsonBody(text, error), body));
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Silently replacing invalid bytes would store text that the client did not send.
    if (!isUtf8(bytes)) return done(new Failure('BAD_REQUEST', 'The body is not valid UTF-8.'));
    if (bytes.length > maxJsonBytes) {
      return void readInSteps(bytes).then(({ text, digest }) => {
        request.bodyDigest = digest;
        read(request, text, done);
      }, done);
    }
    const text = new TextDecoder().decode(bytes);
    if (text.trim() === '') done(null, undefined);
    else if (!isWithinSize(text, maxJsonSize)) done(tooManyValues());
    else read(request, text, done);
  });
}

type Parsed = (error: Error | null, body?: unknown) => void;

const notJsonBody = (text: string, error: Error): Failure =>
  new Failure('BAD_REQUEST', `The body ${notJson(text)}.`, undefined, error);
