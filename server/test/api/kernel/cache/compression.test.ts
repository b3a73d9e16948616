// Compressed responses have the same content and the same effect as uncompressed ones.

import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RichText } from '../../../../src/domain/rich-text/rich-text.ts';
import { insertPosts, insertVoters } from '../../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let port: number;
let postId: string;
let longId: string;

const text = 'Some words of a description, 👍 "quoted". '.repeat(1000);
const description = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
} as RichText;

beforeAll(async () => {
  program = await startProgram();
  port = await program.listen();
  const posts = await insertPosts(program, [
    // Together longer than what is sent in one piece.
    ...Array.from({ length: 28 }, (_, index) => ({ title: `Long ${index}`, description })),
    ...Array.from({ length: 100 }, (_, index) => ({ title: `Short ${index}` })),
  ]);
  longId = posts[0]?.id ?? '';
  postId = posts.at(-1)?.id ?? '';
  for (const { id } of posts.slice(-10)) await insertVoters(program, id, 10);
});
afterAll(() => program.close());

const reads: [string, () => string][] = [
  ['a list that is cached', () => '/posts?limit=100&include=voters'],
  ['a list that is streamed', () => '/posts?limit=100&sortBy=oldest'],
  ['one post', () => `/posts/${longId}`],
  ['statuses', () => '/statuses'],
];

interface Read {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Over a real socket, without a library that decompresses. */
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Read>((resolve, reject) => {
    const allHeaders = { 'x-api-key': program.secrets.live, ...headers };
    ask({ port, host: '127.0.0.1', path: `/v1${path}`, method, headers: allHeaders }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode, headers: answer.headers, bytes }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });

function decoded({ headers, bytes }: Pick<Read, 'headers' | 'bytes'>): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(bytes).toString();
  return bytes.toString();
}

const encodings: [accept: string, encoding: string | undefined][] = [
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
];

describe.each(reads)('%s', (_name, path) => {
  it('has the same content in every encoding, under both keys, computed or cached', async () => {
    for (const key of [program.secrets.live, program.secrets.test]) {
      const plain = await read(path(), { 'x-api-key': key });
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const [accept, encoding] of [...encodings, ...encodings]) {
        const answer = await read(path(), { 'x-api-key': key, 'accept-encoding': accept });
        expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding]);
        expect(decoded(answer) === plain.bytes.toString(), 'the content is the same').toBe(true);
        expect(answer.headers.vary).toBe('accept-encoding');
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        if (answer.headers['transfer-encoding'] === undefined)
          expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      }
    }
  });

  it('has an ETag that is weak if compressed, and returns 304 in any encoding', async () => {
    const plain = await read(path());
    const tag = plain.headers.etag ?? '';
    for (const [accept, encoding] of encodings) {
      const headers = { 'accept-encoding': accept };
      const { etag = '' } = (await read(path(), headers)).headers;
      expect(etag.replace(/^W\//, '')).toBe(tag.replace(/^W\//, ''));
      if (encoding !== undefined) expect(etag).toMatch(/^W\//);
      for (const known of [etag, tag, '*']) {
        const again = await read(path(), { ...headers, 'if-none-match': known });
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
        expect(again.headers.vary).toBe('accept-encoding');
        expect(again.headers['content-encoding']).toBeUndefined();
      }
    }
  });

  it('answers HEAD with the headers of GET', async () => {
    for (const [accept] of encodings) {
      const headers = { 'accept-encoding': accept };
      const get = await read(path(), headers);
      const head = await read(path(), headers, 'HEAD');
      expect(head.bytes.length).toBe(0);
      for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });
});

it('makes a list of 100 posts with voters less than a quarter of its size', async () => {
  const path = '/posts?limit=100&include=voters';
  const plain = await read(path);
  for (const encoding of ['gzip', 'br']) {
    const { bytes } = await read(path, { 'accept-encoding': encoding });
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
  }
});

describe('a short response', () => {
  it('is not compressed, unless the client refuses anything else', async () => {
    const usual = await read('/me', { 'accept-encoding': 'gzip' });
    expect([usual.headers['content-encoding'], usual.headers.vary]).toEqual([undefined, 'accept-encoding']);
    const strict = await read('/me', { 'accept-encoding': 'gzip, identity;q=0' });
    expect(strict.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(decoded(strict)).data.key.mode).toBe('live');
  });

  it('is not compressed if it is an error; a long error is', async () => {
    const missing = await read('/posts/nothing', { 'accept-encoding': 'br' });
    expect([missing.status, missing.headers['content-encoding']]).toEqual([404, undefined]);
    const { rawPayload, headers, statusCode } = await program.app.inject({
      method: 'PUT',
      url: `/v1/posts/${postId}/votes`,
      headers: { 'x-api-key': program.secrets.live, 'accept-encoding': 'br' },
      payload: { voters: Array.from({ length: 100 }, () => ({ email: 'x' })) },
    });
    expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([400, 'br', 'accept-encoding']);
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString()).error.details).toHaveLength(100);
  });
});

