// Uploads from the socket to the disk, and cleanup on failure: multipart parser, use case and disk engine behind a
// small test server.

import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StagedFile, uploads } from '../../src/app/files/uploads.ts';
import type { UploadLimits } from '../../src/domain/attachment.ts';
import { Failure } from '../../src/domain/failure.ts';
import { diskFiles } from '../../src/engines/files/disk.ts';
import { receiveForm, takeForms } from '../../src/http/multipart.ts';
import type { Files } from '../../src/ports/files.ts';
import { avif, gif, jpeg, mp4, pdf, png, pngOf, tiff, webp } from './pictures.ts';

const defaults: UploadLimits = { maxFiles: 10, maxImageBytes: 10_000_000, maxVideoBytes: 100_000_000 };

let directory: string;
let app: FastifyInstance | undefined;
let port: number;
let events: EventEmitter;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earshot-uploads-'));
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await rm(directory, { recursive: true, force: true });
});

async function serve(
  limits: Partial<UploadLimits> = {},
  files: Files = diskFiles(directory),
): Promise<FastifyInstance> {
  events = new EventEmitter();
  app = fastify({ forceCloseConnections: true });
  takeForms(app);
  const write: Files['write'] = (key, bytes) => {
    events.emit('write');
    return files.write(key, bytes);
  };
  const incoming = uploads({ files: { ...files, write }, limits: { ...defaults, ...limits } });
  app.post('/', async (request) => {
    const upload = incoming.start();
    try {
      const fields = await receiveForm(request, upload, ['attachments', 'files']);
      upload.markCommitted();
      return { fields, files: upload.files };
    } catch (error) {
      await upload.discard();
      events.emit('refused', error);
      throw error;
    }
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Failure) return reply.code(400).send({ code: error.code, message: error.message });
    return reply.code(500).send({ code: 'fault', message: String(error) });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  return app;
}

interface Answer {
  fields: Record<string, unknown>;
  files: StagedFile[];
  code?: string;
  message?: string;
}

async function post(body: FormData | Buffer, type?: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  });
  return (await response.json()) as Answer;
}

const boundary = 'xYzZY';
const formType = `multipart/form-data; boundary=${boundary}`;

/** A raw part: its header lines, then its bytes. */
const part = (headers: string, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
const closing = Buffer.from(`--${boundary}--\r\n`);
const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, closing]);

const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (bytes: Buffer | string, type = 'image/png', name = 'x.png', under = 'attachments') =>
  part(`Content-Disposition: form-data; name="${under}"; filename="${name}"\r\nContent-Type: ${type}`, bytes);
const send = (...parts: Buffer[]) => post(form(...parts), formType);

const onDisk = async (): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
};

