// File uploads with posts and changelogs from any source, streamed, and never sent partially.

import { EventEmitter, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../server/test/http/pictures.ts';
import { Earshot, EarshotConnectionError, EarshotError, type FileInput } from '../src/index.ts';
import { type FaultyServer, hangUp, refuse, startFaultyServer, succeed } from './support/faulty-server.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { recordedWaits } from './support/waits.ts';

const picture = new Uint8Array(png(3, 2));
let installation: Installation;
let live: Earshot;
let folder: string;
let path: string;

beforeAll(async () => {
  installation = await startInstallation();
  live = installation.live;
  folder = await mkdtemp(join(tmpdir(), 'earshot-client-'));
  path = join(folder, 'dot.png');
  await writeFile(path, picture);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await installation.close();
});

const webStream = () => new Blob([picture]).stream();
const nodeStream = () => createReadStream(path, { highWaterMark: 7 });
async function* bytes(): AsyncGenerator<Uint8Array> {
  for (const byte of picture) yield Uint8Array.of(byte);
}

const sources: [string, () => FileInput, string][] = [
  ['a File', () => new File([picture], 'shot.png', { type: 'image/png' }), 'shot.png'],
  ['a Blob', () => new Blob([picture]), 'file.png'],
  [
    'a Blob with a name',
    () => ({ content: new Blob([picture]), name: 'shot.png', type: 'image/png' }),
    'shot.png',
  ],
  ['bytes', () => ({ content: picture, name: 'shot.png' }), 'shot.png'],
  ['a web stream', () => ({ content: webStream(), name: 'shot.png' }), 'shot.png'],
  ['a Readable of Node', () => ({ content: nodeStream(), name: 'shot.png' }), 'shot.png'],
  ['an async iterable', () => ({ content: bytes(), name: 'shot.png', type: 'image/png' }), 'shot.png'],
  ['a function that opens a stream', () => ({ content: nodeStream, name: 'shot.png' }), 'shot.png'],
  ['a path', () => ({ path }), 'dot.png'],
  ['a path with a name', () => ({ path, name: 'Büro 1.png', type: 'image/png' }), 'Büro 1.png'],
];

describe('an upload rejected while sending', () => {
  it.each([
    ['bytes', () => ({ content: new Uint8Array(1024 * 1024), name: 'large.png', type: 'image/png' })],
    ['a stream', () => ({ content: new Blob([new Uint8Array(1024 * 1024)]).stream(), name: 'large.png' })],
  ])('fails with the reason on the first attempt, from %s', async (_name, file) => {
    const stranger = installation.client({ apiKey: 'sk_live_unknown' });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const refused = stranger.posts.create({ title: 'Refused', attachments: [file()] });
      await expect(refused).rejects.toMatchObject({
        name: 'EarshotError',
        code: 'UNAUTHORIZED',
        status: 401,
        requestId: expect.any(String),
      });
    }
  });
});

describe('an attachment', () => {
  it.each(sources)('can come from %s', async (_what, source, fileName) => {
    const { attachments } = await live.posts.create({ title: 'Broken button', attachments: [source()] });
    expect(attachments).toMatchObject([
      { fileName, mimeType: 'image/png', size: picture.length, width: 3, height: 2 },
    ]);
    const served = await fetch(new URL(new URL(attachments?.[0]?.url ?? '').pathname, installation.baseUrl));
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(picture);
  });

  it('can be combined with others, in order, from any source', async () => {
    const { attachments } = await live.posts.create({
      title: 'Many',
      attachments: sources.map(([, open]) => open()),
    });
    expect(attachments?.map(({ fileName }) => fileName)).toEqual(sources.map(([, , name]) => name));
  });

  it('can be added by update and upsert, to posts and changelogs', async () => {
    const attachments = [{ path }];
    const { id } = await live.posts.upsert('crm-1', { title: 'Imported', attachments });
    const updated = await live.posts.update(id, { attachments });
    expect(updated.attachments).toHaveLength(2);
    const changelog = await live.changelogs.create({
      title: 'New',
      attachments: [{ content: nodeStream, name: 'a.png' }],
    });
    expect(changelog.attachments).toHaveLength(1);
    expect((await live.changelogs.update(changelog.id, { attachments })).attachments).toHaveLength(2);
  });

  it('in an empty list does not make a form', async () => {
    const { externalId } = await live.posts.create({ title: 'Plain', attachments: [], externalId: null });
    expect(externalId).toBeNull();
  });

  it('is rejected with the reason, streamed or not', async () => {
    const text = new TextEncoder().encode('no picture');
    for (const content of [
      new Blob([text]),
      Readable.from([text]),
      () => Readable.from(['no ', 'picture']),
    ]) {
      const call = live.posts.create({ title: 'x', attachments: [{ content, name: 'x.txt' }] });
      await expect(call).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 });
    }
  });
});

