// HTTP as it arrives, before a route sees it: requests that are not valid, odd Host headers, JSON bodies.

import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../domain/failure.ts';
import { noSuchEndpoint, rawAnswer } from './failures.ts';
import { endAfterAnswer, isEnding } from './lingering.ts';
import type { RequestIdOf } from './request-id.ts';

type ParserError = Error & { code?: string };

/** Answers what Node's parser refuses. */
export const answerParserErrors =
  (requestIdOf: RequestIdOf, log: FastifyBaseLogger) =>
  (error: ParserError, socket: Socket): void => {
    if (isEnding(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const requestId = requestIdOf();
    // Not the error itself: it contains the bytes received, which may include a key.
    log.info({ requestId, reason: error.code }, 'not understood');
    endAfterAnswer(socket, rawAnswer(parserFailure(error), requestId));
  };

function parserFailure({ code }: ParserError): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure('BAD_REQUEST', 'The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('BAD_REQUEST', 'The request took too long to arrive.');
  return new Failure('BAD_REQUEST', 'The request is not valid HTTP.');
}

/** Without this, Node closes the connection without an answer. */
export function refuseConnectMethod({ server }: FastifyInstance, requestIdOf: RequestIdOf): void {
  server.on('connect', (message, socket: Socket) =>
    endAfterAnswer(socket, rawAnswer(noSuchEndpoint(), requestIdOf(message))),
  );
}

/** With two Host headers, a proxy in front may have gone by the other one (RFC 9112 §3.2). An invalid one is as bad. */
export function refuseOddHost({ raw: { rawHeaders }, headers: { host } }: FastifyRequest): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new Failure('BAD_REQUEST', 'The request has more than one Host header.');
  if (host !== undefined && /[\s,/?#@\\]/.test(host))
    throw new Failure('BAD_REQUEST', 'The Host header is not valid.');
}

/** The only bodies besides forms. An empty one counts as absent: many clients send the header anyway. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Replacing invalid bytes silently would store text that nobody sent.
    if (!isUtf8(bytes)) return done(new Failure('BAD_REQUEST', 'The body is not valid UTF-8.'));
    const text = new TextDecoder().decode(bytes);
    if (text.trim() === '') done(null, undefined);
    else parse(request, text, done);
  });
}
