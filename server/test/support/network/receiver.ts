// A receiver of webhooks on loopback, with a behavior for each path.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Behavior = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  url(path: string): string;
  /** What came to this path so far. */
  received(path: string): Received[];
  /** How to answer from now on; 200 unless set. */
  answer(path: string, behavior: Behavior): void;
  /** Resolves when this many requests have come to the path, or when what came is enough. */
  until(path: string, enough: number | ((received: Received[]) => boolean)): Promise<void>;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Behavior =>
  (response) =>
    response.writeHead(code, headers).end(body);

export const hang: Behavior = () => undefined;

export async function startReceiver(): Promise<Receiver> {
  const all: Received[] = [];
  const behaviors = new Map<string, Behavior>();
  const waits = new Set<() => void>();
  const at = (path: string) => all.filter((each) => each.path === path);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    all.push(received);
    (behaviors.get(received.path) ?? status(200))(response, received);
    for (const check of waits) check();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received: at,
    answer: (path, behavior) => void behaviors.set(path, behavior),
    until: (path, enough) =>
      new Promise((resolve) => {
        const check = () => {
          const received = at(path);
          if (typeof enough === 'number' ? received.length < enough : !enough(received)) return;
          waits.delete(check);
          resolve();
        };
        waits.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
