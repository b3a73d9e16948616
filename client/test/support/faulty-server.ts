// A real HTTP server that responds as a test demands: errors, broken connections, silence. Records what it
// received.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What to do with one request. */
export type Reaction = (response: ServerResponse, request: Received) => void;

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const refuse = (status: number, code: string, headers: Record<string, string> = {}): Reaction =>
  answer(
    status,
    { error: { code, message: `It is ${code}.`, status } },
    { 'x-request-id': 'req_1', ...headers },
  );

export const succeed = (data: unknown, headers: Record<string, string> = {}): Reaction =>
  answer(200, { data }, headers);

/** Closes the connection without a response. */
export const hangUp: Reaction = (response) => response.destroy();

/** Closes the connection halfway through the response. */
export const breakOff: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":', () => response.destroy());
};

/** Never responds. */
export const stall: Reaction = () => undefined;

export interface FaultyServer {
  baseUrl: string;
  received: Received[];
  /** Resolves with a request once it has arrived completely. */
  nextRequest(): Promise<Received>;
  close(): Promise<void>;
}

/** The first request gets the first reaction, and so on; the last is repeated. */
export async function startFaultyServer(...reactions: Reaction[]): Promise<FaultyServer> {
  const received: Received[] = [];
  let waiting: ((request: Received) => void)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The client disconnected midway, as some tests intend.
      return;
    }
    const { method = '', url = '', headers } = request;
    const whole = { method, url, headers, body: Buffer.concat(chunks).toString() };
    const reaction = reactions[Math.min(received.length, reactions.length - 1)];
    received.push(whole);
    for (const resolve of waiting) resolve(whole);
    waiting = [];
    reaction?.(response, whole);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
