// Image dimensions from a file's first bytes. The bytes are untrusted: only the parser of the detected type reads
// them, and only as many as it can read in bounded time.

import { BMP } from 'image-size/types/bmp';
import { CUR } from 'image-size/types/cur';
import { GIF } from 'image-size/types/gif';
import { ICNS } from 'image-size/types/icns';
import { ICO } from 'image-size/types/ico';
import { J2C } from 'image-size/types/j2c';
import { JP2 } from 'image-size/types/jp2';
import { JPG } from 'image-size/types/jpg';
import { JXL } from 'image-size/types/jxl';
import { JXLStream } from 'image-size/types/jxl-stream';
import { KTX } from 'image-size/types/ktx';
import { PNG } from 'image-size/types/png';
import { PSD } from 'image-size/types/psd';
import { TIFF } from 'image-size/types/tiff';
import { WEBP } from 'image-size/types/webp';
import { heifSize } from './heif.ts';
import { svgSize } from './svg.ts';

/** Enough to find the dimensions after color profiles and thumbnails. */
export const measureBytes = 512 * 1024;

export interface Dimensions {
  width: number | null;
  height: number | null;
}

interface Size {
  width: number;
  height: number;
}

type ImageType = typeof PNG;

interface Parser {
  /** The part of the head with the dimensions; undefined if not found. */
  part(head: Buffer): Buffer | undefined;
  read(bytes: Buffer): (Size & { orientation?: number; images?: Size[] }) | undefined;
}

const first = (bytes: number) => (head: Buffer) => head.subarray(0, bytes);
/** Dimensions at a fixed offset. */
const header = first(1024);
/** Dimensions after a short list. */
const list = first(32 * 1024);

/** Uses a parser of image-size, if it recognizes the bytes. */
const by =
  ({ validate, calculate }: ImageType): Parser['read'] =>
  (bytes) =>
    validate(bytes) ? calculate(bytes) : undefined;

const png: Parser = { part: header, read: by(PNG) };
const tiff: Parser = { part: tiffDirectory, read: by(TIFF) };
const heif: Parser = { part: first(64 * 1024), read: heifSize };
const either =
  (one: ImageType, other: ImageType): Parser['read'] =>
  (bytes) =>
    by(one)(bytes) ?? by(other)(bytes);

/** By media type. Other types have no known dimensions. */
const parsers = new Map<string, Parser>([
  ['image/png', png],
  ['image/apng', png],
  ['image/gif', { part: header, read: by(GIF) }],
  ['image/webp', { part: header, read: by(WEBP) }],
  ['image/bmp', { part: header, read: by(BMP) }],
  ['image/vnd.adobe.photoshop', { part: header, read: by(PSD) }],
  ['image/ktx', { part: header, read: by(KTX) }],
  ['image/j2c', { part: header, read: by(J2C) }],
  ['image/jp2', { part: list, read: by(JP2) }],
  ['image/jxl', { part: list, read: either(JXLStream, JXL) }],
  ['image/icns', { part: list, read: by(ICNS) }],
  ['image/x-icon', { part: list, read: either(ICO, CUR) }],
  ['image/jpeg', { part: jpegUpToFrame, read: by(JPG) }],
  ['image/tiff', tiff],
  ['image/x-adobe-dng', tiff],
  ['image/x-canon-cr2', tiff],
  ['image/x-nikon-nef', tiff],
  ['image/x-sony-arw', tiff],
  ['image/avif', heif],
  ['image/heic', heif],
  ['image/heif', heif],
  ['image/heic-sequence', heif],
  ['image/heif-sequence', heif],
  ['image/svg+xml', { part: first(64 * 1024), read: svgSize }],
]);

/** Width and height as displayed, or nulls if unknown. */
export function measure(head: Buffer, mimeType: string): Dimensions {
  try {
    const parser = parsers.get(mimeType);
    const part = parser?.part(head);
    const found = part && parser?.read(copyToOwnBuffer(part));
    if (found === undefined) return unknownSize;
    const { width, height } = largest(found, found.images ?? []);
    // EXIF orientations 5 to 8 rotate the image by 90 degrees.
    const isRotated = found.orientation !== undefined && found.orientation >= 5 && found.orientation <= 8;
    const [across, down] = isRotated ? [height, width] : [width, height];
    return isLength(across) && isLength(down) ? { width: across, height: down } : unknownSize;
  } catch {
    // The parsers throw on unreadable data; the size is then unknown.
    return unknownSize;
  }
}

const unknownSize: Dimensions = { width: null, height: null };

const isLength = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1;

/** An icon file holds several sizes. */
const largest = (one: Size, others: readonly Size[]): Size =>
  others.reduce((best, size) => (size.width * size.height > best.width * best.height ? size : best), one);

/** A color profile takes up to 255 segments, camera notes a few more. */
const maxSegments = 1000;

/** The bytes up to the frame header with the dimensions, if an unbroken chain of segments leads there. */
function jpegUpToFrame(head: Buffer): Buffer | undefined {
  let at = 2;
  for (let segment = 0; segment < maxSegments && at + 4 <= head.length; segment += 1) {
    const end = at + 2 + head.readUInt16BE(at + 2);
    const marker = head[at + 1];
    if (head[at] !== 0xff || end < at + 4) return undefined;
    if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) return head.subarray(0, end);
    at = end;
  }
  return undefined;
}

/** Cameras write about 60. They are sorted, and the dimensions are among the first. */
const maxEntries = 256;
const entryBytes = 20;

/** Up to the end of the first directory, padded: at the end of a file, the parser reads one entry too far. */
function tiffDirectory(head: Buffer): Buffer | undefined {
  const isBigEndian = head.toString('latin1', 0, 2) === 'MM';
  const isBigTiff = (isBigEndian ? head.readUInt16BE(2) : head.readUInt16LE(2)) === 43;
  if (isBigTiff && head.length < 16) return undefined;
  const at = isBigEndian ? head.readUInt32BE(isBigTiff ? 12 : 4) : head.readUInt32LE(isBigTiff ? 8 : 4);
  if (at >= head.length) return undefined;
  return Buffer.concat([head.subarray(0, at + 8 + maxEntries * entryBytes), Buffer.alloc(entryBytes)]);
}

/**
 * The parsers read through views of the whole underlying ArrayBuffer: on Node's shared pool they could return bytes
 * of another request as width and height. Still a Buffer, for its cheap slices.
 */
function copyToOwnBuffer(bytes: Buffer): Buffer {
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
}
