// Limits the number of connections and how long one may stall, and tells rejected clients why.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../../domain/kernel/failure.ts';
import { rawAnswer } from '../kernel/failures.ts';
import { endAfterAnswer, hasBody, isEnding } from './lingering.ts';

export interface ConnectionLimits {
  /** 0 for no limit. */
  maxConnections: number;
  /** Time without a byte in either direction. */
  stallMs: number;
}

export interface Watch {
  limits: ConnectionLimits;
  /** The request's id, or a new one. */
  requestId(message?: IncomingMessage): string;
  onRefused(requestId: string, reason: string): void;
}

export const stallMs = 30_000;

/** Connections above the limit that still get a 503; further ones are closed immediately. */
const maxRejected = 256;
const rejectTimeoutMs = 5_000;

const tooManyConnections = () =>
  new Failure('UNAVAILABLE', 'Too many connections are open. Please try again later.');
const tooSlow = () => new Failure('BAD_REQUEST', 'The request took too long to arrive.');
const tooLate = () => new Failure('UNAVAILABLE', 'The request took too long to answer.');

export function watchConnections(server: Server, watch: Watch): void {
  limitConnections(server, watch);
  endStalled(server, watch);
}

/** Runs before all other connection listeners, so rejected connections never reach the HTTP parser. */
function limitConnections(server: Server, { limits, requestId, onRefused }: Watch): void {
  const open = new Set<Socket>();
  const rejected = new Set<Socket>();
  const accept = server.listeners('connection');
  const track = (set: Set<Socket>, socket: Socket): void => {
    set.add(socket);
    socket.once('close', () => set.delete(socket));
  };

  const reject = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    if (rejected.size >= maxRejected) return void socket.destroy();
    track(rejected, socket);
    // Some clients ignore a response sent before their request.
    socket.setTimeout(rejectTimeoutMs, () => socket.destroy());
    socket.once('data', (head: Buffer) => {
      const id = requestIdIn(head) ?? requestId();
      onRefused(id, 'too many connections');
      endAfterAnswer(socket, rawAnswer(tooManyConnections(), id));
    });
  };

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (limits.maxConnections > 0 && open.size >= limits.maxConnections) return reject(socket);
    track(open, socket);
    for (const listener of accept) listener.call(server, socket);
  });
}

/** Finds the request id in the unparsed first bytes. */
const requestIdIn = (head: Buffer): string | undefined =>
  /\r\nx-request-id:[ \t]*([A-Za-z0-9._-]{1,128})[ \t]*\r\n/i.exec(head.toString('latin1'))?.[1];

/** What is known of a connection. */
interface Exchange {
  /** The latest request. */
  message: IncomingMessage;
  response: ServerResponse;
  /** Stall intervals while the request was processed. */
  stalls: number;
  /** Read until the end of the request; undefined until then. */
  bytesBefore: number | undefined;
}

/** On the socket itself: looking it up in a weak map takes longer, with each request. */
const exchangeOf = Symbol('exchange');
type WatchedSocket = Socket & { [exchangeOf]?: Exchange };

/** A request is aborted after this many stall intervals. */
const maxStalls = 2;

function noteBytes(this: ServerResponse): void {
  const socket: WatchedSocket = this.req.socket;
  const exchange = socket[exchangeOf];
  if (exchange?.response === this) exchange.bytesBefore = socket.bytesRead;
}

function endStalled(server: Server, { limits, requestId, onRefused }: Watch): void {
  server.prependListener('request', (message: IncomingMessage, response: ServerResponse) => {
    const socket: WatchedSocket = message.socket;
    const bytesBefore = socket[exchangeOf]?.bytesBefore;
    const exchange: Exchange = { message, response, stalls: 0, bytesBefore };
    socket[exchangeOf] = exchange;
    if (hasBody(message)) response.on('finish', noteBytes);
    else exchange.bytesBefore = socket.bytesRead;
  });

  const abort = (socket: Socket, { message }: Exchange, failure: Failure): void => {
    const id = requestId(message);
    onRefused(id, failure.message);
    endAfterAnswer(socket, rawAnswer(failure, id));
  };

  server.setTimeout(limits.stallMs, (socket: WatchedSocket) => {
    if (isEnding(socket)) return;
    const exchange = socket[exchangeOf];
    // The client does not read.
    if (socket.writableLength > 0) return void socket.destroy();
    if (exchange === undefined || exchange.response.writableEnded) {
      // Node's own header timeout answers incomplete headers.
      const hasNewBytes = socket.bytesRead > (exchange?.bytesBefore ?? 0);
      return hasNewBytes && (exchange?.message.complete ?? true) ? undefined : void socket.destroy();
    }
    // The response stopped halfway: it must not look complete.
    if (exchange.response.headersSent) return void socket.destroy();
    if (isWaitingForBody(exchange.message)) return abort(socket, exchange, tooSlow());
    exchange.stalls += 1;
    if (exchange.stalls >= maxStalls) return abort(socket, exchange, tooLate());
    socket.setTimeout(limits.stallMs);
  });
}

/** Whether we wait for the client: everything received was read, and more is expected. */
const isWaitingForBody = (message: IncomingMessage): boolean =>
  !message.complete && message.readableFlowing === true && message.readableLength === 0;
