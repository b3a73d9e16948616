// The whole program while its file storage, S3 or disk, is unavailable: operations that need files fail, the rest
// works.

import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Line, startLine } from '../support/network/proxy.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { environmentOf, type S3Server, startS3 } from '../support/servers/s3.ts';
import { mp4, png } from './pictures.ts';

const secret = 'hunter2-the-secret-access-key';
const unavailable = {
  error: {
    code: 'UNAVAILABLE',
    message: 'Files cannot be reached at the moment. Please try again.',
    status: 503,
  },
};

let s3: S3Server;
let line: Line;
let program: TestProgram;
let origin: string;
beforeEach(async () => {
  s3 = await startS3();
  line = await startLine(s3.port);
  program = await startProgram({
    environment: { ...environmentOf(`http://127.0.0.1:${line.port}`), AWS_SECRET_ACCESS_KEY: secret },
  });
  origin = `http://127.0.0.1:${await program.listen()}`;
});
afterEach(async () => {
  await program.close();
  await line.close();
  await s3.close();
});

const upload = (...files: Buffer[]) => uploadTo(origin, program, ...files);
const uploadTo = (address: string, { secrets }: TestProgram, ...files: Buffer[]) => {
  const form = new FormData();
  form.append('title', 'With a file');
  for (const bytes of files) form.append('attachments', new Blob([bytes]), 'file');
  const headers = { authorization: `Bearer ${secrets.live}` };
  return fetch(`${address}/v1/posts`, { method: 'POST', headers, body: form });
};
const addressOf = async (answer: Response): Promise<string> => {
  expect(answer.status).toBe(201);
  const { data } = (await answer.json()) as { data: { attachments: { url: string }[] } };
  return data.attachments[0]?.url.replace('http://earshot.test', origin) ?? '';
};
const expectUnavailable = async (answer: Response) => {
  expect([answer.status, await answer.json()]).toEqual([503, unavailable]);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
};

describe.each<[string, () => void]>([
  ['is cut off', () => line.cut()],
  ['hangs', () => line.stallAfter(Number.POSITIVE_INFINITY, 0)],
  [
    'answers 500',
    () => {
      s3.interfere = (_request, response) => response.writeHead(500).end() !== undefined;
    },
  ],
  [
    'answers 400 with a huge body',
    () => {
      s3.interfere = (_request, response) =>
        response.writeHead(400).end(Buffer.alloc(20_000_000, '<Error>')) !== undefined;
    },
  ],
])('while S3 %s', (_how, harm) => {
  it('uploads and downloads return 503, everything else works, and both recover', async () => {
    const address = await addressOf(await upload(png(3, 2)));
    harm();
    await expectUnavailable(await upload(png(3, 2), png(4, 5)));
    await expectUnavailable(await fetch(address));
    await expectUnavailable(await fetch(address, { headers: { range: 'bytes=0-3' } }));

    const post = await program.live.post('/posts', { title: 'Without a file' });
    expect(post.status).toBe(201);
    expect((await program.live.get(`/posts/${post.body.data.id}?include=attachments`)).status).toBe(200);
    const { body } = await program.live.get('/posts?include=attachments');
    expect(body.data.posts.map(({ title }: { title: string }) => title).sort()).toEqual([
      'With a file',
      'Without a file',
    ]);
    // The sweeper removes its file later.
    const withFile = body.data.posts.find(({ title }: { title: string }) => title === 'With a file');
    expect((await program.live.delete(`/posts/${withFile.id}`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);

    s3.interfere = undefined;
    line.mend();
    const again = await vi.waitFor(async () => addressOf(await upload(png(3, 2))), { timeout: 60_000 });
    expect((await fetch(again)).status).toBe(200);
    expect(JSON.stringify(program.logged())).not.toContain(secret);
  });
});

it.each([1000, 6_000_000])(
  'an upload of %i bytes that S3 only seems to take fails, and leaves no row',
  async (size) => {
    s3.interfere = (request, response) => {
      request.resume().once('end', () => response.writeHead(200, { 'content-type': 'text/html' }).end('Hi'));
      return true;
    };
    await expectUnavailable(await upload(mp4(size)));
    expect((await program.live.get('/posts')).body.data.posts).toEqual([]);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  },
);

it('an upload of several files fails when S3 goes down halfway, and leaves no row', async () => {
  line.stallAfter(200_000, Number.POSITIVE_INFINITY);
  await expectUnavailable(await upload(...Array.from({ length: 9 }, () => png(3, 2)), mp4(300_000)));
  const { body } = await program.live.get('/posts');
  expect(body.data.posts).toEqual([]);
});

it('an interrupted download closes the connection, so that it cannot look complete', async () => {
  const address = await addressOf(await upload(mp4(20_000_000)));
  const request = httpRequest(address).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'data');
  line.cut();
  const failed = once(response, 'error');
  response.resume();
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
});

it('a file missing in S3 is not found', async () => {
  const address = await addressOf(await upload(png(3, 2)));
  for await (const { key } of program.engines.files.list()) await program.engines.files.remove(key);
  for (const method of ['GET', 'HEAD']) expect((await fetch(address, { method })).status).toBe(404);
});

it('on a read-only disk, uploads return 503, everything else works, and both recover', async () => {
  const onDisk = await startProgram();
  try {
    const address = `http://127.0.0.1:${await onDisk.listen()}`;
    const place = join(onDisk.dataDir, 'files');
    await writeFile(place, 'in the way');
    await expectUnavailable(await uploadTo(address, onDisk, png(3, 2), png(4, 5)));
    expect((await onDisk.live.post('/posts', { title: 'Without a file' })).status).toBe(201);
    expect((await onDisk.live.get('/posts')).body.data.posts).toHaveLength(1);
    await rm(place);
    expect((await uploadTo(address, onDisk, png(3, 2))).status).toBe(201);
  } finally {
    await onDisk.close();
  }
});
