// A form with a valid PNG of 1 MB, written once per run.

import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { scratchDirectory } from './processes.mjs';

const boundary = 'earshot-bench';
const [width, height] = [512, 682];

/** `body` names the file that wrk sends. */
export function image() {
  const path = join(scratchDirectory(), 'image-form.bin');
  if (!existsSync(path)) writeFileSync(path, form());
  return { type: `multipart/form-data; boundary=${boundary}`, body: `@${path}` };
}

function form() {
  const title = `--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\nA picture of it\r\n`;
  const file =
    `--${boundary}\r\ncontent-disposition: form-data; name="attachments"; filename="it.png"\r\n` +
    'content-type: image/png\r\n\r\n';
  return Buffer.concat([Buffer.from(title + file), png(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Noise, so that it can't be compressed. */
function png() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, () =>
    Buffer.concat([Buffer.from([0]), randomBytes(3 * width)]),
  );
  const pixels = deflateSync(Buffer.concat(rows), { level: 0 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([bytes.subarray(0, 4), named, bytes.subarray(4)]);
}
