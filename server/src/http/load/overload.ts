// Refuses requests that the server has no time for, before anything else is done for them, so that those it admits are
// answered soon.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Overloaded } from '../../domain/kernel/failure.ts';
import { endsConnection } from '../edge/lingering.ts';
import { errorBody, shedRetrySeconds, statusOf } from '../kernel/failures.ts';
import { helpOf } from '../kernel/help-links.ts';
import { isOperationalUrl } from '../kernel/operational.ts';
import { isRead } from '../kernel/reading.ts';
import type { RequestIdOf } from '../kernel/request-id.ts';
import { connectionPauses } from './connection-pauses.ts';
import { type Admitted, InFlight, type LoopClock } from './in-flight.ts';
import type { ShedReport } from './shed-report.ts';

export interface OverloadDeps {
  loop: LoopClock;
  requestIdOf: RequestIdOf;
  shed: ShedReport;
}

/** On the response itself: a closure per request would keep its objects alive for longer. */
const admittedAs = Symbol('admitted');
type CountedResponse = ServerResponse & { [admittedAs]?: Admitted };

function stopCounting(this: CountedResponse): void {
  const admitted = this[admittedAs];
  admitted?.among.end(admitted);
}

/** Call when a request begins to wait for something to happen: then it is no load. */
export const noteWait = (response: CountedResponse): void => stopCounting.call(response);

const overloaded = new Overloaded('The server is overloaded. Try again shortly.');
const status = statusOf[overloaded.code];
const body = JSON.stringify(errorBody(overloaded));
const bodyLength = Buffer.byteLength(body);
const help = helpOf(overloaded.code);

export class Overload {
  readonly #deps: OverloadDeps;
  readonly #inFlight: InFlight;
  readonly #pauseAfter = connectionPauses();

  constructor(deps: OverloadDeps) {
    this.#deps = deps;
    this.#inFlight = new InFlight(deps.loop);
  }

  /** Stands before the listeners that the server has so far. Those added later run before it, for refused requests too. */
  standBefore(server: Server): void {
    const inFlight = this.#inFlight;
    const accept = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (message: IncomingMessage, response: CountedResponse) => {
      if (!isOperationalUrl(message.url)) {
        const admitted = inFlight.admit(callerOf(message), isRead(message));
        if (admitted === undefined) return this.#refuse(message, response);
        response[admittedAs] = admitted;
        response.on('close', stopCounting);
      }
      for (const listener of accept) listener.call(server, message, response);
    });
  }

  /** Call before an admitted request is refused because the queue of its workspace is full. */
  noteFullQueue(response: ServerResponse): void {
    this.#deps.shed.note('queue');
    this.#pauseAfter(response);
  }

  /** The headers are those of every failure. The rest of a body is dropped as for any other refusal. */
  #refuse(message: IncomingMessage, response: ServerResponse): void {
    const { shed, requestIdOf } = this.#deps;
    shed.note('loop');
    if (endsConnection(message)) response.setHeader('connection', 'close');
    else this.#pauseAfter(response);
    response.writeHead(status, {
      'x-request-id': requestIdOf(message),
      'x-content-type-options': 'nosniff',
      'retry-after': String(shedRetrySeconds()),
      'cache-control': 'no-store',
      link: help,
      'content-type': 'application/json; charset=utf-8',
      'content-length': bodyLength,
    });
    response.end(body);
  }
}

/** Whom a request is charged to: known before authentication, which costs more than a refusal. */
const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers['x-api-key']?.toString() ?? headers.cookie ?? socket.remoteAddress ?? '';
