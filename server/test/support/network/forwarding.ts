// A proxy in front of the program that shows a test every exchange, and lets it change the headers of the response.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  method: string;
  path: string;
  requestHeaders: IncomingHttpHeaders;
  /** As far as it was sent before the response began. */
  requestBody: string;
  status: number;
  headers: IncomingHttpHeaders;
}

export interface Forwarding {
  baseUrl: string;
  close(): Promise<void>;
}

/** `see` returns the headers to pass on. */
export async function startForwarding(
  port: number,
  see: (exchange: Exchange) => OutgoingHttpHeaders,
): Promise<Forwarding> {
  const proxy = createServer((near, reply) => {
    const { method = '', url: path = '', headers: requestHeaders } = near;
    const sent: Buffer[] = [];
    near.on('data', (chunk: Buffer) => void sent.push(chunk));
    const far = request({ host: '127.0.0.1', port, method, path, headers: requestHeaders }, (response) => {
      const { statusCode: status = 0, headers } = response;
      const requestBody = Buffer.concat(sent).toString();
      reply.writeHead(status, see({ method, path, requestHeaders, requestBody, status, headers }));
      response.pipe(reply);
    });
    far.on('error', () => reply.destroy());
    near.pipe(far);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
