import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  knock,
  liveKey,
  newDirectory,
  serve,
  statusOf,
} from '../processes.ts';

describe('a stop', () => {
  cleanUpAfterEach();

  it('finishes an upload in flight, accepts no new connection, and exits with 0', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const serving = await serve(dataDir, chosenKeys);
    const body = Buffer.concat([
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nSlow upload\r\n' +
          '--x\r\ncontent-disposition: form-data; name="attachments"; filename="a.png"\r\n' +
          'content-type: image/png\r\n\r\n',
      ),
      png(3, 4),
      Buffer.alloc(200_000),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const socket = connect({ host: '127.0.0.1', port: serving.port });
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    const said = async (text: string) => {
      while (!answer.includes(text)) await once(socket, 'data');
    };
    socket.write(
      'POST /v1/posts HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\nconnection: close\r\n' +
        `authorization: Bearer ${liveKey}\r\ncontent-type: multipart/form-data; boundary=x\r\n` +
        `content-length: ${body.length}\r\n\r\n`,
    );
    await said('100 Continue');
    socket.write(body.subarray(0, 100_000));

    serving.child.kill('SIGTERM');
    for (const host of ['127.0.0.1', '::1']) while ((await knock(host, serving.port)) === 'open');
    expect(serving.child.exitCode).toBeNull();

    const ended = once(socket, 'close');
    socket.write(body.subarray(100_000));
    await said('HTTP/1.1 201');
    await ended;
    expect(answer).toMatch(/x-request-id: \S+/i);
    expect(await serving.exited).toEqual({ code: 0, signal: null });

    const again = await serve(dataDir);
    const found = await application(again.address)
      .posts.list({ include: ['attachments'] })
      .toArray();
    expect(found).toMatchObject([{ title: 'Slow upload', attachments: [{ width: 3, height: 4 }] }]);
    const { pathname } = new URL(found[0]?.attachments?.[0]?.url ?? '');
    const file = await fetch(again.address + pathname);
    expect((await file.arrayBuffer()).byteLength).toBe(png(3, 4).length + 200_000);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s does not wait for keep-alive connections',
    async (signal) => {
      const serving = await serve(join(await newDirectory(), 'data'), chosenKeys);
      const agent = new Agent({ keepAlive: true });
      const [response] = await once(get(`${serving.address}/healthz`, { agent }), 'response');
      response.resume();
      await once(response, 'end');
      const askedAt = performance.now();
      serving.child.kill(signal);
      expect(await serving.exited).toEqual({ code: 0, signal: null });
      // Requests in flight get ten seconds; there are none.
      expect(performance.now() - askedAt).toBeLessThan(9000);
      agent.destroy();
    },
  );

  it('by SIGTERM still answers on open connections, and closes each after its response', async () => {
    const serving = await serve(join(await newDirectory(), 'data'), chosenKeys);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const [response] = await once(get(`${serving.address}/healthz`, { agent }), 'response');
      response.resume();
      await once(response, 'end');
      return [response.statusCode, response.headers.connection];
    };
    expect(await ask()).toEqual([200, 'keep-alive']);
    serving.child.kill('SIGTERM');
    for (const host of ['127.0.0.1', '::1']) while ((await knock(host, serving.port)) === 'open');
    expect(await ask()).toEqual([200, 'close']);
    expect(await serving.exited).toEqual({ code: 0, signal: null });
    agent.destroy();
  });

  it.each<[string, number, (output: Readable | null) => void]>([
    ['is closed', 1, (output) => output?.destroy()],
    // The log lines of these requests are more than a pipe holds.
    ['is not read', 50, (output) => output?.pause()],
  ])('works, and requests are answered, while the output %s', async (_, rounds, lose) => {
    const { child, address } = await serve(join(await newDirectory(), 'data'), chosenKeys);
    for (const output of [child.stdout, child.stderr]) lose(output);
    const { posts } = application(address);
    const ask = () => statusOf(posts.get('x'.repeat(500)));
    for (let round = 0; round < rounds; round += 1)
      expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([400]));
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    for (const output of [child.stdout, child.stderr]) output?.destroy();
  });

  it('leaves an intact data directory', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const first = await serve(dataDir, chosenKeys);
    const { posts } = application(first.address);
    await Promise.all(Array.from({ length: 20 }, (_, index) => posts.create({ title: `Post ${index}` })));
    first.child.kill('SIGTERM');
    await first.exited;
    const second = await serve(dataDir);
    const found = application(second.address).posts.list({ filters: { search: 'post' } });
    expect(await found.toArray()).toHaveLength(20);
  });
});
