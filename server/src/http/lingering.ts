// Ends connections so that their last answer arrives. Closing a socket while bytes of the peer are unread resets the
// connection: a client that is still sending then sees a broken pipe, not the answer. So a connection is ended in
// steps: the answer, the end of our side, and what still comes is read and dropped, within limits.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much of a refused body is read and dropped before the connection is closed regardless. */
export interface Patience {
  /** Without a byte from the peer. */
  idleMs: number;
  inAllMs: number;
  bytes: number;
}

/** More than twice the largest file that is accepted by default; the times are like those of common web servers. */
const patience: Patience = { idleMs: 5_000, inAllMs: 60_000, bytes: 256 * 1024 * 1024 };

/** A refused body that is longer is not worth waiting for: its client is told to stop, by `Connection: close`. */
const maxKeptRest = 16 * 1024 * 1024;

const ending = new WeakSet<Socket>();

/** Whether the last answer was given, so that whatever else comes from the peer counts for nothing. */
export const isEnding = (socket: Socket): boolean => ending.has(socket);

/** Sends `answer`, if any, ends our side, and drops what the peer still sends until it ends its own. */
export function endAfterAnswer(socket: Socket, answer = '', limits: Patience = patience): void {
  if (socket.destroyed || ending.has(socket)) return;
  ending.add(socket);
  // Without its listeners the parser sees nothing of this any more: what follows must not become a request.
  socket.removeAllListeners('data').removeAllListeners('timeout');
  socket.on('error', () => socket.destroy());
  socket.setTimeout(limits.idleMs, () => socket.destroy());
  const inAll = setTimeout(() => socket.destroy(), limits.inAllMs).unref();
  socket.once('close', () => clearTimeout(inAll));
  socket.end(answer);
  // Node may have stopped reading below the stream, where the body was not read; only a resume starts that again. And
  // it must have: with a listener for bytes the stream takes over from the parser, which knew that it had stopped.
  socket.once('resume', () => drop(socket, limits.bytes));
  socket.pause().resume();
}

function drop(socket: Socket, maxBytes: number): void {
  let left = maxBytes;
  socket.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) socket.destroy();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUnfinished = (message: IncomingMessage): boolean => hasBody(message) && !message.complete;

/** Requests that wait for `100 Continue`: their clients may never send the body when they get an answer instead. */
const unasked = new WeakSet<IncomingMessage>();

/** Whether the answer has to say that the connection ends with it: too much of the body is still to come. */
export function endsConnection(message: IncomingMessage): boolean {
  if (!isUnfinished(message)) return false;
  const length = Number(message.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return unasked.has(message) || length > maxKeptRest;
}

/** Applies this to every connection of the server, whoever decides to close it. */
export function letAnswersArrive(server: Server, limits: Patience = patience): void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on('connection', (socket: Socket) => {
    const close = socket.destroySoon.bind(socket);
    // Node calls this after an answer with `Connection: close`, whether or not the request has arrived.
    socket.destroySoon = () => {
      const message = latest.get(socket);
      if (message !== undefined && isUnfinished(message)) endAfterAnswer(socket, '', limits);
      else close();
    };
  });
  server.prependListener('request', (message: IncomingMessage, response: ServerResponse) => {
    const { socket } = message;
    latest.set(socket, message);
    response.once('finish', () => {
      if (!isUnfinished(message) || isEnding(socket)) return;
      // The connection stays. Node drops the rest of the body; the next request follows, but not at any time.
      const inAll = setTimeout(() => socket.destroy(), limits.inAllMs).unref();
      message.once('close', () => clearTimeout(inAll));
    });
  });
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    unasked.add(message);
    // The body is asked for when somebody wants to read it, so that what is refused before need not be sent.
    message.on('newListener', (event) => {
      if ((event !== 'data' && event !== 'readable') || !unasked.delete(message)) return;
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', message, response);
  });
  server.on('checkExpectation', (message, response) => server.emit('request', message, response));
}
