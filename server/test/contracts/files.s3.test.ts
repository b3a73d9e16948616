import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { s3Files } from '../../src/engines/files/s3.ts';
import type { Files } from '../../src/ports/files/files.ts';
import { type Line, startLine } from '../support/network/proxy.ts';
import { freePort } from '../support/servers/ports.ts';
import { type S3Server, startS3 } from '../support/servers/s3.ts';
import { filesContract, listed } from './files.ts';

filesContract('S3', async () => {
  const { settings, held, close } = await startS3();
  return { files: s3Files(settings), held, close };
});

const away = { code: 'UNAVAILABLE', message: 'Files cannot be reached at the moment. Please try again.' };
const megabyte = 1024 * 1024;
const sourceOf = (bytes: number) =>
  Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 'x');
    })(),
  );

describe('files on S3, besides the contract', () => {
  let s3: S3Server;
  let line: Line;
  let files: Files;
  beforeEach(async () => {
    s3 = await startS3();
    line = await startLine(s3.port);
    files = s3Files({ ...s3.settings, endpoint: `http://127.0.0.1:${line.port}` });
  });
  afterEach(async () => {
    await line.close();
    await s3.close();
  });

  const read = async (key: string) => buffer((await files.read(key)) ?? Readable.from([]));
  /** The circuit breaker rejects requests for a moment. */
  const untilBack = () => vi.waitFor(() => files.read('anything'), { timeout: 60_000 });

  /** Advances past the wait for bytes. */
  const expectGivenUp = async (bytes: Readable) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failed = once(bytes, 'error');
      bytes.resume();
      while (!bytes.destroyed) await vi.advanceTimersByTimeAsync(1000);
      expect((await failed)[0]).toMatchObject(away);
    } finally {
      vi.useRealTimers();
    }
  };

  it('ignores other objects in the bucket', async () => {
    await files.write('mine', sourceOf(10));
    expect(await s3.held()).toEqual(['files/mine._S3rver_object']);
    await s3.put('other', 'x');
    await s3.put('files/not.a.key', 'x');
    expect((await listed(files)).map(({ key }) => key)).toEqual(['mine']);
  });

  it('lists more than one page of files and of unfinished uploads', async () => {
    const at = '2026-01-31T09:15:02.000Z';
    const object = (key: string) =>
      `<Contents><Key>files/${key}</Key><LastModified>${at}</LastModified></Contents>`;
    const upload = (key: string) =>
      `<Upload><Key>files/${key}</Key><UploadId>1</UploadId><Initiated>${at}</Initiated></Upload>`;
    const pages: Record<string, string> = {
      'list-type': `<IsTruncated>true</IsTruncated><NextContinuationToken>two</NextContinuationToken>${object('a')}`,
      'continuation-token': `<IsTruncated>false</IsTruncated>${object('b')}`,
      uploads: `<IsTruncated>true</IsTruncated><NextKeyMarker>c</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker>${upload('c')}`,
      'upload-id-marker': `<IsTruncated>false</IsTruncated>${upload('d')}`,
    };
    s3.interfere = ({ url = '' }, response) => {
      const { searchParams } = new URL(url, 'http://s3');
      const [, page = ''] = Object.entries(pages).findLast(([name]) => searchParams.has(name)) ?? [];
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<Page>${page}</Page>`);
      return true;
    };
    const writtenAt = Date.parse(at);
    expect(await listed(files)).toEqual(
      ['a', 'b', 'c', 'd'].map((key) => ({ key, writtenAt, isWhole: 'ab'.includes(key) })),
    );
  });

  it('leaves no parts of a large source that fails midway', async () => {
    const broken = new Error('the source broke');
    const source = Readable.from(
      (async function* () {
        yield* sourceOf(12 * megabyte);
        throw broken;
      })(),
    );
    await expect(files.write('half', source)).rejects.toBe(broken);
    expect(await s3.held()).toEqual([]);
  });

  it('leaves no parts when S3 rejects the last step', async () => {
    s3.interfere = ({ method, url = '' }, response) => {
      if (method !== 'POST' || !url.includes('uploadId=')) return false;
      response.writeHead(500).end();
      return true;
    };
    await expect(files.write('large', sourceOf(12 * megabyte))).rejects.toMatchObject(away);
    expect(await s3.held()).toEqual([]);
  });

  it.each<[string, number, Record<string, string>]>([
    ['a small file', 10, {}],
    ['a small file, even with an ETag', 10, { etag: '"page"' }],
    ['a large file', 12 * megabyte, {}],
    ['an empty file, even with an ETag', 0, { etag: '"page"' }],
  ])('refuses %s if something else answers 200 to everything', async (_, size, headers) => {
    s3.interfere = (request, response) => {
      request.resume().once('end', () => {
        response
          .writeHead(200, { 'content-type': 'text/html', ...headers })
          .end('<html>Please sign in.</html>');
      });
      return true;
    };
    await expect(files.write('lost', sourceOf(size))).rejects.toMatchObject(away);
    await expect(files.trash.put('lost', 0)).rejects.toMatchObject(away);
    s3.interfere = undefined;
    expect(await s3.held()).toEqual([]);
  });

  it('refuses a file of which S3 has stored less', async () => {
    s3.interfere = ({ method }, response) => {
      if (method !== 'HEAD') return false;
      response.writeHead(200, { 'content-length': '9', etag: '"short"' }).end();
      return true;
    };
    await expect(files.write('short', sourceOf(10))).rejects.toMatchObject(away);
  });

  it('lists uploads left by a crash, and removes them by key', async () => {
    s3.interfere = ({ method }, response) => {
      if (method !== 'DELETE') return false;
      response.writeHead(500).end();
      return true;
    };
    const source = Readable.from(
      (async function* () {
        yield* sourceOf(12 * megabyte);
        throw new Error('gone');
      })(),
    );
    await expect(files.write('crashed', source)).rejects.toThrow('gone');
    s3.interfere = undefined;
    expect((await listed(files)).map(({ key }) => key)).toEqual(['crashed']);
    expect(await files.read('crashed')).toBeUndefined();
    await files.remove('crash');
    expect(await s3.held()).toHaveLength(1);
    await files.remove('crashed');
    expect(await s3.held()).toEqual([]);
  });

  it('works without operations that a store lacks', async () => {
    s3.interfere = ({ url = '' }, response) => {
      if (!url.includes('uploads=')) return false;
      response.writeHead(501, { 'content-type': 'application/xml' });
      response.end('<Error><Code>NotImplemented</Code><Message>No.</Message></Error>');
      return true;
    };
    await files.write('a', sourceOf(10));
    expect(await listed(files)).toHaveLength(1);
    await files.remove('a');
    expect(await s3.held()).toEqual([]);
  });

  it('retries after one failure', async () => {
    await files.write('a', sourceOf(10));
    let failures = 0;
    s3.interfere = (_request, response) => {
      failures += 1;
      if (failures > 1) return false;
      response.writeHead(503).end();
      return true;
    };
    expect(await read('a')).toHaveLength(10);
    expect(failures).toBe(2);
  });

  describe.each<[string, (line: Line) => void]>([
    ['that closes every connection', (it) => it.cut()],
    ['that never responds', (it) => it.stallAfter(Number.POSITIVE_INFINITY, 0)],
    ['that accepts nothing', (it) => it.stallAfter(0, 0)],
  ])('on a connection %s', (_what, harm) => {
    it('every call fails as unavailable, and recovers', async () => {
      await files.write('a', sourceOf(10));
      harm(line);
      const source = sourceOf(12 * megabyte);
      await expect(files.write('b', source)).rejects.toMatchObject(away);
      expect(source.destroyed).toBe(true);
      await expect(files.read('a')).rejects.toMatchObject(away);
      await expect(files.remove('a')).rejects.toMatchObject(away);
      await expect(listed(files)).rejects.toMatchObject(away);
      line.mend();
      await untilBack();
      expect(await read('a')).toHaveLength(10);
    });
  });

  it('aborts an upload that stalls within a part, and lists what was sent for the sweeper', async () => {
    line.stallAfter(8 * megabyte, Number.POSITIVE_INFINITY);
    await expect(files.write('stalled', sourceOf(20 * megabyte))).rejects.toMatchObject(away);
    line.mend();
    await untilBack();
    expect((await listed(files)).map(({ key }) => key)).toEqual(['stalled']);
    await files.remove('stalled');
    expect(await s3.held()).toEqual([]);
  });

  it('aborts a stalled download and closes its connection', async () => {
    await files.write('large', sourceOf(8 * megabyte));
    line.stallAfter(Number.POSITIVE_INFINITY, megabyte);
    const bytes = (await files.read('large')) ?? Readable.from([]);
    await expectGivenUp(bytes);
    await vi.waitFor(() => expect(line.open()).toBe(0), { timeout: 60_000 });
  });

  it('aborts a download without a first byte', async () => {
    await files.write('a', sourceOf(10));
    // The response headers pass, the body does not.
    s3.interfere = ({ method }, response) => {
      if (method !== 'GET') return false;
      response.writeHead(200, { 'content-length': 10 }).flushHeaders();
      return true;
    };
    const bytes = (await files.read('a')) ?? Readable.from([]);
    await expectGivenUp(bytes);
  });

  it('reports an interrupted download', async () => {
    await files.write('large', sourceOf(8 * megabyte));
    const bytes = await files.read('large');
    const reading = bytes?.[Symbol.asyncIterator]();
    await reading?.next();
    line.cut();
    await expect(
      (async () => {
        while ((await reading?.next())?.done === false);
      })(),
    ).rejects.toMatchObject(away);
  });

  it('does not time out a slow reader', async () => {
    await files.write('large', sourceOf(8 * megabyte));
    const bytes = (await files.read('large')) ?? new Readable();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await once(bytes, 'readable');
      await vi.advanceTimersByTimeAsync(60_000);
      let size = 0;
      for await (const piece of bytes) size += piece.length;
      expect(size).toBe(8 * megabyte);
    } finally {
      vi.useRealTimers();
    }
  });

  it('distinguishes a failed source from a failed connection', async () => {
    await files.write('a', sourceOf(10));
    const source = new Readable({ read() {} });
    const written = files.write('b', source);
    source.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    await expect(written).rejects.toThrow('read ECONNRESET');
    expect(await files.read('a')).toBeDefined();
  });

  it('redacts the access key that a store echoes', async () => {
    s3.interfere = (_request, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end(
        '<Error><Code>SignatureDoesNotMatch</Code><Message>The key HUNTER2 did not sign this.</Message>' +
          '<AWSAccessKeyId>HUNTER2</AWSAccessKeyId><StringToSign>hunter2</StringToSign></Error>',
      );
      return true;
    };
    const refused = s3Files({
      ...s3.settings,
      credentials: { accessKeyId: 'HUNTER2', secretAccessKey: 'x' },
    });
    const fault = await refused.read('a').catch((error: unknown) => error);
    expect(fault).toMatchObject(away);
    const { cause } = fault as { cause: Error };
    expect(cause.message).toBe('SignatureDoesNotMatch 403 The key … did not sign this.');
    expect(`${cause.stack}${JSON.stringify(cause)}`).not.toMatch(/hunter2/i);
  });

  describe.each<[string, number, Record<string, string>, string | Buffer]>([
    ['400 with a huge body', 400, {}, Buffer.alloc(20 * megabyte, '<Error>')],
    [
      '400 with a huge message',
      400,
      {},
      `<Error><Code>No</Code><Message>${'x'.repeat(megabyte)}</Message></Error>`,
    ],
    ['400 with garbage', 400, {}, '\0<<<&&not xml'],
    ['400 without a body', 400, {}, ''],
    ['402', 402, {}, '<html>pay</html>'],
    ['409', 409, {}, '<Error><Code>OperationAborted</Code><Message>No.</Message></Error>'],
    ['418 of another kind', 418, { 'content-type': 'application/json' }, '{"teapot":true}'],
    ['302 to nowhere', 302, { location: 'http://127.0.0.1:1/' }, ''],
    ['599', 599, {}, 'what'],
  ])('with %s as the response', (_what, status, headers, body) => {
    it('every call fails as unavailable, with a short message', async () => {
      s3.interfere = (request, response) => {
        request.resume();
        response.writeHead(status, headers).end(body);
        return true;
      };
      const faults = await Promise.all(
        [
          files.read('a'),
          files.read('a', { start: 0, end: 0 }),
          files.sizeOf('a'),
          files.write('b', sourceOf(10)),
          files.remove('a'),
          files.trash.put('a', 0),
          files.readNote(),
          files.now(),
          listed(files),
        ].map((asked) =>
          asked.then(
            () => 'answered',
            (error: unknown) => error,
          ),
        ),
      );
      for (const fault of faults) {
        expect(fault).toMatchObject(away);
        expect((fault as { cause: Error }).cause.message.length).toBeLessThanOrEqual(500);
      }
    });
  });

  it('a list that is not XML, or has no end, is an error', async () => {
    for (const body of ['\0<<<&&not xml', Buffer.alloc(20 * megabyte, '<Contents>')]) {
      s3.interfere = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
        return true;
      };
      await expect(listed(files)).rejects.toMatchObject(away);
    }
  });

  it('a file of another size is an error, and so is one that ends early', async () => {
    await files.write('a', sourceOf(10));
    await expect(files.read('a', undefined, 11)).rejects.toMatchObject(away);
    await expect(files.read('a', { start: 0, end: 0 }, 9)).rejects.toMatchObject(away);
    s3.interfere = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('12345');
      setImmediate(() => response.destroy());
      return true;
    };
    const bytes = (await files.read('a', undefined, 10)) ?? Readable.from([]);
    await expect(buffer(bytes)).rejects.toMatchObject(away);
  });

  it('reads a range from a store that sends the whole file', async () => {
    s3.interfere = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).end('0123456789');
      return true;
    };
    for (const [start, end, expected] of [
      [0, 0, '0'],
      [3, 5, '345'],
      [9, 9, '9'],
    ] as const) {
      const bytes = (await files.read('a', { start, end }, 10)) ?? Readable.from([]);
      expect((await buffer(bytes)).toString()).toBe(expected);
    }
    await expect(files.read('a', { start: 0, end: 0 }, 11)).rejects.toMatchObject(away);
  });

  it.each([
    ['a bucket that is not there', { bucket: 'nothing-here' }],
    ['a key that is not known', { credentials: { accessKeyId: 'HUNTER2', secretAccessKey: 'hunter2' } }],
    ['nothing at the address', { endpoint: '' }],
  ])('%s is an error without secrets', async (_what, wrong) => {
    const endpoint = 'endpoint' in wrong ? `http://127.0.0.1:${await freePort()}` : s3.settings.endpoint;
    const misled = s3Files({ ...s3.settings, ...wrong, endpoint });
    const faults = [
      await misled.read('a').catch((error: unknown) => error),
      await misled.write('a', sourceOf(10)).catch((error: unknown) => error),
    ];
    for (const fault of faults) {
      expect(fault).toMatchObject(away);
      const { cause } = fault as { cause: Error };
      expect(`${cause.stack}${JSON.stringify(cause)}`).not.toMatch(/hunter2/i);
      expect(Object.keys(cause).sort()).toEqual(['name', 'reason', 'status']);
    }
  });
});
