import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileFamily, maxBytesOf, safeFileName } from './attachment.ts';

describe('safeFileName', () => {
  it('never yields a separator, a control character, a hidden name or nothing, and is never long', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('.', '/', '\\', ' ', '\0', '\n', 'a', '\u202e', 'é', '👍'),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(name, (given) => {
        const safe = safeFileName(given);
        expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cs}\u202e":<>|?*]/u);
        expect(safe).not.toMatch(/^\.|^\s|\s$/u);
        expect(safe).not.toBe('');
        expect([...safe].length).toBeLessThanOrEqual(120);
        expect(safeFileName(safe)).toBe(safe);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [undefined, 'file'],
    ['', 'file'],
    ['...', 'file'],
    ['screen shot.png', 'screen shot.png'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\fakepath\\a.png', 'C__fakepath_a.png'],
    ['.htaccess', 'htaccess'],
    ['a\r\nSet-Cookie: x.png', 'a__Set-Cookie_ x.png'],
    ['写真.png', '写真.png'],
  ])('makes of %j the name %j', (given, safe) => {
    expect(safeFileName(given)).toBe(safe);
  });

  it('cuts the middle of a long name and keeps its extension', () => {
    const safe = safeFileName(`${'x'.repeat(500)}.jpeg`);
    expect(safe).toBe(`${'x'.repeat(115)}.jpeg`);
    expect([...safeFileName(`${'👍'.repeat(500)}.png`)]).toHaveLength(120);
  });
});

describe('fileFamily', () => {
  it.each([
    ['image/png', 'image'],
    ['IMAGE/SVG+XML; charset=utf-8', 'image'],
    ['video/mp4', 'video'],
    [' application/pdf ; x=y', 'pdf'],
    ['application/pdfx', undefined],
    ['text/html', undefined],
    ['application/octet-stream', undefined],
    ['ximage/png', undefined],
    ['', undefined],
  ])('of %j is %j', (mimeType, family) => {
    expect(fileFamily(mimeType)).toBe(family);
  });

  it('decides how large a file may be', () => {
    const limits = { maxFiles: 1, maxImageBytes: 10, maxVideoBytes: 100 };
    expect([maxBytesOf('image', limits), maxBytesOf('pdf', limits), maxBytesOf('video', limits)]).toEqual([
      10, 10, 100,
    ]);
  });
});
