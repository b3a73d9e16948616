// What follows a shed request, for a moment. Its connection is not read, and if a queue was full, requests of that kind
// by the same caller are shed as well, before anything is done for them. Otherwise clients that repeat at once would
// have the event loop refuse a thousand requests in every turn, and a request that asks the database several times
// would wait for that many turns.

import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** Short, because the next request on the connection may be someone else's. */
const holdMs = 50;

export interface Holding {
  /** After a request was shed. */
  connection(message: IncomingMessage): void;
  /** After a queue was too long for the request. */
  caller(message: IncomingMessage): void;
  /** Whether the queue was too long for another one a moment ago. */
  isHeld(message: IncomingMessage): boolean;
}

export function holding(): Holding {
  let connections: Socket[] = [];
  const callers = new Set<string>();
  let isStarted = false;
  const release = (): void => {
    isStarted = false;
    callers.clear();
    const held = connections;
    connections = [];
    for (const socket of held) if (!socket.destroyed) socket.resume();
  };
  /** From the end of this turn of the event loop: refusing what it has read may take longer than the hold. */
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    setImmediate(() => void setTimeout(release, holdMs));
  };
  return {
    connection({ socket }) {
      connections.push(socket.pause());
      start();
    },
    caller(message) {
      // Parts of a batch have no connection of their own: the batch was admitted.
      if (!(message.socket instanceof Socket)) return;
      callers.add(queueOf(message));
      this.connection(message);
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
