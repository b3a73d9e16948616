import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Holding, holding } from './holding.ts';

function request(method: string, authorization: string, socket: unknown = new Socket()) {
  const message = Object.assign(new Readable({ read: () => undefined }), {
    ...{ method, headers: { authorization }, socket },
  }) as unknown as IncomingMessage & Readable;
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

/** Requests on connections of their own that were refused and answered. */
async function shed(hold: Holding, count: number): Promise<Exchange[]> {
  const exchanges = Array.from({ length: count }, () => request('GET', 'a'));
  for (const exchange of exchanges) {
    hold.connection(exchange.answer);
    await answered(exchange);
  }
  return exchanges;
}

const isPaused = ({ message }: Exchange): boolean => message.socket.isPaused();

describe('after a shed request', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('does not read its connection for a moment, once it is answered and its body was read', async () => {
    const hold = holding();
    const exchanges = [request('GET', 'a'), request('GET', 'b')];
    for (const { answer } of exchanges) hold.connection(answer);
    expect(exchanges.map(isPaused)).toEqual([false, false]);
    for (const exchange of exchanges) await answered(exchange);
    expect(exchanges.map(isPaused)).toEqual([true, true]);
    vi.advanceTimersByTime(48);
    expect(exchanges.map(isPaused)).toEqual([true, true]);
    expect(hold.count()).toBe(2);
    vi.advanceTimersByTime(6);
    expect(exchanges.map(isPaused)).toEqual([false, false]);
    expect(hold.count()).toBe(0);
  });

  it('reads many connections again a few at a time, the newest first, and says which were held for long', async () => {
    const hold = holding();
    const exchanges = await shed(hold, 5_000);
    const counts = (some: Exchange[]) => ({
      held: some.filter(isPaused).length,
      late: some.filter(({ message }) => hold.isLate(message)).length,
    });
    expect(counts(exchanges)).toEqual({ held: 5_000, late: 0 });
    vi.advanceTimersByTime(54);
    const newest = exchanges.slice(-200);
    const { held, late } = counts(newest);
    expect({ held: held < 200, others: counts(exchanges.slice(0, -200)).held, late }).toEqual({
      held: true,
      others: 4_800,
      late: 0,
    });
    vi.advanceTimersByTime(100);
    expect(counts(exchanges).late).toBeGreaterThan(0);
    vi.advanceTimersByTime(800);
    expect(counts(exchanges)).toEqual({ held: 0, late: 0 });
  });

  it('reads few connections again in a given time, however short the turns of the event loop', async () => {
    const hold = holding();
    const exchanges = await shed(hold, 500);
    vi.advanceTimersByTime(50);
    const before = exchanges.filter(isPaused).length;
    vi.advanceTimersByTime(20);
    const readAgain = before - exchanges.filter(isPaused).length;
    expect(readAgain).toBeGreaterThan(0);
    expect(readAgain).toBeLessThanOrEqual(22);
  });

  it('calls no connection late after one long turn of the event loop', async () => {
    const hold = holding();
    const exchange = request('GET', 'a');
    hold.connection(exchange.answer);
    await answered(exchange);
    const realNow = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(realNow + 200);
    vi.advanceTimersToNextTimer();
    expect([isPaused(exchange), hold.isLate(exchange.message)]).toEqual([false, false]);
    vi.restoreAllMocks();
  });

  it('holds a connection once, however many of its requests were shed', async () => {
    const hold = holding();
    const socket = new Socket();
    const exchanges = [request('GET', 'a', socket), request('GET', 'a', socket)];
    for (const exchange of exchanges) {
      hold.connection(exchange.answer);
      await answered(exchange);
    }
    const resume = vi.spyOn(socket, 'resume');
    vi.advanceTimersByTime(400);
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('leaves a closed connection alone', async () => {
    const hold = holding();
    const exchange = request('GET', 'a');
    hold.connection(exchange.answer);
    await answered(exchange);
    const { socket } = exchange.message;
    socket.destroy();
    const resume = vi.spyOn(socket, 'resume');
    vi.advanceTimersByTime(200);
    expect(resume).not.toHaveBeenCalled();
  });

  it.each([
    ['GET', 'HEAD', 'POST'],
    ['POST', 'DELETE', 'GET'],
  ])('sheds what would wait in the same queue: after %s also %s, but not %s', (shed, alike, other) => {
    const hold = holding();
    const isHeld = (method: string, caller: string) => hold.isHeld(request(method, caller).message);
    const { message, answer } = request(shed, 'a');
    hold.caller(message, answer);
    expect([isHeld(shed, 'a'), isHeld(alike, 'a')]).toEqual([true, true]);
    expect([isHeld(other, 'a'), isHeld(shed, 'b')]).toEqual([false, false]);
    vi.advanceTimersByTime(54);
    expect(isHeld(shed, 'a')).toBe(false);
  });

  it('does not hold the caller because of a part of a batch', () => {
    const hold = holding();
    const part = request('POST', 'a', {});
    hold.caller(part.message, part.answer);
    expect(hold.isHeld(request('POST', 'a').message)).toBe(false);
  });

  it.each([
    ['GET', ''],
    ['POST', 'Content-Length: 5\r\n\r\nhello'],
  ])('keeps a server from reading the next %s', async (method, rest) => {
    const hold = holding();
    let served = 0;
    const server = createServer((message, answer) => {
      served += 1;
      if (message.url === '/shed') hold.connection(answer);
      answer.writeHead(503, { 'content-length': 0 }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const [shed, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    const send = (socket: Socket, path: string) =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${rest || '\r\n'}`);
    try {
      send(shed, '/shed');
      await once(shed, 'data');
      send(shed, '/next');
      // By the second answer, the server would have read what was sent before.
      for (const path of ['/other', '/again']) {
        send(other, path);
        await once(other, 'data');
      }
      expect(served).toBe(3);
      vi.advanceTimersByTime(54);
      await once(shed, 'data');
      expect(served).toBe(4);
    } finally {
      for (const socket of [shed, other]) socket.destroy();
      server.close();
    }
  });
});
