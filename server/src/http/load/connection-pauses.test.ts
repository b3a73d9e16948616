import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionPauses } from './connection-pauses.ts';

function request(method: string, socket: unknown = new Socket()) {
  const body = new Readable({ read: () => undefined });
  const message = Object.assign(body, { method, socket }) as unknown as IncomingMessage & Readable;
  const answer = Object.assign(new EventEmitter(), { req: message }) as unknown as ServerResponse;
  return { message, answer };
}

type Exchange = ReturnType<typeof request>;

/** Node.js reads the rest of a body after the answer. */
async function answered({ message, answer }: Exchange): Promise<void> {
  answer.emit('finish');
  message.push(null);
  message.resume();
  await once(message, 'close');
}

const isPaused = ({ message }: Exchange): boolean => message.socket.isPaused();

describe('after a refused request', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('does not read its connection for a moment, once it is answered and its body was read', async () => {
    const pauseAfter = connectionPauses();
    const exchanges = [request('GET'), request('GET')];
    for (const { answer } of exchanges) pauseAfter(answer);
    expect(exchanges.map(isPaused)).toEqual([false, false]);
    for (const exchange of exchanges) await answered(exchange);
    expect(exchanges.map(isPaused)).toEqual([true, true]);
    vi.advanceTimersByTime(49);
    expect(exchanges.map(isPaused)).toEqual([true, true]);
    vi.advanceTimersByTime(5);
    expect(exchanges.map(isPaused)).toEqual([false, false]);
  });

  it('reads many connections again a few at a time', async () => {
    const pauseAfter = connectionPauses();
    const exchanges = Array.from({ length: 1_000 }, () => request('GET'));
    for (const exchange of exchanges) {
      pauseAfter(exchange.answer);
      await answered(exchange);
    }
    let paused = exchanges.filter(isPaused).length;
    expect(paused).toBe(1_000);
    for (let passedMs = 0; paused > 0; passedMs += 10) {
      expect(passedMs).toBeLessThan(320);
      vi.advanceTimersByTime(10);
      const left = exchanges.filter(isPaused).length;
      expect(paused - left).toBeLessThanOrEqual(50);
      paused = left;
    }
  });

  it('pauses a connection once, however many of its requests were refused', async () => {
    const pauseAfter = connectionPauses();
    const socket = new Socket();
    const exchanges = [request('GET', socket), request('GET', socket)];
    for (const exchange of exchanges) {
      pauseAfter(exchange.answer);
      await answered(exchange);
    }
    const resume = vi.spyOn(socket, 'resume');
    vi.advanceTimersByTime(400);
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('leaves a closed connection alone', async () => {
    const pauseAfter = connectionPauses();
    const exchange = request('GET');
    pauseAfter(exchange.answer);
    await answered(exchange);
    const { socket } = exchange.message;
    socket.destroy();
    const resume = vi.spyOn(socket, 'resume');
    vi.advanceTimersByTime(200);
    expect(resume).not.toHaveBeenCalled();
  });

  it('does nothing after a part of a batch, which has no connection', async () => {
    const part = request('POST', {});
    connectionPauses()(part.answer);
    await answered(part);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['GET', ''],
    ['POST', 'Content-Length: 5\r\n\r\nhello'],
  ])('keeps a server from reading the next %s', async (method, rest) => {
    const pauseAfter = connectionPauses();
    let served = 0;
    const server = createServer((message, answer) => {
      served += 1;
      if (message.url === '/refused') pauseAfter(answer);
      answer.writeHead(503, { 'content-length': 0 }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const [refused, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    const send = (socket: Socket, path: string) =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${rest || '\r\n'}`);
    try {
      send(refused, '/refused');
      await once(refused, 'data');
      send(refused, '/next');
      // By the second answer, the server would have read what was sent before.
      for (const path of ['/other', '/again']) {
        send(other, path);
        await once(other, 'data');
      }
      expect(served).toBe(3);
      vi.advanceTimersByTime(54);
      await once(refused, 'data');
      expect(served).toBe(4);
    } finally {
      for (const socket of [refused, other]) socket.destroy();
      server.close();
    }
  });
});
