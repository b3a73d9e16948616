// File downloads: headers, ranges, conditional requests and client disconnects.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Attachment } from '../../src/domain/files/attachment.ts';
import { Failure } from '../../src/domain/kernel/failure.ts';
import { diskFiles } from '../../src/engines/files/disk.ts';
import { type ReadFile, sendAttachment } from '../../src/http/edge/files.ts';

const content = '0123456789';
const sha256 = createHash('sha256').update(content).digest('hex');
const etag = `"${sha256}"`;

const attachment = (given: Partial<Attachment> = {}): Attachment => ({
  id: 'att_1',
  postId: 'post_1',
  changelogId: null,
  commentId: null,
  fileKey: 'digits',
  fileName: 'shot.png',
  mimeType: 'image/png',
  size: content.length,
  width: null,
  height: null,
  sha256,
  createdAt: 0,
  ...given,
});

let directory: string;
let app: FastifyInstance;
let port: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earshot-send-'));
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

async function serve(file: Attachment = attachment(), read?: ReadFile): Promise<void> {
  const files = diskFiles(directory);
  await files.write('digits', Readable.from([Buffer.from(content)]));
  app = fastify({ forceCloseConnections: true });
  app.get('/', (request, reply) => sendAttachment(request, reply, file, read ?? files.read));
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Failure ? 404 : 500).send({ message: String(error) }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
}

