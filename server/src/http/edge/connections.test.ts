// Stalled connections and the connection limit, on a server with short timeouts.

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConnectionLimits, watchConnections } from './connections.ts';
import { letAnswersArrive } from './lingering.ts';

/** Short for a test, and longer than a busy machine takes to read what was sent. */
const stallMs = 500;

let server: Server;
let port: number;
let refused: [string, string][];
const clients = new Set<Socket>();

afterEach(() => {
  for (const client of clients) client.destroy();
  clients.clear();
  server.closeAllConnections();
  server.close();
});

async function serve(handler: RequestListener, limits: Partial<ConnectionLimits>): Promise<void> {
  server = createServer(handler);
  refused = [];
  watchConnections(server, {
    limits: { maxConnections: 0, stallMs: 3_600_000, ...limits },
    requestId: (message) => (message === undefined ? 'req_new' : 'req_known'),
    onRefused: (requestId, reason) => refused.push([requestId, reason]),
  });
  letAnswersArrive(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
}

/** A connection, and a promise that resolves when the server closes it. */
async function open(): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  clients.add(socket);
  socket.on('error', () => undefined);
  const [[connection]] = await Promise.all([accepted, once(socket, 'connect')]);
  return { socket, closed: new Promise((resolve) => connection.once('close', resolve)) };
}

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a stalled connection', () => {
  it('is closed when the client stops reading', async () => {
    await serve((_request, response) => void response.end(Buffer.alloc(50_000_000)), { stallMs });
    const { socket, closed } = await open();
    socket.pause();
    socket.write(get);
    await closed;
  });

  it('is closed when our response stops halfway', async () => {
    await serve((_request, response) => void response.write('half'), { stallMs });
    const { socket, closed } = await open();
    socket.write(get);
    await closed;
    expect(await textOf(socket)).not.toContain('\r\n0\r\n');
  });

  it('gets a 400 when the body does not arrive', async () => {
    await serve((request) => void request.resume(), { stallMs });
    const { socket, closed } = await open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    const answer = await textOf(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('X-Request-Id: req_known\r\n');
    expect(answer).toContain('"The request took too long to arrive."');
    socket.end();
    await closed;
  });

  it.each([
    ['that arrived', get],
    [
      'whose body is not read',
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(500_000)}`,
    ],
  ])('gets a 503 when a request %s is never answered', async (_name, request) => {
    await serve(() => undefined, { stallMs });
    const { socket, closed } = await open();
    socket.write(request);
    const answer = await textOf(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    expect(answer).toContain('"The request took too long to answer."');
    expect(refused).toEqual([['req_known', 'The request took too long to answer.']]);
    socket.end();
    await closed;
  });

  it.each([
    ['before its first request', ''],
    ['after a response', get],
  ])('is closed silently %s', async (_name, request) => {
    await serve((_request, response) => void response.end('ok'), { stallMs });
    server.keepAliveTimeout = stallMs;
    const { socket, closed } = await open();
    socket.write(request);
    socket.resume();
    await closed;
    expect(refused).toEqual([]);
  });
});

describe('connections above the limit', () => {
  const handler: RequestListener = (_request, response) => void response.end('served');

  it('get a 503 with Retry-After until others close', async () => {
    await serve(handler, { maxConnections: 2 });
    const first = await open();
    await open();
    const third = await open();
    third.socket.write(get);
    const answer = await textOf(third.socket);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain('X-Request-Id: req_new\r\n');
    expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    expect(answer).toContain('"code":"UNAVAILABLE"');
    expect(refused).toEqual([['req_new', 'too many connections']]);

    first.socket.destroy();
    await first.closed;
    const next = await open();
    next.socket.write(get);
    expect(String((await once(next.socket, 'data'))[0])).toContain('served');
  });

  it('get their own request id back, even while they send a large body', async () => {
    await serve(handler, { maxConnections: 1 });
    await open();
    const { socket, closed } = await open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nContent-Length: 5000000\r\n\r\n');
    socket.end(Buffer.alloc(5_000_000));
    expect(await textOf(socket)).toContain('X-Request-Id: mine\r\n');
    await closed;
  });

  it('are closed without a response once too many are waiting for one', async () => {
    await serve(handler, { maxConnections: 1 });
    await open();
    for (let count = 0; count < 256; count += 1) await open();
    const { closed } = await open();
    await closed;
    expect(refused).toEqual([]);
  });
});
