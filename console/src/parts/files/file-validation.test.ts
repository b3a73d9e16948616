import { describe, expect, it } from 'vitest';
import { validateFiles } from './file-validation.ts';

const limits = { maxFiles: 3, maxImageBytes: 1000, maxVideoBytes: 5000 };
const file = (name: string, type: string, size = 10) => ({ name, type, size });
const png = (name: string, size?: number) => file(name, 'image/png', size);

describe('selected files', () => {
  it.each([
    png('a.png'),
    file('a.svg', 'image/svg+xml'),
    file('a.pdf', 'application/pdf', 1000),
    file('a.mp4', 'video/mp4; codecs=avc1', 5000),
    file('a.HEIC', ''),
    file('a.mkv', 'application/octet-stream', 5000),
  ])('are accepted if they are images, videos or PDFs: %o', (one) => {
    expect(validateFiles([one], limits, 0)).toEqual({ accepted: [one], rejections: [] });
  });

  it.each([
    file('notes.txt', 'text/plain'),
    file('page.html', 'text/html'),
    file('program', ''),
    file('folder', '', 4096),
    file('a.zip', 'application/zip'),
    file('sound.mp3', 'audio/mpeg'),
  ])('are rejected if they are anything else: %o', (one) => {
    expect(validateFiles([one], limits, 0)).toEqual({
      accepted: [],
      rejections: [{ reason: 'type', name: one.name }],
    });
  });

  it('are rejected if they are empty or too large for their type', () => {
    const chosen = [png('empty.png', 0), png('big.png', 1001), file('big.mp4', 'video/mp4', 5001)];
    expect(validateFiles(chosen, limits, 0)).toEqual({
      accepted: [],
      rejections: [
        { reason: 'empty', name: 'empty.png' },
        { reason: 'size', name: 'big.png', size: 1001, maxBytes: 1000 },
        { reason: 'size', name: 'big.mp4', size: 5001, maxBytes: 5000 },
      ],
    });
  });

  it('are accepted up to the limit, not counting rejected ones', () => {
    const [a, b, c] = [png('a.png'), png('b.png'), png('c.png')];
    expect(validateFiles([file('x.txt', 'text/plain'), a, b, c], limits, 1)).toEqual({
      accepted: [a, b],
      rejections: [
        { reason: 'type', name: 'x.txt' },
        { reason: 'count', names: ['c.png'], maxFiles: 3 },
      ],
    });
    expect(validateFiles([a], limits, 4).accepted).toEqual([]);
  });
});
