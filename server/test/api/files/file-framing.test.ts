// Stored files whose length differs from the attachment's recorded size. Clients and caches must never mistake
// file bytes for a response or a response for file bytes, and must not cache the corrupt file.

import { once } from 'node:events';
import { appendFile, truncate } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp4, png } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\nCache-Control: immutable\r\n\r\nforged';
/** Exceeds stream and socket buffers, so that the transfer is in progress when the mismatch is detected. */
const large = mp4(3_000_000);
const small = png(3, 2);

describe('a stored file with a different length than its attachment', () => {
  let program: TestProgram;
  let port: number;
  beforeAll(async () => {
    program = await startProgram();
    port = await program.listen();
  });
  afterAll(() => program.close());

  const uploaded = async (bytes: Buffer) => {
    const form = new FormData();
    form.append('title', 'With a file');
    form.append('attachments', new Blob([bytes]), 'a');
    const { status, body } = await program.live.call('POST', '/posts', { form });
    expect(status).toBe(201);
    const path = new URL(body.data.attachments[0].url).pathname;
    return { path, stored: program.pathOfFile(path.split('/')[2] ?? '') };
  };

  /** Sends the requests in one write and returns all bytes until the server closes the connection. */
  const conversation = async (...requests: string[]): Promise<Buffer> => {
    const socket = connect({ port, host: '127.0.0.1' });
    const received: Buffer[] = [];
    socket.on('data', (bytes) => received.push(bytes));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write([...requests, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'].join(''));
    await closed;
    return Buffer.concat(received);
  };

  /** Parses the bytes as a client does: heads and bodies of the announced length; undefined if truncated. */
  function answersIn(bytes: Buffer, methods: string[]) {
    const answers: { status: number; head: string; body: Buffer | undefined }[] = [];
    let rest = bytes;
    for (const method of methods) {
      if (rest.length === 0) break;
      const end = rest.indexOf('\r\n\r\n');
      const head = rest.subarray(0, end).toString('latin1').toLowerCase();
      expect(head, 'an answer of ours').toMatch(/^http\/1\.1 \d{3} [\s\S]*x-request-id: /);
      const length = method === 'HEAD' ? 0 : Number(/content-length: (\d+)/.exec(head)?.[1]);
      const body = rest.subarray(end + 4, end + 4 + length);
      answers.push({
        status: Number(head.slice(9, 12)),
        head,
        body: body.length < length ? undefined : body,
      });
      rest = rest.subarray(end + 4 + length);
    }
    expect(rest, 'nothing follows the last answer').toHaveLength(0);
    return answers;
  }

  const request = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

  const harms: [string, (path: string, size: number) => Promise<void>][] = [
    ['one byte short', (path, size) => truncate(path, size - 1)],
    ['empty', (path) => truncate(path, 0)],
    ['half', (path, size) => truncate(path, Math.floor(size / 2))],
    ['one byte longer', (path) => appendFile(path, 'x')],
    ['longer by a forged answer', (path) => appendFile(path, forged)],
    ['longer by a megabyte', (path) => appendFile(path, Buffer.alloc(1_000_000, 'x'))],
  ];
  const files: [string, Buffer][] = [
    ['small', small],
    ['large', large],
  ];
  const asks: [string, string, string][] = [
    ['GET', 'whole', ''],
    ['GET', 'its first bytes', 'Range: bytes=0-9\r\n'],
    ['GET', 'its last bytes', 'Range: bytes=-5\r\n'],
    ['HEAD', 'whole', ''],
  ];
  const cases = files.flatMap(([size, bytes]) => harms.map(([how, harm]) => ({ size, how, harm, bytes })));

  it.each(cases)(
    '($size, $how) returns 503, is not cached, and corrupts no later response',
    async ({ bytes, harm }) => {
      const { path, stored } = await uploaded(bytes);
      await harm(stored, bytes.length);
      for (const [method, , more] of asks) {
        const [answer, next] = answersIn(await conversation(request(method, path, more)), [method, 'GET']);
        expect(answer?.status).toBe(503);
        expect(answer?.head).toContain('cache-control: no-store');
        expect(answer?.head).not.toMatch(/immutable|etag|content-range/);
        expect(next?.body?.toString()).toContain('ok');
      }
    },
  );

  it('is served as long as the length matches', async () => {
    for (const [, bytes] of files) {
      const { path } = await uploaded(bytes);
      for (const [method, , more] of asks) {
        const [answer, next] = answersIn(await conversation(request(method, path, more)), [method, 'GET']);
        expect(answer?.status).toBe(more === '' ? 200 : 206);
        if (method === 'GET' && more === '') expect(answer?.body?.equals(bytes)).toBe(true);
        expect(next?.status).toBe(200);
      }
    }
  });
});