describe('a write', () => {
  it('is answered compressed, and replayed with the same content', async () => {
    const send = (accept: string) =>
      program.app.inject({
        method: 'POST',
        url: '/v1/posts',
        headers: {
          'x-api-key': program.secrets.live,
          'accept-encoding': accept,
          'idempotency-key': 'compressed',
        },
        payload: { title: 'Long', description: text },
      });
    const made = await send('gzip');
    expect([made.statusCode, made.headers['content-encoding']]).toEqual([201, 'gzip']);
    const replayed = await send('identity');
    expect([replayed.statusCode, replayed.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(gunzipSync(made.rawPayload).toString()).toBe(replayed.payload);
  });

  it('accepts the ETag of a compressed read as If-Match', async () => {
    const made = await program.live.post('/posts', { title: 'Locked', description: text });
    const path = `/posts/${made.body.data.id}`;
    const { headers } = await read(path, { 'accept-encoding': 'br' });
    expect(headers.etag).toMatch(/^W\/"v1\./);
    const edit = () =>
      program.live.call('PATCH', path, {
        body: { title: 'Mine' },
        headers: { 'if-match': headers.etag ?? '' },
      });
    expect([(await edit()).status, (await edit()).status]).toEqual([200, 412]);
  });

  it('gives compressed readers the new content', async () => {
    const path = `/posts/${longId}`;
    const headers = { 'accept-encoding': 'gzip' };
    const before = await read(path, headers);
    await program.live.patch(path, { title: 'Longer' });
    const after = await read(path, { ...headers, 'if-none-match': before.headers.etag ?? '' });
    expect([after.status, JSON.parse(decoded(after)).data.title]).toEqual([200, 'Longer']);
  });
});

it('serves 50 concurrent clients, each in its own encoding', async () => {
  const accepts = ['br', 'gzip', 'gzip, deflate, br', 'br;q=0.1, gzip;q=0.9', '*', 'gzip;q=0', undefined];
  for (const [, path] of reads.slice(0, 2)) {
    const plain = (await read(path())).bytes.toString();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const accept = accepts[index % accepts.length];
        return read(path(), accept === undefined ? {} : { 'accept-encoding': accept });
      }),
    );
    // A key may have 16 streamed responses open.
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThanOrEqual(16);
    for (const answer of served) expect(decoded(answer) === plain, 'the content is the same').toBe(true);
  }
});

describe('a streamed response', () => {
  const path = '/v1/posts?limit=100&sortBy=oldest';
  const head = (version: string) =>
    `GET ${path} HTTP/${version}\r\nHost: x\r\nX-Api-Key: ${program.secrets.live}\r\nAccept-Encoding: gzip\r\n` +
    'Connection: close\r\n\r\n';

  it('reaches a slow reader whole', async () => {
    const plain = (await read(path.slice('/v1'.length))).bytes.toString();
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(head('1.0'));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) {
      chunks.push(chunk);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
    }
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    const headers = whole.subarray(0, end).toString('latin1').toLowerCase();
    // An HTTP/1.0 client knows no chunks: the end of the connection ends the response.
    expect(headers).toContain('content-encoding: gzip');
    expect(headers).not.toContain('transfer-encoding');
    expect(gunzipSync(whole.subarray(end + 4)).toString() === plain, 'the content is the same').toBe(true);
  });

  it('is given up when its reader leaves, so that others can be served', async () => {
    for (let round = 0; round < 2; round += 1) {
      const leaving = Array.from({ length: 16 }, async () => {
        const socket = connect({ port, host: '127.0.0.1' });
        socket.write(head('1.1'));
        await new Promise((resolve) => socket.once('data', resolve));
        socket.destroy();
      });
      await Promise.all(leaving);
      await expect
        .poll(async () => (await read('/posts?limit=100&sortBy=oldest', { 'accept-encoding': 'br' })).status)
        .toBe(200);
    }
  });
});

it('leaves the endpoints of the console alone, since their answers can hold secrets', async () => {
  const { headers } = await program.app.inject({
    url: '/console/api/sign-in-methods',
    headers: { 'accept-encoding': 'gzip, identity;q=0' },
  });
  expect(headers).not.toHaveProperty('content-encoding');
});