describe('a form with files', () => {
  beforeEach(async () => {
    await serve();
  });

  it('accepts several files and fields in any order, from a standard client', async () => {
    const body = new FormData();
    const movie = mp4(300_000);
    body.append('attachments', new Blob([png(3, 2)], { type: 'image/png' }), 'shot.png');
    body.append('title', 'Grüße');
    body.append('attachments[]', new Blob([pdf()], { type: 'application/pdf' }), 'notes.pdf');
    body.append('tags[]', 'a');
    body.append('tags', 'b');
    body.append('files', new Blob([movie], { type: 'video/mp4' }), 'clip.mp4');
    body.append('empty', '');

    const answer = await post(body);
    expect(answer.fields).toEqual({ title: 'Grüße', tags: ['a', 'b'], empty: '' });
    expect(
      answer.files.map(({ fileName, mimeType, size, width, height }) => [
        fileName,
        mimeType,
        size,
        width,
        height,
      ]),
    ).toEqual([
      ['shot.png', 'image/png', png(3, 2).length, 3, 2],
      ['notes.pdf', 'application/pdf', pdf().length, null, null],
      ['clip.mp4', 'video/mp4', 300_000, null, null],
    ]);
    const clip = answer.files[2];
    expect(clip?.fileKey).toMatch(/^[0-9A-Za-z]{40}$/);
    expect(clip?.sha256).toBe(createHash('sha256').update(movie).digest('hex'));
    expect(await readFile(join(directory, clip?.fileKey.slice(0, 2) ?? '', clip?.fileKey ?? ''))).toEqual(
      movie,
    );
    expect((await onDisk()).sort()).toEqual(answer.files.map(({ fileKey }) => fileKey).sort());
  });

  it('accepts a form without parts, and one without a body', async () => {
    expect(await send()).toEqual({ fields: {}, files: [] });
    expect(await post(Buffer.alloc(0), formType)).toEqual({ fields: {}, files: [] });
  });

  it('skips an empty file input, whatever its name', async () => {
    const answer = await send(
      file('', 'application/octet-stream', ''),
      file('', 'application/octet-stream', '', 'other'),
      field('a', 'b'),
    );
    expect(answer).toEqual({ fields: { a: 'b' }, files: [] });
  });

  it('accepts a file with an empty name, and one without a name', async () => {
    const nameless = part(
      'Content-Disposition: form-data; name="attachments"\r\nContent-Type: image/gif',
      gif(1, 1),
    );
    const answer = await send(file(png(1, 1), 'image/png', ''), nameless);
    expect(answer.files.map(({ fileName, mimeType }) => [fileName, mimeType])).toEqual([
      ['file.png', 'image/png'],
      ['file.gif', 'image/gif'],
    ]);
  });

  it('reads a field declared as JSON as text', async () => {
    const typed = (value: string) =>
      part('Content-Disposition: form-data; name="author"\r\nContent-Type: application/json', value);
    expect((await send(typed('{"__proto__": 1'))).fields).toEqual({ author: '{"__proto__": 1' });
  });

  it('detects the type of a file with a generic declaration', async () => {
    const undeclared = part('Content-Disposition: form-data; name="attachments"; filename="a"', png(1, 1));
    const answer = await send(undeclared, file(pdf(), 'application/octet-stream', 'b'));
    expect(answer.files.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'application/pdf']);
  });

  it.each([
    ['../../x.png', 'x.png'],
    ['..\\..\\x.png', 'x.png'],
    ['/etc/passwd', 'passwd.png'],
    ['report.hta', 'report.png'],
    ['shot.png.html', 'shot.png'],
    ['aux.html. ', '_aux.png'],
    ['..', 'file.png'],
    ['.htaccess', 'htaccess.png'],
    ['a\\"b.png', 'a_b.png'],
    ['a%22b%0D%0Ac 100%.png', 'a_b__c 100%.png'],
    ['日本語 🎉.png', '日本語 🎉.png'],
    [`${'n'.repeat(10_000)}.png`, `${'n'.repeat(116)}.png`],
  ])('sanitizes the file name %s', async (written, expected) => {
    const answer = await send(file(png(1, 1), 'image/png', written));
    expect(answer.files.map(({ fileName }) => fileName)).toEqual([expected]);
    expect(await onDisk()).toEqual(answer.files.map(({ fileKey }) => fileKey));
  });

  it.each([
    ['PNG', png(640, 480), 'image/png', 640, 480],
    ['GIF', gif(17, 4), 'image/gif', 17, 4],
    ['WebP', webp(300, 200), 'image/webp', 300, 200],
    ['JPEG', jpeg(800, 600), 'image/jpeg', 800, 600],
    ['JPEG, upright', jpeg(800, 600, 1), 'image/jpeg', 800, 600],
    ['JPEG, upside down', jpeg(800, 600, 3), 'image/jpeg', 800, 600],
    ['JPEG on its side', jpeg(800, 600, 6), 'image/jpeg', 600, 800],
    ['JPEG on its side, mirrored', jpeg(800, 600, 5), 'image/jpeg', 600, 800],
    ['JPEG, frame after 300 KB', jpeg(800, 600, 8, 300_000), 'image/jpeg', 600, 800],
    ['JPEG, frame too far', jpeg(800, 600, 1, 600_000), 'image/jpeg', null, null],
    ['JPEG, cut in the frame', jpeg(800, 600).subarray(0, 8), 'image/jpeg', null, null],
    [
      'JPEG of zeros',
      Buffer.concat([jpeg(1, 1).subarray(0, 4), Buffer.alloc(600_000)]),
      'image/jpeg',
      null,
      null,
    ],
    ['TIFF', tiff(50, 40), 'image/tiff', 50, 40],
    ['TIFF, directory behind 200 KB', tiff(50, 40, 200_000), 'image/tiff', 50, 40],
    ['AVIF', avif(64, 32), 'image/avif', 64, 32],
    ['AVIF with sizes by the thousand', avif(64, 32, 20_000), 'image/avif', 64, 32],
    ['PNG without size', png(0, 0), 'image/png', null, null],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>'),
      'image/svg+xml',
      30,
      20,
    ],
    [
      'SVG, all before it',
      Buffer.from(
        '\ufeff<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg [<!ENTITY a "b>">]>\n<svg viewBox="0 0 8 4">',
      ),
      'image/svg+xml',
      8,
      4,
    ],
    ['SVG without size', Buffer.from('<svg></svg>'), 'image/svg+xml', null, null],
    [
      'SVG made to be slow',
      Buffer.from(`<svg a='${' height="'.repeat(60_000)}'>`),
      'image/svg+xml',
      null,
      null,
    ],
    ['GIF that holds a script', Buffer.from('GIF89a<script>alert(1)</script>'), 'image/gif', 29_500, 29_283],
  ])('detects type and dimensions of %s', async (_name, bytes, mimeType, width, height) => {
    const answer = await send(file(bytes, 'image/x', 'picture'));
    expect(answer.files.map((staged) => [staged.mimeType, staged.width, staged.height])).toEqual([
      [mimeType, width, height],
    ]);
  });
});

