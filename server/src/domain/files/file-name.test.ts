import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf, withExtensionOf } from './file-name.ts';

describe('fileNameOf', () => {
  it.each([
    ['shot.png', 'image/png', 'shot.png'],
    ['Shot.PNG', 'image/png', 'Shot.PNG'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['photo.jpg', 'image/webp', 'photo.webp'],
    ['report.hta', 'image/png', 'report.png'],
    ['page.html', 'application/pdf', 'page.pdf'],
    ['shot.png.html', 'image/png', 'shot.png'],
    ['shot.html.png', 'image/png', 'shot.html.png'],
    ['shot.html.', 'image/png', 'shot.png'],
    ['shot.html . . ', 'image/png', 'shot.png'],
    ['shot.png.', 'image/png', 'shot.png'],
    ['shot.hta\u202e', 'image/png', 'shot.png'],
    ['gpj.\u202ehta', 'image/png', 'gpj._hta.png'],
    ['shot.hta:Zone', 'image/png', 'shot.png'],
    ['version 1.5', 'image/png', 'version 1.5.png'],
    ['a.b c', 'image/png', 'a.b c.png'],
    ['no extension', 'video/mp4', 'no extension.mp4'],
    ['clip.MOV', 'video/quicktime', 'clip.MOV'],
    ['.png', 'image/png', 'png.png'],
    ['.htaccess', 'image/png', 'htaccess.png'],
    [undefined, 'image/png', 'file.png'],
    ['', 'application/pdf', 'file.pdf'],
    ['...', 'image/gif', 'file.gif'],
    ['con', 'image/png', '_con.png'],
    ['NUL.png', 'image/png', '_NUL.png'],
    ['com1.html', 'image/png', '_com1.png'],
    ['console.png', 'image/png', 'console.png'],
    ['写真', 'image/heic', '写真.heic'],
    ['x.exe', 'image/x-unheard-of', 'x.bin'],
    [`${'x'.repeat(500)}.html`, 'image/jpeg', `${'x'.repeat(115)}.jpg`],
    [`${'x'.repeat(500)}.jpeg`, 'image/jpeg', `${'x'.repeat(115)}.jpeg`],
  ])('turns %j of type %s into %j', (given, mimeType, name) => {
    expect(fileNameOf(given, mimeType)).toBe(name);
  });

  it('always has an extension of its type, a bounded length, and is idempotent', () => {
    const given = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('.', ' ', '\u202e', '\0', 'a', '.html', '.png', '.hta', 'con', '1', '👍'),
        maxLength: 60,
      }),
    );
    fc.assert(
      fc.property(given, fc.constantFrom('image/png', 'image/tiff', 'application/pdf'), (name, type) => {
        const made = fileNameOf(name, type);
        expect(made).toMatch(/.\.(a?png|tiff?|pdf)$/i);
        expect([...made].length).toBeLessThanOrEqual(120);
        expect(made).not.toMatch(/[/\\\p{Cc}\p{Cf}\p{Cs}":<>|?*]|^[.\s]/u);
        expect(fileNameOf(made, type)).toBe(made);
        expect(withExtensionOf(type, made)).toBe(made);
      }),
      { numRuns: 500 },
    );
  });
});
