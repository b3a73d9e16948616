// Minimal images, videos and PDFs: headers only.

const u16be = (value: number) => [value >> 8, value & 255];
const u16le = (value: number) => [value & 255, value >> 8];
const latin1 = (text: string) => Buffer.from(text, 'latin1');

export function png(width: number, height: number): Buffer {
  const ihdr = Buffer.alloc(25);
  ihdr.writeUInt32BE(13, 0);
  ihdr.write('IHDR', 4, 'latin1');
  ihdr.writeUInt32BE(width, 8);
  ihdr.writeUInt32BE(height, 12);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ihdr,
    Buffer.alloc(16),
  ]);
}

export const gif = (width: number, height: number): Buffer =>
  Buffer.concat([latin1('GIF89a'), Buffer.from([...u16le(width), ...u16le(height), 0, 0, 0, 0x3b])]);

export function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(22, 4);
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}

/** `orientation` as in EXIF; 0 for a file without EXIF. `padding` adds a comment before the frame. */
export function jpeg(width: number, height: number, orientation = 0, padding = 0): Buffer {
  const entry = [...u16be(0x0112), ...u16be(3), 0, 0, 0, 1, ...u16be(orientation), 0, 0];
  const exif = [...latin1('Exif\0\0MM'), 0, 42, 0, 0, 0, 8, ...u16be(1), ...entry, 0, 0, 0, 0];
  const jfif = [0xff, 0xe0, ...u16be(16), ...latin1('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0];
  const app1 = orientation === 0 ? jfif : [0xff, 0xe1, ...u16be(exif.length + 2), ...exif];
  const comments = [];
  for (let left = padding; left > 0; left -= 60_000) {
    comments.push(
      Buffer.from([0xff, 0xfe, ...u16be(Math.min(left, 60_000) + 2)]),
      Buffer.alloc(Math.min(left, 60_000)),
    );
  }
  const frame = [0xff, 0xc0, ...u16be(11), 8, ...u16be(height), ...u16be(width), 1, 1, 0x11, 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...app1]),
    ...comments,
    Buffer.from([...frame, 0xff, 0xd9]),
  ]);
}

/** The directory is `gap` bytes after the header, since most writers put it after the pixels. */
export function tiff(width: number, height: number, gap = 0): Buffer {
  const entry = (tag: number, value: number) => [...u16le(tag), 4, 0, 1, 0, 0, 0, ...u16le(value), 0, 0];
  const header = Buffer.alloc(8 + gap);
  header.write('II*\0', 'latin1');
  header.writeUInt32LE(header.length, 4);
  return Buffer.concat([
    header,
    Buffer.from([2, 0, ...entry(256, width), ...entry(257, height), 0, 0, 0, 0]),
  ]);
}

const box = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

export function avif(width: number, height: number, copies = 1): Buffer {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  const sizes = box('ipco', Buffer.concat(Array.from({ length: copies }, () => box('ispe', size))));
  return Buffer.concat([
    box('ftyp', latin1('avif\0\0\0\0avif')),
    box('meta', Buffer.concat([Buffer.alloc(4), box('iprp', sizes)])),
  ]);
}

export const mp4 = (size = 64): Buffer<ArrayBuffer> =>
  Buffer.concat([box('ftyp', latin1('isom\0\0\0\0isom')), box('mdat', Buffer.alloc(size - 28))]);

export const pdf = (): Buffer => latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');

/** A valid PNG header, padded to exactly `size` bytes. */
export const pngOf = (size: number): Buffer =>
  Buffer.concat([png(3, 2), Buffer.alloc(size)]).subarray(0, size);