describe('a part that is not a form field', () => {
  const kilobytes = 'x'.repeat(20_000);
  const disposition = 'Content-Disposition: form-data; name="odd"';

  it.each([
    ['without headers', Buffer.from(`--${boundary}\r\n\r\n${kilobytes}\r\n`)],
    ['with an empty header', part('', kilobytes)],
    ['with a header line that is none', part('no colon here', kilobytes)],
    ['with other headers alone', part('Content-Type: image/png', kilobytes)],
    ['with an empty disposition', part('Content-Disposition:', kilobytes)],
    ['with another disposition', part('Content-Disposition: attachment; name="x"; filename="x"', kilobytes)],
    [
      'with a disposition that is no form-data',
      part('Content-Disposition: form-database; name="x"', kilobytes),
    ],
    [
      'with a disposition broken by a lone line feed',
      part('Content-Disposition: form-data;\n name="x"', kilobytes),
    ],
    ['that holds megabytes in all', Buffer.concat(Array.from({ length: 100 }, () => part('', kilobytes)))],
  ])('%s is skipped, whatever its length', async (_name, odd) => {
    await serve();
    const answer = await send(field('before', '1'), odd, file(png(1, 1)), odd, field('after', '2'));
    expect([answer.fields, answer.files?.length]).toEqual([{ before: '1', after: '2' }, 1]);
  });

  it.each([
    ['a disposition in another case', part('CONTENT-disposition: FORM-DATA; NAME="odd"', 'value')],
    ['a folded header', part('Content-Disposition: form-data;\r\n name="odd"', 'value')],
    ['spaces around everything', part('Content-Disposition :  form-data ; name = "odd" ', 'value')],
    ['a name without quotes', part('Content-Disposition: form-data; name=odd', 'value')],
    ['parameters that mean nothing', part(`${disposition}; x="a;b\\"c"; y=`, 'value')],
    ['headers that mean nothing', part(`X-A: 1\r\n${disposition}\r\nContent-Length: 999`, 'value')],
    ['many headers', part(`${'X-A: 1\r\n'.repeat(100)}${disposition}`, 'value')],
    [
      'a form of its own inside',
      part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=in`, 'value'),
    ],
    ['blanks after the delimiter', Buffer.from(`--${boundary} \t\r\n${disposition}\r\n\r\nvalue\r\n`)],
    [
      'text before the first delimiter',
      Buffer.concat([Buffer.from('preamble\r\n'), part(disposition, 'value')]),
    ],
  ])('%s does not hide a field', async (_name, odd) => {
    await serve();
    expect((await send(odd, field('after', '2'))).fields).toEqual({ odd: 'value', after: '2' });
  });

  it('is skipped only up to a limit', async () => {
    await serve();
    const answer = await send(part('', 'x'.repeat(2_000_000)), field('after', '2'));
    expect([answer.code, answer.message]).toEqual([
      'BAD_REQUEST',
      'The body is not valid multipart/form-data.',
    ]);
  });

  it('keeps field text unchanged, even if it looks like a delimiter', async () => {
    await serve();
    const values = [
      '--',
      '\r\n',
      `--${boundary}`,
      `\r\n-${boundary}`,
      `\n--${boundary}`,
      `\r\n--${boundary.slice(0, -1)}`,
    ];
    const answer = await send(...values.map((value) => field('value', value)), field('last', 'x'));
    expect(answer.fields).toEqual({ value: values, last: 'x' });
  });

  it('reads a name in UTF-8 and in RFC 8187 encoding', async () => {
    await serve();
    const encoded = part(
      `Content-Disposition: form-data; name="attachments"; filename="a.png"; filename*=UTF-8''na%C3%AFve.png`,
      png(1, 1),
    );
    const answer = await send(file(png(1, 1), 'image/png', 'naïve.png'), encoded);
    expect(answer.files.map(({ fileName }) => fileName)).toEqual(['naïve.png', 'naïve.png']);
  });
});

describe('rejected, leaving nothing behind', () => {
  const refused = async (answer: Promise<Answer>) => {
    const { code, message } = await answer;
    expect(await onDisk()).toEqual([]);
    return [code, message];
  };
  const html = '<!doctype html><script>alert(1)</script>';

  it('more files than allowed', async () => {
    await serve();
    const files = Array.from({ length: 10 }, () => file(png(1, 1)));
    expect((await send(...files)).files).toHaveLength(10);
    await rm(directory, { recursive: true });
    expect((await send(...files, file(png(1, 1)))).message).toBe('At most 10 files can be attached at once.');
    expect(await onDisk()).toEqual([]);
  });

  it.each([
    ['image', 1000, pngOf],
    ['image', 200_000, pngOf],
    ['video', 1000, mp4],
  ])('an %s one byte over %i, but not one of exactly that size', async (family, limit, make) => {
    await serve(family === 'video' ? { maxVideoBytes: limit } : { maxImageBytes: limit });
    const name = `big.${family}`;
    const over = await refused(send(file(pngOf(100)), file(make(limit + 1), `${family}/x`, name)));
    expect(over).toEqual(['PAYLOAD_TOO_LARGE', `The file "${name}" is larger than ${limit} bytes.`]);
    expect((await send(file(make(limit), `${family}/x`, name))).files[0]?.size).toBe(limit);
  });

  it('a PDF over the image limit', async () => {
    await serve({ maxImageBytes: pdf().length - 1 });
    expect((await refused(send(file(pdf(), 'application/pdf'))))[0]).toBe('PAYLOAD_TOO_LARGE');
  });

  const notMedia = 'The file "x.png" is not an image, a video or a PDF.';
  const butIs = (type: string) => notMedia.replace(/\.$/, `, but ${type}.`);
  it.each([
    ['HTML named .png', file(html), 'UNSUPPORTED_MEDIA_TYPE', notMedia],
    ['HTML declared as such', file(html, 'text/html'), 'UNSUPPORTED_MEDIA_TYPE', butIs('text/html')],
    [
      'HTML with an SVG in it',
      file(`<!doctype html><svg ></svg>${html}`, 'image/svg+xml'),
      'UNSUPPORTED_MEDIA_TYPE',
      notMedia,
    ],
    [
      'an XML that is no SVG',
      file('<?xml version="1.0"?><svgx/>', 'image/svg+xml'),
      'UNSUPPORTED_MEDIA_TYPE',
      butIs('application/xml'),
    ],
    [
      'an endless comment',
      file(`<!--${'-'.repeat(100_000)}`, 'image/svg+xml'),
      'UNSUPPORTED_MEDIA_TYPE',
      notMedia,
    ],
    [
      'a declared archive',
      file(png(1, 1), 'application/zip'),
      'UNSUPPORTED_MEDIA_TYPE',
      butIs('application/zip'),
    ],
    ['text', file('just text', 'text/plain'), 'UNSUPPORTED_MEDIA_TYPE', notMedia],
    ['a single byte', file('x'), 'UNSUPPORTED_MEDIA_TYPE', notMedia],
    [
      'a PDF declared as an image',
      file(pdf()),
      'UNSUPPORTED_MEDIA_TYPE',
      'The file "x.png" is declared as an image, but it is a PDF.',
    ],
    [
      'an image declared as a video',
      file(gif(1, 1), 'video/mp4'),
      'UNSUPPORTED_MEDIA_TYPE',
      'The file "x.png" is declared as a video, but it is an image.',
    ],
    ['an empty file', file(''), 'BAD_REQUEST', '"attachments" has an empty file, "x.png".'],
    [
      'a file where none is taken',
      file(png(1, 1), 'image/png', 'x.png', 'title'),
      'BAD_REQUEST',
      '"title" does not take a file.',
    ],
    [
      'a part without a name',
      part('Content-Disposition: form-data', 'x'),
      'BAD_REQUEST',
      'A part of the form has no name.',
    ],
    [
      'a long field name',
      field('n'.repeat(101), 'x'),
      'BAD_REQUEST',
      'A field name is longer than 100 characters.',
    ],
    [
      'a name of the prototype',
      field('__proto__', 'x'),
      'BAD_REQUEST',
      'A field of the form has a name that is not allowed.',
    ],
    [
      'a field of bytes',
      part('Content-Disposition: form-data; name="t"', Buffer.from([0xff, 0xfe])),
      'BAD_REQUEST',
      '"t" must be UTF-8 text.',
    ],
    [
      'a field over 1 MB',
      field('t', 'x'.repeat(1024 * 1024 + 1)),
      'PAYLOAD_TOO_LARGE',
      'The field "t" is larger than 1048576 bytes.',
    ],
    [
      '201 fields',
      Buffer.concat(Array.from({ length: 201 }, () => field('t', ''))),
      'PAYLOAD_TOO_LARGE',
      'The form has more than 200 fields.',
    ],
    [
      '1001 parts',
      Buffer.concat(Array.from({ length: 1001 }, () => file('', 'x/y', ''))),
      'PAYLOAD_TOO_LARGE',
      'The form has more than 1000 parts.',
    ],
    [
      '5 fields of 1 MB',
      Buffer.concat(Array.from({ length: 5 }, () => field('t', 'x'.repeat(1024 * 1024)))),
      'PAYLOAD_TOO_LARGE',
      'The form has more than 4194304 bytes of text.',
    ],
  ])('%s, after a good file', async (_name, bad, code, message) => {
    await serve();
    expect(await refused(send(file(png(1, 1)), bad, field('after', 'x')))).toEqual([code, message]);
  });

  it('but 200 fields, and one of exactly 1 MB, are accepted', async () => {
    await serve();
    const fields = Array.from({ length: 199 }, () => field('t', ''));
    const answer = await send(...fields, field('big', 'x'.repeat(1024 * 1024)));
    expect([answer.fields.t, answer.fields.big]).toEqual([Array(199).fill(''), 'x'.repeat(1024 * 1024)]);
  });

  const malformed = ['BAD_REQUEST', 'The body is not valid multipart/form-data.'];
  it.each([
    ['no boundary', form(field('a', 'b')), 'multipart/form-data'],
    ['an empty boundary', form(field('a', 'b')), 'multipart/form-data; boundary='],
    ['another boundary', form(field('a', 'b')), 'multipart/form-data; boundary=other'],
    [
      'headers that have no end',
      form(file(png(1, 1)), Buffer.from(`--${boundary}\r\nContent-Type: x\r\n`), field('a', 'b')),
      formType,
    ],
    ['a header of a part over 16 KB', form(part(`X-Large: ${'x'.repeat(20_000)}`, 'x')), formType],
    [
      'a header of a part without end',
      Buffer.from(`--${boundary}\r\n${'X-A: 1\r\n'.repeat(50_000)}`),
      formType,
    ],
    ['no line end after a delimiter', form(Buffer.from(`--${boundary}nonsense\r\n\r\nx\r\n`)), formType],
    ['only a preamble, of megabytes', Buffer.alloc(3_000_000, 'x'), formType],
    [
      'a boundary of 1,000 characters',
      form(field('a', 'b')),
      `multipart/form-data; boundary=${'b'.repeat(1000)}`,
    ],
    ['garbage', Buffer.from('garbage'.repeat(10_000)), formType],
    ['JSON', Buffer.from('{"title":"x"}'), formType],
  ])('a body with %s', async (_name, body, type) => {
    await serve();
    expect(await refused(post(body, type))).toEqual(malformed);
  });

  it('a body truncated anywhere before its last boundary', async () => {
    await serve();
    const whole = form(file(png(1, 1)), field('title', 'x'), file(gif(1, 1), 'image/gif'));
    const lastNeeded = whole.length - '\r\n'.length;
    for (let length = 1; length < lastNeeded; length += 1) {
      expect([length, ...(await refused(post(whole.subarray(0, length), formType)))]).toEqual([
        length,
        ...malformed,
      ]);
    }
    expect((await post(whole.subarray(0, lastNeeded), formType)).files).toHaveLength(2);
  });
});

describe('a misbehaving client', () => {
  const request = (length: number) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: ${length}\r\n\r\n`;
  let socket: Socket;
  const open = async () => {
    socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
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
    const refused = once(events, 'refused');
    const firstWrite = once(events, 'write');
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
    const refused = once(events, 'refused');
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
    const broken: Files = { ...diskFiles(directory), write: () => Promise.reject(new Error('disk full')) };
    await serve({}, broken);
    await open();
    const refused = once(events, 'refused');
    socket.write(request(1_000_000));
    socket.write(file(png(1, 1)).subarray(0, -10));
    expect(await answersOn(1)).toEqual([expect.stringContaining('Error: disk full')]);
    expect((await refused)[0]).not.toBeInstanceOf(Failure);
  });
});

describe('an upload', () => {
  const disk = () => diskFiles(directory);
  const picture = () => ({ fileName: 'a.png', declaredType: '', bytes: Readable.from([png(1, 1)]) });

  it('removes uncommitted files and keeps committed ones', async () => {
    const kept = uploads({ files: disk(), limits: defaults }).start();
    await kept.receive(picture());
    kept.markCommitted();
    const left = uploads({ files: disk(), limits: defaults }).start();
    await left.receive(picture());
    await left.receive(picture());
    for (const upload of [kept, left, left]) await upload.discard();
    expect(await onDisk()).toEqual(kept.files.map(({ fileKey }) => fileKey));
  });

  it('tries to remove every file, reports all failures, and retries those', async () => {
    const files = disk();
    let faults = 2;
    const remove: Files['remove'] = async (key) => {
      faults -= 1;
      if (faults >= 0) throw new Error('cannot remove');
      await files.remove(key);
    };
    const upload = uploads({ files: { ...files, remove }, limits: defaults }).start();
    for (let count = 0; count < 3; count += 1) await upload.receive(picture());
    await expect(upload.discard()).rejects.toMatchObject({
      errors: [{ message: 'cannot remove' }, { message: 'cannot remove' }],
    });
    expect(await onDisk()).toHaveLength(2);
    await upload.discard();
    expect(await onDisk()).toEqual([]);
  });

  it('reports the error of an engine that fails midway, not the abort that follows', async () => {
    const full = new Error('disk full');
    const write: Files['write'] = async (_key, bytes) => {
      for await (const piece of bytes) if (piece.length > 0) throw full;
    };
    const upload = uploads({ files: { ...disk(), write }, limits: defaults }).start();
    const bytes = Readable.from([png(2, 2), Buffer.alloc(200_000), Buffer.alloc(200_000)]);
    await expect(upload.receive({ fileName: 'a.png', declaredType: 'image/png', bytes })).rejects.toBe(full);
  });

  it('rethrows errors of the engine and the source unchanged, and closes the source', async () => {
    const full = new Error('disk full');
    const broken = uploads({
      files: { ...disk(), write: () => Promise.reject(full) },
      limits: defaults,
    }).start();
    const file = picture();
    await expect(broken.receive(file)).rejects.toBe(full);
    expect(file.bytes.destroyed).toBe(true);

    const gone = new Error('gone');
    const bytes = new Readable({ read() {} });
    bytes.push(pngOf(100_000));
    const received = uploads({ files: disk(), limits: defaults })
      .start()
      .receive({ ...picture(), bytes });
    bytes.destroy(gone);
    await expect(received).rejects.toBe(gone);
    await expect(broken.receive({ ...picture(), bytes })).rejects.toBe(gone);
    expect(await onDisk()).toEqual([]);
  });

  it('rejects a source that closes early without an error', async () => {
    const bytes = new Readable({ read() {} });
    const received = uploads({ files: disk(), limits: defaults })
      .start()
      .receive({ ...picture(), bytes });
    bytes.destroy();
    await expect(received).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await onDisk()).toEqual([]);
  });
});

describe('an upload', () => {
  const staged = async () => {
    const upload = uploads({ files: diskFiles(directory), limits: defaults }).start();
    await upload.receive({ fileName: 'a.png', declaredType: 'image/png', bytes: Readable.from([png(3, 2)]) });
    return upload;
  };
  const kept = async () =>
    (await readdir(directory, { recursive: true })).filter((name) => name.includes('/'));

  it('that is discarded during a transaction waits for its outcome', async () => {
    const upload = await staged();
    upload.markPending();
    await upload.discard();
    expect(await kept()).toHaveLength(1);
    await upload.markRolledBack();
    expect(await kept()).toEqual([]);
  });

  it('that was committed stays, whatever happens afterward', async () => {
    const upload = await staged();
    upload.markPending();
    upload.markCommitted();
    await upload.discard();
    expect(await kept()).toHaveLength(1);
  });

  it('that was rolled back can be used by the next transaction', async () => {
    const upload = await staged();
    upload.markPending();
    await upload.markRolledBack();
    expect(await kept()).toHaveLength(1);
    upload.markPending();
    upload.markCommitted();
    await upload.discard();
    expect(await kept()).toHaveLength(1);
  });

  it('that is discarded while a file arrives does not keep that file', async () => {
    const upload = uploads({ files: diskFiles(directory), limits: defaults }).start();
    const bytes = new Readable({ read() {} });
    const receiving = upload.receive({ fileName: 'a.png', declaredType: 'image/png', bytes });
    await upload.discard();
    bytes.push(png(3, 2));
    bytes.push(null);
    await receiving;
    expect(await kept()).toEqual([]);
  });
});
