// The sender against hostile hosts and receivers, on loopback.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../ports/events/sender.ts';
import type { Resolve } from './resolving.ts';
import { httpSender, type SenderOptions } from './sender.ts';

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const listen = async (listener: RequestListener): Promise<{ server: Server; port: number }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return { server, port: (server.address() as AddressInfo).port };
};

const senderWith = (options: Partial<SenderOptions> = {}) => {
  const sender = httpSender({ allowPrivate: true, exchangeMs: 5_000, maxAnswerBytes: 4096, ...options });
  cleanups.push(() => sender.close());
  return sender;
};

const request = (url: string): OutgoingRequest => ({ url, headers: {}, body: '{"ü":1}' });
const never = new AbortController().signal;
const at = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

it('connects only to the address that it judged, though the resolver answers differently each time', async () => {
  let requests = 0;
  const { port } = await listen((_, response) => {
    requests += 1;
    response.end('reached');
  });
  const answers = ['93.184.215.14', '127.0.0.1', '93.184.215.14'];
  const asked: string[] = [];
  const rebinding: Resolve = async (host) => {
    asked.push(host);
    return [at(answers[asked.length - 1] ?? '127.0.0.1')];
  };
  const sender = senderWith({ allowPrivate: false, resolve: rebinding });
  const url = `http://rebinding.test:${port}/`;
  expect(await sender.refusal(url)).toBeUndefined();
  expect(await sender.send(request(url), never)).toEqual({
    status: null,
    error: 'The host leads to a private address.',
    answer: '',
    retryAfter: undefined,
  });
  expect([asked.length, requests]).toEqual([2, 0]);
});

it.each([
  ['an address', 'http://127.0.0.1:PORT/'],
  ['an address in brackets', 'http://[::1]:PORT/'],
  ['an IPv4-mapped address', 'http://[::ffff:127.0.0.1]:PORT/'],
  ['a number', 'http://2130706433:PORT/'],
  ['octal', 'http://0177.0.0.1:PORT/'],
  ['localhost', 'http://localhost:PORT/'],
  ['a name of which one address is refused', 'http://mixed.test:PORT/'],
])('refuses %s', async (_, pattern) => {
  let requests = 0;
  const { port } = await listen((_request, response) => {
    requests += 1;
    response.end();
  });
  const resolve: Resolve = async (host) =>
    host === 'localhost' ? [at('127.0.0.1'), at('::1')] : [at('93.184.215.14'), at('127.0.0.1')];
  const sender = senderWith({ allowPrivate: false, resolve });
  const url = pattern.replace('PORT', String(port));
  expect(await sender.refusal(url)).toBe(
    'leads to a private address. To test on your machine, use `npx earshot listen`.',
  );
  expect(await sender.send(request(url), never)).toMatchObject({
    status: null,
    error: 'The host leads to a private address.',
  });
  expect(requests).toBe(0);
});

it('sends the body as it is, under the name of the host', async () => {
  const seen: unknown[] = [];
  const { port } = await listen(async (received, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of received) chunks.push(chunk);
    seen.push([received.method, received.headers.host, Buffer.concat(chunks).toString()]);
    response.writeHead(202, { 'retry-after': '7' }).end('thanks');
  });
  const sender = senderWith({ resolve: async () => [at('127.0.0.1')] });
  const answer = await sender.send(request(`http://receiver.test:${port}/path?query`), never);
  expect(answer).toEqual({ status: 202, error: null, answer: 'thanks', retryAfter: '7' });
  expect(seen).toEqual([['POST', `receiver.test:${port}`, '{"ü":1}']]);
});

it('reads no more of an endless answer than it keeps', async () => {
  const { port } = await listen((_, response) => {
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1000)));
      response.once('drain', write);
    };
    write();
  });
  const answer = await senderWith().send(request(`http://127.0.0.1:${port}/`), never);
  expect([answer?.status, answer?.answer]).toEqual([200, 'x'.repeat(4096)]);
});

it('keeps an answer that is no text storable', async () => {
  const { port } = await listen((_, response) => response.end(Buffer.from([0, 0xff, 0x61])));
  const answer = await senderWith().send(request(`http://127.0.0.1:${port}/`), never);
  expect(answer?.answer).toBe('\ufffd\ufffda');
});

it('counts an offer to switch protocols as an answer', async () => {
  const { server, port } = await listen(() => undefined);
  server.removeAllListeners('request');
  server.on('connection', (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  );
  const answer = await senderWith().send(request(`http://127.0.0.1:${port}/`), never);
  expect(answer).toMatchObject({ status: 101, error: null });
});

it('looks up a host once for all that wait for it', async () => {
  const { port } = await listen((_, response) => response.end());
  let lookups = 0;
  const resolve = async () => {
    lookups += 1;
    return [at('127.0.0.1')];
  };
  const sender = senderWith({ resolve });
  const url = `http://receiver.test:${port}/`;
  await Promise.all([1, 2, 3].map(() => sender.send(request(url), never)));
  expect(lookups).toBe(1);
  await sender.send(request(url), never);
  expect(lookups).toBe(2);
});

it('tries again when a receiver has closed an idle connection', async () => {
  let connections = 0;
  const { server, port } = await listen((_, response) => response.end());
  server.on('connection', () => {
    connections += 1;
  });
  const sender = senderWith();
  const url = `http://127.0.0.1:${port}/`;
  await sender.send(request(url), never);
  server.closeIdleConnections();
  expect(await sender.send(request(url), never)).toMatchObject({ status: 200 });
  expect(connections).toBe(2);
});

it('returns nothing if it was stopped, and an error if there was no time', async () => {
  const { port } = await listen(() => undefined);
  const url = `http://127.0.0.1:${port}/`;
  const stopping = new AbortController();
  const stopped = senderWith().send(request(url), stopping.signal);
  stopping.abort();
  expect(await stopped).toBeUndefined();
  expect(await senderWith({ exchangeMs: 20 }).send(request(url), never)).toMatchObject({
    status: null,
    error: 'No answer within 0.02 seconds.',
  });
  const unresolved = senderWith({ exchangeMs: 20, resolve: () => new Promise(() => undefined) });
  expect(await unresolved.send(request('http://slow.test/'), never)).toMatchObject({ status: null });
});
