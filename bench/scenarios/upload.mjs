// Files: posts with an image of 1 MB, and the memory that a video of 100 MB takes.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateSync } from 'node:zlib';
import { bareInserts, compare, rounded } from '../driver.mjs';
import { residentMb, startServer, temporaryDirectory } from '../processes.mjs';

const boundary = 'earshot-bench';
const type = `multipart/form-data; boundary=${boundary}`;
const videoBytes = 100 * 1024 * 1024;

export default async (bench) => {
  // wrk sends the contents of a file whose name follows an @.
  const form = join(temporaryDirectory(), 'form.bin');
  writeFileSync(form, Buffer.concat([...formWith('it.png', 'image/png', [png()])].map(Buffer.from)));
  return [
    ...(await compare(bench, {
      name: 'create with a 1 MB image',
      requests: () => [{ method: 'POST', path: '/v1/posts', type, body: `@${form}` }],
      leastSeconds: 2,
      limits: [bareInserts(10)],
    })),
    { name: 'memory for a 100 MB video', value: await memoryForVideo(bench.small), unit: 'MB', atMost: 50 },
  ];
};

function* formWith(name, contentType, file) {
  const field = `--${boundary}\r\ncontent-disposition: form-data; name=`;
  yield `${field}"title"\r\n\r\nWith a file\r\n`;
  yield `${field}"attachments"; filename="${name}"\r\ncontent-type: ${contentType}\r\n\r\n`;
  yield* file;
  yield `\r\n--${boundary}--\r\n`;
}

/** A valid PNG of 1 MB. Noise, so that it can't be compressed. */
function png() {
  const [width, height] = [512, 682];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), randomBytes(3 * width)]));
  const chunk = (name, data) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function* video() {
  // The first box of an MP4 file, which identifies its type.
  const opening = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
  yield opening;
  const piece = Buffer.alloc(64 * 1024, 7);
  for (let left = videoBytes - opening.length; left > 0; left -= piece.length)
    yield piece.subarray(0, Math.min(left, piece.length));
}

/** How much the memory of a new server rises while the video is sent, in MB: an older one may reuse freed memory. */
async function memoryForVideo(site) {
  await site.stop();
  Object.assign(site, await startServer(site.environment));
  const { url, key, pid } = site;
  const before = residentMb(pid);
  let peak = before;
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 10);
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const outgoing = request(`${url}/v1/posts`, { method: 'POST', headers });
  const answered = new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    );
  });
  try {
    await pipeline(Readable.from(formWith('large.mp4', 'video/mp4', video())), outgoing);
    const status = await answered;
    if (status !== 201) throw new Error(`The upload failed with ${status}.`);
  } finally {
    clearInterval(looking);
  }
  return rounded(peak - before);
}
