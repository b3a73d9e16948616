// Clients that disconnect in the middle, and those that go on sending after the answer.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../src/domain/kernel/failure.ts';
import { diskFiles } from '../../src/engines/files/disk.ts';
import type { Files } from '../../src/ports/files/files.ts';
import { png, pngOf } from './pictures.ts';
import { closing, field, file, form, formType, uploadFixture } from './uploading.ts';

const { directory, serve, onDisk, connected, happens } = uploadFixture();

describe('a misbehaving client', () => {
  const request = (length: number) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: ${length}\r\n\r\n`;
  let socket: Socket;
  const open = async () => {
    socket = await connected();
  };
  afterEach(() => socket.destroy());

  const big = form(file(png(1, 1)), file(pngOf(1_000_000)), field('title', 'x'));
  it.each([
    ['in the second file', big.subarray(0, 500_000)],
    ['before the type of the second file is known', big.subarray(0, 1000)],
    ['between two parts', form(file(png(1, 1)), file(pngOf(1_000_000))).subarray(0, -closing.length)],
  ])('leaves nothing when it disconnects %s', async (_name, sent) => {
    await serve();
    await open();
    const refused = happens('refused');
    const firstWrite = happens('write');
    socket.write(request(big.length));
    socket.write(sent);
    await firstWrite;
    socket.destroy();
    const [error] = await refused;
    expect([error.code, error.message]).toEqual([
      'BAD_REQUEST',
      'The body is not valid multipart/form-data.',
    ]);
    expect(await onDisk()).toEqual([]);
  });

  it('leaves nothing when it disconnects before the first byte of the body', async () => {
    const { server } = await serve();
    await open();
    const refused = happens('refused');
    const seen = once(server, 'request');
    socket.write(request(big.length));
    await seen;
    socket.destroy();
    expect((await refused)[0]).toBeInstanceOf(Failure);
    expect(await onDisk()).toEqual([]);
  });

  const answersOn = async (count: number): Promise<string[]> => {
    let text = '';
    for await (const chunk of socket) {
      text += chunk;
      const answers = text.split(/(?=HTTP\/1\.1 )/);
      if (answers.length === count && text.endsWith('}')) return answers;
    }
    return text.split(/(?=HTTP\/1\.1 )/);
  };

  it('gets its rejection before it has sent everything', async () => {
    await serve();
    await open();
    socket.write(request(100_000_000));
    socket.write(file('not a picture'.repeat(10_000)));
    expect(await answersOn(1)).toEqual([expect.stringContaining('UNSUPPORTED_MEDIA_TYPE')]);
    expect(await onDisk()).toEqual([]);
  });

  it('can send all of a rejected body, and then another request on the same connection', async () => {
    await serve();
    await open();
    const bad = form(file('<html>', 'text/html'), file(pngOf(3_000_000)));
    const good = form(field('title', 'next'));
    socket.write(
      Buffer.concat([Buffer.from(request(bad.length)), bad, Buffer.from(request(good.length)), good]),
    );
    expect(await answersOn(2)).toEqual([
      expect.stringContaining('UNSUPPORTED_MEDIA_TYPE'),
      expect.stringContaining('"title":"next"'),
    ]);
  });

  it('can send much after the last boundary, and then another request on the same connection', async () => {
    await serve();
    await open();
    const long = Buffer.concat([form(field('title', 'first')), Buffer.alloc(2_000_000, 'x')]);
    const good = form(field('title', 'next'));
    socket.write(
      Buffer.concat([Buffer.from(request(long.length)), long, Buffer.from(request(good.length)), good]),
    );
    expect(await answersOn(2)).toEqual([
      expect.stringContaining('"title":"first"'),
      expect.stringContaining('"title":"next"'),
    ]);
  });

  it('gets an engine failure immediately, even if it stops sending', async () => {
    const broken: Files = { ...diskFiles(directory()), write: () => Promise.reject(new Error('disk full')) };
    await serve({}, broken);
    await open();
    const refused = happens('refused');
    socket.write(request(1_000_000));
    socket.write(file(png(1, 1)).subarray(0, -10));
    expect(await answersOn(1)).toEqual([expect.stringContaining('Error: disk full')]);
    expect((await refused)[0]).not.toBeInstanceOf(Failure);
  });
});
