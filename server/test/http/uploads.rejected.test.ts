// Forms that are rejected, and leave nothing behind: limits, types, fields and malformed bodies.

import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { gif, mp4, pdf, png, pngOf } from './pictures.ts';
import { type Answer, boundary, field, file, form, formType, part, uploadFixture } from './uploading.ts';

const { directory, serve, post, send, onDisk } = uploadFixture();

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
    await rm(directory(), { recursive: true });
    expect((await send(...files, file(png(1, 1)))).message).toBe(
      'At most 10 files can be attached per request.',
    );
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
