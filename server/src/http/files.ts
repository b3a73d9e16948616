// Sends the bytes of an attachment: ranges, conditions, and headers under which no file can act as a page of ours
// (contract §8). Knows neither where the bytes lie nor how the attachment was found.

import { once } from 'node:events';
import { Readable } from 'node:stream';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attachment } from '../domain/attachment.ts';
import { Failure, notFound } from '../domain/failure.ts';
import { withExtensionOf } from '../domain/file-name.ts';

/** Both ends are included. */
export interface FileRange {
  start: number;
  end: number;
}

/** The bytes, streamed; undefined when there are none under the key. Fails when the file is known not to have the size. */
export type ReadFile = (
  fileKey: string,
  range: FileRange | undefined,
  size: number,
) => Promise<Readable | undefined>;

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Attachment,
  read: ReadFile,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  if (matches(request.headers['if-none-match'], etag))
    return reply.code(304).headers(headersOf(file, etag)).send();

  // RFC 9110 §14.2 knows ranges for GET alone.
  const isHead = request.method === 'HEAD';
  const range = isHead ? undefined : wantedRange(request, file.size, etag);
  if (range === 'unsatisfiable') return refuseRange(reply, file.size);

  // HEAD asks for one byte, which the framework drops: it tells a file that is there from one that is lost.
  const wanted = isHead ? { start: 0, end: 0 } : range;
  const stored = await read(file.fileKey, wanted, file.size);
  if (stored === undefined) throw notFound('File');
  const bytes = exactly(stored, lengthOf(wanted, file.size));
  await firstByte(bytes);

  // Only now: an error that took these headers along would be cached for a year.
  reply.headers(headersOf(file, etag)).header('content-length', lengthOf(range, file.size));
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  return reply.send(bytes);
}

const lengthOf = (range: FileRange | undefined, size: number): number =>
  range === undefined ? size : range.end - range.start + 1;

/**
 * So many bytes, or an error that ends the connection: an answer of another length than it announced would run into
 * the next one on the connection.
 */
function exactly(stored: Readable, length: number): Readable {
  const counted = Readable.from(piecesOf(stored, length), { objectMode: false });
  // While it waits for bytes, the generator would not hear of a reader who left.
  counted.once('close', () => stored.destroy());
  return counted;
}

/** The last piece waits for the end: should there be more, the answer stays incomplete, and nobody keeps it. */
async function* piecesOf(stored: Readable, length: number): AsyncGenerator<Buffer> {
  let left = length;
  let last: Buffer | undefined;
  // Left early, the source is destroyed above, without an error that it did not have.
  for await (const piece of stored.iterator({ destroyOnReturn: false })) {
    left -= piece.length;
    if (left < 0) throw damaged();
    if (last !== undefined) yield last;
    last = piece;
  }
  if (left > 0) throw damaged();
  if (last !== undefined) yield last;
}

const damaged = (): Failure =>
  new Failure('UNAVAILABLE', 'The stored file does not have the size that it was uploaded with.');

/** Rejects with the stream's error if that comes first. */
async function firstByte(bytes: Readable): Promise<void> {
  await Promise.race([once(bytes, 'readable'), once(bytes, 'close')]);
}

function headersOf(file: Attachment, etag: string): Record<string, string> {
  return {
    'content-type': file.mimeType,
    'content-disposition': disposition(file),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
  };
}

/**
 * SVG is always a download, for it can hold scripts. So is a PDF: under `sandbox` browsers refuse to start their
 * viewer, and a download is better than a blank page.
 */
function disposition(file: Attachment): string {
  const isShown = /^(image|video)\//.test(file.mimeType) && !file.mimeType.startsWith('image/svg');
  // Files from before names were judged may have any extension.
  const name = withExtensionOf(file.mimeType, file.fileName);
  return create(name.toWellFormed(), { type: isShown ? 'inline' : 'attachment' });
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || header?.trim() === '*';
}

/**
 * One range of bytes, as players and download tools ask for. What is malformed, and a list of ranges, is answered
 * with the whole file, as RFC 9110 §14.2 allows.
 */
function wantedRange(
  request: FastifyRequest,
  size: number,
  etag: string,
): FileRange | 'unsatisfiable' | undefined {
  const condition = request.headers['if-range'];
  // We send no Last-Modified, so a date never matches, nor does a weak tag.
  if (condition !== undefined && condition !== etag) return undefined;
  const [, first = '', last = ''] =
    /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(request.headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : within(size - Number(last), size - 1, size);
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return within(Number(first), last === '' ? size - 1 : Number(last), size);
}

const within = (start: number, end: number, size: number): FileRange | 'unsatisfiable' =>
  start >= size ? 'unsatisfiable' : { start: Math.max(start, 0), end: Math.min(end, size - 1) };

/** 416 is no refusal of the service's own (contract §2 has no code for it) but of HTTP's: empty, and not cached. */
const refuseRange = (reply: FastifyReply, size: number): FastifyReply =>
  reply
    .code(416)
    .headers({
      'content-range': `bytes */${size}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send('');
