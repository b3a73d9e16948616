// Sheds load: requests that the event loop has no time for are answered 503 before anything else is done for them, so
// that those it accepts are answered soon.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Overloaded } from '../domain/failure.ts';
import { errorBody, shedRetrySeconds, statusOf } from './failures.ts';
import { helpOf } from './help-links.ts';
import { callerOf, type Holding } from './holding.ts';
import { endsConnection } from './lingering.ts';
import { type LoopClock, LoopLoad } from './loop-load.ts';
import { isOperationalUrl } from './operations.ts';
import { isRead } from './reading.ts';
import type { RequestIdOf } from './request-id.ts';
import type { ShedReason } from './shed-report.ts';
import type { Begun } from './under-way.ts';

export interface Shedding {
  loop: LoopClock;
  requestIdOf: RequestIdOf;
  hold: Holding;
  onShed(reason: ShedReason): void;
}

/** On the response itself: see `onClose`. */
const begun = Symbol('begun');
type CountedResponse = ServerResponse & { [begun]?: Begun };

const overloaded = new Overloaded('The server is overloaded. Try again shortly.');
const status = statusOf[overloaded.code];
const body = JSON.stringify(errorBody(overloaded));
const bodyLength = Buffer.byteLength(body);
const help = helpOf(overloaded.code);

/**
 * Stands before the framework. Listeners for connections that are added later run before it, for shed requests too.
 */
export function shedOverload(server: Server, { loop, requestIdOf, hold, onShed }: Shedding): void {
  const load = new LoopLoad(loop, { callerOf, isRead, isLate: hold.isLate, held: hold.count });
  const reasonToShed = (message: IncomingMessage): ShedReason | undefined => {
    const isOperational = isOperationalUrl(message.url);
    if (!isOperational && hold.isHeld(message)) return 'queue';
    // Whatever the answer, the load has to know of the request.
    return load.admits(message) || isOperational ? undefined : 'loop';
  };
  /**
   * One listener for all responses, and not `once`: with that, a quarter of what was allocated for each request was
   * still alive at the next garbage collection, which took four times as long.
   */
  function onClose(this: CountedResponse): void {
    if (this[begun] !== undefined) load.end(this[begun]);
  }
  const accept = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (message: IncomingMessage, response: CountedResponse) => {
    const reason = reasonToShed(message);
    if (reason === undefined) {
      response[begun] = load.begin(message);
      response.on('close', onClose);
      for (const listener of accept) listener.call(server, message, response);
      return;
    }
    onShed(reason);
    if (!endsConnection(message)) hold.connection(response);
    refuse(message, response, requestIdOf(message));
  });
}

/** The headers are those of every failure. The rest of a body is dropped as for any other refusal. */
function refuse(message: IncomingMessage, response: ServerResponse, requestId: string): void {
  if (endsConnection(message)) response.setHeader('connection', 'close');
  response.writeHead(status, {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'retry-after': String(shedRetrySeconds()),
    'cache-control': 'no-store',
    link: help,
    'content-type': 'application/json; charset=utf-8',
    'content-length': bodyLength,
  });
  response.end(body);
}
