// Closes connections so that the last response arrives (nginx calls this lingering close). Closing a socket with
// unread bytes resets it, and a client that is still sending sees a broken pipe instead of the response. So: send
// the response, end our side, then read and drop what still arrives, within limits.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much of a rejected body is read and dropped before the connection is closed anyway. */
export interface DrainLimits {
  /** Time without a byte from the client. */
  idleMs: number;
  totalMs: number;
  bytes: number;
}

/** More than twice the default maximum file size; timeouts like those of common web servers. */
const defaultLimits: DrainLimits = { idleMs: 5_000, totalMs: 60_000, bytes: 256 * 1024 * 1024 };

/** For a longer rejected body, `Connection: close` tells the client to stop. */
const maxDrainedBody = 16 * 1024 * 1024;

const ending = new WeakSet<Socket>();

/** Whether the last response was sent, so that further input is ignored. */
export const isEnding = (socket: Socket): boolean => ending.has(socket);

/** Sends `answer`, if any, ends our side, and drops input until the client closes. */
export function endAfterAnswer(socket: Socket, answer = '', limits: DrainLimits = defaultLimits): void {
  if (socket.destroyed || ending.has(socket)) return;
  ending.add(socket);
  // Detach the HTTP parser: what follows must not become a request.
  socket.removeAllListeners('data').removeAllListeners('timeout');
  socket.on('error', () => socket.destroy());
  socket.setTimeout(limits.idleMs, () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), limits.totalMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end(answer);
  // Node may have stopped reading the handle because the body was not read; only a resume restarts it. Wait for
  // that before adding a data listener, which takes over from the parser that stopped it.
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

/** Whether a body was announced. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUnfinished = (message: IncomingMessage): boolean => hasBody(message) && !message.complete;

/** Requests waiting for `100 Continue`: their clients may never send the body if they get a response instead. */
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Whether the response needs `Connection: close`, because too much of the body is still to come. */
export function endsConnection(message: IncomingMessage): boolean {
  if (!isUnfinished(message)) return false;
  const length = Number(message.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return awaitingContinue.has(message) || length > maxDrainedBody;
}

/**
 * The latest request of a socket, if the rest of its body may still come: others would stay in memory until the next
 * one. On the socket itself: setting a weak map takes longer, with each request.
 */
const latest = Symbol('latest request');
type AwaitingSocket = Socket & { [latest]?: IncomingMessage | undefined };

function forget(message: IncomingMessage): void {
  const socket: AwaitingSocket = message.socket;
  if (socket[latest] === message) socket[latest] = undefined;
}

/** Applies this to every connection of the server, whatever closes it. */
export function letAnswersArrive(server: Server, limits: DrainLimits = defaultLimits): void {
  server.on('connection', (socket: AwaitingSocket) => {
    const close = socket.destroySoon.bind(socket);
    // Node calls this after a response with `Connection: close`, even if the request is incomplete.
    socket.destroySoon = () => {
      const message = socket[latest];
      if (message !== undefined && isUnfinished(message)) endAfterAnswer(socket, '', limits);
      else close();
    };
  });
  /** The connection stays open. Node drops the rest of the body, but without a time limit. */
  function limitRest(this: ServerResponse): void {
    const { req: message } = this;
    const { socket } = message;
    if (!isUnfinished(message)) {
      forget(message);
      return;
    }
    if (isEnding(socket)) return;
    const timer = setTimeout(() => socket.destroy(), limits.totalMs).unref();
    message.once('close', () => {
      clearTimeout(timer);
      forget(message);
    });
  }
  server.prependListener('request', (message: IncomingMessage, response: ServerResponse) => {
    const socket: AwaitingSocket = message.socket;
    const isAwaited = hasBody(message);
    socket[latest] = isAwaited ? message : undefined;
    if (isAwaited) response.on('finish', limitRest);
  });
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(message);
    // Send `100 Continue` only when the body is read, so that a rejected one is not sent.
    message.on('newListener', (event) => {
      if ((event !== 'data' && event !== 'readable') || !awaitingContinue.delete(message)) return;
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', message, response);
  });
  server.on('checkExpectation', (message, response) => server.emit('request', message, response));
}
