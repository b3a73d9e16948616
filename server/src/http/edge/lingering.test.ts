// Limits on draining a rejected body, on a server with short timeouts.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type DrainLimits, endsConnection, letAnswersArrive } from './lingering.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const long = 3_600_000;
const generous: DrainLimits = { idleMs: long, totalMs: long, bytes: Number.POSITIVE_INFINITY };

interface Refused {
  /** Keeps its side open, whatever the server does. */
  socket: Socket;
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>;
}

/** A connection to a server that rejects everything immediately. */
async function refuseAll(limits: Partial<DrainLimits>): Promise<Refused> {
  server = createServer((request, response) => {
    if (endsConnection(request)) response.setHeader('connection', 'close');
    response.writeHead(401).end('no');
  });
  letAnswersArrive(server, { ...generous, ...limits });
  const closed = new Promise<void>((resolve) => {
    server.on('connection', (connection) => connection.once('close', () => resolve()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  // Writes after the server has closed fail, as expected.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, closed };
}

const answerOn = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

const endless = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const short = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n';

describe('a rejected body', () => {
  it('without an end is drained up to a number of bytes', async () => {
    const { socket, closed } = await refuseAll({ bytes: 1024 * 1024 });
    socket.write(endless);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write(Buffer.alloc(2 * 1024 * 1024, 'x'));
    await closed;
  });

  it.each([
    ['is drained until the idle timeout', endless, { idleMs: 20 }],
    ['is drained until the total timeout', endless, { totalMs: 20 }],
    ['that is short and keeps the connection has the same total timeout', short, { totalMs: 20 }],
  ])('%s', async (_name, request, limits) => {
    const { socket, closed } = await refuseAll(limits);
    socket.write(request);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 401 /);
    await closed;
  });

  it('that trickles in does not outlast the total timeout', async () => {
    const { socket, closed } = await refuseAll({ totalMs: 50 });
    socket.write(endless);
    const trickle = setInterval(() => socket.write('1\r\nx\r\n'), 5);
    await closed;
    clearInterval(trickle);
  });

  it('ends when the client closes', async () => {
    const { socket, closed } = await refuseAll({});
    socket.write(endless);
    await answerOn(socket);
    socket.end();
    await closed;
  });
});