describe('the fields sent with files', () => {
  const fields = {
    title: '"Quoted"\r\nand {braced}',
    tags: ['ui, ux', '[x]', 'ä;b'],
    author: { email: 'form@example.com', name: 'Fo Rm' },
    voteAsAuthor: false,
    createdAt: '2025-06-01T00:00:00.000Z',
    sourceUrl: 'https://example.com/?a=1&b=2',
  };

  it.each([
    ['of Blobs', () => new File([picture], 'dot.png')],
    ['of streams', () => ({ content: nodeStream(), name: 'dot.png' })],
  ])('equal JSON in a form %s', async (_what, file) => {
    const json = await live.posts.create(fields);
    const form = await live.posts.create({ ...fields, attachments: [file()] });
    const { title, author, votesCount, createdAt, sourceUrl } = json;
    expect(form).toMatchObject({ title, author, votesCount, createdAt, sourceUrl });
    expect(form.tags.map(({ id }) => id)).toEqual(json.tags.map(({ id }) => id));
  });

  it('can be text that looks like JSON', async () => {
    for (const descriptionFormat of ['markdown', 'text'] as const) {
      const description = '{"error":"boom"}';
      const json = await live.posts.create({ title: 'x', description, descriptionFormat });
      const form = await live.posts.create({
        title: 'x',
        description,
        descriptionFormat,
        attachments: [{ path }],
      });
      expect(form.descriptionHtml).toBe(json.descriptionHtml);
    }
  });

  it('can be a document', async () => {
    const description = {
      type: 'doc' as const,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }],
    };
    const form = await live.posts.create({ title: 'x', description, attachments: [{ path }] });
    expect(form.descriptionHtml).toBe('<p>Hi</p>');
  });

  it('can be null, which a form sends as an empty field', async () => {
    const created = { title: 'x', externalId: null, sourceUrl: 'https://a.example/' };
    const { id, externalId } = await live.posts.create({ ...created, attachments: [{ path }] });
    expect(externalId).toBeNull();
    const cleared = { sourceUrl: null, description: null, attachments: [{ path }] };
    expect(await live.posts.update(id, cleared)).toMatchObject({ sourceUrl: null, descriptionHtml: '' });
  });
});

