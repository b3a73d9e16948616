// The limits within which a refused body is read, at a server with short ones.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { endsConnection, letAnswersArrive, type Patience } from './lingering.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const long = 3_600_000;
const patient: Patience = { idleMs: long, inAllMs: long, bytes: Number.POSITIVE_INFINITY };

interface Refused {
  /** Keeps its side open whatever the server does. */
  socket: Socket;
  /** Resolves when the server has let go of the connection. */
  gone: Promise<void>;
}

/** A connection to a server that refuses everything at once. */
async function refuseAll(limits: Partial<Patience>): Promise<Refused> {
  server = createServer((request, response) => {
    if (endsConnection(request)) response.setHeader('connection', 'close');
    response.writeHead(401).end('no');
  });
  letAnswersArrive(server, { ...patient, ...limits });
  const gone = new Promise<void>((resolve) => {
    server.on('connection', (connection) => connection.once('close', () => resolve()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  // What is written after the server has let go fails, as it should.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, gone };
}

const answerOn = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

const endless = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const short = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n';

describe('a refused body', () => {
  it('without an end is read up to a number of bytes', async () => {
    const { socket, gone } = await refuseAll({ bytes: 1024 * 1024 });
    socket.write(endless);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write(Buffer.alloc(2 * 1024 * 1024, 'x'));
    await gone;
  });

  it.each([
    ['is waited for only so long when nothing comes', endless, { idleMs: 20 }],
    ['is waited for only so long in all', endless, { inAllMs: 20 }],
    ['that is short, and keeps its connection, is waited for only so long too', short, { inAllMs: 20 }],
  ])('%s', async (_name, request, limits) => {
    const { socket, gone } = await refuseAll(limits);
    socket.write(request);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 401 /);
    await gone;
  });

  it('that trickles in does not outlast the time in all', async () => {
    const { socket, gone } = await refuseAll({ inAllMs: 50 });
    socket.write(endless);
    const trickle = setInterval(() => socket.write('1\r\nx\r\n'), 5);
    await gone;
    clearInterval(trickle);
  });

  it('ends with the client, which is not waited for', async () => {
    const { socket, gone } = await refuseAll({});
    socket.write(endless);
    await answerOn(socket);
    socket.end();
    await gone;
  });
});
