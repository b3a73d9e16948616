// What follows a shed request, for a moment. Its connection is not read, and if a queue was full, requests of that kind
// by the same caller are shed as well, before anything is done for them. Otherwise clients that repeat at once would
// have the event loop refuse a thousand requests in every turn, and a request that asks the database several times
// would wait for that many turns.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Short, because the next request on the connection may be someone else's. */
const holdMs = 50;
/** If very many are held, some wait for longer, up to this. */
const maxHoldMs = 100;
/** A few at a time: if all were read at once, the loop would again refuse a thousand requests in one turn. */
const releasedPerMs = 10;
const releaseEveryMs = 2;

export interface Holding {
  /** When a request is shed. The connection is held once the answer is sent. */
  connection(message: IncomingMessage, answer: ServerResponse): void;
  /** When a queue is too long for the request. */
  caller(message: IncomingMessage, answer: ServerResponse): void;
  /** Whether the queue was too long for another one a moment ago. */
  isHeld(message: IncomingMessage): boolean;
}

const now = (): number => performance.now();

export function holding(): Holding {
  /** Oldest first. */
  const connections: { socket: Socket; heldAt: number }[] = [];
  const callers = new Map<string, number>();
  let releasedAt: number | undefined;

  const countBefore = (instant: number): number => {
    const later = connections.findIndex(({ heldAt }) => heldAt > instant);
    return later < 0 ? connections.length : later;
  };

  const release = (): void => {
    const at = now();
    const few = Math.ceil((at - (releasedAt ?? at)) * releasedPerMs);
    const count = Math.max(countBefore(at - maxHoldMs), Math.min(few, countBefore(at - holdMs)));
    for (const { socket } of connections.splice(0, count)) if (!socket.destroyed) socket.resume();
    for (const [caller, heldAt] of callers) if (heldAt <= at - holdMs) callers.delete(caller);
    releasedAt = at;
    if (connections.length + callers.size > 0) setTimeout(release, releaseEveryMs);
    else releasedAt = undefined;
  };
  const releaseLater = (): void => {
    if (releasedAt !== undefined) return;
    releasedAt = now();
    setTimeout(release, releaseEveryMs);
  };

  return {
    connection(message, answer) {
      const hold = () => {
        connections.push({ socket: message.socket.pause(), heldAt: now() });
        releaseLater();
      };
      // Not before: Node.js reads on from the connection when an answer is sent, and to the end of a body.
      answer.once('finish', () => {
        if (message.closed) hold();
        else message.once('close', hold);
      });
    },
    caller(message, answer) {
      // Parts of a batch have no connection of their own: the batch was admitted.
      if (!(message.socket instanceof Socket)) return;
      callers.set(queueOf(message), now());
      releaseLater();
      this.connection(message, answer);
    },
    isHeld: (message) => callers.size > 0 && callers.has(queueOf(message)),
  };
}

/** Reads and writes wait in different queues. */
const queueOf = (message: IncomingMessage): string =>
  `${message.method === 'GET' || message.method === 'HEAD' ? 'read' : 'write'} ${callerOf(message)}`;

/**
 * Whom a request is charged to: known before authentication, which costs more than a refusal. Invented credentials
 * gain nothing: each gets one request per turn, and failed authentications are limited per address.
 */
export const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers['x-api-key']?.toString() ?? headers.cookie ?? socket.remoteAddress ?? '';
