// The fetcher against hostile hosts and servers, on loopback.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FetcherOptions, httpFetcher } from './fetcher.ts';

const asked: string[] = [];
const answers: Record<string, RequestListener> = {
  '/file': (_, response) => response.end('content'),
  '/moved': (_, response) => response.writeHead(302, { location: '/file' }).end(),
  '/elsewhere': (_, response) => response.writeHead(307, { location: `${at('other.test')}/file` }).end(),
  '/local': (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
  '/port': (_, response) => response.writeHead(301, { location: 'http://127.0.0.1:6000/' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/gone': (_, response) => response.writeHead(404).end('no'),
  '/hang': () => undefined,
  '/drip': (_, response) => void response.write('beginning'),
  '/broken': (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('beginning', () => response.destroy());
  },
};
const server = createServer((request, response) => answers[request.url ?? '']?.(request, response));
const at = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;

describe('the fetcher', () => {
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  const fetched = async (path: string, options: Partial<FetcherOptions> = {}, host = '127.0.0.1') => {
    asked.length = 0;
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const fetcher = httpFetcher({
      allowPrivate: true,
      exchangeMs: 5_000,
      idleMs: 5_000,
      resolve,
      ...options,
    });
    try {
      return await text(await fetcher.fetch(path.startsWith('/') ? `${at(host)}${path}` : path));
    } finally {
      fetcher.close();
    }
  };

  it('reads a file, also behind a redirect, and judges each host on the way', async () => {
    expect(await fetched('/file')).toBe('content');
    expect(await fetched('/moved')).toBe('content');
    expect(await fetched('/elsewhere', {}, 'first.test')).toBe('content');
    expect(asked).toEqual(['first.test', 'other.test']);
  });

  it.each([
    ['/file', { allowPrivate: false }, 'The host leads to a private address.'],
    ['/local', {}, 'Its address is not one that may be called.'],
    ['/port', {}, 'Its address is not one that may be called.'],
    ['ftp://files.test/a', {}, 'Its address is not one that may be called.'],
    ['http://user:secret@files.test/a', {}, 'Its address is not one that may be called.'],
    ['nonsense', {}, 'Its address is not a valid URL.'],
    ['/loop', {}, 'The server redirected more than 3 times.'],
    ['/gone', {}, 'The server answered with 404.'],
    ['/hang', { exchangeMs: 50 }, 'It took longer than 0.05 seconds.'],
    ['/drip', { exchangeMs: 50 }, 'It took longer than 0.05 seconds.'],
    ['/hang', { idleMs: 50 }, 'The server sent nothing for 0.05 seconds.'],
    ['/drip', { idleMs: 50 }, 'The server sent nothing for 0.05 seconds.'],
    ['/broken', {}, 'The connection was closed before the answer.'],
  ])('refuses %s with %j', async (path, options, reason) => {
    await expect(fetched(path, options)).rejects.toThrow(`The file was not fetched. ${reason}`);
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const fetcher = httpFetcher({ allowPrivate: true, exchangeMs: 5_000, idleMs: 5_000 });
    const content = await fetcher.fetch(`${at('127.0.0.1')}/drip`, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(text(content)).rejects.toThrow('stopped');
    await expect(fetcher.fetch(`${at('127.0.0.1')}/file`, stop.signal)).rejects.toThrow('stopped');
    fetcher.close();
  });
});
