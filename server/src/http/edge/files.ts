// Serves stored files: ranges, conditional requests, and headers that keep a file from acting as a page of ours
// (contract §8). Independent of storage and lookup.

import { once } from 'node:events';
import { Readable } from 'node:stream';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attachment } from '../../domain/files/attachment.ts';
import { withExtensionOf } from '../../domain/files/file-name.ts';
import { Failure, notFound } from '../../domain/kernel/failure.ts';

/** Inclusive. */
export interface FileRange {
  start: number;
  end: number;
}

/** Streams the bytes; undefined if there is no such file. Fails if the stored size differs. */
export type ReadFile = (
  fileKey: string,
  range: FileRange | undefined,
  size: number,
) => Promise<Readable | undefined>;

/** A stored file, and how it is presented. */
export interface ServedFile {
  fileKey: string;
  size: number;
  /** Changes with the content. */
  etag: string;
  mimeType: string;
  disposition: string;
  cacheControl: string;
}

export const sendAttachment = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: Attachment,
  read: ReadFile,
): Promise<FastifyReply> =>
  sendFile(
    request,
    reply,
    {
      ...file,
      etag: `"${file.sha256}"`,
      disposition: disposition(file),
      cacheControl: 'public, max-age=31536000, immutable',
    },
    read,
  );

/** A file of a public site, which may be taken off it at any time. */
export const sendPublicFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: Attachment,
  read: ReadFile,
): Promise<FastifyReply> =>
  sendFile(
    request,
    reply,
    { ...file, etag: `"${file.sha256}"`, disposition: disposition(file), cacheControl: 'no-cache' },
    read,
  );

/** A file that only this caller may have, to be saved under this name. */
export const sendDownload = (
  request: FastifyRequest,
  reply: FastifyReply,
  { fileName, ...file }: Pick<ServedFile, 'fileKey' | 'size' | 'etag' | 'mimeType'> & { fileName: string },
  read: ReadFile,
): Promise<FastifyReply> =>
  sendFile(
    request,
    reply,
    { ...file, disposition: create(fileName), cacheControl: 'private, no-store' },
    read,
  );

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  read: ReadFile,
): Promise<FastifyReply> {
  const { etag } = file;
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).headers(headersOf(file)).send();

  // RFC 9110 §14.2 defines ranges for GET only.
  const isHead = request.method === 'HEAD';
  const range = isHead ? undefined : wantedRange(request, file.size, etag);
  if (range === 'unsatisfiable') return rejectRange(reply, file.size);

  // For HEAD, read one byte, which the framework drops: it reveals a missing file.
  const wanted = isHead ? { start: 0, end: 0 } : range;
  const stored = await read(file.fileKey, wanted, file.size);
  if (stored === undefined) throw notFound('File');
  const bytes = exactly(stored, lengthOf(wanted, file.size));
  await firstByte(bytes);

  // Only now: an error response with these headers would be cached for a year.
  reply.headers(headersOf(file)).header('content-length', lengthOf(range, file.size));
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  return reply.send(bytes);
}

const lengthOf = (range: FileRange | undefined, size: number): number =>
  range === undefined ? size : range.end - range.start + 1;

/**
 * Exactly this many bytes, or an error that closes the connection: a response of the wrong length would corrupt the
 * next one.
 */
function exactly(stored: Readable, length: number): Readable {
  const counted = Readable.from(chunksOf(stored, length), { objectMode: false });
  // A generator that awaits the source does not notice that the reader is gone.
  counted.once('close', () => stored.destroy());
  return counted;
}

/** Holds back the last chunk until the end: if there is more, the response stays incomplete and is not cached. */
async function* chunksOf(stored: Readable, length: number): AsyncGenerator<Buffer> {
  let left = length;
  let last: Buffer | undefined;
  // The source is destroyed above, without raising an error of its own.
  for await (const chunk of stored.iterator({ destroyOnReturn: false })) {
    left -= chunk.length;
    if (left < 0) throw damaged();
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (left > 0) throw damaged();
  if (last !== undefined) yield last;
}

const damaged = (): Failure => new Failure('UNAVAILABLE', 'The stored file does not have its original size.');

/** Rejects if the stream fails first. */
async function firstByte(bytes: Readable): Promise<void> {
  await Promise.race([once(bytes, 'readable'), once(bytes, 'close')]);
}

function headersOf({ etag, ...file }: ServedFile): Record<string, string> {
  return {
    'content-type': file.mimeType,
    'content-disposition': file.disposition,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': file.cacheControl,
    'accept-ranges': 'bytes',
    etag,
  };
}

/**
 * SVG is always a download, since it can contain scripts. So is PDF: browsers refuse to open their viewer under
 * `sandbox`, and a download is better than a blank page.
 */
function disposition(file: Attachment): string {
  const isInline = /^(image|video)\//.test(file.mimeType) && !file.mimeType.startsWith('image/svg');
  // Files uploaded before names were checked may have any extension.
  const name = withExtensionOf(file.mimeType, file.fileName);
  return create(name.toWellFormed(), { type: isInline ? 'inline' : 'attachment' });
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || header?.trim() === '*';
}

/**
 * A single byte range, as players and download tools request. Malformed and multiple ranges get the whole file, as
 * RFC 9110 §14.2 allows.
 */
function wantedRange(
  request: FastifyRequest,
  size: number,
  etag: string,
): FileRange | 'unsatisfiable' | undefined {
  const condition = request.headers['if-range'];
  // We send no Last-Modified, so dates and weak tags never match.
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

/** 416 comes from HTTP, not from our API (contract §2 has no code for it): empty and not cached. */
const rejectRange = (reply: FastifyReply, size: number): FastifyReply =>
  reply
    .code(416)
    .headers({
      'content-range': `bytes */${size}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send('');
