// Measures the memory of a large upload: streams a video of 100 MB while watching the server's resident memory.

import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { residentMb } from './processes.mjs';

const videoBytes = 100 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 7);
const boundary = 'earshot-bench';
const lookEveryMs = 10;

/** The increase in MB, from just before to the peak. Removes the post again. */
export async function measureUpload({ url, pid }, secret) {
  const authorization = `Bearer ${secret}`;
  const before = residentMb(pid);
  let peak = before;
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, lookEveryMs);
  try {
    const { status, body } = await send(`${url}/v1/posts`, authorization);
    if (status !== 201) throw new Error(`The upload failed with ${status}: ${body}`);
    const { id } = JSON.parse(body).data;
    await fetch(`${url}/v1/posts/${id}`, { method: 'DELETE', headers: { authorization } });
  } finally {
    clearInterval(looking);
  }
  return Math.round((peak - before) * 10) / 10;
}

async function send(url, authorization) {
  const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const outgoing = request(url, { method: 'POST', headers });
  const answered = new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      let body = '';
      for await (const text of response.setEncoding('utf8')) body += text;
      resolve({ status: response.statusCode, body });
    });
  });
  await pipeline(Readable.from(form()), outgoing);
  return answered;
}

function* form() {
  yield `--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\nA large video\r\n`;
  yield `--${boundary}\r\ncontent-disposition: form-data; name="attachments"; filename="large.mp4"\r\n` +
    'content-type: video/mp4\r\n\r\n';
  // The first box of an MP4 file, which identifies its type.
  const opening = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
  yield opening;
  for (let left = videoBytes - opening.length; left > 0; left -= chunk.length) {
    yield left < chunk.length ? chunk.subarray(0, left) : chunk;
  }
  yield `\r\n--${boundary}--\r\n`;
}