async function ask(headers: Record<string, string> = {}, method = 'GET') {
  const request = httpRequest({ port, host: '127.0.0.1', method, headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('a file', () => {
  it('is sent complete, with headers that disarm it', async () => {
    await serve();
    const { status, headers, body } = await ask();
    expect([status, body]).toEqual([200, content]);
    expect(headers).toEqual({
      'content-type': 'image/png',
      'content-length': '10',
      'content-disposition': 'inline; filename=shot.png',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag,
      date: expect.any(String),
      connection: expect.any(String),
      'keep-alive': expect.any(String),
    });
  });

  it.each([
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=2-5', 206, '2345', 'bytes 2-5/10'],
    ['BYTES=2-5', 206, '2345', 'bytes 2-5/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=0-', 206, content, 'bytes 0-9/10'],
    ['bytes=8-100', 206, '89', 'bytes 8-9/10'],
    ['bytes=8-99999999999999999999999999', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-10', 206, content, 'bytes 0-9/10'],
    ['bytes=-100', 206, content, 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=10-20', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, content, undefined],
    ['bytes=-', 200, content, undefined],
    ['bytes=', 200, content, undefined],
    ['bytes=a-b', 200, content, undefined],
    ['bytes=1.5-2', 200, content, undefined],
    ['bytes=0-1,3-4', 200, content, undefined],
    ['items=0-1', 200, content, undefined],
    ['0-1', 200, content, undefined],
  ])('answers the range %s with %i', async (range, status, body, contentRange) => {
    await serve();
    const answer = await ask({ range });
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([
      status,
      body,
      contentRange,
    ]);
    expect(answer.headers['content-length']).toBe(String(body.length));
    expect(answer.headers['cache-control']).toBe(
      status === 416 ? 'no-store' : 'public, max-age=31536000, immutable',
    );
  });

  it.each([
    [etag, 206],
    [`W/${etag}`, 200],
    ['"other"', 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ])('answers a range under If-Range %s with %i', async (condition, status) => {
    await serve();
    expect((await ask({ range: 'bytes=0-1', 'if-range': condition })).status).toBe(status);
  });

  it.each([
    [etag, 304],
    [`W/${etag}`, 304],
    [`"other", ${etag}`, 304],
    ['*', 304],
    ['"other"', 200],
    ['', 200],
  ])('answers If-None-Match %s with %i', async (condition, status) => {
    await serve();
    const answer = await ask({ 'if-none-match': condition, range: 'bytes=0-9' });
    expect(answer.status === 206 ? 200 : answer.status).toBe(status);
    expect(answer.headers.etag).toBe(etag);
    expect(answer.body).toBe(status === 304 ? '' : content);
  });

  it('answers HEAD like GET, without a body, and ignores ranges', async () => {
    await serve();
    const { status, headers, body } = await ask({ range: 'bytes=0-1' }, 'HEAD');
    expect([status, headers['content-length'], headers['content-type'], body]).toEqual([
      200,
      '10',
      'image/png',
      '',
    ]);
  });

  it.each(['GET', 'HEAD'])(
    'that is missing is not found by %s, and the response is not cacheable',
    async (method) => {
      await serve(attachment({ fileKey: 'lost' }));
      const { status, headers, body } = await ask({}, method);
      expect(status).toBe(404);
      expect(body).toBe(method === 'GET' ? '{"message":"Failure: File not found."}' : '');
      expect([headers['cache-control'], headers.etag, headers['content-disposition']]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  );

  it.each([
    ['image/jpeg', 'inline'],
    ['video/mp4', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['application/pdf', 'attachment'],
  ])('of type %s has the disposition %s', async (mimeType, shown) => {
    await serve(attachment({ mimeType }));
    const { headers } = await ask();
    expect(headers['content-type']).toBe(mimeType);
    expect(headers['content-disposition']).toMatch(new RegExp(`^${shown};`));
  });

  it.each([
    ['naïve 日本.png', `filename="na?ve ??.png"; filename*=UTF-8''na%C3%AFve%20%E6%97%A5%E6%9C%AC.png`],
    [`a"b\\c%d'(e)*.png`, String.raw`filename="a\"b\\c%d'(e)*.png"`],
    ['a\r\nX-Evil: 1.png', `filename="a??X-Evil: 1.png"; filename*=UTF-8''a%0D%0AX-Evil%3A%201.png`],
    ['🎉', `filename="??.png"; filename*=UTF-8''%F0%9F%8E%89.png`],
    ['kept earlier.hta', 'filename="kept earlier.png"'],
  ])('named %j is offered under that name', async (fileName, expected) => {
    await serve(attachment({ fileName }));
    expect((await ask()).headers['content-disposition']).toBe(`inline; ${expected}`);
  });

  it('is closed when the client disconnects midway', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    await serve(attachment({ size: 1e12 }), async () => endless);
    const request = httpRequest({ port, host: '127.0.0.1' }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');
    const closed = once(endless, 'close');
    request.destroy();
    await closed;
    expect(endless.destroyed).toBe(true);
  });

  it('is closed when the client disconnected before it was opened', async () => {
    const late = Readable.from([Buffer.from(content)]);
    const closed = once(late, 'close');
    let opened = () => {};
    const opening = new Promise<void>((resolve) => {
      opened = resolve;
    });
    await serve(attachment(), async () => {
      opened();
      await left;
      return late;
    });
    const left = once(app.server, 'connection').then(([socket]) => once(socket, 'close'));
    const request = httpRequest({ port, host: '127.0.0.1' })
      .on('error', () => undefined)
      .end();
    await opening;
    request.destroy();
    await closed;
    expect(late.destroyed).toBe(true);
  });

  it('that cannot be read is an error, and the response is not cacheable', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('disk gone'));
      },
    });
    await serve(attachment(), async () => broken);
    const { status, headers } = await ask({ range: 'bytes=0-1' });
    expect([status, headers['cache-control'], headers.etag, headers['content-range']]).toEqual([
      500,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('closes the connection when its bytes end early, so that it cannot look complete', async () => {
    const pieces = ['0123', '45'];
    const broken = new Readable({
      read() {
        const piece = pieces.shift();
        if (piece !== undefined) this.push(piece);
      },
    });
    await serve(attachment(), async () => broken);
    const request = httpRequest({ port, host: '127.0.0.1' }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');
    const failed = once(response, 'error');
    broken.destroy(new Error('disk gone'));
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
  });
});
