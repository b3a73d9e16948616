// Pauses the connection of a refused request: it isn't read for a moment. Otherwise clients that repeat immediately would
// keep the event loop busy with refusing, and what it has admitted would wait for that.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Short, because the next request on the connection may be someone else's. */
const leastMs = 50;
/** Longer the more are paused, so that only a few are read again in a turn of the event loop. */
const perPausedMs = 0.25;

/** Call the result with the response of a refused request. The connection is paused once it is sent. */
export function connectionPauses(): (response: ServerResponse) => void {
  const paused = new Set<Socket>();

  // One listener each for all requests, and not `once`: a closure per request keeps its objects alive for longer.
  function pause(this: IncomingMessage): void {
    const { socket } = this;
    // Several concurrent requests on one connection may be refused. Parts of a batch have no connection of their own.
    if (!(socket instanceof Socket) || paused.has(socket)) return;
    paused.add(socket.pause());
    setTimeout(resume, leastMs + paused.size * perPausedMs, socket);
  }
  function pauseOnceRead(this: ServerResponse): void {
    const { req: message } = this;
    if (message.closed) pause.call(message);
    else message.on('close', pause);
  }
  const resume = (socket: Socket): void => {
    paused.delete(socket);
    if (!socket.destroyed) socket.resume();
  };

  // Not before: Node.js reads on from the connection when a response is sent, and to the end of a body.
  return (response) => void response.on('finish', pauseOnceRead);
}
