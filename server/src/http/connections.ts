// How many connections there may be, and how long one may stand still. Whoever is turned away is told why.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../domain/failure.ts';
import { rawAnswer } from './failures.ts';
import { endAfterAnswer, isEnding } from './lingering.ts';

export interface ConnectionLimits {
  /** 0 switches the limit off. */
  maxConnections: number;
  /** Without a byte in either direction. */
  stallMs: number;
}

export interface Watch {
  limits: ConnectionLimits;
  /** The name of the request, or a new one where there is none. */
  requestId(message?: IncomingMessage): string;
  onRefused(requestId: string, reason: string): void;
}

export const stallMs = 30_000;

/** So many more are told that there is no room; beyond them there is nothing but the closed connection. */
const maxTurnedAway = 256;
const turnedAwayMs = 5_000;

const noRoom = () => new Failure('UNAVAILABLE', 'Too many connections are open. Please try again later.');
const tooSlow = () => new Failure('BAD_REQUEST', 'The request took too long to arrive.');
const tooLate = () => new Failure('UNAVAILABLE', 'The request took too long to answer.');

export function watchConnections(server: Server, watch: Watch): void {
  limitConnections(server, watch);
  endStalled(server, watch);
}

/** In front of whoever else listens for connections: what is turned away is never seen by the HTTP parser. */
function limitConnections(server: Server, { limits, requestId, onRefused }: Watch): void {
  const open = new Set<Socket>();
  const turnedAway = new Set<Socket>();
  const enter = server.listeners('connection');
  const keepIn = (set: Set<Socket>, socket: Socket): void => {
    set.add(socket);
    socket.once('close', () => set.delete(socket));
  };

  const turnAway = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    if (turnedAway.size >= maxTurnedAway) return void socket.destroy();
    keepIn(turnedAway, socket);
    // Some clients do not take an answer before they have asked.
    socket.setTimeout(turnedAwayMs, () => socket.destroy());
    socket.once('data', (head: Buffer) => {
      const name = namedIn(head) ?? requestId();
      onRefused(name, 'too many connections');
      endAfterAnswer(socket, rawAnswer(noRoom(), name));
    });
  };

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (limits.maxConnections > 0 && open.size >= limits.maxConnections) return turnAway(socket);
    keepIn(open, socket);
    for (const listener of enter) listener.call(server, socket);
  });
}

/** The request id in the first bytes of a request, which nobody parses. */
const namedIn = (head: Buffer): string | undefined =>
  /\r\nx-request-id:[ \t]*([A-Za-z0-9._-]{1,128})[ \t]*\r\n/i.exec(head.toString('latin1'))?.[1];

interface Exchange {
  message: IncomingMessage;
  response: ServerResponse;
  /** How often nothing moved while it was being worked on. */
  pauses: number;
}

/** What is worked on for so many times `stallMs` after its last byte is given up. */
const maxPauses = 2;

function endStalled(server: Server, { limits, requestId, onRefused }: Watch): void {
  const latest = new WeakMap<Socket, Exchange>();
  const bytesBefore = new WeakMap<Socket, number>();
  server.prependListener('request', (message: IncomingMessage, response: ServerResponse) => {
    const { socket } = message;
    latest.set(socket, { message, response, pauses: 0 });
    response.once('finish', () => bytesBefore.set(socket, socket.bytesRead));
  });

  const giveUp = (socket: Socket, { message }: Exchange, failure: Failure): void => {
    const name = requestId(message);
    onRefused(name, failure.message);
    endAfterAnswer(socket, rawAnswer(failure, name));
  };

  server.setTimeout(limits.stallMs, (socket: Socket) => {
    if (isEnding(socket)) return;
    const exchange = latest.get(socket);
    // A reader that takes nothing.
    if (socket.writableLength > 0) return void socket.destroy();
    if (exchange === undefined || exchange.response.writableEnded) {
      // Half of a head is answered by Node's own limit for heads.
      const isBegun = socket.bytesRead > (bytesBefore.get(socket) ?? 0);
      return isBegun && (exchange?.message.complete ?? true) ? undefined : void socket.destroy();
    }
    // An answer of which no more comes: nobody must take the half for the whole.
    if (exchange.response.headersSent) return void socket.destroy();
    if (isWaitingForBody(exchange.message)) return giveUp(socket, exchange, tooSlow());
    exchange.pauses += 1;
    if (exchange.pauses >= maxPauses) return giveUp(socket, exchange, tooLate());
    socket.setTimeout(limits.stallMs);
  });
}

/** Whether it is for the client to go on: everything that came was read, and more is wanted. */
const isWaitingForBody = (message: IncomingMessage): boolean =>
  !message.complete && message.readableFlowing === true && message.readableLength === 0;