describe('a broken upload', () => {
  let server: FaultyServer;
  afterEach(() => server.close());

  const facing = async (...reactions: Parameters<typeof startFaultyServer>) => {
    server = await startFaultyServer(...reactions);
    const { sleep } = recordedWaits();
    return new Earshot({ apiKey: 'sk_live_es_x', baseUrl: server.baseUrl, sleep });
  };
  const answered = succeed({ id: 'post_1' });
  const sameParts = () =>
    server.received.map(({ headers, body }) => {
      const boundary = /boundary=(.*)$/.exec(headers['content-type'] ?? '')?.[1] ?? 'none';
      return [headers['idempotency-key'], body.replaceAll(boundary, '')];
    });

  it.each([
    ['a Blob', () => ({ content: new Blob([picture]), name: 'a' })],
    ['a path', () => ({ path })],
    ['a function', () => ({ content: nodeStream, name: 'a' })],
  ])('from %s is sent again, completely and with the same key', async (_what, file) => {
    const earshot = await facing(refuse(503, 'UNAVAILABLE'), hangUp, answered);
    await earshot.posts.create({ title: 'x', attachments: [file()] });
    const [first, ...others] = sameParts();
    expect(others).toEqual([first, first]);
  });

  it.each([
    ['a refusal', refuse(503, 'UNAVAILABLE'), EarshotError],
    ['a broken connection', hangUp, EarshotConnectionError],
  ])('from a stream is not sent again after %s, with an explanation', async (_what, fault, kind) => {
    const earshot = await facing(fault, answered);
    const call = earshot.posts.create({ title: 'x', attachments: [{ content: webStream(), name: 'a' }] });
    const failure = await call.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject({ message: expect.stringContaining('a stream can be read once only') });
    expect(server.received).toHaveLength(1);
  });

  it('from a stream is retried if nothing was read yet', async () => {
    server = await startFaultyServer(answered);
    let calls = 0;
    const earshot = new Earshot({
      apiKey: 'sk_live_es_x',
      baseUrl: server.baseUrl,
      sleep: recordedWaits().sleep,
      fetch: (address, init) => {
        calls += 1;
        return calls === 1 ? Promise.reject(new TypeError('No route.')) : fetch(address, init);
      },
    });
    await earshot.posts.create({ title: 'x', attachments: [{ content: webStream(), name: 'a' }] });
    expect(server.received[0]?.body).toContain('IHDR');
  });

  it("throws the stream's own error, without a retry", async () => {
    const earshot = await facing(answered);
    const failing = async function* () {
      yield picture;
      throw new Error('The disk is gone.');
    };
    const call = earshot.posts.create({ title: 'x', attachments: [{ content: failing, name: 'a' }] });
    await expect(call).rejects.toThrow('The disk is gone.');
    const wrong = earshot.posts.create({
      title: 'x',
      attachments: [{ content: Readable.from([7]), name: 'a' }],
    });
    await expect(wrong).rejects.toThrow('must give bytes or text');
    expect(server.received).toEqual([]);
  });

  it('does not start for a missing file or a locked stream', async () => {
    const earshot = await facing(answered);
    const missing = earshot.posts.create({ title: 'x', attachments: [{ path: join(folder, 'none') }] });
    await expect(missing).rejects.toThrow('ENOENT');
    const content = webStream();
    content.getReader();
    const locked = earshot.posts.create({ title: 'x', attachments: [{ content, name: 'a.png' }] });
    await expect(locked).rejects.toThrow('The stream of "a.png" is already being read.');
    expect(server.received).toEqual([]);
  });

  it('closes the source when the call is aborted', async () => {
    server = await startFaultyServer(answered);
    const abort = new AbortController();
    const source = new EventEmitter();
    const [began, closed] = [once(source, 'began'), once(source, 'closed')];
    async function* endless() {
      try {
        for (;;) {
          yield picture;
          source.emit('began');
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        source.emit('closed');
      }
    }
    const earshot = new Earshot({ apiKey: 'sk_live_es_x', baseUrl: server.baseUrl });
    const call = earshot.posts.create(
      { title: 'x', attachments: [{ content: endless(), name: 'a' }] },
      { signal: abort.signal },
    );
    call.catch(() => undefined);
    await began;
    abort.abort(new Error('Stop.'));
    await expect(call).rejects.toThrow('Stop.');
    await closed;
  });
});

it('a stream is sent as it arrives, not buffered first', async () => {
  let firstBytes: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    firstBytes = resolve;
  });
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      if (chunk.includes('first')) firstBytes();
    });
    request.on('end', () => response.end('{"data":{"id":"post_1"}}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const earshot = new Earshot({ apiKey: 'sk_live_es_x', baseUrl: `http://127.0.0.1:${port}` });
  async function* content() {
    yield 'first';
    await arrived;
    yield 'last';
  }
  await earshot.posts.create({ title: 'x', attachments: [{ content: content(), name: 'a' }] });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('a file name cannot inject headers', async () => {
  const name = 'a.png"\r\nContent-Type: text/html\r\n\r\n<script>';
  const { attachments } = await live.posts.create({
    title: 'x',
    attachments: [{ content: nodeStream, name, type: 'image/png\r\nX: y' }],
  });
  expect(attachments).toMatchObject([{ mimeType: 'image/png', size: picture.length }]);
});
