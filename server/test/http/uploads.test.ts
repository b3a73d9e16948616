// Uploads from the socket to the disk: files, fields and parts in every form that clients send.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { avif, gif, jpeg, mp4, pdf, png, tiff, webp } from './pictures.ts';
import { boundary, field, file, formType, part, uploadFixture } from './uploading.ts';

const { directory, serve, post, send, onDisk } = uploadFixture();

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
    expect(await readFile(join(directory(), clip?.fileKey.slice(0, 2) ?? '', clip?.fileKey ?? ''))).toEqual(
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
