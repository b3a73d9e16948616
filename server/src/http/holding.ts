// Pauses a connection for a moment after its request was shed. It is not read, and if a queue was full, requests of
// that kind by the same caller are shed as well, before anything is done for them. Otherwise clients that repeat
// immediately would have the event loop refuse a thousand requests in every turn, and a request that asks the database
// several times would wait for that many turns.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { isRead } from './reading.ts';

/** Short, because the next request on the connection may be someone else's. */
const holdMs = 50;
/** If very many are held, some wait for longer, usually up to this. They are refused anyway, so releasing them earlier helps no one. */
const maxHoldMs = 500;
/** A request that waited for longer on a held connection is late, if newer ones were read before it. */
const lateMs = 100;
/**
 * Of those that were held for long enough, a few of the newest are read again in each turn of the event loop, and as
 * many of those that were held for too long. If all were, the loop would again refuse a thousand requests in one turn,
 * and what it has accepted would wait for that.
 */
const perTurn = 32;
/**
 * However short the turns are. While another process does the work, as with PostgreSQL, refusing thousands of requests
 * per second would take the processor from those that were accepted.
 */
const newestPerMs = 1;
const releaseEveryMs = 2;

export interface Holding {
  /** When a request is shed. The connection is held once the answer is sent. */
  connection(answer: ServerResponse): void;
  /** When a queue is too long for the request. */
  caller(message: IncomingMessage, answer: ServerResponse): void;
  /** Whether the queue was too long for another one a moment ago. */
  isHeld(message: IncomingMessage): boolean;
  /** Whether the request probably waited for long because its connection was held. */
  isLate(message: IncomingMessage): boolean;
  /** How many connections are held. */
  count(): number;
}

interface Held {
  socket: Socket;
  heldAt: number;
}

const now = (): number => performance.now();

export function holding(): Holding {
  /** Oldest first, each once. */
  const connections: Held[] = [];
  const held = new Set<Socket>();
  const callers = new Map<string, number>();
  /** Read again in this turn of the event loop, after a long time. */
  const late = new Set<Socket>();
  let isReleasing = false;
  let releasedAt = Number.NEGATIVE_INFINITY;

  const countBefore = (instant: number): number => {
    const later = connections.findIndex(({ heldAt }) => heldAt > instant);
    return later < 0 ? connections.length : later;
  };

  const readAgain = (some: readonly Held[], at: number): void => {
    for (const { socket, heldAt } of some) {
      held.delete(socket);
      if (socket.destroyed) continue;
      // After a long turn of the event loop, all have waited for long, and somebody has to be answered.
      const wasPassedOver = heldAt <= releasedAt - holdMs;
      if (wasPassedOver && heldAt < at - lateMs) late.add(socket);
      socket.resume();
    }
  };

  const release = (): void => {
    const at = now();
    late.clear();
    readAgain(connections.splice(0, Math.min(perTurn, countBefore(at - maxHoldMs))), at);
    const ready = countBefore(at - holdMs);
    const newest = Math.min(perTurn, Math.ceil((at - releasedAt) * newestPerMs), ready);
    readAgain(connections.splice(ready - newest, newest), at);
    for (const [caller, heldAt] of callers) if (heldAt <= at - holdMs) callers.delete(caller);
    releasedAt = at;
    isReleasing = connections.length + callers.size + late.size > 0;
    if (isReleasing) setTimeout(release, releaseEveryMs);
  };
  const releaseLater = (): void => {
    if (isReleasing) return;
    isReleasing = true;
    setTimeout(release, releaseEveryMs);
  };

  // One listener each for all requests, and not `once`: a closure per request keeps its objects alive for longer.
  function hold(this: IncomingMessage): void {
    const { socket } = this;
    // Several requests at once on one connection may be shed.
    if (held.has(socket)) return;
    held.add(socket);
    connections.push({ socket: socket.pause(), heldAt: now() });
    releaseLater();
  }
  function holdOnceRead(this: ServerResponse): void {
    const { req: message } = this;
    if (message.closed) hold.call(message);
    else message.on('close', hold);
  }

  return {
    connection(answer) {
      // Not before: Node.js reads on from the connection when an answer is sent, and to the end of a body.
      answer.on('finish', holdOnceRead);
    },
    caller(message, answer) {
      // Parts of a batch have no connection of their own: the batch was admitted.
      if (!(message.socket instanceof Socket)) return;
      callers.set(queueOf(message), now());
      releaseLater();
      this.connection(answer);
    },
    isHeld: (message) => callers.size > 0 && callers.has(queueOf(message)),
    isLate: (message) => late.size > 0 && late.has(message.socket),
    count: () => held.size,
  };
}

/** Reads and writes wait in different queues. */
const queueOf = (message: IncomingMessage): string =>
  `${isRead(message) ? 'read' : 'write'} ${callerOf(message)}`;

/**
 * Whom a request is charged to: known before authentication, which costs more than a refusal. Invented credentials
 * gain little: each may have one request under way beyond the room, and failed authentications are limited per address.
 */
export const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers['x-api-key']?.toString() ?? headers.cookie ?? socket.remoteAddress ?? '';
